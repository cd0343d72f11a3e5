// The layout of all admin pages: navigation and sign-out. Links to public pages cause full page loads,
// because each page has its own Content-Security-Policy.
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import { Button } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { Icon } from '../ui/icons.tsx';
import { LinkButton } from '../ui/link-button.tsx';
import { Mark } from '../ui/mark.tsx';
import { ThemeSwitch } from '../ui/theme.tsx';
import { useInSight } from '../ui/use-in-sight.ts';
import { useAdmin, useSessionState } from './admin-context.tsx';
import { unansweredQuery } from './inbox/message-queries.ts';
import { Keyboard } from './keys/keyboard.tsx';
import { dashboardPath, inboxPath, ordersPath, settingsPath, tabOf, tabPath } from './paths.ts';
import { SandboxNotice } from './sandbox-notice.tsx';
import { browserStorage } from './sign-in/token-storage.ts';

export function Shell({ children }: { children: ReactNode }) {
  const { store } = useAdmin();
  const [path] = useLocation();
  const tab = tabOf(useSearch());
  const shown = `${path} ${tab}`;
  const main = useFocusOnArrival(shown);
  const nav = useRef<HTMLElement>(null);
  useInSight(nav, '[aria-current=page]', shown);
  return (
    <>
      <a
        href="#content"
        className="sr-only z-50 rounded-card bg-surface p-3 focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        Skip to content
      </a>
      <SandboxNotice />
      <header className="border-b border-hairline bg-surface">
        <div className="mx-auto flex max-w-7xl flex-wrap items-center gap-x-2 gap-y-1 px-4 py-2 sm:px-6">
          <Mark className="size-6" />
          <span className="mr-2 max-w-40 truncate font-bold tracking-tight">{store.name} admin</span>
          <nav
            ref={nav}
            aria-label="Admin"
            className="relative order-last -mx-4 flex w-[calc(100%+2rem)] min-w-0 items-center gap-1 overflow-x-auto px-4 lg:order-none lg:mx-0 lg:w-auto lg:flex-1 lg:px-0"
          >
            <NavLink href={dashboardPath} current={path === dashboardPath && tab === 'overview'}>
              Dashboard
            </NavLink>
            <NavLink href={ordersPath} current={path.startsWith(ordersPath)}>
              Orders
            </NavLink>
            <NavLink href={tabPath('customers')} current={path === dashboardPath && tab === 'customers'}>
              Customers
            </NavLink>
            <NavLink href={tabPath('finances')} current={path === dashboardPath && tab === 'analytics'}>
              Finances
            </NavLink>
            <NavLink href={inboxPath} current={path === inboxPath}>
              Inbox
              <UnansweredBadge />
            </NavLink>
            <NavLink href={settingsPath} current={path === dashboardPath && tab === 'settings'}>
              Settings
            </NavLink>
            <a href="/" className={navLook(false)}>
              View Site
            </a>
          </nav>
          <Ways />
        </div>
      </header>
      <main id="content" ref={main} tabIndex={-1} className="mx-auto max-w-7xl px-4 py-6 outline-none sm:px-6">
        {children}
      </main>
    </>
  );
}

/** Sets the document title while a page is shown. */
export function usePageTitle(title: string): void {
  const { store } = useAdmin();
  useEffect(() => {
    document.title = `${title} | ${store.name} admin`;
  }, [title, store.name]);
}

function Ways() {
  const { session } = useAdmin();
  const { user } = useSessionState();
  return (
    <div className="ml-auto flex items-center gap-1 max-sm:gap-0 max-sm:[&>a]:px-1.5 max-sm:[&>button]:px-1.5">
      <span className="mr-2 hidden max-w-56 truncate text-sm text-muted xl:inline" title={user?.email}>
        {user?.email}
      </span>
      <Keyboard />
      <ThemeSwitch storage={browserStorage()} />
      <LinkButton href="/" variant="quiet" size="sm">
        Exit Admin
      </LinkButton>
      <Button
        variant="quiet"
        size="sm"
        icon={<Icon name="logout" className="max-sm:hidden" />}
        onClick={() => void session.logout()}
      >
        Logout
      </Button>
    </div>
  );
}

function UnansweredBadge() {
  const { api } = useAdmin();
  const count = useQuery(unansweredQuery(api)).data ?? 0;
  if (count === 0) return null;
  return (
    <span className="relative ml-1.5 rounded-full bg-yellow-soft px-1.5 text-xs text-yellow-ink tabular-nums">
      {count > 99 ? '99+' : count}
      <span className="sr-only"> unanswered</span>
    </span>
  );
}

function NavLink({ href, current, children }: { href: string; current: boolean; children: ReactNode }) {
  return (
    <Link href={href} aria-current={current ? 'page' : undefined} className={navLook(current)}>
      {children}
    </Link>
  );
}

function navLook(current: boolean): string {
  return classNames(
    'flex min-h-8 items-center rounded-card px-3 text-sm font-semibold whitespace-nowrap pointer-coarse:min-h-10',
    current ? 'bg-sunken text-ink' : 'text-muted hover:bg-sunken hover:text-ink',
  );
}

/** Moves the focus to the new content after client-side navigation, as a page load does. */
function useFocusOnArrival(path: string) {
  const main = useRef<HTMLElement>(null);
  const shown = useRef(path);
  useEffect(() => {
    if (shown.current === path) return;
    shown.current = path;
    // Keeps the focus on the tab list during keyboard navigation between tabs.
    if (document.activeElement?.getAttribute('role') === 'tab') return;
    main.current?.focus({ preventScroll: true });
    window.scrollTo(0, 0);
  }, [path]);
  return main;
}
