// Keeps the scroll position of each address of this visit, and the last page that was no order and no customer: their
// breadcrumb leads back there.
import { customersPath, ordersPath, type Place, placeOf, placePath } from '../paths.ts';

export type CameFrom = { href: string; place: Place };

/** How long a page that loads in parts may take until it is tall enough. */
const patienceMs = 3_000;
const positions = new Map<string, number>();
let last: CameFrom | null = null;
let isBack = false;

/** The history state of a link that returns to where its page was scrolled to. */
export const keepsScroll = { keepsScroll: true } as const;

/** Without a list before it, the one that a detail page belongs to. */
export function cameFrom(): CameFrom {
  if (last) return last;
  const place = placeOf(window.location.pathname, window.location.search);
  return place === 'orders' ? { href: ordersPath, place } : { href: placePath(place), place };
}

/**
 * Remembers the position of the shown page from now on. Returns the function that ends it. `isSamePage`: only the query of
 * the address changed, so the page stands where it stood.
 */
export function followScroll(href: string, path: string, search: string, isSamePage: boolean): () => void {
  if (!isDetailPage(path)) last = { href, place: placeOf(path, search) };
  const note = () => positions.set(listAddress(href), window.scrollY);
  if (isSamePage) note();
  window.addEventListener('scroll', note, { passive: true });
  return () => window.removeEventListener('scroll', note);
}

/** Notes that the browser went back or forward, until the page that it leads to has arrived. */
export function followHistory(): () => void {
  const note = () => {
    isBack = true;
  };
  window.addEventListener('popstate', note);
  return () => window.removeEventListener('popstate', note);
}

/** Scrolls a page that just arrived: to its former position after "back" and by a breadcrumb, else to its top. */
export function scrollOnArrival(href: string): () => void {
  const isKept = isBack || (window.history.state as { keepsScroll?: unknown } | null)?.keepsScroll === true;
  isBack = false;
  const wantedPx = isKept ? (positions.get(listAddress(href)) ?? 0) : 0;
  window.scrollTo(0, wantedPx);
  return wantedPx > 0 ? scrollWhenTallEnough(wantedPx) : () => undefined;
}

/** Tries again at each frame while the page grows. A wheel, a touch or a key of the admin ends it. */
function scrollWhenTallEnough(wantedPx: number): () => void {
  const startedAtMs = performance.now();
  const ends = ['wheel', 'touchstart', 'keydown'] as const;
  let frame = requestAnimationFrame(again);
  function again(): void {
    const isThere = Math.abs(window.scrollY - wantedPx) < 2;
    if (isThere || performance.now() - startedAtMs > patienceMs) {
      stop();
      return;
    }
    window.scrollTo(0, wantedPx);
    frame = requestAnimationFrame(again);
  }
  function stop(): void {
    cancelAnimationFrame(frame);
    for (const name of ends) window.removeEventListener(name, stop);
  }
  for (const name of ends) window.addEventListener(name, stop, { passive: true });
  return stop;
}

/** Without the order of the side panel: a list stands at the same place with it and without it. */
function listAddress(href: string): string {
  return href.replace(/&order=[^&]*/, '');
}

function isDetailPage(path: string): boolean {
  return [ordersPath, customersPath].some((list) => path.startsWith(`${list}/`));
}
