// The frame of public pages with the header with navigation, and the footer with all pages.
import { languages } from '../../contract/languages.ts';
import { type PageData, pathOf } from '../../contract/pages.ts';
import { classNames } from '../ui/class-names.ts';
import type { Elements } from '../ui/elements.ts';
import { Icon } from '../ui/icons.tsx';
import { FooterLinks, Frame, LanguageSwitch, LegalLinks, Logo, type PlaceName, SandboxNotice } from './frame.tsx';
import { textsFor } from './texts/catalogue.ts';

const places = ['home', 'about', 'contact', 'client'] as const;

/** Of every page but the checkout, which has its own header and footer. */
export function Shell({ data, children }: { data: PageData; children: Elements }) {
  return (
    <Frame data={data} header={<Header data={data} />} footer={<Footer data={data} />}>
      {children}
    </Frame>
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

function Footer({ data }: { data: PageData }) {
  const { business } = data.store;
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
          {business.name ? (
            <p className="mt-1 max-w-sm" translate="no">
              {[business.name, ...business.address.split('\n')].filter(Boolean).join(', ')}
            </p>
          ) : null}
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
