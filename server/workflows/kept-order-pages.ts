// The page of an order, with a copy of the last minute for a database that does not answer. Nothing that moves money reads
// the copies.
import type { OrderPage } from '../../contract/order-page.ts';
import { oncePerContext, type StoreContext } from '../context.ts';
import { isSilence } from '../database/database.ts';
import type { Clock } from '../platform/clock.ts';
import { readOrderPage } from './read-order-page.ts';

/** Personal data stays no longer. */
export const keptForMs = 60_000;
/** About 5 kB each. */
const mostKept = 500;

type Kept = { page: OrderPage; readAt: Date; expiry: NodeJS.Timeout };

/** Copies by the key of the order, each for a minute. */
export function createKeptPages(clock: Clock, most = mostKept) {
  const pages = new Map<string, Kept>();

  function forget(key: string): void {
    clearTimeout(pages.get(key)?.expiry);
    pages.delete(key);
  }

  return {
    size: (): number => pages.size,
    forget,
    /** `readAt`: when the read began. */
    keep: (key: string, page: OrderPage, readAt: Date): void => {
      forget(key);
      const [oldest] = pages.keys();
      if (pages.size >= most && oldest !== undefined) forget(oldest);
      const leftMs = readAt.getTime() + keptForMs - clock.now().getTime();
      pages.set(key, { page, readAt, expiry: setTimeout(forget, Math.min(leftMs, keptForMs), key).unref() });
    },
    /** With the time of its read as `as_of`; null without one of the last minute. */
    find: (key: string): OrderPage | null => {
      const kept = pages.get(key);
      if (!kept) return null;
      const ageMs = clock.now().getTime() - kept.readAt.getTime();
      // A clock that was set back proves no age.
      if (ageMs < 0 || ageMs > keptForMs) return null;
      return { ...kept.page, as_of: kept.readAt.toISOString() };
    },
  };
}

const keptPages = oncePerContext(({ clock }) => createKeptPages(clock));

/**
 * What `readOrderPage` returns. Where the database does not answer, the copy that this process read within the last minute, with
 * `as_of`. The caller has verified the key of the order.
 */
export async function showOrderPage(ctx: StoreContext, orderId: string): Promise<OrderPage | null> {
  const kept = keptPages(ctx);
  const key = ctx.receiptLinks.computeKey(orderId);
  const readAt = ctx.clock.now();
  try {
    const page = await ctx.database.stall.limit(readOrderPage(ctx, orderId));
    if (page) kept.keep(key, page, readAt);
    else kept.forget(key);
    return page;
  } catch (error) {
    const found = isSilence(error) ? kept.find(key) : null;
    if (!found) throw error;
    return found;
  }
}

/** Removes the copy after a change of the order. */
export function forgetOrderPage(ctx: StoreContext, orderId: string): void {
  const kept = keptPages(ctx);
  if (kept.size() > 0) kept.forget(ctx.receiptLinks.computeKey(orderId));
}
