// Terms, privacy and refund policy: static text with a table of contents. No script.
import { claimsAboveLegalText, fillLegalText, type LegalSection, sectionsOf } from '../../../contract/legal-text.ts';
import type { PageData } from '../../../contract/pages.ts';
import type { LegalName } from '../../../contract/store-profile.ts';
import type { PageProps } from '../page-props.ts';
import { Shell } from '../shell.tsx';
import { textsFor } from '../texts/catalogue.ts';

export function LegalPage({ data, name }: PageProps & { name: LegalName }) {
  const { contents, [name]: page } = textsFor(data).legal;
  const own = data.store.legal[name][data.lang];
  const sections: readonly LegalSection[] = own === null ? page.sections : sectionsOf(own);
  return (
    <Shell data={data}>
      <div className="mx-auto grid max-w-6xl grid-cols-[minmax(0,1fr)] gap-x-12 px-4 [overflow-wrap:anywhere] sm:px-6 lg:grid-cols-[minmax(0,1fr)_16rem]">
        <header className="pt-3 sm:pt-8 lg:col-span-2">
          <h1 className="text-2xl font-extrabold sm:text-4xl">{page.title}</h1>
          {own === null ? <p className="mt-2 max-w-prose text-muted sm:text-lg">{named(page.lead, data)}</p> : null}
          {claimsAboveLegalText(name, data.store, data.lang).map((claim) => (
            <p key={claim} className="mt-4 max-w-prose font-semibold">
              {claim}
            </p>
          ))}
        </header>
        <Contents title={contents} sections={sections} data={data} />
        <div className="mt-8 flex max-w-prose flex-col gap-8 lg:mt-12">
          {sections.map(({ heading, text }, at) => (
            <section key={idOf(at)} id={idOf(at)}>
              {heading ? <h2 className="text-xl font-bold">{named(heading, data)}</h2> : null}
              {text.map((paragraph) => (
                <p key={paragraph} className="mt-2.5 text-muted">
                  {named(paragraph, data)}
                </p>
              ))}
            </section>
          ))}
        </div>
      </div>
    </Shell>
  );
}

type ContentsProps = { title: string; sections: readonly LegalSection[]; data: PageData };

function Contents({ title, sections, data }: ContentsProps) {
  if (!sections.some(({ heading }) => heading)) return null;
  return (
    <nav aria-label={title} className="mt-8 lg:order-last lg:mt-12">
      <p className="text-sm font-semibold">{title}</p>
      <ul className="mt-2 flex flex-col border-l-2 border-hairline text-sm">
        {sections.map(({ heading }, at) =>
          heading ? (
            <li key={idOf(at)}>
              <a href={`#${idOf(at)}`} className="block py-1 pl-3 text-muted hover:text-ink hover:underline">
                {named(heading, data)}
              </a>
            </li>
          ) : null,
        )}
      </ul>
    </nav>
  );
}

function idOf(at: number): string {
  return `section-${at + 1}`;
}

function named(text: string, { store, lang }: PageData): string {
  return fillLegalText(text, store, lang, textsFor({ lang, store }).legal.privacy.addresses);
}
