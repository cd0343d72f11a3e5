// The tax report through the contract: rows, rates, file, and who sees it.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { paidOrder } from '../../../tests/support/orders.ts';
import { startStore, type TestStore } from '../../../tests/support/store.ts';
import { parseCsvFile } from '../../platform/csv.ts';

let store: TestStore;
beforeAll(async () => {
  store = await startStore();
});
afterAll(() => store.stop());

const sql = async (text: string, ...values: unknown[]) => (await store.db.database.pool.query(text, values)).rows;
const spring = { from: '2026-01', to: '2026-03' };
const report = (query = spring) => store.admin.call('GET /api/admin/finances/tax', { query });
const rates = () => store.admin.call('GET /api/admin/finances/tax-rates', {});
const rate = (country_code: string, percent: number, valid_from: string) => ({ country_code, percent, valid_from });
const addRate = (body: ReturnType<typeof rate>) => store.admin.call('POST /api/admin/finances/tax-rates', { body });

async function paidOn(day: string, country: string | null): Promise<string> {
  const { id } = await paidOrder(store);
  await sql('update orders set paid_at = $2, network_country = $3 where id = $1', id, `${day}T12:00:00Z`, country);
  return id;
}

describe('the report', () => {
  test('D-96: of months without payments has no rows', async () => {
    const { rows, total } = await report();
    expect(rows).toEqual([]);
    expect(total).toEqual({
      orders: 0,
      sales: 0,
      refunds: 0,
      disputes: 0,
      net_sales: 0,
      tax: 0,
      net_without_tax: 0,
      without_rate: 0,
    });
  });

  test('D-96: what has no country or no rate is a row of its own', async () => {
    await paidOn('2026-01-10', null);
    await paidOn('2026-01-11', 'Portugal');
    const { rows, total } = await report();
    const none = { card_country: null, card_country_code: null, rate: null, orders: 1, net_sales: 3, tax: 0 };
    expect(rows).toMatchObject([
      { month: '2026-01', country: 'Portugal', country_code: 'PT', ...none },
      { month: '2026-01', country: null, country_code: null, ...none },
    ]);
    expect(total).toMatchObject({ orders: 2, sales: 6, net_sales: 6, tax: 0, net_without_tax: 6, without_rate: 6 });
  });

  test('D-96: a rate that changes within a month gives two rows, each with the tax that its net includes', async () => {
    await addRate(rate('PT', 23, '2020-01-01'));
    await addRate(rate('pt', 6.5, '2026-01-20'));
    await paidOn('2026-01-19', 'Portugal');
    await paidOn('2026-01-20', 'Portugal');
    const { rows, total } = await report();
    expect(rows).toMatchObject([
      // 3.00 x 6.5 / 106.5 is 0.183.
      { country: 'Portugal', rate: 6.5, orders: 1, tax: 0.18, net_without_tax: 2.82 },
      // 6.00 x 23 / 123 is 1.122.
      { country: 'Portugal', rate: 23, orders: 2, tax: 1.12, net_without_tax: 4.88 },
      { country: null, rate: null },
    ]);
    expect(total).toMatchObject({ orders: 4, tax: 1.3, net_without_tax: 10.7, without_rate: 3 });
  });

  test('D-96: refunds and disputes lower the month of the payment', async () => {
    const [refunded, disputed] = [await paidOn('2026-02-01', 'Brazil'), await paidOn('2026-02-28', 'Brazil')];
    await sql('update orders set refunded_cents = 100 where id = $1', refunded);
    await sql("update orders set payment_status = 'disputed' where id = $1", disputed);
    const { rows } = await report({ from: '2026-02', to: '2026-02' });
    expect(rows).toMatchObject([{ orders: 2, sales: 6, refunds: 1, disputes: 3, net_sales: 2 }]);
    await sql("update orders set payment_status = 'paid' where id = $1", disputed);
    expect((await report({ from: '2026-02', to: '2026-02' })).rows).toMatchObject([{ disputes: 0, net_sales: 5 }]);
  });

  test.each([
    ['of 25 months', '2024-01', '2026-01'],
    ['that ends before it begins', '2026-02', '2026-01'],
  ])('D-96: %s is refused with a sentence', async (_, from, to) => {
    const refusal = { status: 400, body: { code: 'invalid_input', reason: 'tax_months_range', field: 'to' } };
    expect(await store.admin.ask('GET /api/admin/finances/tax', { query: { from, to } })).toMatchObject(refusal);
    const file = await store.admin.ask('POST /api/admin/finances/tax/export', { body: { from, to } });
    expect(file).toMatchObject(refusal);
    expect(file.body.message).toBe('A tax report has 1 to 24 months. The first month comes first.');
  });

  test.each([
    { from: '2026-13', to: '2026-01' },
    { from: '2026-1', to: '2026-01' },
    { from: '1999-12', to: '2026-01' },
  ])('D-96: %j is refused', async (query) => {
    const { status, body } = await store.admin.ask('GET /api/admin/finances/tax', { query });
    expect({ status, code: body.code, field: body.field }).toEqual({
      status: 400,
      code: 'invalid_input',
      field: 'from',
    });
  });

  test('D-96: totals that differ from the orders are rebuilt at night', async () => {
    const before = await report();
    await store.app.jobHandlers.fold_counts({});
    expect(await report()).toEqual(before);
    await sql('update tax_days set sales_cents = sales_cents + 1000');
    expect(await report()).not.toEqual(before);
    await store.app.jobHandlers.verify_finances({});
    expect(await report()).toEqual(before);
  });
});

describe('the rates', () => {
  test.each([
    ['country_code', 'tax_country_unknown', { country_code: 'XX' }],
    ['country_code', 'tax_country_unknown', { country_code: 'EU' }],
    ['country_code', 'tax_country_unknown', { country_code: 'YU' }],
    ['country_code', undefined, { country_code: 'Portugal' }],
    ['percent', 'tax_percent_range', { percent: -0.01 }],
    ['percent', 'tax_percent_range', { percent: 100.01 }],
    ['percent', 'tax_percent_range', { percent: 8.125 }],
    ['valid_from', undefined, { valid_from: '2026-02-30' }],
    ['valid_from', undefined, { valid_from: '1999-12-31' }],
  ])('D-96: a wrong %s is refused (%s)', async (field, reason, change) => {
    const body = { ...rate('DE', 19, '2026-01-01'), ...change };
    const answer = await store.admin.ask('POST /api/admin/finances/tax-rates', { body });
    expect({ status: answer.status, code: answer.body.code, field: answer.body.field }).toEqual({
      status: 400,
      code: 'invalid_input',
      field,
    });
    if (reason) expect(answer.body).toMatchObject({ reason, message: expect.stringMatching(/^.{20,}\.$/) });
  });

  test('D-96: a country has one rate from a day on, also of two that arrive at once', async () => {
    const answers = await Promise.all(
      [7, 19].map((percent) =>
        store.admin.ask('POST /api/admin/finances/tax-rates', { body: rate('DE', percent, '2026-01-01') }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
      code: 'conflict',
      reason: 'tax_rate_twice',
      message: 'Germany has a rate from 2026-01-01 already. Change that one.',
    });
    const { id } = await addRate(rate('DE', 16, '2026-07-01'));
    const twice = { params: { id }, body: rate('DE', 16, '2026-01-01') };
    expect((await store.admin.ask('PUT /api/admin/finances/tax-rates/{id}', twice)).status).toBe(409);
    const own = { params: { id }, body: rate('DE', 100, '2026-07-01') };
    expect(await store.admin.call('PUT /api/admin/finances/tax-rates/{id}', own)).toMatchObject({ percent: 100 });
  });

  test('D-96: are listed by country, the newest first, and each change is in the audit log', async () => {
    const germany = (await rates()).filter(({ country_code }) => country_code === 'DE');
    expect(germany.map(({ valid_from, country }) => [valid_from, country])).toEqual([
      ['2026-07-01', 'Germany'],
      ['2026-01-01', 'Germany'],
    ]);
    const params = { id: germany[0]?.id ?? '' };
    await store.admin.call('DELETE /api/admin/finances/tax-rates/{id}', { params });
    expect((await store.admin.ask('DELETE /api/admin/finances/tax-rates/{id}', { params })).status).toBe(404);
    const body = rate('DE', 1, '2030-01-01');
    expect((await store.admin.ask('PUT /api/admin/finances/tax-rates/{id}', { params, body })).status).toBe(404);
    const actions = await sql("select action from audit_log where action like 'tax_rate.%' order by id desc limit 3");
    expect(actions.map(({ action }) => action)).toEqual(['tax_rate.deleted', 'tax_rate.changed', 'tax_rate.added']);
  });

  test('D-96: 0 percent is a rate', async () => {
    await addRate(rate('BR', 0, '2026-01-01'));
    const { rows } = await report({ from: '2026-02', to: '2026-02' });
    expect(rows).toMatchObject([{ country: 'Brazil', rate: 0, tax: 0, net_without_tax: 5 }]);
  });

  test('D-96: at most 1,000 are kept', async () => {
    await sql(`insert into tax_rates (id, country_code, hundredths, valid_from, created_at, updated_at)
      select gen_random_uuid(), 'FR', 2000, date '2000-01-01' + n, now(), now() from generate_series(1, 1000) n`);
    const body = rate('IT', 22, '2026-01-01');
    const full = await store.admin.ask('POST /api/admin/finances/tax-rates', { body });
    expect(full).toMatchObject({ status: 409, body: { reason: 'tax_rates_full' } });
    await sql("delete from tax_rates where country_code = 'FR'");
  });
});

describe('the file', () => {
  const download = async (suffix = '') => {
    const { path } = await store.admin.call('POST /api/admin/finances/tax/export', { body: spring });
    return store.raw(`${path}${suffix}`);
  };

  test('D-96: has the rows of the report, and their sum', async () => {
    const response = await download();
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="tax.csv"');
    const bytes = Buffer.from(await response.arrayBuffer());
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const [head, ...lines] = parseCsvFile(bytes.toString()).rows.map(({ cells }) => cells);
    expect(head).toEqual([
      ...['month', 'country', 'country_code', 'card_country', 'card_country_code', 'rate_percent', 'orders', 'sales'],
      ...['refunds', 'disputes', 'net_sales', 'tax', 'net_without_tax', 'currency', 'time_zone'],
    ]);
    const { rows, total } = await report();
    expect(lines).toHaveLength(rows.length);
    expect(lines.map((cells) => cells.slice(0, 7))).toEqual([
      ['2026-01', 'Portugal', 'PT', 'Unknown', '', '6.50', '1'],
      ['2026-01', 'Portugal', 'PT', 'Unknown', '', '23.00', '2'],
      ['2026-01', 'Unknown', '', 'Unknown', '', 'no rate', '1'],
      ['2026-02', 'Brazil', 'BR', 'Unknown', '', '0.00', '2'],
    ]);
    const sum = (column: number) =>
      lines.reduce((all, cells) => all + Math.round(Number(cells[column]) * 100), 0) / 100;
    expect([sum(7), sum(8), sum(9), sum(10), sum(11), sum(12)]).toEqual([
      ...[total.sales, total.refunds, total.disputes, total.net_sales, total.tax, total.net_without_tax],
    ]);
  });

  test('D-96: has a decimal comma and semicolons on request', async () => {
    const [, first] = (await (await download('&decimal=comma')).text()).split('\r\n');
    expect(first).toBe('2026-01;Portugal;PT;Unknown;;6,50;1;3,00;0,00;0,00;3,00;0,18;2,82;USD;UTC');
  });

  test('D-96: opens with a ticket only, and is in the audit log', async () => {
    expect((await store.raw('/api/admin/tax.csv')).status).toBe(401);
    expect((await download('x')).status).toBe(401);
    const [entry] = await sql("select details from audit_log where action = 'tax.exported' order by id desc limit 1");
    expect(entry.details).toEqual(spring);
  });
});

describe('who sees it', () => {
  test('D-96: viewer and support see nothing of it', async () => {
    const { id } = (await rates())[0] ?? { id: '' };
    for (const role of ['viewer', 'support'] as const) {
      const account = { email: `${role}@shop.example`, password: 'a password of this role' };
      await store.admin.call('POST /api/admin/admins', { body: { ...account, role } });
      const client = store.as((await store.visitor.call('POST /api/admin/login', { body: account })).token);
      const body = rate('PL', 23, '2026-01-01');
      const answers = [
        await client.ask('GET /api/admin/finances/tax', { query: spring }),
        await client.ask('POST /api/admin/finances/tax/export', { body: spring }),
        await client.ask('GET /api/admin/finances/tax-rates', {}),
        await client.ask('POST /api/admin/finances/tax-rates', { body }),
        await client.ask('PUT /api/admin/finances/tax-rates/{id}', { params: { id }, body }),
        await client.ask('DELETE /api/admin/finances/tax-rates/{id}', { params: { id } }),
      ];
      expect(answers.map(({ status, body: { code } }) => [status, code])).toEqual(answers.map(() => [403, 'no_role']));
      const entries = await client.call('GET /api/admin/audit', { query: { search: 'tax' } });
      expect(entries.length).toBeGreaterThan(0);
      expect(entries.map(({ details }) => details)).toEqual(entries.map(() => ({})));
    }
  });

  test('D-96: a key reads it with figures:read, and changes nothing', async () => {
    const { key } = await store.admin.call('POST /api/admin/api-keys', {
      body: { name: 'Tax', scopes: ['figures:read'], expiresInDays: null },
    });
    const program = store.as(key);
    expect((await program.call('GET /api/admin/finances/tax', { query: spring })).rows).toHaveLength(4);
    expect((await program.call('GET /api/admin/finances/tax-rates', {})).length).toBeGreaterThan(0);
    const body = rate('PL', 23, '2026-01-01');
    expect((await program.ask('POST /api/admin/finances/tax-rates', { body })).status).toBe(403);
    expect((await program.ask('POST /api/admin/finances/tax/export', { body: spring })).status).toBe(403);
  });
});
