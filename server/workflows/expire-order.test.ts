// Orders that nobody pays for a day (A-30, section 5.1): given up once the gateway was asked, and not a moment before.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openSession, payAtGateway, placeOrder, sessionBody } from '../../tests/support/orders.ts';
import { startStore, type TestStore } from '../../tests/support/store.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

let store: TestStore;
beforeAll(async () => {
  store = await startStore();
});
afterAll(() => store.stop());
beforeEach(async () => {
  await store.control('/gateway/clear', {});
});

const confirm = (id: string) =>
  store.visitor.call('POST /api/orders/{id}/confirm-payment', { params: { id }, body: {} });
const rows = async <T>(sql: string, ...values: unknown[]) =>
  (await store.db.database.pool.query(sql, values)).rows as T[];
const alertsOf = async (id: string) =>
  (await rows<{ type: string }>("select type from alerts where details->>'orderId' = $1", id)).map(({ type }) => type);
const givenUp = async (id: string) =>
  (await rows("select from audit_log where subject = $1 and action = 'order.expired'", id)).length;

// Past the contract: an admin's token lives no longer than an unpaid order.
async function read(id: string) {
  const [order] = await rows<{ status: string; status_reason: string | null; payment_status: string }>(
    'select status, status_reason, payment_status from orders where id = $1',
    id,
  );
  return order;
}

async function sweep(): Promise<void> {
  await store.app.jobHandlers.sweep_orders({});
  await store.drain();
}

async function requestCount(id: string): Promise<number> {
  const calls = await store.control(`/calls?side=gateway&operation=retrieve&orderId=${id}-1`);
  return (calls as unknown as unknown[]).length;
}

const waiting = { status: 'pending', status_reason: null };
const expired = { status: 'failed', status_reason: 'expired' };

describe('an order that nobody pays', () => {
  test('A-30: is given up after 24 h and not before, once, and its buyer is notified', async () => {
    const { id } = await placeOrder(store);
    store.advance(dayMs - minuteMs);
    await sweep();
    expect(await read(id)).toEqual({ ...waiting, payment_status: 'none' });
    store.advance(minuteMs);
    await sweep();
    await sweep();
    expect(await read(id)).toEqual({ ...expired, payment_status: 'none' });
    expect(await givenUp(id)).toBe(1);
    expect((await confirm(id)).status).toBe('failed');
  });

  test('5.1: the gateway is queried first, and an abandoned form is expired', async () => {
    const order = await placeOrder(store);
    await openSession(store, order);
    store.advance(dayMs);
    await sweep();
    expect(await requestCount(order.id)).toBeGreaterThan(0);
    expect(await read(order.id)).toEqual({ ...expired, payment_status: 'expired' });
    const again = await store.visitor.ask('POST /api/bigpay/init-session', { body: sessionBody(order) });
    expect(again.status).toBe(409);
  });

  test('a form that was opened late is left to its payer until its time is over', async () => {
    const order = await placeOrder(store);
    store.advance(dayMs - 5 * minuteMs);
    await openSession(store, order);
    store.advance(5 * minuteMs);
    await sweep();
    expect(await read(order.id)).toEqual({ ...waiting, payment_status: 'session' });
    store.advance(31 * minuteMs);
    await sweep();
    expect(await read(order.id)).toEqual({ ...expired, payment_status: 'expired' });
  });

  test('A-44, D-18: what an admin chose stays, and a deleted order is left alone', async () => {
    const [chosen, deleted] = [await placeOrder(store), await placeOrder(store)];
    await rows('update orders set status_by_hand = true where id = $1', chosen.id);
    await rows('update orders set deleted_at = now() where id = $1', deleted.id);
    store.advance(dayMs);
    await sweep();
    for (const { id } of [chosen, deleted]) expect(await read(id)).toMatchObject(waiting);
  });

  test('two processes that look at once give it up once', async () => {
    const { id } = await placeOrder(store);
    store.advance(dayMs);
    await Promise.all(Array.from({ length: 5 }, () => store.app.jobHandlers.expire_order({ orderId: id })));
    expect(await read(id)).toMatchObject(expired);
    expect(await givenUp(id)).toBe(1);
  });

  test('the orders that are due are found among those that are pending, by their index', async () => {
    const client = await store.db.database.pool.connect();
    try {
      await client.query('begin');
      // Many orders paid long ago: a scan of the oldest finds them first.
      await client.query(`insert into orders (id, customer_email, customer_username, category, quantity, amount_cents, currency,
          post_links, status, payment_status, paid_at, created_at, updated_at)
        select 'PASTAGES' || lpad(n::text, 4, '0'), 'paid@example.com', 'customer', 'Likes', 500, 300, 'USD', '{x}',
          'completed', 'paid', now(), now() - n * interval '1 hour', now() from generate_series(1, 3000) as n`);
      await client.query('analyze orders');
      // Not before: triggers would be planned so as well.
      await client.query('set local enable_seqscan = off; set local enable_bitmapscan = off');
      const { rows: plan } = await client.query(`explain select id from orders
        where created_at <= now() - interval '24 hours' and status = 'pending' and paid_at is null
          and not status_by_hand and deleted_at is null order by created_at limit 50`);
      expect(plan.map((row) => row['QUERY PLAN']).join(' ')).toMatch(
        /Index (Only )?Scan (Backward )?using orders_status/,
      );
    } finally {
      await client.query('rollback');
      client.release();
    }
  });
});

describe('a gateway that does not say that nothing came', () => {
  test('A-30: while it is down nothing is given up; it is asked again, less and less often', async () => {
    const order = await placeOrder(store);
    await openSession(store, order);
    store.advance(dayMs);
    await store.control('/gateway/fail', { kind: 'busy', operation: 'retrieve', times: 0 });
    await sweep();
    const countBefore = await requestCount(order.id);
    expect(countBefore).toBeGreaterThan(0);
    store.advance(4 * minuteMs);
    await sweep();
    expect(await requestCount(order.id)).toBe(countBefore);
    store.advance(2 * minuteMs);
    await sweep();
    expect(await requestCount(order.id)).toBeGreaterThan(countBefore);
    expect(await read(order.id)).toEqual({ ...waiting, payment_status: 'session' });
    expect(await givenUp(order.id)).toBe(0);

    const [{ wait_minutes: before } = { wait_minutes: 0 }] = await waitOf(order.id);
    store.advance(dayMs);
    await sweep();
    const [{ wait_minutes: later } = { wait_minutes: 0 }] = await waitOf(order.id);
    expect(before).toBeLessThanOrEqual(6);
    expect(later).toBe(6 * 60);

    await store.control('/gateway/clear', {});
    store.advance(6 * 60 * minuteMs);
    await sweep();
    expect(await read(order.id)).toEqual({ ...expired, payment_status: 'expired' });
  });

  const waitOf = (id: string) =>
    rows<{ wait_minutes: number }>(
      `select round(extract(epoch from expiry_look_at - now()) / 60 - $2)::int as wait_minutes
       from orders where id = $1`,
      id,
      store.db.clockOffsetMs() / minuteMs,
    );

  test('A-24: a capture without a notification is found, and the order is paid instead', async () => {
    const order = await placeOrder(store);
    const session = await openSession(store, order);
    await store.control('/gateway/fail', { kind: 'drop_notice', times: 0 });
    await payAtGateway(store, session);
    store.advance(dayMs);
    await sweep();
    expect(await read(order.id)).toEqual({ status: 'paid', status_reason: null, payment_status: 'paid' });
    expect(await givenUp(order.id)).toBe(0);
  });

  test('rule 7: a payment in doubt is waited for', async () => {
    const order = await placeOrder(store);
    const session = await openSession(store, order);
    await store.control('/gateway/fail', { kind: 'settle_later' });
    await payAtGateway(store, session);
    store.advance(dayMs);
    await sweep();
    expect(await read(order.id)).toEqual({ ...waiting, payment_status: 'session' });
    await store.control('/gateway/finish', { orderId: `${order.id}-1` });
    store.advance(6 * minuteMs);
    await sweep();
    expect(await read(order.id)).toMatchObject({ payment_status: 'paid' });
  });

  test('5.1: a payment of another amount stays unchanged for a person to review, and raises one alert', async () => {
    const order = await placeOrder(store);
    const session = await openSession(store, order);
    await store.control('/gateway/fail', { kind: 'charge', amount: '0.01' });
    await payAtGateway(store, session);
    for (let days = 0; days < 2; days += 1) {
      store.advance(dayMs);
      await sweep();
    }
    expect(await read(order.id)).toEqual({ ...waiting, payment_status: 'session' });
    expect(await alertsOf(order.id)).toEqual(['payment_mismatch']);
  });
});

describe('money that comes at the last moment, or after it', () => {
  // The gateway takes the card and says of it for now that nothing came.
  async function payUnseen(id: string, session: string): Promise<void> {
    await store.control('/gateway/fail', { kind: 'settle_later', operation: 'pay' });
    await payAtGateway(store, session);
    await store.control('/gateway/status', { orderId: `${id}-1`, status: 'INITIATED' });
  }

  async function letThrough(id: string): Promise<void> {
    await store.control('/gateway/status', { orderId: `${id}-1` });
    await store.control('/gateway/finish', { orderId: `${id}-1` });
  }

  test('paid between the question and its answer: the order is paid, not given up', async () => {
    const order = await placeOrder(store);
    await payUnseen(order.id, await openSession(store, order));
    store.advance(dayMs);
    await store.control('/gateway/fail', { kind: 'delay', operation: 'retrieve', delayMs: 1_000 });
    const countBefore = await requestCount(order.id);
    const looking = store.app.jobHandlers.expire_order({ orderId: order.id });
    await expect.poll(() => requestCount(order.id)).toBe(countBefore + 1);
    await letThrough(order.id);
    expect((await confirm(order.id)).status).toBe('success');
    await looking;
    expect(await read(order.id)).toMatchObject({ status: 'paid', payment_status: 'paid' });
    expect(await givenUp(order.id)).toBe(0);
    expect(await alertsOf(order.id)).toEqual([]);
  });

  test('A-29: a capture after the end pays the order all the same, once, and raises late_payment', async () => {
    const order = await placeOrder(store);
    await payUnseen(order.id, await openSession(store, order));
    store.advance(dayMs);
    await sweep();
    expect(await read(order.id)).toEqual({ ...expired, payment_status: 'expired' });
    await letThrough(order.id);
    await store.control('/gateway/notify', { orderId: `${order.id}-1`, times: 3 });
    await store.control('/gateway/deliver', {});
    await store.drain();
    expect(await read(order.id)).toEqual({ status: 'paid', status_reason: null, payment_status: 'paid' });
    expect(await alertsOf(order.id)).toEqual(['late_payment']);
    expect(await rows("select from mails where order_id = $1 and kind = 'order_paid'", order.id)).toHaveLength(1);
  });
});
