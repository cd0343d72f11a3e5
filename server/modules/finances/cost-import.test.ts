// Imports of costs beside saved ones, and in other currencies.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startStore, type TestStore } from '../../../tests/support/store.ts';
import { pairWithSaved } from './cost-import.service.ts';

let store: TestStore;
beforeAll(async () => {
  store = await startStore();
});
afterAll(() => store.stop());
beforeEach(async () => {
  await store.db.database.pool.query('delete from other_costs');
});

const send = (body: object) => store.admin.call('POST /api/admin/finances/costs/import', { body: body as never });
const columns = { day: 0, amount: 1, source: 2, note: 3, kind: null, currency: null };
const file = (...lines: string[]) => ['Date,Spend,Platform,Campaign', ...lines].join('\n');
const save = (text: string, change: object = {}) => send({ file: text, columns, save: true, ...change });
const saved = async () =>
  (await store.admin.call('GET /api/admin/finances/costs', { query: { limit: 100 } }))
    .map(({ day, amount, currency, note }) => `${day.slice(8)} ${amount} ${currency} ${note}`.trim())
    .sort();

describe('a line beside a saved cost', () => {
  test('D-99: a corrected amount is a warning, and saved only after a choice', async () => {
    await save(file('2026-03-01,10.00,google,', '2026-03-02,20.00,google,'));
    const corrected = file('2026-03-01,10.00,google,', '2026-03-02,25.00,google,');
    const preview = await send({ file: corrected });
    expect(preview).toMatchObject({ added: 1, known: 1, refused: 0, beside: 1, saved: false });
    expect(preview.saved_costs).toEqual([
      {
        line: 3,
        day: '2026-03-02',
        kind: 'ads',
        source: 'google',
        amount: 25,
        currency: 'USD',
        saved_amount: 20,
        saved_currency: 'USD',
      },
    ]);
    expect(await save(corrected)).toMatchObject({ saved: false, beside: 1 });
    expect(await saved()).toEqual(['01 10 USD', '02 20 USD']);
    expect(await save(corrected, { beside_saved: 'replace' })).toMatchObject({ saved: true, added: 1, known: 1 });
    expect(await saved()).toEqual(['01 10 USD', '02 25 USD']);
    // The same file again changes nothing, and needs no choice.
    expect(await save(corrected)).toMatchObject({ saved: true, added: 0, known: 2, beside: 0 });
    expect(await saved()).toEqual(['01 10 USD', '02 25 USD']);
    const { rows } = await store.db.database.pool.query(
      "select details from audit_log where action = 'costs.imported' order by id desc limit 1",
    );
    expect(rows[0]?.details).toMatchObject({ count: 1, replaced: 1, amounts: ['25.00 USD'] });
  });

  test('D-99: can be added as a further cost; a cost that was typed is found too', async () => {
    const typed = { day: '2026-03-02', kind: 'ads' as const, source: 'google', amount: 20, currency: 'USD', note: '' };
    await store.admin.call('POST /api/admin/finances/costs', { body: typed });
    const text = file('2026-03-02,20.00,google,');
    expect(await send({ file: text })).toMatchObject({ beside: 1 });
    expect(await save(text, { beside_saved: 'add' })).toMatchObject({ saved: true, added: 1 });
    expect(await saved()).toEqual(['02 20 USD', '02 20 USD']);
  });

  test('D-99: of several lines of a day each is compared with its own note first', async () => {
    await save(file('2026-03-02,10.00,google,spring', '2026-03-02,20.00,google,summer'));
    const corrected = file(
      '2026-03-02,10.00,google,spring',
      '2026-03-02,30.00,google,summer',
      '2026-03-02,5.00,google,new',
    );
    expect(await send({ file: corrected })).toMatchObject({ added: 2, known: 1, beside: 1 });
    await save(corrected, { beside_saved: 'replace' });
    expect(await saved()).toEqual(['02 10 USD spring', '02 30 USD summer', '02 5 USD new']);
  });

  test('D-99: another source, another kind and a deleted cost are not beside it', async () => {
    await save(file('2026-03-02,10.00,google,', '2026-03-03,10.00,google,'));
    const [deleted] = await store.admin.call('GET /api/admin/finances/costs', { query: {} });
    await store.admin.call('DELETE /api/admin/finances/costs/{id}', { params: { id: deleted?.id ?? '' } });
    expect(await send({ file: file('2026-03-02,11.00,bing,', '2026-03-03,11.00,google,') })).toMatchObject({
      beside: 0,
    });
    expect(await send({ file: file('2026-03-02,11.00,,'), columns, kind: 'hosting' })).toMatchObject({ beside: 0 });
  });

  test('D-99: of two imports of one corrected file at once, the cost is replaced once', async () => {
    await save(file('2026-03-02,10.00,google,'));
    const corrected = file('2026-03-02,15.00,google,');
    const both = await Promise.all([1, 2].map(() => save(corrected, { beside_saved: 'replace' })));
    expect(both.map(({ added }) => added).sort()).toEqual([0, 1]);
    expect(await saved()).toEqual(['02 15 USD']);
  });
});

describe('a file in another currency', () => {
  test('D-99: is imported in it, by column, sign or heading', async () => {
    const text = 'day,amount,currency\n2026-03-01,5,EUR\n2026-03-02,"R$ 6,50",\n2026-03-03,$7,CAD\n';
    expect(await send({ file: text })).toMatchObject({ added: 3, refused: 0 });
    await send({ file: text, columns: { ...columns, source: null, note: null, currency: 2 }, save: true });
    expect(await saved()).toEqual(['01 5 EUR', '02 6.5 BRL', '03 7 CAD']);
    const { preview } = await send({ file: 'Day,Amount spent (GBP)\n2026-03-04,8.00\n' });
    expect(preview[0]).toMatchObject({ amount: 8, currency: 'GBP' });
  });

  test('D-99: a currency that is none is refused, until it has a rate', async () => {
    const text = 'day,amount,currency\n2026-03-01,5,COINS\n';
    const { problems } = await send({ file: text });
    expect(problems.map(({ code, params }) => [code, params])).toEqual([
      ['cost_currency_unknown', { currency: 'COINS' }],
    ]);
    await store.admin.call('POST /api/admin/finances/rates', {
      body: { currency: 'COINS', day: '2026-01-01', usd: 0.1 },
    });
    expect(await send({ file: text })).toMatchObject({ refused: 0, preview: [{ amount: 5, currency: 'COINS' }] });
  });
});

test('D-99: no saved cost is beside two lines', () => {
  const subject = { day: '2026-03-02', kind: 'ads' as const, source: null };
  const line = (at: number, note: string) => ({
    line: at,
    importKey: `${at}`,
    cost: { ...subject, amountCents: at, currency: 'USD', note },
  });
  const cost = { ...subject, id: 'a', amountCents: 9, currency: 'USD', note: 'b' };
  expect(pairWithSaved([line(2, 'a'), line(3, 'b')], [cost]).map(({ line: at }) => at)).toEqual([3]);
});
