// The rates of currencies through the contract: what they convert, what is refused, and what has none.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { deliverySteps } from '../../../tests/support/delivery-steps.ts';
import { paidOrder } from '../../../tests/support/orders.ts';
import { startStore, type TestStore } from '../../../tests/support/store.ts';

let store: TestStore;
beforeAll(async () => {
  store = await startStore();
});
afterAll(() => store.stop());

const sql = async (text: string, ...values: unknown[]) => (await store.db.database.pool.query(text, values)).rows;
const { sent } = deliverySteps(() => store);
const statement = () => store.admin.call('GET /api/admin/finances', { query: {} });
const newest = async () => (await statement()).columns.at(-1)?.figures;
const add = (currency: string, day: string, usd: number) =>
  store.admin.ask('POST /api/admin/finances/rates', { body: { currency, day, usd } });
const rates = () => store.admin.call('GET /api/admin/finances/rates', { query: {} });
const idOf = async (change: { currency: string; day: string }) =>
  (await rates()).find(({ currency, day }) => currency === change.currency && day === change.day)?.id ?? '';

/** Sends a link of a new paid order, which the provider charges in a currency. */
async function charged(amount: number, currency: string): Promise<void> {
  const id = await sent(await paidOrder(store, { quantity: 1000 }));
  await sql('update dispatches set charge = $2, cost_currency = $3 where provider_order_id = $1', id, amount, currency);
}

let today: string;
beforeEach(async () => {
  for (const table of ['currency_rates', 'other_costs', 'payment_fees', 'dispatches'])
    await sql(`delete from ${table}`);
  // Those of the test before.
  await sql("update orders set paid_at = paid_at - interval '9 years'");
  ({ today } = await statement());
});

describe('a rate', () => {
  test('D-99: converts the costs of its currency at once, from its day up to the next rate', async () => {
    await charged(2, 'EUR');
    expect(await newest()).toMatchObject({ provider_cost: 0, unknown_costs: 1 });
    expect((await add('EUR', '2026-01-01', 1.0825)).status).toBe(200);
    expect(await newest()).toMatchObject({ provider_cost: 2.17, unknown_costs: 0 });
    const { body: newer } = await add('EUR', today, 1.2);
    expect(newer).toMatchObject({ currency: 'EUR', day: today, usd: 1.2 });
    expect(await newest()).toMatchObject({ provider_cost: 2.4 });
    await add('EUR', '2099-01-01', 9);
    expect(await newest()).toMatchObject({ provider_cost: 2.4 });
    const params = { id: newer.id ?? '' };
    const change = { params, body: { currency: 'EUR', day: today, usd: 0.5 } };
    expect(await store.admin.call('PUT /api/admin/finances/rates/{id}', change)).toMatchObject({ usd: 0.5 });
    expect(await newest()).toMatchObject({ provider_cost: 1 });
    await store.admin.call('DELETE /api/admin/finances/rates/{id}', { params });
    expect(await newest()).toMatchObject({ provider_cost: 2.17 });
    await store.admin.call('POST /api/admin/finances/rates/{id}/restore', { params });
    // Again: nothing changes, and the audit log has no second entry.
    await store.admin.call('POST /api/admin/finances/rates/{id}/restore', { params });
    expect(await newest()).toMatchObject({ provider_cost: 1 });
    const actions = await sql("select action from audit_log where action like 'rate.%' order by id");
    expect(actions.map(({ action }) => action)).toEqual([
      ...['rate.added', 'rate.added', 'rate.added'],
      ...['rate.changed', 'rate.deleted', 'rate.restored'],
    ]);
  });

  test('D-99: a currency is found however the provider writes it', async () => {
    await charged(2, ' eur ');
    await charged(3, '');
    await add('eur', '2026-01-01', 1.5);
    expect(await newest()).toMatchObject({ provider_cost: 6, unknown_costs: 0 });
    const query = { by: 'currency' as const, from: today, to: today };
    const groups = await store.admin.call('GET /api/admin/finances/groups', { query });
    expect(groups.map(({ name, provider_cost }) => [name, provider_cost])).toEqual([
      ['USD', 3],
      ['EUR', 3],
    ]);
  });

  test('D-99: a day rounds its cost once, and its groups add up to it', async () => {
    for (const currency of ['EUR', 'BRL', 'GBP']) {
      await charged(0.1, currency);
      await add(currency, '2026-01-01', 0.333_333_33);
    }
    // Three times 3.333 cents.
    expect(await newest()).toMatchObject({ provider_cost: 0.1 });
    const query = { by: 'currency' as const, from: today, to: today };
    const groups = await store.admin.call('GET /api/admin/finances/groups', { query });
    const cents = groups.map(({ provider_cost }) => Math.round(provider_cost * 100));
    expect(cents.reduce((sum, one) => sum + one, 0)).toBe(10);
    expect(cents.every((one) => one === 0 || one === 3 || one === 4)).toBe(true);
  });

  test.each([
    ['currency', { currency: 'USD' }],
    ['currency', { currency: 'usd' }],
    ['currency', { currency: ' ' }],
    ['currency', { currency: 'x'.repeat(41) }],
    ['currency', { currency: '\u00df'.repeat(40) }],
    ['day', { day: '2026-02-30' }],
    ['usd', { usd: 0 }],
    ['usd', { usd: -1 }],
    ['usd', { usd: 0.123_456_789 }],
    ['usd', { usd: 100_001 }],
  ])('D-99: a wrong %s is refused: %j', async (field, change) => {
    const body = { currency: 'EUR', day: '2026-01-01', usd: 1, ...change };
    const answer = await store.admin.ask('POST /api/admin/finances/rates', { body });
    expect({ status: answer.status, code: answer.body.code, field: answer.body.field }).toEqual({
      status: 400,
      code: 'invalid_input',
      field,
    });
  });

  test('D-99: a currency has one rate a day, also when a deleted one is restored', async () => {
    await add('EUR', '2026-01-01', 1);
    const { status, body } = await add('EUR', '2026-01-01', 2);
    expect({ status, code: body.code, reason: body.reason }).toEqual({
      status: 409,
      code: 'conflict',
      reason: 'rate_of_day_exists',
    });
    const params = { id: await idOf({ currency: 'EUR', day: '2026-01-01' }) };
    await store.admin.call('DELETE /api/admin/finances/rates/{id}', { params });
    expect((await store.admin.ask('DELETE /api/admin/finances/rates/{id}', { params })).status).toBe(404);
    const both = await Promise.all([add('EUR', '2026-01-01', 3), add('EUR', '2026-01-01', 4)]);
    expect(both.map((answer) => answer.status).sort()).toEqual([200, 409]);
    expect((await store.admin.ask('POST /api/admin/finances/rates/{id}/restore', { params })).status).toBe(409);
    await add('EUR', '2026-01-02', 5);
    const other = { id: await idOf({ currency: 'EUR', day: '2026-01-02' }) };
    const moved = { params: other, body: { currency: 'EUR', day: '2026-01-01', usd: 5 } };
    expect((await store.admin.ask('PUT /api/admin/finances/rates/{id}', moved)).status).toBe(409);
  });

  test('D-99: rates are listed by pages, the newest day first', async () => {
    for (const day of ['2026-01-03', '2026-01-01', '2026-01-02']) await add('EUR', day, 1);
    const { headers, body } = await store.admin.ask('GET /api/admin/finances/rates', { query: { limit: 2 } });
    expect((body as unknown as { day: string }[]).map(({ day }) => day)).toEqual(['2026-01-03', '2026-01-02']);
    const next = new URL(headers.get('link')?.match(/<(.*)>/)?.[1] ?? '', store.url).searchParams.get('cursor') ?? '';
    const more = await store.admin.call('GET /api/admin/finances/rates', { query: { limit: 2, cursor: next } });
    expect(more.map(({ day }) => day)).toEqual(['2026-01-01']);
  });
});

describe('costs without a rate', () => {
  test('D-99: are counted as not known, with their currency and the first of their days', async () => {
    await charged(2, 'EUR');
    await charged(2, 'EUR');
    await charged(2, 'BRL');
    const body = { day: today, kind: 'ads' as const, source: null, amount: 10, currency: 'EUR', note: '' };
    const cost = await store.admin.call('POST /api/admin/finances/costs', { body });
    expect(cost).toMatchObject({ amount: 10, currency: 'EUR', amount_usd: null });
    expect((await statement()).missing_rates).toEqual([
      { currency: 'BRL', links: 1, costs: 0, from: today },
      { currency: 'EUR', links: 2, costs: 1, from: today },
    ]);
    expect(await newest()).toMatchObject({ unknown_costs: 3, unknown_other_costs: 1, other_costs: 0 });
    await add('EUR', today, 1.005);
    expect((await statement()).missing_rates).toEqual([{ currency: 'BRL', links: 1, costs: 0, from: today }]);
    expect(await newest()).toMatchObject({ unknown_costs: 1, unknown_other_costs: 0, other_costs: 10.05 });
    const [listed] = await store.admin.call('GET /api/admin/finances/costs', { query: {} });
    expect(listed).toMatchObject({ amount: 10, currency: 'EUR', amount_usd: 10.05 });
    // A rate of a later day does not help.
    await sql("update other_costs set day = day - 1, currency = 'GBP'");
    await add('GBP', today, 1.3);
    expect((await statement()).missing_rates).toMatchObject([{ currency: 'BRL' }, { currency: 'GBP', costs: 1 }]);
  });

  test('D-99: a send whose result is unknown has no known cost', async () => {
    const { id } = await paidOrder(store, { quantity: 1000 });
    await sql(
      `insert into dispatches (order_id, position, post_link, link_key, service_id, quantity, state, claim_id, claimed_at, created_at,
        updated_at)
      values ($1, 0, 'x', $1, '1', 1000, 'unknown', gen_random_uuid(), now(), now(), now())`,
      id,
    );
    expect(await newest()).toMatchObject({ unknown_costs: 1 });
    // Also where the payment was returned meanwhile.
    await sql("update orders set payment_status = 'refunded', refunded_cents = amount_cents where id = $1", id);
    expect(await newest()).toMatchObject({ unknown_costs: 1 });
    await sql("update dispatches set state = 'failed' where order_id = $1", id);
    expect(await newest()).toMatchObject({ unknown_costs: 0 });
  });

  test('D-99: another cost has a code of a currency, or one with a rate', async () => {
    const body = { day: today, kind: 'ads' as const, source: null, amount: 10, currency: 'COINS', note: '' };
    const refused = await store.admin.ask('POST /api/admin/finances/costs', { body });
    expect({ status: refused.status, field: refused.body.field, reason: refused.body.reason }).toEqual({
      status: 400,
      field: 'currency',
      reason: 'cost_currency_unknown',
    });
    await add('COINS', '2026-01-01', 0.1);
    expect(await store.admin.call('POST /api/admin/finances/costs', { body })).toMatchObject({ amount_usd: 1 });
  });
});

describe('the currency of a send', () => {
  test('D-99: stays that of its time when the provider changes its own', async () => {
    const order = await paidOrder(store, { quantity: 1000 });
    const id = await sent(order);
    await sql("update dispatches set charge = 2, cost_currency = 'EUR' where provider_order_id = $1", id);
    await sql("update provider_looks set currency = 'BRL' where provider_id = 'default'");
    const params = { id: order.id };
    const [link] = await store.admin.call('GET /api/orders/{id}/api-orders', { params });
    expect(link).toMatchObject({ cost: { amount: 2, currency: 'EUR', estimated: false } });
    await sql("update provider_looks set currency = 'USD' where provider_id = 'default'");
  });
});
