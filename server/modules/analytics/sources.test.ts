// Visitors and orders by source: the same names, the sums of the other figures, and no reading of orders or visits.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sourceLists } from '../../../contract/source-lists.ts';
import { orderBody, paidOrder } from '../../../tests/support/orders.ts';
import { owner, type TestStore } from '../../../tests/support/store.ts';
import { chrome, iphone, startStoreAtNoon, visitSteps } from '../../../tests/support/visit-steps.ts';
import * as visitsRepository from '../visitors/visits.repository.ts';
import * as analyticsRepository from './analytics.repository.ts';

let store: TestStore;
beforeAll(async () => {
  store = await startStoreAtNoon();
});
afterAll(() => store.stop());

const { record, sql } = visitSteps(() => store);

const admin = async () => store.as((await store.visitor.call('POST /api/admin/login', { body: owner })).token);

async function read(query: { days?: 7 | 30 | 90 | 365; by?: (typeof sourceLists)[number] } = {}) {
  const as = await admin();
  // Writes the visits that wait.
  await as.call('GET /api/admin/visitor-dashboard/{period}', { params: { period: 'day' } });
  return as.call('GET /api/admin/source-stats', { query });
}

/** Every total, added up, so that folded and unfolded ones compare. */
const totals = () =>
  sql(`select day, list, name, sum(placed) as placed, sum(payments) as payments, sum(revenue_cents) as cents from source_days
    group by 1, 2, 3 having sum(placed) <> 0 or sum(payments) <> 0 or sum(revenue_cents) <> 0 order by 1, 2, 3`);

async function visit(query: string, ip: string, agent = chrome, pages = ['/']): Promise<void> {
  for (const page of pages) {
    await record({ page_url: page }, { ip, agent, headers: { referer: `${store.url}${page}?${query}` } });
  }
}

async function order(source: object, headers: Record<string, string> = {}): Promise<string> {
  const body = { ...orderBody(), source };
  return (await store.visitor.call('POST /api/create-order', { body }, headers)).orderId;
}

async function pay(source: object): Promise<string> {
  const { id } = await paidOrder(store);
  await store.db.database.pool.query('update orders set source = $2 where id = $1', [id, JSON.stringify(source)]);
  return id;
}

describe('an empty store', () => {
  test.each(sourceLists)('D-94: has no rows and zeros: %s', async (by) => {
    const { rows, more, total } = await read({ by });
    expect({ rows, more, total }).toEqual({
      rows: [],
      more: 0,
      total: { visitors: 0, checkouts: 0, orders: 0, paid: 0, sales: 0 },
    });
  });

  test('refuses a period and a list that it does not offer', async () => {
    for (const query of [{ days: 8 }, { by: 'email' }] as object[]) {
      expect((await (await admin()).ask('GET /api/admin/source-stats', { query: query as never })).status).toBe(400);
    }
  });
});

describe('with visitors and orders', () => {
  beforeAll(async () => {
    await visit('utm_source=news&utm_campaign=spring', '8.8.8.8', chrome, ['/about', '/', '/checkout']);
    await visit('utm_source=news', '8.8.4.4', iphone);
    await visit('', '200.160.2.3', iphone, ['/', '/checkout']);
    await order({ tags: 'utm_source=news', landing: '/about' }, { 'user-agent': chrome });
    await order({ landing: '/' }, { 'sec-gpc': '1' });
    await order({});
    await pay({ source: 'news', campaign: 'spring', landing: '/about' });
  });

  test('D-94: visitors, checkouts, orders, payments and sales stand under the same name', async () => {
    const { rows, more, total } = await read();
    expect(rows).toEqual([
      { name: 'news', visitors: 2, checkouts: 1, orders: 2, paid: 1, sales: 3 },
      { name: 'unknown', visitors: 0, checkouts: 0, orders: 1, paid: 0, sales: 0 },
      { name: 'withheld', visitors: null, checkouts: null, orders: 1, paid: 0, sales: 0 },
      { name: 'direct', visitors: 1, checkouts: 1, orders: 0, paid: 0, sales: 0 },
    ]);
    expect({ more, total }).toEqual({ more: 0, total: { visitors: 3, checkouts: 2, orders: 4, paid: 1, sales: 3 } });
  });

  test('D-94: campaigns, first pages, countries and devices likewise', async () => {
    expect((await read({ by: 'campaign' })).rows).toEqual([
      { name: 'spring', visitors: 1, checkouts: 1, orders: 1, paid: 1, sales: 3 },
    ]);
    const pages = (await read({ by: 'landing' })).rows;
    expect(pages.find(({ name }) => name === '/about')).toEqual({
      ...{ name: '/about', visitors: 1, checkouts: 1, orders: 2, paid: 1, sales: 3 },
    });
    const devices = (await read({ by: 'device' })).rows;
    expect(devices.map(({ name, visitors }) => [name, visitors])).toEqual(
      expect.arrayContaining([
        ['mobile', 2],
        ['desktop', 1],
      ]),
    );
    const countries = (await read({ by: 'country' })).rows;
    expect(countries.reduce((sum, { visitors }) => sum + (visitors ?? 0), 0)).toBe(3);
    expect(countries.reduce((sum, { orders }) => sum + orders, 0)).toBe(4);
  });

  test('D-59, D-94: each list of a whole order adds up to the figures of Analytics, also after refunds and a dispute', async () => {
    const part = await pay({ source: 'news', landing: '/' });
    const lost = await pay({ source: 'tiktok', landing: '/' });
    const gone = await pay({ source: 'tiktok', landing: '/' });
    await sql(`update orders set refunded_cents = 120 where id = '${part}'`);
    await sql(`update orders set payment_status = 'disputed' where id = '${lost}'`);
    await (await admin()).call('DELETE /api/orders/{id}', { params: { id: gone } });
    const { current } = await (await admin()).call('GET /api/admin/period-stats', { query: { days: 30 } });
    for (const by of ['source', 'country', 'device'] as const) {
      const { rows, total } = await read({ by });
      const sum = (of: 'orders' | 'paid' | 'sales') => rows.reduce((all, row) => all + row[of], 0);
      expect([sum('orders'), sum('paid')]).toEqual([current.orders, current.paidOrders]);
      expect(sum('sales')).toBeCloseTo(current.revenue);
      expect(total).toMatchObject({ orders: current.orders, paid: current.paidOrders, sales: current.revenue });
    }
  });

  test('D-7, D-94: folding and rebuilding change no total, whatever happened before', async () => {
    await sql(`update orders set device_type = null, network_country = null where source ->> 'source' = 'tiktok'`);
    const before = await totals();
    await store.app.jobHandlers.fold_counts({});
    expect(await totals()).toEqual(before);
    expect(await sql('select count(*)::int as rows from source_days')).toEqual([{ rows: before.length }]);
    await analyticsRepository.rebuild(store.db.database);
    expect(await totals()).toEqual(before);
    await sql(`update source_days set placed = placed + 1 where list = 'source'`);
    await store.app.jobHandlers.verify_sources({});
    expect(await totals()).toEqual(before);
    const answer = await read();
    await visitsRepository.rebuild(store.db.database);
    expect(await read()).toEqual(answer);
  });

  test('D-94: a day later the names remain, and a day of the store later than the period they are gone', async () => {
    const names = (await read({ days: 7 })).rows.map(({ name }) => name);
    store.advance(8 * 86_400_000);
    expect((await read({ days: 7 })).rows).toEqual([]);
    expect((await read({ days: 30 })).rows.map(({ name }) => name)).toEqual(names);
    store.advance(60 * 86_400_000);
    await visitsRepository.purge(store.db.database, 30);
    const rows = (await read({ days: 90 })).rows;
    expect(rows.find(({ name }) => name === 'news')).toMatchObject({ visitors: 2, checkouts: 1 });
  });
});
