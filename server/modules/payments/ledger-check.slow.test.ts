// The ledger of payment events: complete, append-only, free of the payer's data, and the measure of what orders say.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  deleteOrder,
  openSession,
  paidOrder,
  payAtGateway,
  placeOrder,
  sessionBody,
} from '../../../tests/support/orders.ts';
import { startStore, type TestStore } from '../../../tests/support/store.ts';
import { fillInBulk } from '../../demo/bulk.ts';
import { fillWithDemo } from '../../demo/demo.ts';
import { checkLedger, verifyMoney } from './ledger-check.ts';

let store: TestStore;
beforeAll(async () => {
  store = await startStore();
});
afterAll(() => store.stop());
beforeEach(async () => {
  await store.control('/gateway/clear', {});
});

const rows = async <T>(sql: string, ...values: unknown[]) =>
  (await store.db.database.pool.query(sql, values)).rows as T[];
const storyOf = async (id: string) =>
  (
    await rows<{ word: string }>('select conclusion as word from payment_events where order_id = $1 order by id', id)
  ).map(({ word }) => word);
const confirm = (id: string) =>
  store.visitor.call('POST /api/orders/{id}/confirm-payment', { params: { id }, body: {} });
async function verify(): Promise<{ found: number; lines: string[] }> {
  const lines: string[] = [];
  return { found: await verifyMoney(store.db.database, (line) => lines.push(line)), lines };
}

describe('the ledger', () => {
  test('records a payment from the request to the capture', async () => {
    const order = await paidOrder(store);
    expect(await storyOf(order.id)).toEqual(['opening', 'opened', 'captured']);
    const [asked] = await rows<{ asked: object }>(
      'select asked from payment_events where order_id = $1 order by id',
      order.id,
    );
    expect(asked?.asked).toEqual({ gatewayOrderId: `${order.id}-1`, amountCents: 300, currency: 'USD' });
  });

  test('records sessions that were lost or refused, and forms that expired', async () => {
    const order = await placeOrder(store);
    const init = () => store.visitor.ask('POST /api/bigpay/init-session', { body: sessionBody(order) });
    await store.control('/gateway/fail', { kind: 'busy', operation: 'session' });
    await init();
    await store.control('/gateway/fail', { kind: 'lose', operation: 'session' });
    await init();
    const session = await openSession(store, order);
    await payAtGateway(store, session, '05/39');
    await confirm(order.id);
    store.advance(1_900_000);
    await confirm(order.id);
    expect(await storyOf(order.id)).toEqual([
      ...['opening', 'opening_refused', 'opening', 'opening_lost', 'opening', 'opened', 'declined'],
      ...['session_over', 'session_over'],
    ]);
    expect((await verify()).found).toBe(0);
  });

  test('a refunded payment that is checked again is recorded once', async () => {
    const order = await paidOrder(store);
    await store.control('/gateway/refund-outside', { orderId: `${order.id}-1`, amountCents: 100 });
    await store.control('/gateway/refund-outside', { orderId: `${order.id}-1`, amountCents: 200 });
    for (let looks = 0; looks < 3; looks += 1) {
      await store.control('/gateway/notify', { orderId: `${order.id}-1` });
      await store.control('/gateway/deliver', {});
      await store.drain();
    }
    expect(await storyOf(order.id)).toEqual(['opening', 'opened', 'captured', 'refunded']);
  });

  test('is append-only: nothing in it can be changed, removed or emptied', async () => {
    const order = await paidOrder(store);
    for (const statement of [
      `update payment_events set conclusion = 'refunded' where order_id = '${order.id}'`,
      `delete from payment_events where order_id = '${order.id}'`,
      'truncate payment_events',
    ]) {
      await expect(rows(statement)).rejects.toThrow('payment_events is append-only');
    }
  });

  test('rule 10: takes the fields of its allow-list only', async () => {
    const order = await paidOrder(store);
    const add = (details: object) =>
      rows(
        `insert into payment_events (order_id, source, conclusion, said, happened_at) values ($1, 'job', 'declined', $2, now())`,
        order.id,
        JSON.stringify(details),
      );
    await expect(add({ cardNumber: '5123450000000008' })).rejects.toThrow('payment_events_said_allowed');
    await expect(add({ status: 'captured', customerName: 'Ann' })).rejects.toThrow('payment_events_said_allowed');
    const [everything] = await rows<{ text: string }>(
      'select string_agg(said::text || asked::text, $1) as text from payment_events',
      ' ',
    );
    expect(everything?.text).not.toMatch(/buyer@example\.com|5123450000000008|instagram/i);
  });
});

describe('npm run money:verify', () => {
  test('finds nothing in a store whose orders were paid, declined, deleted, disputed, refunded and confirmed by hand', async () => {
    const disputed = await paidOrder(store);
    await store.control('/gateway/chargeback', { orderId: `${disputed.id}-1` });
    const twice = await paidOrder(store);
    await store.control('/gateway/second-payment', { orderId: `${twice.id}-1` });
    const cheap = await placeOrder(store);
    await store.control('/gateway/fail', { kind: 'charge', amount: '0.01' });
    await payAtGateway(store, await openSession(store, cheap));
    const deleted = await placeOrder(store);
    const session = await openSession(store, deleted);
    await deleteOrder(store, deleted.id);
    await payAtGateway(store, session);
    const byHand = await placeOrder(store);
    await store.admin.call('POST /api/orders/{id}/confirm-payment', {
      params: { id: byHand.id },
      body: { manual: true, note: 'bank transfer 17' },
    });
    await store.control('/gateway/deliver', {});
    await store.drain();
    const { found, lines } = await verify();
    expect(lines.slice(0, -1)).toEqual([]);
    expect(found).toBe(0);
    expect(lines.at(-1)).toMatch(/^\d+ orders compared with their ledger, 0 differences\.$/);
  });

  test('finds nothing in a demo store, also one filled in bulk, and looks at every order in batches', async () => {
    const { database } = store.db;
    const before = (await rows<{ count: number }>('select count(*) from orders'))[0]?.count ?? 0;
    const clock = { now: () => new Date() };
    await fillInBulk({ database, clock, orderCount: 120, visitCount: 0, seed: 3, progress: () => {} });
    let checked = 0;
    for await (const batch of checkLedger(database, 7)) {
      expect(batch.differences).toEqual([]);
      checked += batch.checked;
    }
    expect(checked).toBe(before + 120);
    expect(await fillWithDemo({ database, clock })).toBe(false);
  });

  test('finds what was planted: a sum, a status, an attempt, and an order that nobody paid', async () => {
    const [a, b, c] = [await paidOrder(store), await paidOrder(store), await placeOrder(store)];
    await rows('update orders set refunded_cents = 120 where id = $1', a.id);
    await rows("update payment_attempts set state = 'second_capture' where order_id = $1", b.id);
    await rows("update orders set payment_status = 'paid', paid_at = now(), status = 'paid' where id = $1", c.id);
    const { found, lines } = await verify();
    expect(found).toBe(4);
    expect(lines.slice(0, -1).sort()).toEqual(
      [
        `order ${a.id}: refunded cents is 120, the ledger has 0`,
        `order ${b.id}: attempt 1 is second_capture, the ledger has paid`,
        `order ${c.id}: paid cents is 300, the ledger has 0`,
        `order ${c.id}: payment status is paid, the ledger has none`,
      ].sort(),
    );
  });
});
