// What stands around every public page: the sandbox notice, the header with the navigation (NAV-1..4), the footer.
import type { ReactNode } from 'react';
import type { PageData, PageName } from '../../contract/pages.ts';
import { classNames } from '../ui/class-names.ts';
import { Icon } from '../ui/icons.tsx';
import { links } from './links.ts';

const places: readonly { page: PageName; href: string; label: string }[] = [
  { page: 'home', href: links.home, label: 'Home' },
  { page: 'about', href: links.about, label: 'How it works' },
  { page: 'contact', href: links.contact, label: 'Contact' },
  { page: 'client', href: links.tracking, label: 'My Orders' },
];

export function Shell({ data, children }: { data: PageData; children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#content"
        className="sr-only rounded-card bg-surface px-4 py-2 font-semibold focus:not-sr-only focus:absolute focus:top-2 focus:left-2 focus:z-50"
      >
        Skip to content
      </a>
      <Header data={data} />
      <main id="content" className="flex-1">
        {children}
      </main>
      <Footer data={data} />
    </div>
  );
}

function Header({ data }: { data: PageData }) {
  return (
    <header className="relative z-20">
      {data.sandbox ? (
        <p className="bg-ink px-4 py-1.5 text-center text-xs font-medium text-ground">Sandbox: no money moves</p>
      ) : null}
      <div className="mx-auto flex h-16 max-w-6xl items-center justify-between gap-4 px-4 sm:px-6">
        <a href={links.home} className="flex min-w-0 items-center gap-2 rounded-card py-1 pr-2 text-lg font-bold">
          <Mark />
          <span className="truncate tracking-tight">{data.store.name}</span>
        </a>
        <nav aria-label="Main" className="-mr-3 flex gap-1 max-sm:hidden">
          {places.map((place) => (
            <NavLink key={place.href} place={place} here={data.page} className="px-3 py-2" />
          ))}
        </nav>
        <details className="menu sm:hidden">
          <summary className="flex min-h-11 list-none items-center gap-2 rounded-card px-3 font-semibold">
            <Icon name="menu" />
            Menu
          </summary>
          <nav
            aria-label="Main"
            className="absolute inset-x-4 top-full flex flex-col rounded-card border border-hairline bg-surface p-2 shadow-card"
          >
            {places.map((place) => (
              <NavLink key={place.href} place={place} here={data.page} className="px-3 py-3" />
            ))}
          </nav>
        </details>
      </div>
    </header>
  );
}

function NavLink(props: { place: (typeof places)[number]; here: PageName; className: string }) {
  const current = props.place.page === props.here;
  return (
    <a
      href={props.place.href}
      aria-current={current ? 'page' : undefined}
      className={classNames(
        'rounded-card font-medium transition-colors duration-[120ms] hover:text-ink',
        current ? 'text-ink underline decoration-accent decoration-2 underline-offset-8' : 'text-muted',
        props.className,
      )}
    >
      {props.place.label}
    </a>
  );
}

function Footer({ data }: { data: PageData }) {
  return (
    <footer className="mt-16 border-t border-hairline">
      <div className="mx-auto flex max-w-6xl flex-col gap-6 px-4 py-10 text-sm text-muted sm:flex-row sm:items-start sm:justify-between sm:px-6">
        <div>
          <p className="font-semibold text-ink">{data.store.name}</p>
          <p className="mt-1">
            Questions?{' '}
            <a className="underline hover:text-ink" href={`mailto:${data.store.supportEmail}`}>
              {data.store.supportEmail}
            </a>
          </p>
        </div>
        <nav aria-label="Footer" className="flex flex-wrap gap-x-5 gap-y-2">
          {places.map((place) => (
            <a key={place.href} href={place.href} className="hover:text-ink hover:underline">
              {place.label}
            </a>
          ))}
        </nav>
      </div>
    </footer>
  );
}

function Mark() {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" className="size-8 shrink-0 text-accent">
      <circle cx="13" cy="19" r="9" fill="currentColor" />
      <path
        d="M19.5 5.5 20.3 8.5 M25.5 9 22.7 11.3 M28 15.5 24.6 15.7"
        stroke="currentColor"
        strokeWidth="2.75"
        strokeLinecap="round"
        fill="none"
      />
    </svg>
  );
}
