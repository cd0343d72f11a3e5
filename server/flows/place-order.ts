// A visitor orders: the rules in their order, the server's own price, one row written once however often it is asked.
import { createHash, createHmac } from 'node:crypto';
import { checkCheckout, isAcceptableEmail } from '../../contract/checkout-rules.ts';
import { StoreError } from '../../contract/errors.ts';
import { messages } from '../../contract/messages.ts';
import { formatUsd } from '../../contract/money.ts';
import type { Language } from '../../contract/pages.ts';
import { type Category, isOnGrid, type PriceList, priceCents } from '../../contract/pricing.ts';
import { addressKey } from '../caller.ts';
import type { Clock } from '../clock.ts';
import type { Ids } from '../ids.ts';
import { checkedLinks } from '../orders/orders.ts';
import type { OrdersStore } from '../orders/orders-store.ts';
import type { Alerts } from '../ports/alerts.ts';
import type { Audit } from '../ports/audit.ts';
import type { Live } from '../ports/live.ts';
import type { Outbox } from '../ports/outbox.ts';
import type { Settings } from '../ports/settings.ts';
import type { Database, Tx } from '../store/database.ts';

export type PlaceOrderParts = {
  database: Database;
  store: OrdersStore;
  settings: Settings;
  outbox: Outbox;
  audit: Audit;
  alerts: Alerts;
  live: Live;
  ids: Ids;
  clock: Clock;
  /** Keys the hash of the buyer's address. */
  secret: string;
  /** RATE_LIMIT_FACTOR. */
  factor: number;
  /** False in live mode before the operator's attestation (D-25). */
  isOpen: () => Promise<boolean>;
};

export type OrderRequest = {
  email: string;
  post_links: string[];
  quantity: number;
  /** Dollars, as shown to the buyer. */
  price: number;
  category: Category;
  language: Language;
};

const unpaidOrders = { count: 10, windowSeconds: 600 };
const scope = 'create-order';

/**
 * Writes one unpaid order and answers its id (PAY-1..5, S-1). Under the same `idempotencyKey` and body it answers alike
 * (D-31). Throws invalid_input with the rule's text, price_changed, rate_limited, in_flight, idempotency_mismatch, not_open.
 */
export function createPlaceOrder(parts: PlaceOrderParts) {
  const { database, store, settings, outbox, audit, live, ids } = parts;

  return async function placeOrder(
    request: OrderRequest,
    idempotencyKey: string | null,
    ip: string,
  ): Promise<{ orderId: string }> {
    if (!(await parts.isOpen())) throw new StoreError('not_open');
    const { profile } = await settings.currentProfile();
    const order = checkedOrder(request, profile.prices);
    const buyer = createHmac('sha256', parts.secret)
      .update(`buyer ${addressKey(ip)}`)
      .digest('hex');
    // Of what was asked, not of what it costs now: a repeat after a change of prices is still a repeat.
    const bodyHash = createHash('sha256')
      .update(JSON.stringify([order, request.price]))
      .digest('hex');

    const placing = database.transaction(async (tx) => {
      const earlier = idempotencyKey === null ? null : await earlierAnswer(tx, idempotencyKey, bodyHash);
      if (earlier) return earlier;
      const amountCents = chargedCents(request, profile.prices);
      await store.holdBuyer(tx, buyer);
      await holdToLimit(tx, buyer);
      const id = ids.orderId();
      await store.addOrder(tx, { id, ...order, amountCents, language: request.language, addressKey: buyer });
      if (idempotencyKey !== null) {
        await store.keepAnswer(tx, { scope, key: idempotencyKey, bodyHash, answer: { orderId: id } });
      }
      await outbox.post(tx, { kind: 'order_received', orderId: id, recipient: order.customerEmail });
      await audit.record(tx, { actor: 'visitor', action: 'order.placed', subject: id });
      live.announce(tx, 'order-update');
      return { orderId: id };
    });
    return placing.catch(async (error: unknown) => {
      if (error instanceof StoreError && error.code === 'price_changed') await tellOfPrice(request, profile.prices, ip);
      throw error;
    });
  };

  // It may be a page that was open while prices changed, or somebody trying. Once an hour and address.
  async function tellOfPrice({ email, category, quantity, price }: OrderRequest, prices: PriceList, ip: string) {
    const right = formatUsd(priceCents(category, quantity, prices));
    await parts.alerts.raise(database.db, {
      ...{ type: 'price_tamper', severity: 'medium' },
      message: `An order for ${quantity} ${category} named another price than ours, ${right}: ${formatUsd(Math.round(price * 100))}.`,
      details: { email: email.trim(), ip },
      onceKey: `price ${addressKey(ip)} ${parts.clock.now().toISOString().slice(0, 13)}`,
    });
  }

  async function earlierAnswer(tx: Tx, key: string, bodyHash: string): Promise<{ orderId: string } | null> {
    if (!(await store.tryKey(tx, scope, key))) throw new StoreError('in_flight', { retryAfterSeconds: 1 });
    const kept = await store.findAnswer(tx, scope, key);
    if (!kept) return null;
    if (kept.bodyHash !== bodyHash) throw new StoreError('idempotency_mismatch');
    return { orderId: String(kept.answer.orderId) };
  }

  async function holdToLimit(tx: Tx, buyer: string): Promise<void> {
    const made = await store.countRecentUnpaid(tx, buyer, unpaidOrders.windowSeconds);
    if (made < unpaidOrders.count * parts.factor) return;
    throw new StoreError('rate_limited', { retryAfterSeconds: unpaidOrders.windowSeconds });
  }
}

function checkedOrder(request: OrderRequest, prices: PriceList) {
  const failure = checkCheckout(request.email, request.post_links);
  if (failure) throw new StoreError('invalid_input', { message: failure.message, field: failure.field });
  if (!isAcceptableEmail(request.email))
    throw new StoreError('invalid_input', { message: messages.emailInvalid, field: 'email' });
  const postLinks = checkedLinks(request.post_links);
  if (!isOnGrid(request.category, request.quantity, prices)) {
    throw new StoreError('invalid_input', { message: 'This quantity is not for sale.', field: 'quantity' });
  }
  return {
    customerEmail: request.email.trim(),
    category: request.category,
    quantity: request.quantity,
    postLinks,
  };
}

// The server's own price; the one that the buyer saw must be the same.
function chargedCents({ category, quantity, price }: OrderRequest, prices: PriceList): number {
  const amountCents = priceCents(category, quantity, prices);
  if (Math.abs(price * 100 - amountCents) > 0.999) throw new StoreError('price_changed', { field: 'price' });
  return amountCents;
}
