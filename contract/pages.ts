// The interface between the server and the built pages: what a page is given, what it gives back.
import type { StoreProfile } from './store-profile.ts';

/** The public pages that the server renders; `admin` is an empty shell that the browser fills. */
export type PageName = 'home' | 'about' | 'contact' | 'checkout' | 'success' | 'client' | 'not-found' | 'admin';

/** Everything a page needs before any call: also written into the document, so that hydration sees the same. */
export type PageData = {
  page: PageName;
  /** Without query; "/" for the home page. */
  path: string;
  /** Absolute address of the store without a trailing slash: canonical links, shared pictures. */
  publicUrl: string;
  /** Sandbox mode says on every page that no money moves. */
  sandbox: boolean;
  store: StoreProfile;
  /** Checkout only: the gateway's browser library. */
  paymentLibraryUrl?: string;
  /** Not-found only: which of the three messages (NF-1), chosen by the server per answer. */
  variant?: 0 | 1 | 2;
};

export type RenderedPage = {
  title: string;
  description: string;
  /** What goes into the root element. */
  html: string;
  /** Elements for the head as escaped HTML: Open Graph, JSON-LD. Never inline script. */
  head: string;
};

/** `dist/web/entry-server.js` exports this as `render`. Pure: the same data gives the same page. */
export type RenderPage = (data: PageData) => RenderedPage;

const pages: Record<string, PageName> = {
  '/': 'home',
  '/about': 'about',
  '/contact': 'contact',
  '/checkout': 'checkout',
  '/success': 'success',
  '/client': 'client',
};

/** The page at a path (ROUTE-1..11); anything unknown is the 404 page. A trailing slash changes nothing. */
export function pageAt(path: string): PageName {
  const clean = path.length > 1 ? path.replace(/\/+$/, '') : path;
  if (clean === '/admin-login' || clean === '/admin' || clean === '/admin/orders') return 'admin';
  if (/^\/admin\/orders\/[^/]+$/.test(clean)) return 'admin';
  return pages[clean] ?? 'not-found';
}

/** Pages that no search engine lists and no cache keeps (S-20), and the 404. */
export function isPrivatePage(page: PageName): boolean {
  return page === 'success' || page === 'client' || page === 'admin' || page === 'not-found';
}
