// D-89: an order is found by the amount, the day, the card and the gateway's IDs of its payment.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Placed, paidOrder, placeOrder } from '../../../tests/support/orders.ts';
import { startStore, type TestStore } from '../../../tests/support/store.ts';

let store: TestStore;
let paid: Placed;
let unpaid: Placed;
let old: Placed;
beforeAll(async () => {
  store = await startStore({ RATE_LIMIT_FACTOR: '10' });
  paid = await paidOrder(store, { email: 'paid@mail.example' });
  unpaid = await placeOrder(store, { email: 'a4242@mail.example', quantity: 1_000 });
  old = await placeOrder(store, { email: 'old@mail.example' });
  await sql(
    `update payment_attempts set card_last4 = '4242', transaction_id = 'ch_3PaidByCard', payment_id = 'pi_3PaidByCard',
      session_id = 'cs_test_a1B2c3_secret_fidw' where order_id = $1`,
    paid.id,
  );
  await sql(
    `insert into refunds (order_id, number, attempt_number, refund_id, gateway_refund_id, amount_cents, currency, reason, state,
      request_key, request_hash, requested_by, created_at, updated_at)
    values ($1, 1, 1, $1 || '-R1', 're_3Refund', 100, 'USD', 'x', 'refunded', 'k', 'h', 'x', now(), now())`,
    paid.id,
  );
  await sql("update orders set created_at = '2025-03-02T12:00:00Z' where id = $1", old.id);
});
afterAll(() => store.stop());

const sql = async (text: string, ...values: unknown[]) => (await store.db.database.pool.query(text, values)).rows;
async function find(search: string, more: object = {}) {
  const { body, headers } = await store.admin.ask('GET /api/orders', { query: { search, ...more } });
  const ids = (body as { id: string }[]).map(({ id }) => id);
  expect(Number(headers.get('x-total-count'))).toBe(ids.length);
  return ids;
}
/** The text of an amount, and of the day of the paid order. */
const amountOf = async ({ id }: Placed) => {
  const [row] = await sql('select amount_cents, created_at from orders where id = $1', id);
  return { dollars: (row.amount_cents / 100).toFixed(2), day: row.created_at as Date };
};

test('by its amount, however it is written, and by no text', async () => {
  const { dollars } = await amountOf(unpaid);
  for (const search of [dollars, `$${dollars}`, dollars.replace('.', ','), `US$ ${dollars}`]) {
    expect(await find(search)).toEqual([unpaid.id]);
  }
  expect(await find('$1234.56')).toEqual([]);
});

test('by amount and day, within the other filters', async () => {
  const { dollars, day } = await amountOf(paid);
  const [date, month] = [day.getUTCDate(), day.getUTCMonth() + 1];
  const name = day.toLocaleString('en', { month: 'short', timeZone: 'UTC' });
  expect(await find(`$${dollars}`)).toEqual([paid.id, old.id]);
  for (const written of [
    `${name} ${date}`,
    day.toISOString().slice(0, 10),
    `${date} ${name} ${day.getUTCFullYear()}`,
  ]) {
    expect(await find(`${dollars} ${written}`)).toEqual([paid.id]);
  }
  if (date > 12) expect(await find(`${month}/${date} $${dollars}`)).toEqual([paid.id]);
  expect(await find(`${dollars} 2 mar 2025`)).toEqual([old.id]);
  expect(await find('02/03/2025')).toEqual([old.id]);
  expect(await find('02/03/2025', { category: 'Views' })).toEqual([]);
  expect(await find(`$${dollars}`, { to: '2025-03-02' })).toEqual([old.id]);
  expect(await find(`$${dollars}`, { sort: 'oldest', limit: 50 })).toEqual([old.id, paid.id]);
});

test('by the last digits of its card, beside a text that has them', async () => {
  expect((await find('4242')).sort()).toEqual([paid.id, unpaid.id].sort());
  expect(await find('card 4242')).toEqual([paid.id]);
  expect(await find('•••• 4242', { from: '2025-01-01' })).toEqual([paid.id]);
  expect(await find('card 0009')).toEqual([]);
});

test.each([
  ['a session', () => 'cs_test_a1B2c3'],
  ['the client secret of a session', () => 'cs_test_a1B2c3_secret_fidw'],
  ['a charge', () => 'ch_3PaidByCard'],
  ['a payment intent', () => 'pi_3PaidByCard'],
  ['an order of the gateway', (id: string) => `${id}-1`],
  ['a refund of the store', (id: string) => `${id}-R1`],
  ['a refund of the gateway', () => 're_3Refund'],
])('by the ID of %s', async (_, idOf) => {
  expect(await find(idOf(paid.id))).toEqual([paid.id]);
});

test('in the file of a list, too', async () => {
  const { dollars } = await amountOf(unpaid);
  const { path } = await store.admin.call('POST /api/admin/orders/export', {
    body: { search: dollars, sort: 'newest' },
  });
  const lines = (await (await store.raw(path)).text()).trim().split('\r\n');
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain(unpaid.id);
});
