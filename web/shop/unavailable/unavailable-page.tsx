// The page of 503: the database does not answer, and the store has no copy of the page.
import { pathOf } from '../../../contract/pages.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import type { PageProps } from '../page-props.ts';
import { Shell } from '../shell.tsx';
import { textsFor } from '../texts/catalogue.ts';

export default function UnavailablePage({ data }: PageProps) {
  const { shell, notFound } = textsFor(data);
  const texts = shell.unavailable;
  return (
    <Shell data={data}>
      <div className="mx-auto flex max-w-xl flex-col items-center px-4 pt-10 text-center sm:px-6 sm:pt-20">
        <h1 className="text-2xl font-extrabold text-balance sm:text-3xl">{texts.title}</h1>
        <p className="mt-2 text-balance text-muted sm:text-lg">{texts.text}</p>
        <div className="mt-8 grid w-full max-w-sm gap-3 sm:grid-cols-2">
          {/* The same address once more. */}
          <LinkButton href="" variant="primary" wide>
            {texts.again}
          </LinkButton>
          <LinkButton href={pathOf('home', data.lang)} wide>
            {notFound.home}
          </LinkButton>
        </div>
      </div>
    </Shell>
  );
}
