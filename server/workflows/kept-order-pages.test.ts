// D-120: while the database does not answer, the page of an order is the copy of the last minute, which a change removes.
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { type Placed, paidOrder, placeOrder, sessionBody } from '../../tests/support/orders.ts';
import { jwtSecret, startStore, type TestStore } from '../../tests/support/store.ts';
import { noAnswer } from '../database/stall-watch.ts';
import { createReceiptLinks } from '../modules/receipts/receipt-links.ts';
import { derivedSecret } from '../platform/secrets.ts';

let store: TestStore;
beforeAll(async () => {
  store = await startStore();
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => store.stop());

const links = createReceiptLinks(derivedSecret(jwtSecret, 'receipt links'));
const read = ({ id }: Pick<Placed, 'id'>, key = links.computeKey(id)) =>
  store.visitor.ask('GET /api/orders/{id}/page', { params: { id } }, { 'order-key': `${id}.${key}` });

/** No connection of the store answers any more. */
function silence(): void {
  vi.spyOn(store.db.database.stall, 'refusal').mockImplementation(() => noAnswer());
}

test('the copy has the time of its read, belongs to its key, and is never used while the database answers', async () => {
  const [order, other] = [await placeOrder(store), await placeOrder(store)];
  const fresh = await read(order);
  expect(fresh.body.as_of).toBeUndefined();
  silence();
  const copy = await read(order);
  expect(copy.status).toBe(200);
  expect(copy.body).toEqual({ ...fresh.body, as_of: expect.any(String) });
  expect(copy.headers.get('cache-control')).toBe('no-store');
  expect((await read(order, links.computeKey(other.id))).status).toBe(404);
  expect((await read(other)).status).toBe(503);
  vi.restoreAllMocks();
  expect((await read(order)).body.as_of).toBeUndefined();
});

test('a copy is not used after a minute', async () => {
  const order = await placeOrder(store);
  await read(order);
  store.advance(59_000);
  silence();
  expect((await read(order)).status).toBe(200);
  store.advance(2_000);
  const late = await read(order);
  expect([late.status, late.headers.get('retry-after')]).toEqual([503, '2']);
});

test('a change that this process makes removes the copy', async () => {
  const order = await paidOrder(store);
  await read(order);
  await store.admin.call('PATCH /api/admin/orders/{id}/status', {
    params: { id: order.id },
    body: { status: 'processing' },
  });
  silence();
  expect((await read(order)).status).toBe(503);
});

test('what pays or reads a payment never uses a copy', async () => {
  const order = await placeOrder(store);
  await read(order);
  silence();
  const { id } = order;
  const statuses = [
    await store.visitor.ask('POST /api/bigpay/init-session', { body: sessionBody(order) }),
    await store.visitor.ask('POST /api/orders/{id}/confirm-payment', { params: { id }, body: {} }),
    await store.visitor.ask('GET /api/orders/{id}', { params: { id } }),
  ].map(({ status }) => status);
  expect(statuses).toEqual([503, 503, 503]);
});

test('the catalog is what the store read last', async () => {
  const before = await store.visitor.call('GET /api/catalog', {});
  silence();
  expect(await store.visitor.call('GET /api/catalog', {})).toEqual(before);
});
