// Comparing the ledger with the gateway: what is planted on either side is found, and nothing else.

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openSession, type Placed, paidOrder, payAtGateway, placeOrder } from '../../../tests/support/orders.ts';
import { owner, startStore, type TestStore } from '../../../tests/support/store.ts';
import { fillInBulk } from '../../demo/bulk.ts';
import { formatDay, reconcile as reconcileMoney } from './reconcile-money.ts';
import { printReconciliation, ReconcileRefusal, readDays } from './reconciliation-report.ts';

let store: TestStore;
let days: { fromDay: string; toDay: string };
beforeAll(async () => {
  store = await startStore();
});
afterAll(() => store.stop());
beforeEach(async () => {
  await store.control('/gateway/clear', {});
  // Each test has days of its own.
  store.advance(3 * 86_400_000);
  const now = Date.now() + store.db.clockOffsetMs();
  days = { fromDay: formatDay(now - 86_400_000), toDay: formatDay(now + 86_400_000) };
});

const rows = async <T>(sql: string, ...values: unknown[]) =>
  (await store.db.database.pool.query(sql, values)).rows as T[];
async function reconcile(range = days): Promise<{ exitCode: number; lines: string[] }> {
  const lines: string[] = [];
  return { exitCode: await printReconciliation(store.app.ctx, range, (line) => lines.push(line)), lines };
}
const requestCount = async (id: string) =>
  ((await store.control(`/calls?side=gateway&operation=retrieve&orderId=${id}-1`)) as unknown as unknown[]).length;
async function freshAdmin() {
  const body = { email: 'owner@shop.example', password: 'a long enough password' };
  return store.as((await store.visitor.call('POST /api/admin/login', { body })).token);
}
const nothing = (payments: number) => ({
  exitCode: 0,
  lines: [`${payments} payments of ${days.fromDay} to ${days.toDay} compared with the gateway, 0 differences.`],
});

async function capturedUnseen(expiry = '01/39'): Promise<Placed> {
  await store.control('/gateway/fail', { kind: 'drop_notice', times: 1 });
  const order = await placeOrder(store);
  await payAtGateway(store, await openSession(store, order), expiry);
  return order;
}

describe('npm run money:reconcile', () => {
  test('finds nothing where both sides agree: paid, declined, left, refunded in part here and there, charged back, cheap', async () => {
    const given = await paidOrder(store);
    const { token } = await store.visitor.call('POST /api/admin/login', { body: owner });
    await store
      .as(token)
      .call(
        'POST /api/admin/orders/{id}/refunds',
        { params: { id: given.id }, body: { amount: 1.2, reason: 'Too slow' } },
        { 'idempotency-key': 'one' },
      );
    await openSession(store, await placeOrder(store));
    await capturedUnseen('05/39');
    const part = await paidOrder(store);
    await store.control('/gateway/refund-outside', { orderId: `${part.id}-1`, amountCents: 100 });
    const disputed = await paidOrder(store);
    await store.control('/gateway/chargeback', { orderId: `${disputed.id}-1` });
    const cheap = await placeOrder(store);
    await store.control('/gateway/fail', { kind: 'charge', amount: '0.01' });
    await payAtGateway(store, await openSession(store, cheap));
    await store.control('/gateway/deliver', {});
    await store.drain();
    expect(await reconcile()).toEqual(nothing(6));
    expect(await rows("select from alerts where type = 'money_difference'")).toEqual([]);
  });

  test('finds money that the gateway took and the store never saw, has it looked at, and then finds nothing', async () => {
    const order = await capturedUnseen();
    const { exitCode, lines } = await reconcile();
    expect(exitCode).toBe(1);
    expect(lines).toEqual([
      `order ${order.id}, ${order.id}-1: captured: the ledger has 0.00, the gateway 3.00`,
      `1 payments of ${days.fromDay} to ${days.toDay} compared with the gateway, 1 differences.`,
    ]);
    await store.drain();
    expect(await rows('select payment_status as is from orders where id = $1', order.id)).toEqual([{ is: 'paid' }]);
    expect(await reconcile()).toEqual(nothing(1));
  });

  test('finds what went back at the gateway unseen: a refund and a charge back', async () => {
    const [refunded, disputed] = [await paidOrder(store), await paidOrder(store)];
    await store.control('/gateway/fail', { kind: 'drop_notice', times: 0 });
    await store.control('/gateway/refund-outside', { orderId: `${refunded.id}-1`, amountCents: 120 });
    await store.control('/gateway/chargeback', { orderId: `${disputed.id}-1` });
    const { lines } = await reconcile();
    expect(lines.slice(0, -1).sort()).toEqual(
      [
        `order ${refunded.id}, ${refunded.id}-1: refunded: the ledger has 0.00, the gateway 1.20`,
        `order ${disputed.id}, ${disputed.id}-1: charged back: the ledger has no, the gateway charged back`,
      ].sort(),
    );
    await store.drain();
    expect(await reconcile()).toEqual(nothing(2));
  });

  test('finds what the ledger records and the gateway does not: a payment, a sum, an order that it never had', async () => {
    const [unpaid, part] = [await placeOrder(store), await paidOrder(store)];
    await openSession(store, unpaid);
    const gone = await placeOrder(store);
    const addEvent = (id: string, conclusion: string, details: object) =>
      rows(
        `insert into payment_events (order_id, attempt_number, source, conclusion, said, happened_at)
         values ($1, 1, 'job', $2, $3, now())`,
        ...[id, conclusion, JSON.stringify({ currency: 'USD', status: conclusion, ...details })],
      );
    await addEvent(unpaid.id, 'captured', { capturedCents: 300 });
    await addEvent(part.id, 'part_refunded', { capturedCents: 300, refundedCents: 50 });
    await rows(
      `insert into payment_attempts (order_id, number, gateway, gateway_order_id, amount_cents, currency, state, opened_at, updated_at)
       values ($1, 1, 'mpgs', $2, 300, 'USD', 'paid', $3, $3)`,
      ...[gone.id, `${gone.id}-1`, `${days.fromDay}T12:00:00Z`],
    );
    await addEvent(gone.id, 'captured', { capturedCents: 300 });
    const { exitCode, lines } = await reconcile();
    expect(exitCode).toBe(1);
    expect(lines.slice(0, -1).sort()).toEqual(
      [
        `order ${unpaid.id}, ${unpaid.id}-1: captured: the ledger has 3.00, the gateway 0.00`,
        `order ${part.id}, ${part.id}-1: refunded: the ledger has 0.50, the gateway 0.00`,
        `order ${gone.id}, ${gone.id}-1: the payment: the ledger has captured 3.00 USD, the gateway no such order`,
      ].sort(),
    );
  });

  test('reports a payment of a removed gateway each time, and queues no check of it', async () => {
    const order = await paidOrder(store);
    await store.control('/gateway/deliver', {});
    await store.drain();
    await rows("update payment_attempts set gateway = 'gone' where order_id = $1", order.id);
    for (let times = 0; times < 2; times += 1) {
      const { exitCode, lines } = await reconcile();
      expect(exitCode).toBe(1);
      expect(lines[0]).toMatch(`order ${order.id}, ${order.id}-1: not compared: the ledger has opened at gone`);
      expect(await rows('select from graphile_worker.jobs where key = $1', `settle ${order.id}-1`)).toEqual([]);
    }
  });

  test('reports an unreachable gateway, and resumes where it stopped', async () => {
    const orders: Placed[] = [];
    for (let made = 0; made < 3; made += 1) orders.push(await paidOrder(store));
    const late = orders[1]?.id ?? '';
    await store.control('/gateway/fail', { kind: 'busy', operation: 'retrieve', orderId: `${late}-1`, times: 0 });
    const small = (range: typeof days) => reconcileMoney(store.app.ctx, range, 1);
    await expect(small(days)).rejects.toThrow('503');
    const { exitCode, lines } = await reconcile();
    expect(exitCode).toBe(1);
    expect(lines).toEqual([
      'The gateway is not available now: The gateway answered 503: SERVER_BUSY. Run the same command again to continue.',
    ]);
    const admin = await freshAdmin();
    expect((await admin.call('GET /api/admin/reconciliation', {})).report).toMatchObject({
      state: 'running',
      compared: 1,
      problem: 'The gateway answered 503: SERVER_BUSY.',
      differences: [],
    });
    const before = await requestCount(orders[0]?.id ?? '');
    await store.control('/gateway/clear', {});
    expect(await reconcile()).toEqual(nothing(3));
    expect(await requestCount(orders[0]?.id ?? '')).toBe(before);
  });

  test('two at once share the work, and a demo store has nothing that a gateway could know', async () => {
    const { database } = store.db;
    const clock = { now: () => new Date(Date.now() + store.db.clockOffsetMs()) };
    await fillInBulk({ database, clock, orderCount: 60, visitCount: 0, seed: 3, progress: () => {} });
    const orders: Placed[] = [];
    for (let made = 0; made < 4; made += 1) orders.push(await paidOrder(store));
    const small = (range: typeof days) => reconcileMoney(store.app.ctx, range, 2);
    const [one, other] = await Promise.all([small(days), small(days)]);
    expect(one.id).toBe(other.id);
    expect(await rows('select state, compared from reconciliations where id = $1', one.id)).toEqual([
      { state: 'done', compared: 4 },
    ]);
  });

  test('leaves out what was opened on other days', async () => {
    const before = await paidOrder(store);
    store.advance(2 * 86_400_000);
    const order = await paidOrder(store);
    const today = formatDay(Date.now() + store.db.clockOffsetMs());
    await reconcile({ fromDay: today, toDay: today });
    const [last] = await rows<{ compared: number }>('select compared from reconciliations order by id desc limit 1');
    expect(last?.compared).toBe(1);
    expect(before.id).not.toBe(order.id);
  });

  test.each([
    [[], 'Use: npm run money:reconcile'],
    [['--since', '2026-01-01'], 'Use: npm run money:reconcile'],
    [['--from', '2026-02-30'], '--from must be a day'],
    [['--from', '2026-02-03', '--to', '2026-02-01'], '--from must not be after'],
  ])('refuses %j with a sentence', (args, sentence) => {
    expect(() => readDays(args, new Date('2026-03-01T00:00:00Z'))).toThrow(ReconcileRefusal);
    expect(() => readDays(args, new Date('2026-03-01T00:00:00Z'))).toThrow(sentence);
  });
});

describe('the daily look', () => {
  test('compares the days up to yesterday by a job, raises an alert and shows the report to an admin, to nobody else', async () => {
    const order = await capturedUnseen();
    store.advance(86_400_000);
    await store.app.jobHandlers.reconcile_lately({});
    await store.drain();
    const admin = await freshAdmin();
    const { report } = await admin.call('GET /api/admin/reconciliation', {});
    expect(report).toMatchObject({
      state: 'done',
      problem: null,
      to: formatDay(Date.now() + store.db.clockOffsetMs() - 86_400_000),
    });
    expect(report?.differences).toContainEqual({
      kind: 'captured',
      order_id: order.id,
      gateway_order_id: `${order.id}-1`,
      ours: '0.00',
      theirs: '3.00',
    });
    expect(report?.difference_count).toBe(report?.differences.length);
    expect(
      await rows("select severity from alerts where type = 'money_difference' and message like $1", `%${report?.to}.`),
    ).toEqual([{ severity: 'critical' }]);
    expect((await store.visitor.ask('GET /api/admin/reconciliation', {})).status).toBe(401);
  });

  test('is done again by its job until the gateway answers', async () => {
    await paidOrder(store);
    store.advance(86_400_000);
    await store.control('/gateway/fail', { kind: 'busy', operation: 'retrieve', times: 0 });
    await store.app.jobHandlers.reconcile_lately({});
    await store.drain();
    const [waiting] = await rows<{ attempts: number }>(
      "select attempts from graphile_worker.jobs where task_identifier = 'reconcile_money'",
    );
    expect(waiting?.attempts).toBe(1);
  });
});
