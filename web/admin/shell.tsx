// The layout of all admin pages: a sidebar, or a bottom bar on a phone, and the page beside it.
import { useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import { useLocation, useSearch } from 'wouter';
import type { Elements } from '../ui/elements.ts';
import { formatTimeOrDate } from '../ui/format-date.ts';
import { useNow } from '../ui/relative-time.tsx';
import { BackupCodesNotice } from './account/backup-codes-notice.tsx';
import { useAdmin } from './admin-context.tsx';
import { useKeyboard } from './keys/keyboard.tsx';
import { BottomBar } from './navigation/bottom-bar.tsx';
import { useCounts } from './navigation/places.ts';
import { followHistory, followScroll, scrollOnArrival } from './navigation/scroll-memory.ts';
import { Sidebar, type SubPlace } from './navigation/sidebar.tsx';
import { ordersPath, pageOf, placeOf } from './paths.ts';
import { PauseBar } from './pause-bar.tsx';
import { SandboxNotice } from './sandbox-notice.tsx';
import { useTexts } from './texts/shown-texts.ts';
import { useStaleSince } from './unreachable.ts';
import { useLive } from './use-live.ts';

export function Shell({ children }: { children: Elements }) {
  const { shell } = useTexts();
  const [path] = useLocation();
  const search = useSearch();
  const main = useArrival(path, search);
  const place = placeOf(path, search);
  const counts = useCounts(place);
  const isLost = useLive();
  const staleSince = useStaleSince();
  const { openPalette, dialogs } = useKeyboard();
  const navigation = { current: place, counts, onSearch: openPalette };
  return (
    <>
      <a
        href="#content"
        className="sr-only z-50 rounded-card bg-surface p-3 focus:not-sr-only focus:fixed focus:top-2 focus:left-2 print:hidden"
      >
        {shell.skip}
      </a>
      <SandboxNotice className="lg:hidden" />
      <div className="lg:grid lg:grid-cols-[15rem_minmax(0,1fr)] print:block">
        <Sidebar {...navigation} currentSub={subPlaceOf(path, search)} />
        <div className="flex min-w-0 flex-col print:block">
          <PauseBar />
          <BackupCodesNotice />
          {/* The last of the bars: it covers a part of the padding below it. */}
          <ConnectionNotice isLost={isLost} staleSince={staleSince} />
          <main
            id="content"
            ref={main}
            tabIndex={-1}
            data-stale={staleSince === null ? undefined : true}
            className="mx-auto w-full max-w-[77.5rem] min-w-0 flex-1 px-4 pt-5 pb-24 outline-none sm:px-6 lg:px-5 lg:pt-6 lg:pb-12 xl:px-8 print:max-w-none print:p-0"
          >
            {children}
          </main>
        </div>
      </div>
      <BottomBar {...navigation} />
      {dialogs}
    </>
  );
}

/**
 * A bar over the whole width of every page while there is no connection: what the page shows may be out of date.
 * `isLost`: the store had a live connection to this page and has none any more. `staleSince`: of `useStaleSince`.
 */
function ConnectionNotice({ isLost, staleSince }: { isLost: boolean; staleSince: number | null }) {
  const { shell } = useTexts();
  const isOnline = useSyncExternalStore(followNetwork, () => navigator.onLine);
  const nowMs = useNow();
  const isStale = staleSince !== null;
  const words = isOnline ? (isLost || isStale ? shell.disconnected : null) : shell.offline;
  if (words === null) return null;
  const from = isStale && staleSince > 0 ? ` ${shell.dataFrom(formatTimeOrDate(new Date(staleSince), nowMs))}` : '';
  return (
    <p
      role="alert"
      className="sticky top-0 z-40 -mb-4 bg-yellow-soft px-4 text-center text-xs leading-5 font-medium text-yellow-ink print:hidden"
    >
      {`${words}${from}`}
    </p>
  );
}

function followNetwork(listen: () => void): () => void {
  window.addEventListener('online', listen);
  window.addEventListener('offline', listen);
  return () => {
    window.removeEventListener('online', listen);
    window.removeEventListener('offline', listen);
  };
}

/** Sets the document title while a page is shown. */
export function usePageTitle(title: string): void {
  const { store } = useAdmin();
  const { shell } = useTexts();
  const whole = `${title} | ${shell.title(store.name)}`;
  useEffect(() => {
    document.title = whole;
  }, [whole]);
}

function subPlaceOf(path: string, search: string): SubPlace | null {
  if (path === ordersPath) return 'plainList';
  return pageOf(search) === 'finances' ? 'finances' : null;
}

/** Moves the focus to the new content after client-side navigation, as a page load does, and scrolls. */
function useArrival(path: string, search: string) {
  const main = useRef<HTMLElement>(null);
  const href = search ? `${path}?${search}` : path;
  const page = `${path} ${pageOf(search)}`;
  const shown = useRef(page);
  useEffect(followHistory, []);
  // Before the next paint, because a shorter page scrolls, too.
  useLayoutEffect(() => followScroll(href, path, search, shown.current === page), [href, path, search, page]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a filter changes the address, and is no arrival
  useEffect(() => {
    if (shown.current === page) return;
    shown.current = page;
    main.current?.focus({ preventScroll: true });
    return scrollOnArrival(href);
  }, [page]);
  return main;
}
