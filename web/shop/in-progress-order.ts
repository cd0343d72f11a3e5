// The order in progress, kept in session storage so that it survives a reload and back navigation. It has initial
// values but no validation.
import type { OrderCategory } from '../../contract/category.ts';
import type { CallFor } from '../../contract/index.ts';
import { isOnGrid, type PagePrices, type PricedOffer } from '../../contract/pricing.ts';
import { maxPosts } from '../../contract/share.ts';

export type InProgressOrder = {
  /** The ID of an offer beside the specified ones. Each has links and a placed order of its own. */
  offer?: string | undefined;
  category: OrderCategory;
  quantity: number;
  email: string;
  /** As typed; at most five. */
  posts: readonly string[];
  /** Links that the buyer uses although they are probably no posts. */
  accepted: readonly string[];
  /** What was chosen last in each category, as stored: `quantityOr` checks it. */
  quantities?: Partial<Record<OrderCategory, number>> | undefined;
  /** The placed order and the content that it was placed with. */
  placed?: PlacedOrder | undefined;
  /** Where the visit came from, as `visit-source.ts` stored it. Unchecked: the store cleans it. */
  source?: CallFor<'POST /api/create-order'>['body']['source'];
};

/** `orderKey`: proves that this tab placed the order. */
export type PlacedOrder = { content: string; idempotencyKey: string; orderId?: string; orderKey?: string };

export const orderStorageKey = 'orderInProgress';

export function initialOrder(prices: Omit<PagePrices, 'offer'>): InProgressOrder {
  const [[category, { defaultQuantity: quantity }]] = Object.entries(prices.offers) as [[OrderCategory, PricedOffer]];
  return { category, quantity, email: '', posts: [], accepted: [] };
}

/** The stored order, or the initial values where storage has no valid one. */
export function readOrder(prices: Omit<PagePrices, 'offer'> & { offer?: { id: string } }): InProgressOrder {
  const first = initialOrder(prices);
  const all = readKept();
  const offer = prices.offer?.id;
  const kept = offer ? { ...all.offers?.[offer], email: all.email, source: all.source } : all;
  const named = kept.category as OrderCategory;
  const category = named in prices.offers ? named : first.category;
  return {
    offer,
    category,
    quantity: quantityOr(kept.quantity, category, prices),
    email: typeof kept.email === 'string' ? kept.email : '',
    posts: linksOf(kept.posts),
    accepted: linksOf(kept.accepted),
    quantities: kept.quantities as InProgressOrder['quantities'],
    // Unchecked: the checkout uses it only with its content, and `orderAnew` only its order ID.
    placed: kept.placed as InProgressOrder['placed'],
    source: kept.source as InProgressOrder['source'],
  };
}

function linksOf(kept: unknown): readonly string[] {
  return Array.isArray(kept) ? kept.filter((link) => typeof link === 'string').slice(0, maxPosts) : [];
}

/** The quantity when it can be bought, else the default of the category. */
export function quantityOr(kept: unknown, category: OrderCategory, prices: Omit<PagePrices, 'offer'>): number {
  const quantity = Number(kept);
  return isOnGrid(category, quantity, prices) ? quantity : (prices.offers[category] as PricedOffer).defaultQuantity;
}

/** Stores the order beside those of other offers; its source stays. Without session storage the checkout still works. */
export function saveOrder({ offer, ...order }: InProgressOrder): void {
  try {
    const kept = readKept();
    const { offers, source } = kept;
    const next = offer
      ? { ...kept, email: order.email, offers: { ...offers, [offer]: order } }
      : { source, offers, ...order };
    sessionStorage.setItem(orderStorageKey, JSON.stringify(next));
  } catch {
    // Storage is full or blocked: the page keeps the order in memory.
  }
}

type Kept = Partial<Record<keyof InProgressOrder, unknown>>;

function readKept(): Kept & { offers?: Record<string, Kept> } {
  try {
    return { ...JSON.parse(sessionStorage.getItem(orderStorageKey) as string) };
  } catch {
    return {};
  }
}
