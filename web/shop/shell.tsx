// The frame of every public page: sandbox notice, header with navigation, footer with legal pages and language switch.
// Rendered on the server only, without event handlers.
import { ownLanguageNames } from '../../contract/language-texts.ts';
import { type Language, languages, languageTags } from '../../contract/languages.ts';
import { type PageData, pathOf } from '../../contract/pages.ts';
import { classNames } from '../ui/class-names.ts';
import { Icon } from '../ui/icons.tsx';
import { Mark } from '../ui/mark.tsx';
import { inLanguage } from './language-memory.ts';
import { textsFor } from './texts/catalogue.ts';
import type { Elements } from '../ui/elements.ts';

const places = ['home', 'about', 'contact', 'client'] as const;
const legalPlaces = ['terms', 'privacy', 'refunds'] as const;
type PlaceName = (typeof places)[number] | (typeof legalPlaces)[number] | 'status';

type ShellProps = { data: PageData; children: Elements; header?: Elements; footer?: Elements };

export function Shell({ data, children, header, footer }: ShellProps) {
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#content"
        className="sr-only rounded-card bg-surface px-4 py-2 font-semibold focus:not-sr-only focus:absolute focus:top-2 focus:left-2 focus:z-50"
      >
        {textsFor(data).shell.skip}
      </a>
      {header ?? <Header data={data} />}
      <main id="content" tabIndex={-1} className="flex-1 outline-none">
        {children}
      </main>
      {footer ?? <Footer data={data} />}
    </div>
  );
}

function Header({ data }: { data: PageData }) {
  const texts = textsFor(data).shell;
  return (
    <header className="relative z-20">
      <SandboxNotice data={data} />
      <div className="mx-auto flex min-h-16 max-w-6xl flex-wrap items-center justify-between gap-x-4 px-4 sm:px-6">
        {/* A long name is cut, but not because the text is large: then the menu wraps. */}
        <Logo data={data} className="max-md:max-w-[max(9rem,100%-7.5rem)]" />
        <nav aria-label={texts.main} className="-mr-3 flex flex-wrap items-center gap-1 max-md:hidden">
          {places.map((place) => (
            <NavLink key={place} place={place} data={data} className="px-3 py-2" />
          ))}
          <LanguageSwitch
            data={data}
            // Several languages do not fit beside the name of the store. The footer has them at every width.
            className={classNames('ml-2 px-3 py-2 text-sm font-medium', languages.length > 2 && 'max-lg:hidden')}
          />
        </nav>
        <details className="menu md:hidden">
          <summary className="flex min-h-11 list-none items-center gap-2 rounded-card px-3 font-semibold">
            <Icon name="menu" />
            <span>{texts.menu}</span>
          </summary>
          <nav
            aria-label={texts.main}
            className="absolute inset-x-4 top-full flex flex-col rounded-card border border-hairline bg-surface p-2 shadow-card"
          >
            {places.map((place) => (
              <NavLink key={place} place={place} data={data} className="px-3 py-3" />
            ))}
            <LanguageSwitch data={data} className="mt-1 border-t border-hairline px-3 py-3 font-medium" />
          </nav>
        </details>
      </div>
    </header>
  );
}

export function SandboxNotice({ data }: { data: PageData }) {
  if (!data.sandbox) return null;
  return (
    <p className="bg-ink px-4 py-1.5 text-center text-xs font-medium text-ground">{textsFor(data).shell.sandbox}</p>
  );
}

export function Logo({ data, className }: { data: PageData; className?: string }) {
  return (
    <a
      href={pathOf('home', data.lang)}
      className={classNames('flex min-w-0 items-center gap-2 rounded-card py-1 pr-2 text-lg font-bold', className)}
    >
      <Mark className="size-8" />
      <span className="truncate tracking-tight" translate="no">
        {data.store.name}
      </span>
    </a>
  );
}

function NavLink({ place, data, className }: { place: PlaceName; data: PageData; className: string }) {
  const current = place === data.page;
  return (
    <a
      href={pathOf(place, data.lang)}
      aria-current={current ? 'page' : undefined}
      className={classNames(
        'rounded-card font-medium transition-colors duration-[120ms] hover:text-ink',
        current ? 'text-ink underline decoration-accent decoration-2 underline-offset-8' : 'text-muted',
        className,
      )}
    >
      {textsFor(data).shell[place]}
    </a>
  );
}

/** Links to the same page in the other languages. The script stores the choice and keeps the query. */
export function LanguageSwitch({ data, className }: { data: PageData; className?: string }) {
  // The address of an order holds its key.
  const addressIn = (lang: Language) =>
    data.page === 'order' ? inLanguage(data.path, lang) : pathOf(data.page === 'not-found' ? 'home' : data.page, lang);
  const others = languages.filter((lang) => lang !== data.lang);
  return others.map((other) => (
    <a
      key={other}
      href={addressIn(other)}
      hrefLang={languageTags[other]}
      lang={languageTags[other]}
      data-language={other}
      className={classNames('flex items-center gap-1.5 text-muted hover:text-ink', className)}
    >
      <Icon name="globe" />
      <span>{ownLanguageNames[other]}</span>
    </a>
  ));
}

function Footer({ data }: { data: PageData }) {
  const texts = textsFor(data).shell;
  return (
    <footer className="mt-16 border-t border-hairline">
      <div className="mx-auto flex max-w-6xl flex-col gap-8 px-4 py-10 text-sm text-muted sm:px-6 md:flex-row md:items-start md:justify-between">
        <div>
          <p className="font-semibold text-ink" translate="no">
            {data.store.name}
          </p>
          <p className="mt-1">
            <span>{`${texts.questions} `}</span>
            <a
              className="inline-block py-1 break-all underline hover:text-ink"
              href={`mailto:${data.store.support_email}`}
            >
              {data.store.support_email}
            </a>
          </p>
          <LanguageSwitch data={data} className="mt-3 py-1" />
        </div>
        <div className="flex flex-col gap-3 md:items-end">
          <FooterLinks
            label={texts.footer}
            places={data.store.status_page ? [...places, 'status'] : places}
            data={data}
          />
          <LegalLinks data={data} />
        </div>
      </div>
    </footer>
  );
}

export function LegalLinks({ data }: { data: PageData }) {
  return <FooterLinks label={textsFor(data).shell.legal} places={legalPlaces} data={data} />;
}

function FooterLinks(props: { label: string; places: readonly PlaceName[]; data: PageData }) {
  return (
    <nav aria-label={props.label} className="flex flex-wrap gap-x-5 gap-y-1">
      {props.places.map((place) => (
        <a
          key={place}
          href={pathOf(place, props.data.lang)}
          aria-current={place === props.data.page ? 'page' : undefined}
          className="py-1 hover:text-ink hover:underline"
        >
          {textsFor(props.data).shell[place]}
        </a>
      ))}
    </nav>
  );
}
