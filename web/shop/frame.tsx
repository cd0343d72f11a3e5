// The frame of every public page and its parts: skip link, sandbox notice, logo, languages, legal pages. Rendered on the
// server only, without event handlers.
import { ownLanguageNames } from '../../contract/language-texts.ts';
import { type Language, languages, languageTags } from '../../contract/languages.ts';
import { type PageData, type PageName, pathOf } from '../../contract/pages.ts';
import { classNames } from '../ui/class-names.ts';
import type { Elements } from '../ui/elements.ts';
import { Icon } from '../ui/icons.tsx';

import { inLanguage } from './language-memory.ts';
import { StoreMark } from './store-mark.tsx';
import { textsFor } from './texts/catalogue.ts';

const legalPlaces = ['terms', 'privacy', 'refunds'] as const;
export type PlaceName = 'home' | 'about' | 'contact' | 'client' | 'status' | (typeof legalPlaces)[number];

type FrameProps = { data: PageData; children: Elements; header: Elements; footer: Elements };

export function Frame({ data, children, header, footer }: FrameProps) {
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#content"
        className="sr-only rounded-card bg-surface px-4 py-2 font-semibold focus:not-sr-only focus:absolute focus:top-2 focus:left-2 focus:z-50"
      >
        {textsFor(data).shell.skip}
      </a>
      {header}
      <main id="content" tabIndex={-1} className="flex-1 outline-none">
        {children}
      </main>
      {footer}
    </div>
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
      <StoreMark logo={data.store.brand.logo} className="size-8" />
      <span className="truncate tracking-tight" translate="no">
        {data.store.name}
      </span>
    </a>
  );
}

/** A page that is shown at any address. */
function isWithoutAddress(page: PageName): boolean {
  return page === 'not-found' || page === 'unavailable';
}

/** Links to the same page in the other languages. The script stores the choice and keeps the query. */
export function LanguageSwitch({ data, className }: { data: PageData; className?: string }) {
  // The address of an order holds its key.
  const addressIn = (lang: Language) =>
    data.page === 'order' || data.page === 'offer'
      ? inLanguage(data.path, lang)
      : pathOf(isWithoutAddress(data.page) ? 'home' : data.page, lang);
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

export function LegalLinks({ data }: { data: PageData }) {
  return <FooterLinks label={textsFor(data).shell.legal} places={legalPlaces} data={data} />;
}

export function FooterLinks(props: { label: string; places: readonly PlaceName[]; data: PageData }) {
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
