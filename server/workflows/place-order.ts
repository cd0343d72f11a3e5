// Places an order: rules, the server's price, and one row however often the request is repeated. Concurrent orders are
// written in one batch.

import { createHash } from 'node:crypto';
import type { Category } from '../../contract/category.ts';
import { checkCheckout } from '../../contract/checkout-rules.ts';
import type { Language } from '../../contract/languages.ts';
import { normalAddress } from '../../contract/normal-address.ts';
import { isOnGrid, type PriceList, priceCents } from '../../contract/pricing.ts';
import { StoreError } from '../../contract/store-error.ts';
import { storeMessage } from '../../contract/store-messages.ts';
import { oncePerContext, type StoreContext } from '../context.ts';
import { isCommonFault } from '../database/database.ts';
import { placedOrders, refusedPrices } from '../http/rate-limits.ts';
import { findAcceptedTerms } from '../modules/settings/accepted-terms.ts';
import { createBatcher } from '../platform/batching.ts';
import { unknownPlaceName } from '../ports/geoip.ts';
import { networkOf } from '../request-context.ts';
import { checkedLinks, invalidForm } from './change-order.ts';
import { isStoreOpen } from './launch-store.ts';
import { type OrderInput, type Placed, writeOrders } from './write-orders.ts';

export type OrderRequest = {
  email: string;
  post_links: string[];
  quantity: number;
  /** Dollars, as shown to the buyer. */
  price: number;
  category: Category;
  language: Language;
};

/**
 * Orders in a batch: few enough that the next batch starts soon. Concurrent batches: one reads while another writes.
 */
const most = 64;
const atOnce = 3;

const batcher = oncePerContext((ctx) =>
  createBatcher<OrderInput, Placed>({
    most,
    atOnce,
    isCommon: isCommonFault,
    work: (batch) => ctx.database.transaction((tx) => writeOrders(ctx, tx, batch)),
  }),
);

/**
 * Writes one unpaid order and returns its ID. The same `idempotencyKey` and body return the same response. Throws
 * invalid_input with the text of the rule, price_changed, rate_limited, in_flight, idempotency_mismatch, not_open,
 * checkout_paused, category_paused.
 */
export async function placeOrder(
  ctx: StoreContext,
  request: OrderRequest,
  idempotencyKey: string | null,
  ip: string,
): Promise<Placed> {
  if (!(await isStoreOpen(ctx))) throw new StoreError('not_open');
  const current = await ctx.settings.currentProfile();
  const { profile } = current;
  if (profile.checkout_paused) throw new StoreError('checkout_paused');
  const input = checkedOrder(request, profile.prices);
  const buyer = ctx.addressCodes.codeOf(ip);
  // The hash excludes the price: a repeat after a price change is still a repeat.
  const bodyHash = createHash('sha256')
    .update(JSON.stringify([input, request.price]))
    .digest('hex');

  // A repeat of an order that was placed before the pause returns that order.
  const amountCents = profile.selling[request.category].paused
    ? new StoreError('category_paused')
    : chargedCents(request, profile.prices);
  // Before anything is written: a refused price costs a transaction.
  if (isRefusedPrice(amountCents)) ctx.limits.consume(refusedPrices, 'refused_price', ip);
  ctx.limits.consume(placedOrders, 'placed_order', ip);
  const { country } = ctx.geoIp.placeOf(ip);
  const order = {
    ...input,
    language: request.language,
    networkCountry: country === unknownPlaceName ? null : country,
    ...(await findAcceptedTerms(ctx, current, request.language)),
  };
  const placing = batcher(ctx)({ order, amountCents, buyer, idempotencyKey, bodyHash });
  return placing.catch(async (error: unknown) => {
    if (isRefusedPrice(error)) await alertPriceMismatch(ctx, request, profile.prices, ip);
    throw error;
  });
}

// It may be a page that was open while prices changed, or somebody trying. Once an hour and network.
async function alertPriceMismatch(
  ctx: StoreContext,
  { email, category, quantity, price }: OrderRequest,
  prices: PriceList,
  ip: string,
) {
  const rightCents = priceCents(category, quantity, prices);
  const namedCents = Math.round(price * 100);
  await ctx.alerts.raise(ctx.database.db, {
    type: 'price_tamper',
    severity: 'medium',
    message: storeMessage('price_mismatched', { quantity, category, rightCents, namedCents }),
    details: { email: email.trim(), ip },
    onceKey: `price ${networkOf(ip)} ${ctx.clock.now().toISOString().slice(0, 13)}`,
  });
}

function checkedOrder(request: OrderRequest, prices: PriceList) {
  const failure = checkCheckout(request.email, request.post_links);
  if (failure) throw invalidForm(failure, request.post_links);
  const postLinks = checkedLinks(request.post_links);
  if (!isOnGrid(request.category, request.quantity, prices)) {
    throw new StoreError('invalid_input', { reason: 'quantity_not_for_sale', field: 'quantity' });
  }
  return {
    customerEmail: normalAddress(request.email),
    category: request.category,
    quantity: request.quantity,
    postLinks,
  };
}

function isRefusedPrice(error: unknown): boolean {
  return error instanceof StoreError && error.code === 'price_changed';
}

// The server's own price; the one that the buyer saw must be the same.
function chargedCents({ category, quantity, price }: OrderRequest, prices: PriceList): number | StoreError {
  const amountCents = priceCents(category, quantity, prices);
  return Math.abs(price * 100 - amountCents) > 0.999
    ? new StoreError('price_changed', { field: 'price' })
    : amountCents;
}
