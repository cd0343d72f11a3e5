// The order in progress, kept in session storage so that it survives a reload and back navigation. It has initial
// values but no validation.
import { type Category, categories } from '../../contract/category.ts';
import type { CallFor } from '../../contract/index.ts';
import { isOnGrid, type PriceList } from '../../contract/pricing.ts';
import { maxPosts } from '../../contract/share.ts';

export type InProgressOrder = {
  category: Category;
  quantity: number;
  email: string;
  /** As typed; at most five. */
  posts: readonly string[];
  /** Links that the buyer uses although they are probably no posts. */
  accepted: readonly string[];
  /** What was chosen last in each category, as stored: `quantityOr` checks it. */
  quantities?: Partial<Record<Category, number>> | undefined;
  /** The placed order and the content that it was placed with. */
  placed?: PlacedOrder | undefined;
  /** Where the visit came from, as `visit-source.ts` stored it. Unchecked: the store cleans it. */
  source?: CallFor<'POST /api/create-order'>['body']['source'];
};

/** `orderKey`: proves that this tab placed the order. */
export type PlacedOrder = { content: string; idempotencyKey: string; orderId?: string; orderKey?: string };

export const orderStorageKey = 'orderInProgress';

export function initialOrder(prices: PriceList): InProgressOrder {
  return { category: 'Likes', quantity: prices.offers.Likes.defaultQuantity, email: '', posts: [], accepted: [] };
}

/** The stored order, or the initial values when storage has no valid one. */
export function readOrder(prices: PriceList): InProgressOrder {
  const first = initialOrder(prices);
  const kept = readKept();
  if (!kept) return first;
  const category = categories.find((one) => one === kept.category) ?? first.category;
  return {
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
export function quantityOr(kept: unknown, category: Category, prices: PriceList): number {
  const quantity = Number(kept);
  return isOnGrid(category, quantity, prices) ? quantity : prices.offers[category].defaultQuantity;
}

/** Stores the order; its source stays. Without session storage the checkout still works. */
export function saveOrder(order: InProgressOrder): void {
  try {
    sessionStorage.setItem(orderStorageKey, JSON.stringify({ source: readKept()?.source, ...order }));
  } catch {
    // Storage is full or blocked: the page keeps the order in memory.
  }
}

/** Null also where storage is blocked. */
function readKept(): Partial<Record<keyof InProgressOrder, unknown>> | null {
  try {
    const parsed: unknown = JSON.parse(sessionStorage.getItem(orderStorageKey) ?? 'null');
    return typeof parsed === 'object' ? parsed : null;
  } catch {
    return null;
  }
}
