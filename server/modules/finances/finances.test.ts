// The finances through the contract: the statement, other costs with their import, and who sees costs.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deliverySteps } from '../../../tests/support/delivery-steps.ts';
import { paidOrder, placeOrder } from '../../../tests/support/orders.ts';
import { startStore, type TestStore } from '../../../tests/support/store.ts';

let store: TestStore;
let viewer: TestStore['admin'];
let support: TestStore['admin'];
beforeAll(async () => {
  store = await startStore();
  viewer = await signIn('viewer');
  support = await signIn('support');
});
afterAll(() => store.stop());

async function signIn(role: 'viewer' | 'support') {
  const account = { email: `${role}@shop.example`, password: 'a password of this role' };
  await store.admin.call('POST /api/admin/admins', { body: { ...account, role } });
  return store.as((await store.visitor.call('POST /api/admin/login', { body: account })).token);
}

const sql = async (text: string, ...values: unknown[]) => (await store.db.database.pool.query(text, values)).rows;
const { sent, end, apiOrders } = deliverySteps(() => store);
const statement = (query: object = {}) => store.admin.call('GET /api/admin/finances', { query });
const newest = async () => (await statement()).columns.at(-1);
const kept = async () => (await newest())?.figures;
const rule = (fees: object) =>
  sql(
    `insert into store_settings_versions (version, settings, changes, changed_at)
      select version + 1, settings || $1::jsonb, '[]', now() from store_settings_versions order by version desc limit 1`,
    JSON.stringify({ fees: { mpgs: fees, stripe: fees } }),
  );
const cost = {
  day: '2026-01-15',
  kind: 'ads' as const,
  source: 'instagram',
  amount: 40,
  currency: 'USD',
  note: '',
};
const costs = () => store.admin.call('GET /api/admin/finances/costs', { query: {} });

describe('the statement', () => {
  test('D-95: an empty store has six months without figures, and no division by zero', async () => {
    const { step, columns, total } = await statement();
    expect([step, columns.length]).toEqual(['month', 6]);
    expect(total.figures).toMatchObject({ paid: 0, sales: 0, kept: 0, share_kept: null, unknown_fees: 0 });
    expect(columns.map(({ running }) => running)).toEqual([false, false, false, false, false, true]);
  });

  test('D-95: a payment without a rule of the fees is unknown; with one its fee is estimated by the rule of its day', async () => {
    await paidOrder(store);
    expect(await newest()).toMatchObject({
      unsent_orders: 1,
      figures: { paid: 1, sales: 3, fees: 0, unknown_fees: 1, estimated_fees: 0, kept: 3 },
    });
    await rule({ percent: 2.9, fixed: 0.3, refund: 0.1, dispute: 15 });
    const { id } = await paidOrder(store);
    expect(await kept()).toMatchObject({
      paid: 2,
      sales: 6,
      fees: 0.39,
      unknown_fees: 1,
      estimated_fees: 1,
      kept: 5.61,
    });
    await rule({ percent: 10, fixed: null, refund: 0.1, dispute: 15 });
    expect(await kept()).toMatchObject({ fees: 0.39 });
    const input = { params: { id }, body: { amount: 1, reason: 'Came late' } };
    await store.admin.call('POST /api/admin/orders/{id}/refunds', input, { 'idempotency-key': 'fee of a refund' });
    await store.drain();
    // A refund returns no fee, and has one of its own.
    expect(await kept()).toMatchObject({ refunds: 1, net_sales: 5, fees: 0.49, kept: 4.51 });
  });

  test('D-95: a payment that an admin confirmed has no fee', async () => {
    const order = await placeOrder(store);
    const before = await kept();
    await store.admin.call('POST /api/orders/{id}/confirm-payment', {
      params: { id: order.id },
      body: { manual: true, note: 'Cash' },
    });
    expect(await kept()).toMatchObject({ paid: 3, fees: before?.fees, unknown_fees: before?.unknown_fees });
  });

  test("D-95: the provider's cost is estimated by its price, then final; only its own partial end lowers it", async () => {
    const order = await paidOrder(store, { quantity: 1000 });
    await store.admin.ask('POST /api/admin/providers/{id}/look', { params: { id: 'default' } });
    const before = await kept();
    const id = await sent(order);
    const [{ rate }] = await sql('select rate from dispatches where provider_order_id = $1', id);
    expect(Number(rate)).toBeGreaterThan(0);
    const estimated = await kept();
    expect(estimated).toMatchObject({ estimated_costs: 1, unknown_costs: 0 });
    expect(estimated?.provider_cost).toBeCloseTo(Number(rate), 2);
    expect(estimated?.kept).toBeCloseTo((before?.kept ?? 0) - Number(rate), 2);
    await sql('update dispatches set charge = 0.5 where provider_order_id = $1', id);
    expect(await kept()).toMatchObject({ provider_cost: 0.5, estimated_costs: 0 });
    await sql(
      "update dispatches set charge = 0.2, live_status = 'Partial', remains = 600 where provider_order_id = $1",
      id,
    );
    expect(await kept()).toMatchObject({ provider_cost: 0.2 });
  });

  test('D-95: a charge in another currency is left out, and its link has no known cost', async () => {
    await sql("update dispatches set cost_currency = 'EUR'");
    expect(await kept()).toMatchObject({ provider_cost: 0, unknown_costs: 1 });
    expect(
      (await store.admin.call('GET /api/admin/finances/groups', { query: { by: 'currency', ...(await month()) } })).map(
        ({ name }) => name,
      ),
    ).toEqual(['USD', 'EUR']);
    await sql("update dispatches set cost_currency = 'USD'");
  });

  test('D-95: the groups add up to the statement', async () => {
    const figures = await kept();
    for (const by of ['category', 'country', 'provider', 'currency'] as const) {
      const groups = await store.admin.call('GET /api/admin/finances/groups', { query: { by, ...(await month()) } });
      const sum = (read: (group: (typeof groups)[number]) => number) =>
        Math.round(groups.reduce((all, group) => all + read(group) * 100, 0)) / 100;
      expect([by, sum((one) => one.net_sales), sum((one) => one.provider_cost), sum((one) => one.fees)]).toEqual([
        by,
        figures?.net_sales,
        figures?.provider_cost,
        figures?.fees,
      ]);
    }
  });

  test('D-95: figures that differ from the orders are rebuilt at night', async () => {
    const before = await kept();
    await store.app.jobHandlers.fold_counts({});
    expect(await kept()).toEqual(before);
    await sql('update finance_days set sales_cents = sales_cents + 1000 where paid > 0 and is_total');
    expect(await kept()).not.toEqual(before);
    await store.app.jobHandlers.verify_finances({});
    expect(await kept()).toEqual(before);
  });

  test.each([{ step: 'fortnight' }, { columns: '13' }, { until: '2026-02-30' }, { until: '1999-01-01' }])(
    'D-95: %j is refused',
    async (query) => {
      const { status, body } = await store.admin.ask('GET /api/admin/finances', { query: query as never });
      expect({ status, code: body.code }).toEqual({ status: 400, code: 'invalid_input' });
    },
  );
});

async function month() {
  const column = await newest();
  return { from: column?.from ?? '', to: column?.to ?? '' };
}

describe('other costs', () => {
  test('D-95: are added, changed, deleted and restored, on their day, each with an entry of the audit log', async () => {
    const { today } = await statement();
    const before = await kept();
    const added = await store.admin.call('POST /api/admin/finances/costs', { body: { ...cost, day: today } });
    expect(await kept()).toMatchObject({ other_costs: 40, costs_by_kind: { ads: 40 }, kept: (before?.kept ?? 0) - 40 });
    const params = { id: added.id };
    const body = { ...cost, day: today, kind: 'hosting' as const, source: null, amount: 18.5, note: 'Server' };
    await store.admin.call('PUT /api/admin/finances/costs/{id}', { params, body });
    expect(await kept()).toMatchObject({ other_costs: 18.5, costs_by_kind: { ads: 0, hosting: 18.5 } });
    await store.admin.call('DELETE /api/admin/finances/costs/{id}', { params });
    expect(await kept()).toEqual(before);
    expect((await store.admin.ask('DELETE /api/admin/finances/costs/{id}', { params })).status).toBe(404);
    expect((await store.admin.ask('PUT /api/admin/finances/costs/{id}', { params, body })).status).toBe(404);
    expect(await store.admin.call('POST /api/admin/finances/costs/{id}/restore', { params })).toMatchObject(body);
    // Again: nothing changes, and the audit log has no second entry.
    expect(await store.admin.call('POST /api/admin/finances/costs/{id}/restore', { params })).toMatchObject(body);
    expect((await kept())?.other_costs).toBe(18.5);
    const actions = await sql("select action from audit_log where action like 'cost.%' order by id");
    expect(actions.map(({ action }) => action)).toEqual([
      'cost.added',
      'cost.changed',
      'cost.deleted',
      'cost.restored',
    ]);
  });

  test.each([
    ['day', { day: '2026-02-30' }],
    ['amount', { amount: 0 }],
    ['amount', { amount: 1.005 }],
    ['amount', { amount: 2_000_000 }],
    ['currency', { currency: 'COINS' }],
    ['kind', { kind: 'lunch' }],
    ['source', { kind: 'hosting' }],
    ['source', { source: 'x'.repeat(101) }],
    ['note', { note: 'x'.repeat(201) }],
  ])('D-95: a wrong %s is refused', async (field, change) => {
    const { status, body } = await store.admin.ask('POST /api/admin/finances/costs', {
      body: { ...cost, ...change } as never,
    });
    expect({ status, code: body.code, field: body.field }).toEqual({ status: 400, code: 'invalid_input', field });
  });

  test('D-95: are listed by pages, the newest day first', async () => {
    for (const day of ['2026-01-03', '2026-01-01', '2026-01-02']) {
      await store.admin.call('POST /api/admin/finances/costs', { body: { ...cost, day } });
    }
    const days = (await costs()).map(({ day }) => day);
    expect(days).toEqual([...days].sort().reverse());
    const { headers } = await store.admin.ask('GET /api/admin/finances/costs', { query: { limit: 2 } });
    const cursor = new URL(headers.get('link')?.match(/<(.*)>/)?.[1] ?? '', store.url).searchParams.get('cursor') ?? '';
    const next = await store.admin.call('GET /api/admin/finances/costs', { query: { limit: 2, cursor } });
    expect(next.map(({ day }) => day)).toEqual(days.slice(2, 4));
  });
});

describe('by source', () => {
  const groups = async (query: object) =>
    store.admin.call('GET /api/admin/finances/groups', { query: { ...(await month()), ...query } as never });
  const paidFrom = async (source: object | null) => {
    const { id } = await paidOrder(store);
    await sql('update orders set source = $2 where id = $1', id, source && JSON.stringify(source));
    return id;
  };
  let before: Awaited<ReturnType<typeof statement>>['total']['figures'];
  beforeAll(async () => {
    before = (await statement()).total.figures;
    await paidFrom({ source: 'shop-a', campaign: 'spring' });
    const id = await paidFrom({ source: 'shop-a', campaign: 'summer' });
    await sql('update orders set refunded_cents = 100 where id = $1', id);
    await paidFrom({ source: 'shop-b', campaign: 'spring' });
    const { today: day } = await statement();
    const ads = { ...cost, day };
    for (const body of [
      { ...ads, source: 'shop-a', amount: 2.5 },
      { ...ads, source: 'shop-c', amount: 7 },
      { ...ads, source: null, amount: 1 },
      { ...ads, kind: 'hosting' as const, source: null, amount: 4 },
    ])
      await store.admin.call('POST /api/admin/finances/costs', { body });
  });

  test('D-97: the statement of one source has its orders and its ads; one without orders has zeros', async () => {
    const { source, total, columns } = await statement({ source: 'shop-a' });
    expect(source).toBe('shop-a');
    expect(total.figures).toMatchObject({ paid: 2, sales: 6, refunds: 1, net_sales: 5, other_costs: 2.5 });
    expect(total.figures.costs_by_kind).toEqual({ ads: 2.5, hosting: 0, other: 0 });
    expect(total.figures.kept).toBeCloseTo(5 - total.figures.fees - 2.5);
    expect(columns.at(-1)?.unsent_orders).toBe(2);
    expect((await statement({ source: 'nobody' })).total.figures).toMatchObject({ paid: 0, sales: 0, kept: 0 });
    expect((await statement()).total.figures).toMatchObject({ paid: before.paid + 3 });
  });

  test('D-97: the groups by source have the ads of each, also of one that sold nothing, and add up to the statement', async () => {
    const found = await groups({ by: 'source' });
    const of = (name: string) => found.find((group) => group.name === name);
    expect(of('shop-a')).toMatchObject({ paid: 2, net_sales: 5, ads: 2.5 });
    expect(of('shop-a')?.kept).toBeCloseTo(5 - (of('shop-a')?.fees ?? 0) - 2.5);
    expect(of('shop-c')).toMatchObject({ paid: 0, net_sales: 0, ads: 7, kept: -7 });
    expect(of('')).toMatchObject({ paid: 0, ads: 1 });
    expect(of('unknown')).toMatchObject({ ads: 0 });
    const figures = await kept();
    const sum = (read: (group: (typeof found)[number]) => number) =>
      Math.round(found.reduce((all, group) => all + read(group) * 100, 0)) / 100;
    expect([sum((one) => one.net_sales), sum((one) => one.fees), sum((one) => one.ads ?? 0)]).toEqual([
      figures?.net_sales,
      figures?.fees,
      figures?.costs_by_kind.ads,
    ]);
  });

  test('D-97: campaigns, of all and of one source', async () => {
    const paidOf = (found: Awaited<ReturnType<typeof groups>>) =>
      Object.fromEntries(found.map(({ name, paid, ads }) => [name, [paid, ads]]));
    expect(paidOf(await groups({ by: 'campaign' }))).toMatchObject({ spring: [2, null], summer: [1, null] });
    expect(paidOf(await groups({ by: 'campaign', source: 'shop-a' }))).toEqual({
      spring: [1, null],
      summer: [1, null],
    });
    expect(paidOf(await groups({ by: 'source', source: 'shop-a' }))).toEqual({ 'shop-a': [2, 2.5] });
    expect(paidOf(await groups({ by: 'currency', source: 'shop-b' }))).toEqual({ USD: [1, null] });
  });

  test('D-97: folding, rebuilding and the comparison of the night change no figure', async () => {
    const read = async () => [
      await statement({ source: 'shop-a' }),
      await groups({ by: 'source' }),
      await groups({ by: 'campaign' }),
    ];
    const found = await read();
    await store.app.jobHandlers.fold_counts({});
    expect(await read()).toEqual(found);
    await sql('update finance_sources set sales_cents = sales_cents + 100');
    expect(await read()).not.toEqual(found);
    await store.app.jobHandlers.verify_finances({});
    expect(await read()).toEqual(found);
  });

  test.each([
    [{ by: 'country', source: 'shop-a' }, 'source'],
    [{ by: 'provider', source: 'shop-a' }, 'source'],
    [{ by: 'source', source: '' }, 'source'],
    [{ by: 'source', source: 'x'.repeat(101) }, 'source'],
    [{ by: 'medium' }, 'by'],
  ])('D-97: %j is refused', async (query, field) => {
    const { status, body } = await store.admin.ask('GET /api/admin/finances/groups', {
      query: { ...(await month()), ...query } as never,
    });
    expect({ status, code: body.code, field: body.field }).toEqual({ status: 400, code: 'invalid_input', field });
  });

  test('D-97: viewer and support see none of it', async () => {
    for (const client of [viewer, support]) {
      const query = { by: 'source' as const, ...(await month()) };
      expect((await client.ask('GET /api/admin/finances/groups', { query })).body).toMatchObject({ code: 'no_role' });
    }
  });
});

describe('the import of a file', () => {
  const send = (body: object) =>
    store.admin.call('POST /api/admin/finances/costs/import', { body: { file: '', ...body } as never });
  const file = 'Date,Spend,Platform\n2026-03-01,10.00,google\n2026-03-02,20.00,google\n';
  const imported = async () => (await costs()).filter(({ source }) => source === 'google').length;

  test('D-95: a preview proposes the columns and saves nothing; the import saves once, the same file again nothing', async () => {
    const preview = await send({ file });
    expect(preview).toMatchObject({
      columns: { day: 0, amount: 1, source: 2, kind: null },
      day_order: 'ymd',
      added: 2,
      known: 0,
      refused: 0,
      saved: false,
    });
    expect(await imported()).toBe(0);
    const { columns } = preview;
    expect(await send({ file, columns, save: true })).toMatchObject({ added: 2, saved: true });
    expect(await imported()).toBe(2);
    const [one] = (await costs()).filter(({ source }) => source === 'google');
    await store.admin.call('DELETE /api/admin/finances/costs/{id}', { params: { id: one?.id ?? '' } });
    expect(await send({ file, columns, save: true })).toMatchObject({ added: 0, known: 2 });
    expect(await imported()).toBe(1);
  });

  test('D-95: nothing is saved while a line is refused; each refused line has its reason', async () => {
    const bad =
      'Date,Spend,Platform\n2026-04-01,10,bing\n2026-04-31,10,bing\n2026-04-02,ten,bing\n2026-04-01,10.00,bing\n';
    const { columns, ...preview } = await send({ file: bad });
    expect(preview).toMatchObject({ added: 1, refused: 3, saved: false });
    expect(preview.problems.map(({ line, code }) => [line, code])).toEqual([
      [3, 'cost_day_invalid'],
      [4, 'cost_amount_invalid'],
      [5, 'cost_line_repeated'],
    ]);
    expect(preview.problems[2]?.message).toBe('The line is the same as line 2.');
    expect(await send({ file: bad, columns, save: true })).toMatchObject({ saved: false });
    expect((await costs()).filter(({ source }) => source === 'bing')).toEqual([]);
  });

  test('D-95: a wrong column refuses every line; without the column of the day the admin chooses it', async () => {
    expect(await send({ file: 'a,b\n2026-05-01,5\n' })).toMatchObject({ columns: { day: null }, added: 0, refused: 0 });
    const none = { kind: null, source: null, note: null, currency: null };
    expect(await send({ file, columns: { day: 2, amount: 1, ...none } })).toMatchObject({ added: 0, refused: 2 });
    for (const columns of [
      { day: null, amount: 1, ...none },
      { day: 1, amount: 1, ...none },
    ]) {
      const { status, body } = await store.admin.ask('POST /api/admin/finances/costs/import', {
        body: { file, columns },
      });
      expect({ status, field: body.field }).toEqual({ status: 400, field: 'columns' });
    }
  });

  test('D-95: a file without lines, and one with too many, are refused', async () => {
    for (const text of ['day,amount', `day,amount\n${'2026-01-01,5\n'.repeat(2_001)}`]) {
      const { status, body } = await store.admin.ask('POST /api/admin/finances/costs/import', { body: { file: text } });
      expect({ status, field: body.field }).toEqual({ status: 400, field: 'file' });
    }
  });

  test('D-95: of two imports of one file at once, each line is saved once', async () => {
    const lines = 'Date,Spend\n2026-06-01,1.01\n2026-06-02,1.02\n';
    const { columns } = await send({ file: lines });
    await Promise.all([1, 2, 3].map(() => send({ file: lines, columns, save: true })));
    expect((await costs()).filter(({ day }) => day.startsWith('2026-06'))).toHaveLength(2);
  });
});

describe('viewer and support', () => {
  test('D-95: see no costs: not the finances, and in no other answer', async () => {
    const order = await paidOrder(store, { quantity: 1000 });
    const id = await sent(order);
    await sql('update dispatches set charge = 0.4321 where provider_order_id = $1', id);
    // The digest is of yesterday.
    const yesterday = await paidOrder(store, { quantity: 1000 });
    await sql(
      `update orders set created_at = created_at - interval '1 day', paid_at = paid_at - interval '1 day' where id = $1`,
      yesterday.id,
    );
    expect((await apiOrders(order.id))[0]).toMatchObject({ cost: { amount: 0.4321 } });
    await store.admin.call('POST /api/admin/finances/costs', { body: cost });
    await store.admin.call('POST /api/proxy', { body: { action: 'services' } });
    for (const client of [viewer, support]) {
      for (const call of ['GET /api/admin/finances', 'GET /api/admin/finances/costs'] as const) {
        expect((await client.ask(call, { query: {} })).body).toMatchObject({ code: 'no_role' });
      }
      const input = { params: { id: order.id } };
      expect((await client.call('GET /api/orders/{id}/api-orders', input))[0]).toMatchObject({ cost: null });
      const [provider] = await client.call('GET /api/admin/providers', {});
      expect(provider?.used.map(({ cost_per_1000 }) => cost_per_1000)).toEqual([null, null]);
      const services = await client.call('GET /api/admin/providers/{id}/services', {
        params: { id: 'default' },
        query: {},
      });
      expect(services.length).toBeGreaterThan(0);
      for (const { cost_per_1000, cost_per_1000_usd, proposed_price_micros, margin_percent } of services) {
        expect([cost_per_1000, cost_per_1000_usd, proposed_price_micros, margin_percent]).toEqual([
          null,
          null,
          null,
          null,
        ]);
      }
      const { scores } = await client.call('GET /api/admin/provider-scores', { query: {} });
      expect(scores.length).toBeGreaterThan(0);
      expect(scores.every(({ cost_per_delivered_1000 }) => cost_per_delivered_1000 === null)).toBe(true);
      const entries = await client.call('GET /api/admin/audit', { query: { search: 'cost.added' } });
      expect(entries.length).toBeGreaterThan(0);
      expect(entries.map(({ details }) => details)).toEqual(entries.map(() => ({})));
      const [test] = await client.call('GET /api/admin/provider-tests', { query: {} });
      expect(test?.words).toBe('***');
      const { provider: spent } = await client.call('GET /api/admin/spending', {});
      expect([spent.hour.used, spent.day.used]).toEqual([null, null]);
      const query = { period: 'daily', language: 'en' } as const;
      expect((await client.call('GET /api/admin/mails/digest', { query })).text).not.toContain('Kept');
      expect((await store.admin.call('GET /api/admin/mails/digest', { query })).text).toContain('Kept');
    }
    await end(id, 'Completed', 0);
  });

  test('D-95: a key reads the figures with figures:read, and changes nothing', async () => {
    const { key } = await store.admin.call('POST /api/admin/api-keys', {
      body: { name: 'Figures', scopes: ['figures:read'], expiresInDays: null },
    });
    const program = store.as(key);
    expect((await program.call('GET /api/admin/finances', { query: {} })).columns).toHaveLength(6);
    const { status } = await program.ask('POST /api/admin/finances/costs', { body: cost });
    expect(status).toBe(403);
  });
});
