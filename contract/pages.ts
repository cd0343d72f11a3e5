// The interface between the server and the built pages: which pages there are, what each is given, what it gives back.
import { defaultLanguage, type Language, languagePrefixes, splitLanguage } from './languages.ts';
import type { Receipt } from './receipt.ts';
import type { StoreProfile } from './store-profile.ts';

/** The public pages that the server renders; `admin` is an empty shell that the browser fills. */
export type PageName =
  | 'home'
  | 'about'
  | 'contact'
  | 'checkout'
  | 'success'
  | 'client'
  | 'terms'
  | 'privacy'
  | 'refunds'
  | 'receipt'
  | 'not-found'
  | 'admin';

/** Everything a page is rendered from. */
export type PageData = {
  page: PageName;
  lang: Language;
  /** Without query; "/" for the home page. */
  path: string;
  /** Absolute address of the store without a trailing slash: canonical links, shared pictures. */
  publicUrl: string;
  /** Sandbox mode says on every page that no money moves. */
  sandbox: boolean;
  /** Of the settings: renews the addresses of shared pictures. */
  version: number;
  store: StoreProfile;
  /** Checkout only: the gateway's browser library. */
  paymentLibraryUrl?: string;
  /** Receipt only: of which order. Never kept. */
  receipt?: Receipt;
  /** Not-found only: which of the three messages (NF-1), chosen by the server per answer. */
  variant?: 0 | 1 | 2;
};

export type RenderedPage = {
  title: string;
  description: string;
  /** What goes into the root element. */
  html: string;
  /** Elements for the head as escaped HTML: Open Graph, JSON-LD. Never a script that runs. */
  head: string;
  /** What the script of the page is handed, written into the document as JSON. */
  data: unknown;
};

/** `dist/web/entry-server.js` exports this as `render`. Pure: the same data gives the same page. */
export type RenderPage = (data: PageData) => RenderedPage;

export type Place = { page: PageName; lang: Language };

const named: readonly PageName[] = ['about', 'contact', 'checkout', 'success', 'client', 'terms', 'privacy', 'refunds'];

/** The page at a path (ROUTE-1..11); anything unknown is the 404 page of its language. A trailing slash changes nothing. */
export function placeAt(path: string): Place {
  const clean = path.replace(/\/+$/, '');
  if (clean === '/admin-login' || clean === '/admin' || /^\/admin\/(inbox|orders(\/[^/]+)?)$/.test(clean)) {
    return { page: 'admin', lang: defaultLanguage };
  }
  const { lang, rest } = splitLanguage(clean);
  if (rest === '') return { page: 'home', lang };
  return { page: named.find((page) => rest === `/${page}`) ?? 'not-found', lang };
}

/** Where a public page lives in a language. A receipt lives at an address of its own (`/receipt/{order}/{key}`). */
export function pathOf(page: PageName, lang: Language): string {
  const rest = page === 'home' ? '' : `/${page}`;
  return languagePrefixes[lang] + rest || '/';
}

const privatePages: ReadonlySet<PageName> = new Set<PageName>(['success', 'client', 'receipt', 'admin', 'not-found']);

/** Pages that no search engine lists and no cache keeps (S-20), and the 404. */
export function isPrivatePage(page: PageName): boolean {
  return privatePages.has(page);
}
