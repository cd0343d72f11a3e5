// The figures through the contract, beside what the orders themselves say, and after everything that can happen to one.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isFinalProviderStatus, providerStatusKind } from '../../../contract/provider-status.ts';
import { deliverySteps } from '../../../tests/support/delivery-steps.ts';
import { paidOrder, placeOrder } from '../../../tests/support/orders.ts';
import { owner, startStore, type TestStore } from '../../../tests/support/store.ts';
import * as analyticsRepository from './analytics.repository.ts';

const dayMs = 86_400_000;
let store: TestStore;
beforeAll(async () => {
  store = await startStore();
});
afterAll(() => store.stop());
const { placedAtProvider, send, sent, settle } = deliverySteps(() => store);

const stats = () => store.admin.call('GET /api/admin/stats', {});
const monthly = () => store.admin.call('GET /api/admin/monthly-stats', {});
const advanced = () => store.admin.call('GET /api/admin/advanced-stats', {});
const sql = async (text: string) => (await store.db.database.pool.query(text)).rows;
const revenue = async () => Number((await stats()).formattedRevenue.replace(/[$,]/g, ''));
const setStatus = (id: string, status: string) =>
  store.admin.call('PATCH /api/admin/orders/{id}/status', { params: { id }, body: { status, confirm: true } });

/** Every roll-up as it stands, added up, so that folded and unfolded ones compare. */
async function rollUps() {
  return {
    counts: await sql(
      'select status, category, sum(count) from order_counts group by 1, 2 having sum(count) <> 0 order by 1, 2',
    ),
    days: await sql(
      'select day, category, status, sum(placed), sum(paid) from order_days group by 1, 2, 3 having sum(placed) <> 0 order by 1, 2, 3',
    ),
    revenue: await sql(
      'select day, category, sum(payments), sum(revenue_cents) from revenue_days group by 1, 2 having sum(revenue_cents) <> 0 order by 1, 2',
    ),
    placed: await sql('select outcome, sum(count) from placed_counts group by 1 having sum(count) <> 0 order by 1'),
    customers: await sql('select email_key, orders, spent_cents from customers order by 1'),
    total: await sql('select customers from customer_total'),
  };
}

describe('an empty store', () => {
  test('API-14, API-15, API-17, A-61: has figures too: zeros, 30 days, 8 weeks, no division by zero', async () => {
    expect(await stats()).toEqual({
      totalOrders: 0,
      todayOrders: 0,
      todayDeclined: 0,
      ordersDayBefore: 0,
      pendingOrders: 0,
      paidAwaiting: 0,
      linksToSend: 0,
      ordersToSend: 0,
      revenue: 0,
      formattedRevenue: '$0.00',
    });
    expect(await monthly()).toHaveLength(30);
    const { weeklyStats, weeklyStatsBefore, ...rest } = await advanced();
    expect([weeklyStats.length, weeklyStatsBefore.length]).toEqual([8, 8]);
    expect(rest).toEqual({
      categoryStats: [
        { category: 'Likes', revenue: 0 },
        { category: 'Views', revenue: 0 },
      ],
      statusDistribution: [],
      averageOrderValue: 0,
      topCustomers: [],
      paidOrders: 0,
      apiOrdersStats: { total: 0, completed: 0, pending: 0 },
      conversionFunnel: { visitors: 0, checkouts: 0, payments: 0 },
    });
  });
});

test.each(['stats', 'monthly-stats', 'advanced-stats', 'period-stats', 'customers'])(
  'S-10: /api/admin/%s is for admins only, and kept nowhere',
  async (name) => {
    const refused = await store.raw(`/api/admin/${name}`);
    expect(refused.status).toBe(401);
    const answered = await store.raw(`/api/admin/${name}`, {
      headers: { authorization: `Bearer ${store.adminToken}` },
    });
    expect(answered.status).toBe(200);
    expect(answered.headers.get('cache-control')).toBe('no-store');
  },
);

describe('the figures follow the orders', () => {
  test('DATA-9, A-31, A-32, D-16: only captured money is revenue; a status set by hand is none', async () => {
    const unpaid = await placeOrder(store);
    expect(await stats()).toMatchObject({ totalOrders: 0, todayOrders: 1, pendingOrders: 1, paidAwaiting: 0 });
    await setStatus(unpaid.id, 'completed');
    expect(await stats()).toMatchObject({ totalOrders: 1, pendingOrders: 0, formattedRevenue: '$0.00' });

    await paidOrder(store, { category: 'Views', quantity: 200_000 });
    expect(await stats()).toMatchObject({
      totalOrders: 1,
      todayOrders: 2,
      pendingOrders: 1,
      paidAwaiting: 1,
      revenue: 720,
      formattedRevenue: '$720.00',
    });
    await paidOrder(store, { category: 'Views', quantity: 200_000 });
    expect((await stats()).formattedRevenue).toBe('$1,440.00');
  });

  test('DATA-10, A-60: the last point is today (UTC), with what was ordered and earned on it; other days are 0', async () => {
    const points = await monthly();
    const { rows } = await store.db.database.pool.query(
      "select to_char(now() at time zone 'UTC', 'YYYY-MM-DD') as day",
    );
    expect(points.map(({ date }) => date)).toEqual([...points.map(({ date }) => date)].sort());
    expect(points.at(-1)).toEqual({ date: rows[0].day, revenue: 1440, orders: 3 });
    expect(points.slice(0, -1).every(({ revenue, orders }) => revenue === 0 && orders === 0)).toBe(true);
  });

  test('ADM-ANA-7, A-60: a period and as long a one before it meet without a gap or a day in both', async () => {
    const { current, before } = await store.admin.call('GET /api/admin/period-stats', { query: { days: 7 } });
    expect(current).toMatchObject({ orders: 3, paidOrders: 2, revenue: 1440, averageOrder: 720 });
    expect(before).toMatchObject({ orders: 0, paidOrders: 0, revenue: 0, averageOrder: 0 });
    const day = (text: string) => Date.parse(text) / dayMs;
    expect(current.to).toBe((await monthly()).at(-1)?.date);
    expect(day(current.to) - day(current.from)).toBe(6);
    expect(day(current.from) - day(before.to)).toBe(1);
    expect(day(before.to) - day(before.from)).toBe(6);

    // Eight days later the same orders are those of the period before.
    const ago = 'day = day - 8';
    await sql(`update order_days set ${ago}`);
    await sql(`update revenue_days set ${ago}`);
    const later = await store.admin.call('GET /api/admin/period-stats', { query: { days: 7 } });
    expect([later.current.revenue, later.before.revenue, later.before.orders]).toEqual([0, 1440, 3]);
    await sql(`update order_days set ${ago.replace('-', '+')}`);
    await sql(`update revenue_days set ${ago.replace('-', '+')}`);
  });

  test('refuses a period that nobody offers', async () => {
    const refused = await store.admin.ask('GET /api/admin/period-stats', { query: { days: 3_650 } });
    expect(refused.status).toBe(400);
  });

  test('DATA-12..16, ADM-ANA-10: categories, weeks, shares, the average of paid orders and masked customers', async () => {
    await paidOrder(store, { email: 'Zoe@Mail.example' });
    const { categoryStats, weeklyStats, statusDistribution, averageOrderValue, topCustomers } = await advanced();
    expect(categoryStats).toEqual([
      { category: 'Likes', revenue: 3 },
      { category: 'Views', revenue: 1440 },
    ]);
    expect(weeklyStats.at(-1)).toEqual({ week: expect.stringMatching(/^\d{4}-W\d\d$/), orders: 4, revenue: 1443 });
    expect(statusDistribution).toEqual([
      { status: 'paid', count: 3, percentage: 75 },
      { status: 'completed', count: 1, percentage: 25 },
    ]);
    expect(averageOrderValue).toBe(481);
    // Customers are taken up by a job, or when they are looked at.
    await store.app.jobHandlers.fold_counts({});
    expect((await advanced()).topCustomers).toEqual([
      { email: 'bu***@example.com', orders: 3, totalSpent: 1440 },
      { email: 'Zo***@Mail.example', orders: 1, totalSpent: 3 },
    ]);
    expect(topCustomers.length).toBeLessThanOrEqual(5);
    const rename = (from: string, to: string) => sql(`update customers set email = '${to}' where email = '${from}'`);
    await rename('Zoe@Mail.example', 'erased-0a@erased.invalid');
    expect((await advanced()).topCustomers).toHaveLength(1);
    await rename('erased-0a@erased.invalid', 'Zoe@Mail.example');
  });

  test('DATA-18, A-61: checkouts are orders placed, payments orders paid, of the same days', async () => {
    expect((await advanced()).conversionFunnel).toEqual({ visitors: 0, checkouts: 4, payments: 3 });
  });

  test('the days of a period are those of the month, and the days before them follow', async () => {
    const { current, before } = await store.admin.call('GET /api/admin/period-stats', { query: { days: 7 } });
    const month = await monthly();
    expect([...before.byDay, ...current.byDay]).toEqual(month.slice(-14));
    expect(current.byDay.at(-1)).toMatchObject({ date: current.to, orders: current.orders, revenue: current.revenue });
  });

  test('DATA-17, A-61: links placed at the provider by what it last said', async () => {
    const order = await paidOrder(store);
    const { id } = order;
    await sent(order);
    expect((await advanced()).apiOrdersStats).toEqual({ total: 1, completed: 0, pending: 1 });
    await sql(
      `update dispatches set live_status = 'Completed', remains = 0, following = false where order_id = '${id}'`,
    );
    expect((await advanced()).apiOrdersStats).toEqual({ total: 1, completed: 1, pending: 0 });
    await sql(`update dispatches set live_status = 'Partial' where order_id = '${id}'`);
    expect((await advanced()).apiOrdersStats).toEqual({ total: 1, completed: 0, pending: 0 });
  });

  test('DATA-17, A-61, D-50: the outcome of every status is that of the state machine, whatever its spelling', async () => {
    const words = ['Pending', 'In progress', 'Processing', 'Completed', 'Partial', 'Canceled', 'Cancelled', 'Refunded'];
    const all = [...words, 'Fail', 'Failed', 'Error', 'On hold', ''].flatMap((word) => [
      word,
      ` ${word.toUpperCase()} `,
    ]);
    const outcomeOf = (word: string) => {
      if (providerStatusKind(word) === 'completed') return 'completed';
      return isFinalProviderStatus(word) ? 'ended' : 'pending';
    };
    for (const word of all) {
      expect([word, await sql(`select placed_outcome('${word}') as outcome`)]).toEqual([
        word,
        [{ outcome: outcomeOf(word) }],
      ]);
    }
  });

  test('DATA-17, A-61: counts links with a provider order; one with an unknown result is none yet', async () => {
    const { apiOrdersStats: before } = await advanced();
    const order = await paidOrder(store);
    const { id, postLinks } = order;
    await store.control('/provider/fail', { kind: 'lose', operation: 'add' });
    await send(order);
    const [{ apiOrders = [] } = {}] = await store.admin.call('POST /api/orders/api-orders-batch', {
      body: { orderIds: [id] },
    });
    expect(apiOrders).toMatchObject([{ api_order_id: null, status: 'unknown' }]);
    expect((await advanced()).apiOrdersStats).toEqual(before);
    const apiOrderId = await placedAtProvider(order);
    const settled = await settle(order, { postLink: postLinks[0], outcome: 'placed', apiOrderId });
    expect(settled.status).toBe(200);
    expect((await advanced()).apiOrdersStats).toEqual({
      ...before,
      total: before.total + 1,
      pending: before.pending + 1,
    });
  });

  test('D-16, 5.1: what was given back leaves the revenue of the day of its payment; a chargeback leaves it whole', async () => {
    const before = await revenue();
    const [part, whole, lost] = [await paidOrder(store), await paidOrder(store), await paidOrder(store)];
    expect(await revenue()).toBe(before + 9);
    await sql(`update orders set refunded_cents = 120 where id = '${part.id}'`);
    expect(await revenue()).toBeCloseTo(before + 7.8);
    await sql(`update orders set refunded_cents = 300, payment_status = 'refunded' where id = '${whole.id}'`);
    await sql(`update orders set payment_status = 'disputed' where id = '${lost.id}'`);
    expect(await revenue()).toBeCloseTo(before + 1.8);
    expect((await monthly()).at(-1)?.revenue).toBeCloseTo(before + 1.8);
    const { averageOrderValue } = await advanced();
    const [paid] = await sql(
      "select round(avg(amount_cents - refunded_cents)) as cents from orders where payment_status = 'paid'",
    );
    expect(averageOrderValue).toBe(Number(paid?.cents) / 100);
  });

  test('D-18, A-35: a deleted order leaves the counts and keeps its money', async () => {
    const order = await paidOrder(store);
    const before = await stats();
    await store.admin.call('DELETE /api/orders/{id}', { params: { id: order.id } });
    const after = await stats();
    expect(after).toEqual({
      ...before,
      todayOrders: before.todayOrders - 1,
      pendingOrders: before.pendingOrders - 1,
      paidAwaiting: before.paidAwaiting - 1,
      linksToSend: before.linksToSend - 1,
      ordersToSend: before.ordersToSend - 1,
    });
  });

  test('D-7: folding and making anew change no figure, whatever happened before', async () => {
    await store.admin.ask('GET /api/admin/customers', { query: {} });
    const [figures, appended] = [[await stats(), await monthly(), await advanced()], await rollUps()];
    await store.app.jobHandlers.fold_counts({});
    expect(await rollUps()).toEqual(appended);
    await analyticsRepository.rebuild(store.db.database);
    expect(await rollUps()).toEqual(appended);
    expect([await stats(), await monthly(), await advanced()]).toEqual(figures);
  });

  test('D-7: made anew and folded while orders come in, nothing is lost and nothing counted twice', async () => {
    const rebuild = () => analyticsRepository.rebuild(store.db.database);
    const coming = Array.from({ length: 12 }, () => placeOrder(store));
    for (let round = 0; round < 3; round += 1) {
      await Promise.allSettled([rebuild(), store.app.jobHandlers.fold_counts({})]);
    }
    await Promise.all(coming);
    await store.app.jobHandlers.fold_counts({});
    const appended = await rollUps();
    await rebuild();
    expect(await rollUps()).toEqual(appended);
  });

  test('ADM-OVR-2, A-60: orders leave the last 24 hours and the last 30 days as time goes', async () => {
    const { todayOrders: ordersDayBefore } = await stats();
    store.advance(dayMs + 1000);
    expect(await (await later()).call('GET /api/admin/stats', {})).toMatchObject({ todayOrders: 0, ordersDayBefore });
    expect((await (await later()).call('GET /api/admin/monthly-stats', {})).at(-2)?.orders).toBeGreaterThan(0);
    store.advance(29 * dayMs);
    const days = await (await later()).call('GET /api/admin/monthly-stats', {});
    expect(days.every(({ orders, revenue }) => orders === 0 && revenue === 0)).toBe(true);
    const figures = await (await later()).call('GET /api/admin/advanced-stats', {});
    expect(figures.conversionFunnel).toEqual({ visitors: 0, checkouts: 0, payments: 0 });
    expect(figures.categoryStats.every(({ revenue }) => revenue > 0)).toBe(true);
  });
});

/** The earlier session has expired by then. */
async function later() {
  return store.as((await store.visitor.call('POST /api/admin/login', { body: owner })).token);
}
