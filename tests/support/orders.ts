// Builders: orders as far along as a test needs them, made through the contract like anybody's.

import { type Category, categories, type OrderCategory } from '../../contract/category.ts';
import { defaultPriceList } from '../../contract/default-prices.ts';
import { dollarsFromCents } from '../../contract/money.ts';
import { priceCents } from '../../contract/pricing.ts';
import { owner, type TestStore } from './store.ts';

export type Placed = {
  id: string;
  email: string;
  postLinks: string[];
  quantity: number;
  amount: number;
  category: OrderCategory;
};

let made = 0;

/** A link to a post that no other test has. */
export function aLink(steering = ''): string {
  made += 1;
  return `https://www.instagram.com/p/T${process.pid}x${made}${steering}/`;
}

export function orderBody(
  change: Partial<{
    email: string;
    post_links: string[];
    quantity: number;
    price: number;
    category: OrderCategory;
    /** With its category and price. */
    offer: string;
  }> = {},
) {
  const { quantity = 500, category = 'Likes' } = change;
  const price = categories.includes(category as Category)
    ? dollarsFromCents(priceCents(category as Category, quantity, defaultPriceList))
    : 0;
  return { email: 'buyer@example.com', post_links: [aLink()], quantity, price, category, ...change };
}

export async function placeOrder(store: TestStore, change: Parameters<typeof orderBody>[0] = {}): Promise<Placed> {
  const body = orderBody(change);
  const { orderId } = await store.visitor.call('POST /api/create-order', { body });
  const { email, post_links: postLinks, quantity, price: amount, category } = body;
  return { id: orderId, email, postLinks, quantity, amount, category };
}

export function sessionBody({ id, email, postLinks, amount }: Placed) {
  return { orderId: id, amount, email, postUrls: postLinks };
}

/** `key`: of the order, which its own browser sends. */
export async function openSession(store: TestStore, order: Placed, key?: string): Promise<string> {
  const headers: Record<string, string> = key === undefined ? {} : { 'order-key': `${order.id}.${key}` };
  return (
    (await store.visitor.call('POST /api/bigpay/init-session', { body: sessionBody(order) }, headers)).sessionId ?? ''
  );
}

/** Pays in the sandbox as a card with this expiry would; the store does not know of it yet. */
export async function payAtGateway(store: TestStore, sessionId: string | undefined, expiry = '01/39'): Promise<void> {
  await store.control('/gateway/pay', { sessionId, expiry });
}

export async function paidOrder(store: TestStore, change: Parameters<typeof orderBody>[0] = {}): Promise<Placed> {
  const order = await placeOrder(store, change);
  await payAtGateway(store, await openSession(store, order));
  const { status } = await store.visitor.call('POST /api/orders/{id}/confirm-payment', {
    params: { id: order.id },
    body: {},
  });
  if (status !== 'success') throw new Error(`The order is ${status}, not paid.`);
  return order;
}

/** Paid through the second form, and then through the first one, whose opening had no answer: the second capture is attempt 1. */
export async function paidTwice(store: TestStore): Promise<Placed> {
  const order = await placeOrder(store);
  await store.control('/gateway/fail', { kind: 'lose', operation: 'session' });
  await store.visitor.ask('POST /api/bigpay/init-session', { body: sessionBody(order) });
  await payAtGateway(store, await openSession(store, order));
  await store.visitor.call('POST /api/orders/{id}/confirm-payment', { params: { id: order.id }, body: {} });
  await store.control('/gateway/pay', { orderId: `${order.id}-1`, expiry: '01/39' });
  await store.control('/gateway/deliver', {});
  await store.drain();
  return order;
}

/** The bank takes back what came by attempt 1, and the store is notified. */
export async function chargeBack(store: TestStore, { id }: Pick<Placed, 'id'>): Promise<void> {
  await store.control('/gateway/chargeback', { orderId: `${id}-1` });
  await store.control('/gateway/deliver', {});
  await store.drain();
}

/** The dispute about attempt 1 ends for the store. */
export async function winDispute(store: TestStore, { id }: Pick<Placed, 'id'>): Promise<void> {
  const orderId = `${id}-1`;
  await store.control('/gateway/status', { orderId, status: 'CAPTURED', result: 'SUCCESS' });
  await store.control('/gateway/notify', { orderId, times: 3 });
  await store.control('/gateway/deliver', {});
  await store.drain();
  await believeWin(store, id);
}

/** The gateway adds no transaction, so the store believes it at its own look, ten minutes after it recorded the dispute. */
export async function believeWin(store: TestStore, id: string): Promise<void> {
  store.advance(11 * 60_000);
  const makeDue = 'update graphile_worker._private_jobs set run_at = now() where key = $1';
  await store.db.database.pool.query(makeDue, [`look again ${id}-1`]);
  await store.drain();
}

/** Hides an order as an admin does who was just asked for the password (D-30). */
export async function deleteOrder(store: TestStore, id: string): Promise<void> {
  await store.admin.call('POST /api/admin/step-up', { body: { password: owner.password } });
  await store.admin.call('DELETE /api/orders/{id}', { params: { id } });
}
