// Terms, privacy and refunds: plain text with a list of its sections. Nothing on it listens.
import type { PageData } from '../../../contract/pages.ts';
import type { PageProps } from '../page-props.ts';
import { Shell } from '../shell.tsx';
import { textsOf } from '../texts/catalogue.ts';
import { operatorText } from '../texts/claims.ts';

export type LegalName = 'terms' | 'privacy' | 'refunds';

export function LegalPage({ data, name }: PageProps & { name: LegalName }) {
  const { contents, [name]: page } = textsOf(data.lang).legal;
  return (
    <Shell data={data}>
      <div className="mx-auto grid max-w-6xl gap-x-12 px-4 sm:px-6 lg:grid-cols-[minmax(0,1fr)_16rem]">
        <header className="pt-3 sm:pt-8 lg:col-span-2">
          <h1 className="text-2xl font-extrabold sm:text-4xl">{page.title}</h1>
          <p className="mt-2 max-w-prose text-muted sm:text-lg">{named(page.lead, data)}</p>
          <Guarantee data={data} name={name} />
        </header>
        <nav aria-label={contents} className="mt-8 lg:order-last lg:mt-12">
          <p className="text-sm font-semibold">{contents}</p>
          <ul className="mt-2 flex flex-col border-l-2 border-hairline text-sm">
            {page.sections.map(({ heading }, at) => (
              <li key={heading}>
                <a href={`#section-${at + 1}`} className="block py-1 pl-3 text-muted hover:text-ink hover:underline">
                  {heading}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <div className="mt-8 flex max-w-prose flex-col gap-8 lg:mt-12">
          {page.sections.map(({ heading, text }, at) => (
            <section key={heading} id={`section-${at + 1}`}>
              <h2 className="text-xl font-bold">{heading}</h2>
              {text.map((paragraph: string) => (
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

/** The operator's own promise, where the operator shows it. */
function Guarantee({ data: { store, lang }, name }: { data: PageData; name: LegalName }) {
  const { guarantee } = store.claims;
  if (name !== 'refunds' || !guarantee.shown) return null;
  return <p className="mt-4 max-w-prose font-semibold">{operatorText(guarantee.text, lang)}.</p>;
}

function named(text: string, { store }: PageData): string {
  return text.replaceAll('{name}', store.name).replaceAll('{email}', store.supportEmail);
}
