// The interface between the server and the built pages: page names, input data and rendered output.
import { defaultLanguage, type Language, languagePrefixes, splitLanguage } from './languages.ts';
import type { MeasuredSpeeds } from './measured-speed.ts';
import type { OfferSetting } from './offers.ts';
import type { OrderPage } from './order-page.ts';
import type { PublicStatus } from './public-status.ts';
import type { Receipt } from './receipt.ts';
import type { SendingPauseView } from './sending-pause-rules.ts';
import type { StoreProfile } from './store-profile.ts';
import type { TextCatalogue } from './text-settings.ts';

/** Pages that the server renders. `admin` is an empty shell that the browser renders. */
export type PageName =
  | 'home'
  | 'offer'
  | 'about'
  | 'contact'
  | 'checkout'
  | 'success'
  | 'client'
  | 'terms'
  | 'privacy'
  | 'refunds'
  | 'receipt'
  | 'order'
  | 'sample'
  | 'pause'
  | 'status'
  | 'unavailable'
  | 'not-found'
  | 'admin';

/** One of three messages, selected by the server for each response; `link`: of an order or receipt that does not open. */
export type NotFoundVariant = 0 | 1 | 2 | 'link';

/** The complete input of a page. */
export type PageData = {
  page: PageName;
  lang: Language;
  /** Without query; "/" for the home page. */
  path: string;
  /** The absolute URL of the store without a trailing slash, for canonical links and social images. */
  publicUrl: string;
  /** In sandbox mode, every page shows a notice that payments are not real. */
  sandbox: boolean;
  /** The version of the settings; it busts the cache of social images. */
  version: number;
  store: StoreProfile;
  /** Page of an offer, and its checkout: what is sold beside the two specified offers. */
  offer?: OfferSetting;
  /** Checkout only: its address names an offer that is not on sale. */
  isOfferGone?: boolean;
  /** How fast orders were delivered, of the categories with enough orders. */
  speeds?: MeasuredSpeeds;
  /** Checkout only: the gateway's browser library. */
  paymentLibraryUrl?: string;
  /** Checkout only: the buyer chooses a payment method. */
  hasMethodChoice?: boolean;
  /** A payment method is hidden from some orders. */
  hasMethodLimits?: boolean;
  /** Orders can be paid otherwise than by card. */
  takesTransfers?: boolean;
  /** It takes transfers, or took them before. */
  hasTransferTexts?: boolean;
  /** Several payment methods are on. */
  hasOtherWays?: boolean;
  /** Transfers are the only payment method. */
  hasNoCards?: boolean;
  /** Receipt only. Never cached. */
  receipt?: Receipt;
  /** Page of an order only. Never cached. */
  order?: OrderPage;
  /** Page that pauses an order only. Never cached. */
  pause?: { token: string; view: SendingPauseView };
  /** Status page only. Never cached by a browser. */
  status?: PublicStatus;
  /** Not-found only. */
  variant?: NotFoundVariant;
  /** Preview in the admin only: the key of the text that the page is to show. */
  shownText?: string;
};

export type RenderedPage = {
  title: string;
  description: string;
  /** The HTML of the root element. */
  html: string;
  /** Head elements as escaped HTML: Open Graph, JSON-LD. No executable script. */
  head: string;
  /** The props of the page's script, embedded in the document as JSON. */
  data: unknown;
};

/** Pure: the same data renders the same page. */
export type RenderPage = (data: PageData) => RenderedPage;

/** What `dist/web/entry-server.js` exports. */
export type BuiltPages = { render: RenderPage; texts: TextCatalogue };

export type Place = { page: PageName; lang: Language };

const named: readonly PageName[] = [
  'about',
  'contact',
  'checkout',
  'success',
  'client',
  'terms',
  'privacy',
  'refunds',
  'sample',
];

/** Resolves a path to a page, but for the page of an offer. An unknown path is the 404 page of its language. A trailing slash is ignored. */
export function placeAt(path: string): Place {
  const clean = path.replace(/\/+$/, '');
  if (
    clean === '/admin-login' ||
    clean === '/admin' ||
    /^\/admin\/(inbox|system|catalog(\/import)?|orders(\/[^/]+(\/evidence)?)?|customers\/.+)$/.test(clean)
  ) {
    return { page: 'admin', lang: defaultLanguage };
  }
  const { lang, rest } = splitLanguage(clean);
  if (rest === '') return { page: 'home', lang };
  return { page: named.find((page) => rest === `/${page}`) ?? 'not-found', lang };
}

/**
 * True for the address of an order, with an ID and a key in their form, and for that of a receipt or a pause, complete
 * or not.
 */
export function isOrderLink(path: string): boolean {
  return /^\/(order\/[0-9A-HJKMNP-TV-Z]{12}\/[\w-]{22}\/*$|(receipt|pause)(\/|$))/.test(splitLanguage(path).rest);
}

/** The path of a page in a language. A receipt (`/receipt/{order}/{key}`) and an order have their own paths. */
export function pathOf(page: PageName, lang: Language): string {
  const rest = page === 'home' ? '' : `/${page}`;
  return languagePrefixes[lang] + rest || '/';
}

const privatePages: ReadonlySet<PageName> = new Set<PageName>([
  'success',
  'client',
  'receipt',
  'order',
  'sample',
  'pause',
  'status',
  'unavailable',
  'admin',
  'not-found',
]);

/** Pages that must not be indexed or cached, and the pages of 404 and 503. */
export function isPrivatePage(page: PageName): boolean {
  return privatePages.has(page);
}
