// Visitors and orders by source: the same names, the sums of the other figures, and no reading of orders or visits.
import { sql as query } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sourceLists } from '../../../contract/source-lists.ts';
import { orderBody, paidOrder } from '../../../tests/support/orders.ts';
import { owner, type TestStore } from '../../../tests/support/store.ts';
import { chrome, iphone, startStoreAtNoon, visitSteps } from '../../../tests/support/visit-steps.ts';
import { declineCodes } from '../payments/decline-reasons.ts';
import * as visitsRepository from '../visitors/visits.repository.ts';
import * as analyticsRepository from './analytics.repository.ts';
import { flushRefusals } from './order-refusals.ts';
import { sourceTotals } from './source-totals.ts';

let store: TestStore;
beforeAll(async () => {
  store = await startStoreAtNoon();
});
afterAll(() => store.stop());

const { record, sql } = visitSteps(() => store);

const admin = async () => store.as((await store.visitor.call('POST /api/admin/login', { body: owner })).token);

async function read(query: { days?: 7 | 30 | 90 | 365; by?: (typeof sourceLists)[number]; source?: string } = {}) {
  const as = await admin();
  // Writes the visits that wait.
  await as.call('GET /api/admin/visitor-dashboard/{period}', { params: { period: 'day' } });
  return as.call('GET /api/admin/source-stats', { query });
}

/** Every total, added up, so that folded and unfolded ones compare. */
const totals = async () => {
  const added = query`select day, list, name, sum(placed) as placed, sum(payments) as payments, sum(revenue_cents) as cents
    from ${sourceTotals} as t group by 1, 2, 3
    having sum(placed) <> 0 or sum(payments) <> 0 or sum(revenue_cents) <> 0 order by 1, 2, 3`;
  return (await store.db.database.db.execute(added)).rows;
};

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
    for (const query of [{ days: 8 }, { by: 'email' }, { by: 'country', source: 'news' }, { source: '' }] as object[]) {
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
      name: '/about',
      visitors: 1,
      checkouts: 1,
      orders: 2,
      paid: 1,
      sales: 3,
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

  test('D-97: one source has its row, its total and its figures by day', async () => {
    const { rows, total } = await read({ source: 'news' });
    expect(rows).toEqual([{ name: 'news', visitors: 2, checkouts: 1, orders: 2, paid: 1, sales: 3 }]);
    expect(total).toEqual({ visitors: 2, checkouts: 1, orders: 2, paid: 1, sales: 3 });
    expect((await read({ source: 'withheld' })).total).toMatchObject({ visitors: null, checkouts: null, orders: 1 });
    expect((await read({ source: 'nobody' })).total).toMatchObject({ visitors: 0, orders: 0, sales: 0 });
    const query = { days: 30, source: 'news' } as const;
    const { current, before } = await (await admin()).call('GET /api/admin/period-stats', { query });
    expect(current).toMatchObject({ orders: 2, paidOrders: 1, revenue: 3, averageOrder: 3 });
    expect([current.completedOrders, current.byCategory]).toEqual([null, null]);
    expect([current.byDay.length, current.byDay.at(-1)]).toEqual([
      30,
      expect.objectContaining({ orders: 2, revenue: 3 }),
    ]);
    expect(before).toMatchObject({ orders: 0, revenue: 0 });
  });

  test.each(['day', 'month'] as const)(
    'D-97: Visitors has the orders and the sales of a source, a campaign and a country, of the last %s',
    async (period) => {
      const as = await admin();
      const orders = async (query: object) =>
        (await as.call('GET /api/admin/visitor-breakdown/{period}', { params: { period }, query })).orders;
      expect(await orders({ source: 'news' })).toEqual({ checkouts: 2, paid: 1, sales: 3 });
      expect(await orders({ campaign: 'spring' })).toEqual({ checkouts: 1, paid: 1, sales: 3 });
      expect(await orders({ country: 'Nowhere' })).toEqual({ checkouts: 0, paid: 0, sales: 0 });
      // Orders belong to no page, and are not counted by two names at once.
      expect(await orders({ entry: '/' })).toBeNull();
      expect(await orders({ source: 'news', campaign: 'spring' })).toBeNull();
      expect(await orders({})).toBeNull();
    },
  );

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
    await sql('update lost_orders set orders = orders + 1');
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

describe('why visitors are lost', () => {
  const source = { tags: 'utm_source=lost', landing: '/' };
  const ip = (last: number) => ({ 'x-forwarded-for': `198.51.100.${last}` });
  const counted = (losses: readonly { reason: string; count: number }[]) =>
    Object.fromEntries(losses.map(({ reason, count }) => [reason, count]));
  const lost = async () => (await read({ source: 'lost' })).lost;
  const refuse = (change: object, last: number) =>
    store.visitor.ask('POST /api/create-order', { body: { ...orderBody(), source, ...change } as never }, ip(last));

  beforeAll(async () => {
    for (let at = 1; at <= 9; at++) await visit('utm_source=lost', `203.0.113.${at}`, chrome, ['/', '/checkout']);
  });

  test('D-97: refused orders count once a buyer, by their last refusal, and not where the buyer then orders', async () => {
    await refuse({ email: 'nobody' }, 1);
    await refuse({ post_links: ['https://example.com/'] }, 1);
    await refuse({ price: 1 }, 2);
    await refuse({ email: 'nobody' }, 3);
    await store.visitor.call('POST /api/create-order', { body: { ...orderBody(), source } }, ip(3));
    await refuse({ email: 'nobody' }, 4);
    // With GPC no visitor is counted who could be lost.
    await store.visitor.ask(
      'POST /api/create-order',
      { body: { ...orderBody(), email: 'nobody', source } },
      { ...ip(5), 'sec-gpc': '1' },
    );
    // The buyers may still order.
    expect(counted((await lost()).orders)).toEqual({ unknown: 8 });
    store.advance(31 * 60_000);
    expect(counted((await lost()).orders)).toEqual({ link: 1, price: 1, form: 1, unknown: 5 });
    expect(await sql('select source, reason, count from order_refusals order by reason')).toEqual([
      { source: 'lost', reason: 'form', count: 1 },
      { source: 'lost', reason: 'link', count: 1 },
      { source: 'lost', reason: 'price', count: 1 },
    ]);
    expect(Object.keys((await sql('select * from order_refusals limit 1'))[0])).toEqual([
      'day',
      'source',
      'reason',
      'count',
    ]);
  });

  test('D-97: names beyond those of a day are counted without their name', async () => {
    for (let at = 0; at < 230; at++) {
      const tags = `utm_source=n${at}`;
      await refuse({ email: 'nobody', source: { tags, landing: '/' } }, 10 + at);
    }
    await flushRefusals(store.app.ctx, true);
    const [{ names, unnamed }] = await sql(
      `select count(distinct source)::int as names, sum(count) filter (where source = '')::int as unnamed from order_refusals`,
    );
    expect([names <= 201, unnamed > 0]).toEqual([true, true]);
  });

  test('D-97: unpaid orders by what their payment came to; a payment afterwards takes the reason away', async () => {
    const orders: string[] = [];
    for (let at = 0; at < 6; at++)
      orders.push(
        (await store.visitor.call('POST /api/create-order', { body: { ...orderBody(), source } }, ip(100 + at)))
          .orderId,
      );
    const [open, unopened, left, declined, funds, refunded] = orders;
    const attempt = (id: string | undefined, tries: number, code: string | null) =>
      sql(`insert into payment_attempts (order_id, number, gateway, gateway_order_id, amount_cents, currency, state, opened_at,
          updated_at, failed_tries, decline_code) values ('${id}', 1, 'mpgs', '${id}-1', 300, 'USD', 'closed', now(), now(),
          ${tries}, ${code === null ? 'null' : `'${code}'`})`);
    const set = (id: string | undefined, payment: string, status: string) =>
      sql(`update orders set payment_status = '${payment}', status = '${status}' where id = '${id}'`);
    await set(unopened, 'none', 'failed');
    await attempt(left, 0, null);
    await set(left, 'expired', 'pending');
    await attempt(declined, 1, 'DECLINED');
    await set(declined, 'session', 'pending');
    await attempt(funds, 1, 'do_not_honor');
    await set(funds, 'session', 'pending');
    await sql(
      `update payment_attempts set failed_tries = 2, decline_code = 'insufficient_funds' where order_id = '${funds}'`,
    );
    await sql(`update orders set payment_status = 'refunded', refunded_cents = amount_cents, paid_at = created_at, status = 'paid'
      where id = '${refunded}'`);
    const expected = { not_opened: 1, form_expired: 1, declined_bank: 1, declined_funds: 1, refunded: 1, unknown: 2 };
    const read = async () => counted((await lost()).paid);
    expect(await read()).toEqual(expected);
    await store.app.jobHandlers.fold_counts({});
    expect(await read()).toEqual(expected);
    await analyticsRepository.rebuild(store.db.database);
    expect(await read()).toEqual(expected);
    await sql(
      `update orders set payment_status = 'paid', paid_at = created_at, status = 'paid' where id = '${declined}'`,
    );
    await sql(`update orders set deleted_at = now() where id = '${unopened}'`);
    expect(await read()).toEqual({ form_expired: 1, declined_funds: 1, refunded: 1, unknown: 2 });
    expect(open).toBeDefined();
  });

  test('D-97: every code of a declined card that the store has words for has a kind', async () => {
    const codes = [...declineCodes].map((code) => `('${code}')`).join(', ');
    expect(await sql(`select code from (values ${codes}) as c(code) where decline_kind(code) = 'other'`)).toEqual([]);
    expect(await sql(`select decline_kind('unheard_of') as kind, decline_kind(null) as none`)).toEqual([
      { kind: 'other', none: 'other' },
    ]);
  });
});
