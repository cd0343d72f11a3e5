// Renders the public pages and caches them by page, language and version of the settings.
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { brandStyle } from '../../contract/brand.ts';
import type { Language } from '../../contract/languages.ts';
import type { MeasuredSpeeds } from '../../contract/measured-speed.ts';
import { offerKindAt, offerPathOf, offersOfPage, otherOffers } from '../../contract/offer-paths.ts';
import { type OfferSetting, specifiedCategory } from '../../contract/offers.ts';
import type { OrderPage } from '../../contract/order-page.ts';
import type { PreviewPage } from '../../contract/page-labels.ts';
import {
  isOrderLink,
  isPrivatePage,
  type NotFoundVariant,
  type PageData,
  type PageName,
  type Place,
  pathOf,
  placeAt,
  type RenderedPage,
} from '../../contract/pages.ts';
import type { PublicStatus } from '../../contract/public-status.ts';
import type { Receipt } from '../../contract/receipt.ts';
import type { StoreProfile } from '../../contract/store-profile.ts';
import { previewPolicy, workerPolicy } from '../../contract/trusted-types.ts';
import { readBundle, type Style, toStyle } from './bundle.ts';
import { renderDocument } from './document.ts';
import { loadPages } from './load-pages.ts';
import { buildSample } from './page-samples.ts';

export type Encoding = 'br' | 'gzip' | 'identity';

export type PageAnswer = {
  status: number;
  html: Buffer;
  /** The same document, compressed once when it was rendered. */
  compressed: { br: Buffer; gzip: Buffer };
  /** Without quotes. */
  etag: string;
  /** Never cached by a browser. */
  isPrivate: boolean;
  headers: Record<string, string>;
};

export type KeyedPage = { html: string; headers: Record<string, string> };

export type Pages = {
  /**
   * The page at a path without query; unknown paths answer the 404 page with status 404. `offer`: the ID that the query names, of one
   * of several on the page of their kind, or of what the checkout sells.
   */
  render(path: string, notFoundVariant?: NotFoundVariant, offer?: string | null): Promise<PageAnswer>;
  /** The page of a receipt, rendered at every call and not cached. */
  renderReceipt(receipt: Receipt): Promise<KeyedPage>;
  /** Likewise the page of an order. `path`: its own address, which holds the key. */
  renderOrder(order: OrderPage, path: string, lang: Language): Promise<KeyedPage>;
  /** Likewise the page that pauses an order. */
  renderPause(pause: NonNullable<PageData['pause']>, lang: Language): Promise<KeyedPage>;
  /** The status page, rendered again when the status changes. */
  renderStatus(status: PublicStatus, lang: Language): Promise<KeyedPage>;
  /** The page of a response with status 503, rendered once for each version of the settings. */
  renderUnavailable(lang: Language): Promise<KeyedPage>;
  /**
   * A page with facts of the store that are not saved, with a sample of an order or receipt. `shownText`: the key of the text that it has
   * to show. Not cached.
   */
  renderPreview(
    place: { page: PreviewPage | 'offer'; lang: Language; offer?: OfferSetting },
    changed: Partial<StoreProfile>,
    shownText?: string,
  ): Promise<Pick<RenderedPage, 'title' | 'description' | 'html'>>;
  /** The folder of hashed files served under /assets/. */
  assetsDir: string;
  /** The script of the admin's service worker. */
  adminWorker: string;
};

export type PagesOptions = {
  /** The folder `dist`. */
  distDir: string;
  publicUrl: string;
  /** The store profile; `version` changes whenever the profile does. */
  profile: () => Promise<{ profile: StoreProfile; version: number }>;
  /** The same object until the figures are read again. */
  speeds: (profile: StoreProfile) => Promise<MeasuredSpeeds>;
  /** The same object until the payment methods change. */
  payment: () => Promise<PaymentPages>;
};

type PaymentPages = {
  /** The browser library to load first. */
  libraryUrl: string;
  hasChoice: boolean;
  hasOtherWays: boolean;
  takesCards: boolean;
  takesTransfers: boolean;
  hasTransferTexts: boolean;
  hasLimits: boolean;
  /** What the checkout page may load and send to, for all card methods. */
  sources: GatewaySources;
  /** No money moves. With a gateway of the operator's own, nothing is promised about money. */
  isSandbox: boolean;
};

/** What all pages are rendered from. */
type Shop = {
  profile: StoreProfile;
  version: number;
  payment: PaymentPages;
  speeds: MeasuredSpeeds;
  publicUrl: string;
  /** The pages that were rendered from it. */
  answers: Map<string, Promise<PageAnswer>>;
};

/** Throws when `distDir` holds no build. */
export async function createPages(options: PagesOptions): Promise<Pages> {
  const clientDir = join(options.distDir, 'web', 'client');
  const bundle = await readBundle(clientDir);
  const built = await loadPages(options.distDir);
  const keptPages = new Map<string, { key: string; page: KeyedPage }>();
  let last: Shop | null = null;

  /** Each request of a page reads it. The rendered pages are kept while it stays the same. */
  async function readShop(): Promise<Shop> {
    const { profile, version } = await options.profile();
    const payment = await options.payment();
    const speeds = await options.speeds(profile);
    const isSame =
      last?.version === version &&
      last.payment === payment &&
      last.speeds === speeds &&
      // The checkout also closes without a new version, when no payment method is on.
      last.profile.checkout_paused === profile.checkout_paused;
    const answers = isSame && last ? last.answers : new Map<string, Promise<PageAnswer>>();
    const shop = { profile, version, payment, speeds, publicUrl: options.publicUrl, answers };
    last = shop;
    return shop;
  }

  function rendered(page: RenderedPage, data: PageData, payment: PaymentPages): Promise<PageAnswer> {
    return buildAnswer(data.page, renderDocument(data, page, bundle, styleOf(data)), headersFor(data, payment));
  }

  /** The style of a page with the colors of the brand. */
  function styleOf({ page, store }: Pick<PageData, 'page' | 'store'>): Style {
    // With a choice of offers, the home page has the styles of their pages.
    const hasChooser = page === 'home' && otherOffers(store.offers).length > 0;
    const style = bundle.findStyle(hasChooser ? 'offer' : page);
    const own = page === 'admin' ? '' : brandStyle(store.brand);
    return own === '' ? style : toStyle(style.css + own);
  }

  function headersFor(data: Pick<PageData, 'page' | 'store'>, { sources }: PaymentPages): Record<string, string> {
    return buildPageHeaders(data.page, { styleSource: styleOf(data).source, gatewaySources: sources });
  }

  async function renderKeyed(place: Place, more: Partial<PageData>): Promise<KeyedPage> {
    const shop = await readShop();
    const data = { ...withSpeeds(buildData(place, shop, 0), shop.speeds), ...more };
    return {
      html: renderDocument(data, built.render(data), bundle, styleOf(data)),
      headers: headersFor(data, shop.payment),
    };
  }

  /** Rendered again when the settings or `more` change. */
  async function renderKept(place: Place, more: Partial<PageData>): Promise<KeyedPage> {
    const key = `${(await options.profile()).version} ${JSON.stringify(more)}`;
    const known = keptPages.get(`${place.page} ${place.lang}`);
    if (known?.key === key) return known.page;
    const page = await renderKeyed(place, more);
    keptPages.set(`${place.page} ${place.lang}`, { key, page });
    return page;
  }

  return {
    assetsDir: join(clientDir, 'assets'),
    adminWorker: bundle.adminWorker,
    async render(path, notFoundVariant = 0, offerId = null) {
      const shop = await readShop();
      const place = findPlace(path, offerId, shop.profile.offers);
      const message = isOrderLink(path) ? 'link' : notFoundVariant;
      const variant = place.page === 'not-found' ? message : '';
      // Keys are fixed names and IDs of offers, never a path of a request: the number of pages limits the cache.
      const key = `${place.page} ${place.lang} ${variant} ${place.offer?.id ?? ''} ${place.isOfferGone ?? ''}`;
      const { answers } = shop;
      let answer = answers.get(key);
      if (!answer) {
        const data = withSpeeds(buildData(place, shop, message), shop.speeds);
        answer = rendered(place.page === 'admin' ? adminShell(data) : built.render(data), data, shop.payment);
        answers.set(key, answer);
        answer.catch(() => answers.delete(key));
      }
      return answer;
    },
    renderReceipt: (receipt) => renderKeyed({ page: 'receipt', lang: receipt.lang }, { receipt }),
    renderStatus: (status, lang) => renderKept({ page: 'status', lang }, { status }),
    renderUnavailable: (lang) => renderKept({ page: 'unavailable', lang }, {}),
    async renderPreview(place, changed, shownText = '') {
      const shop = await readShop();
      const data = {
        ...buildData(place, { ...shop, profile: { ...shop.profile, ...changed } }, shownMessage(shownText)),
        ...buildSample(place),
        shownText,
      };
      const rendered = built.render(data);
      const { title, description } = rendered;
      return {
        title,
        description,
        html: renderDocument(data, rendered, { ...bundle, listScripts: () => noScripts }, styleOf(data)),
      };
    },
    renderPause: (pause, lang) =>
      renderKeyed({ page: 'pause', lang }, { pause, path: `${pathOf('pause', lang)}/${pause.token}` }),
    renderOrder: (order, path, lang) => renderKeyed({ page: 'order', lang }, { order, path }),
  };
}

/** The message of the 404 page that has this text. */
function shownMessage(shownText: string): NotFoundVariant {
  if (shownText.startsWith('notFound.link.')) return 'link';
  const [, variant = 0] = shownText.match(/^notFound\.wordings\.([0-2])\./) ?? [];
  return Number(variant) as 0 | 1 | 2;
}

/** In live mode, measured speed replaces the typed one on every page (D-37). */
function withSpeeds<D extends Pick<PageData, 'store' | 'sandbox'>>(data: D, speeds: MeasuredSpeeds): D {
  if (Object.keys(speeds).length === 0) return data;
  if (data.sandbox) return { ...data, speeds };
  const { deliveryStart, deliveryDone, ...claims } = data.store.claims;
  const hidden = { deliveryStart: { ...deliveryStart, shown: false }, deliveryDone: { ...deliveryDone, shown: false } };
  return { ...data, speeds, store: { ...data.store, claims: { ...claims, ...hidden } } };
}

/** The frame of a preview runs none, and the browser would report each. */
const noScripts = { early: [], entries: [], preload: [], late: [] };

type FoundPlace = Place & Pick<PageData, 'offer' | 'isOfferGone'>;

function findPlace(path: string, offerId: string | null, offers: readonly OfferSetting[]): FoundPlace {
  const place = placeAt(path);
  if (place.page === 'checkout' && offerId && specifiedCategory({ id: offerId }) === null) {
    const offer = otherOffers(offers).find(({ id }) => id === offerId);
    return offer ? { ...place, offer } : { ...place, isOfferGone: true };
  }
  const kind = place.page === 'not-found' ? offerKindAt(path) : null;
  if (!kind) return place;
  const shared = offersOfPage(offers, kind);
  const offer = shared.find(({ id }) => id === offerId) ?? shared[0];
  return offer ? { page: 'offer', lang: kind.lang, offer } : place;
}

function buildData(
  { page, lang, offer, isOfferGone }: FoundPlace,
  { profile, version, payment, publicUrl }: Shop,
  variant: NotFoundVariant,
): PageData {
  const { isSandbox: sandbox } = payment;
  const data: PageData = { page, lang, path: pathOf(page, lang), publicUrl, sandbox, store: profile, version };
  if (offer) data.offer = offer;
  if (offer && page === 'offer') data.path = offerPathOf(lang, offer);
  if (isOfferGone) data.isOfferGone = true;
  if (payment.takesTransfers) data.takesTransfers = true;
  if (payment.hasTransferTexts) data.hasTransferTexts = true;
  if (payment.hasOtherWays) data.hasOtherWays = true;
  if (!payment.takesCards) data.hasNoCards = true;
  if (page === 'checkout') data.paymentLibraryUrl = payment.libraryUrl;
  if (page === 'checkout' && payment.hasChoice) data.hasMethodChoice = true;
  if (page === 'checkout' && payment.hasLimits) data.hasMethodLimits = true;
  if (page === 'not-found') data.variant = variant;
  return page === 'sample' ? { ...data, ...buildSample({ page, lang }) } : data;
}

function adminShell(data: PageData): RenderedPage {
  const noscript = '<noscript>The admin needs JavaScript.</noscript>';
  const { sandbox, store } = data;
  return {
    title: `Admin | ${store.name}`,
    description: 'The desk of the store.',
    html: noscript,
    head: '',
    data: { sandbox, store: { name: store.name, timeZone: store.time_zone } },
  };
}

async function buildAnswer(page: PageName, text: string, headers: Record<string, string>): Promise<PageAnswer> {
  const html = Buffer.from(text);
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
    promisify(gzip)(html, { level: 9 }),
  ]);
  const etag = createHash('sha256').update(html).digest('base64url').slice(0, 22);
  const status = page === 'not-found' ? 404 : 200;
  return { status, html, compressed: { br, gzip: gz }, etag, isPrivate: isPrivatePage(page), headers };
}

// The headers of a page: what the browser may load (CSP), what it may send to others, who may cache the page.

export type GatewaySources = Readonly<Record<'script' | 'connect' | 'frame' | 'form' | 'image', readonly string[]>>;

export type PageHeaderSources = {
  /** The CSP source of the inlined style. */
  styleSource: string;
  /** CSP sources of the payment gateway; allowed on the checkout page only. */
  gatewaySources: GatewaySources;
};

const nowhere: GatewaySources = { script: [], connect: [], frame: [], form: [], image: [] };

export function buildPageHeaders(page: PageName, sources: PageHeaderSources): Record<string, string> {
  const kept = isPrivatePage(page);
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': buildPolicy(page, sources),
    'x-content-type-options': 'nosniff',
    'referrer-policy': kept ? 'no-referrer' : 'strict-origin-when-cross-origin',
    'permissions-policy': `camera=(), geolocation=(), microphone=(), payment=(${formatPayers(page, sources)})`,
    'cache-control': kept ? 'no-store' : 'no-cache',
    vary: 'accept-encoding',
    ...(kept ? { 'x-robots-tag': 'noindex' } : {}),
  };
}

/** Who may open a wallet: the gateway's frames, which the checkout alone has. */
function formatPayers(page: PageName, { gatewaySources }: PageHeaderSources): string {
  if (page !== 'checkout') return '';
  const frames = gatewaySources.frame.filter((source) => source.startsWith('https:'));
  return ['self', ...frames.map((origin) => `"${origin}"`)].join(' ');
}

function buildPolicy(page: PageName, { styleSource, gatewaySources }: PageHeaderSources): string {
  const gateway = page === 'checkout' ? gatewaySources : nowhere;
  const directives: [string, readonly string[]][] = [
    ['default-src', ["'none'"]],
    ['script-src', ["'self'", ...gateway.script]],
    ['style-src', page === 'admin' ? ["'self'"] : [styleSource]],
    ['img-src', ["'self'", 'data:', ...gateway.image]],
    ['font-src', ["'self'"]],
    ['manifest-src', ["'self'"]],
    ['connect-src', page === 'receipt' ? [] : ["'self'", ...gateway.connect]],
    ['frame-src', gateway.frame],
    ['form-action', page === 'receipt' ? ["'none'"] : ["'self'", ...gateway.form]],
    ['base-uri', ["'none'"]],
    ['frame-ancestors', ["'none'"]],
    // No script of the admin makes HTML of a string, but for the preview of emails in its sandboxed frame.
    ['require-trusted-types-for', page === 'admin' ? ["'script'"] : []],
    ['trusted-types', page === 'admin' ? [previewPolicy, workerPolicy] : []],
  ];
  return directives
    .filter(([, allowed]) => allowed.length > 0)
    .map(([name, allowed]) => `${name} ${[...new Set(allowed)].join(' ')}`)
    .join('; ');
}
