// The 404 page: one of three messages, selected by the server; links home and back; a fun fact. Of an order or a receipt
// it leads to My Orders and to support instead.
import { pathOf } from '../../../contract/pages.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icons.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import type { PageProps } from '../page-props.ts';
import { Shell } from '../shell.tsx';
import { textsFor } from '../texts/catalogue.ts';
import type { Catalogue } from '../texts/presets.ts';

export default function NotFoundPage({ data }: PageProps) {
  const texts = textsFor(data).notFound;
  if (data.variant === 'link') return <OrderLink data={data} texts={texts.link} home={texts.home} />;
  const { title, text, fact } = texts.wordings[data.variant ?? 0];
  return (
    <Shell data={data}>
      <div className="mx-auto flex max-w-xl flex-col items-center px-4 pt-10 text-center sm:px-6 sm:pt-20">
        <p
          aria-hidden="true"
          className="text-[clamp(5rem,24vw,9rem)] leading-none font-extrabold tracking-tighter tabular-nums"
        >
          <span>4</span>
          <span className="text-accent">0</span>
          <span>4</span>
        </p>
        <h1 className="mt-6 text-2xl font-extrabold sm:text-3xl">{title}</h1>
        <p className="mt-2 text-balance text-muted sm:text-lg">{text}</p>
        <div className="mt-8 grid w-full max-w-sm gap-3 sm:grid-cols-2">
          <LinkButton href={pathOf('home', data.lang)} variant="primary" wide icon={<Icon name="home" />}>
            {texts.home}
          </LinkButton>
          <Button wide icon={<Icon name="arrowLeft" />} data-go-back disabled>
            {texts.back}
          </Button>
        </div>
        <p className="mt-12 border-t border-hairline pt-6 text-sm text-balance text-muted">
          <strong className="font-semibold text-ink">{texts.fact}</strong>
          <span>{` ${fact}`}</span>
        </p>
      </div>
    </Shell>
  );
}

type OrderLinkProps = PageProps & { texts: Catalogue['notFound']['link']; home: string };

function OrderLink({ data, texts, home }: OrderLinkProps) {
  const { lang } = data;
  return (
    <Shell data={data}>
      <div className="mx-auto flex max-w-xl flex-col items-center px-4 pt-10 text-center sm:px-6 sm:pt-20">
        <span className="grid size-14 place-items-center rounded-full bg-sunken text-2xl text-muted">
          <Icon name="search" />
        </span>
        <h1 className="mt-6 text-2xl font-extrabold text-balance sm:text-3xl">{texts.title}</h1>
        <p className="mt-2 text-balance text-muted sm:text-lg">{texts.text}</p>
        <div className="mt-8 grid w-full max-w-sm gap-3 sm:grid-cols-2">
          <LinkButton href={pathOf('client', lang)} variant="primary" wide>
            {texts.orders}
          </LinkButton>
          <LinkButton href={pathOf('contact', lang)} wide>
            {texts.support}
          </LinkButton>
        </div>
        <p className="mt-6">
          <a href={pathOf('home', lang)} className="text-sm text-muted underline hover:text-ink">
            {home}
          </a>
        </p>
      </div>
    </Shell>
  );
}
