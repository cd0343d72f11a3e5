// What an order records of its buyer's consent and network, as its evidence returns it.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { orderBody, placeOrder } from '../../../tests/support/orders.ts';
import { refundSteps } from '../../../tests/support/refund-steps.ts';
import { settingsSteps } from '../../../tests/support/settings-steps.ts';
import { startStore, type TestStore } from '../../../tests/support/store.ts';
import { transferSteps } from '../../../tests/support/transfer-steps.ts';

let store: TestStore;
beforeAll(async () => {
  store = await startStore({ TRUST_PROXY: '1' });
});
afterAll(() => store.stop());

const { proveAgain } = refundSteps(() => store);
const { save } = settingsSteps(() => store);
const read = (id: string) => store.admin.call('GET /api/admin/orders/{id}/evidence', { params: { id } });
const rows = async (sql: string, ...values: unknown[]) => (await store.db.database.pool.query(sql, values)).rows;

async function ordered(headers: Record<string, string> = {}, language: 'en' | 'pt' = 'en'): Promise<string> {
  const body = { ...orderBody(), language };
  return (await store.visitor.ask('POST /api/create-order', { body }, headers)).body.orderId;
}

describe('the accepted terms', () => {
  test('D-101: are those of a store with transfers while one takes them', async () => {
    const termsOf = async (language: 'en' | 'pt') => (await read(await ordered({}, language))).terms?.texts?.terms;
    const cardsOnly = await termsOf('en');
    await proveAgain();
    await transferSteps(() => store).turnOn();
    const [english, portuguese] = [await termsOf('en'), await termsOf('pt')];
    await store.admin.call('PUT /api/admin/payment-methods/{method}', {
      params: { method: 'manual' },
      body: { is_on: false, titles: {}, minimum: null, maximum: null, hidden_countries: [] },
    });
    expect(cardsOnly).toContain('You pay by card');
    expect(english).toContain('or by transfer');
    expect(portuguese).toContain('ou por transferência');
    expect(await termsOf('en')).toBe(cardsOnly);
  });

  test('are those in force at the time of the order, in its language, also after they were changed', async () => {
    const before = await ordered();
    const set = (text: string) =>
      save((input) => {
        input.legal.terms.en = text;
      });
    await proveAgain();
    expect((await set('# Rules\n\nBe kind to {name}.')).status).toBe(200);
    const own = await ordered();
    const portuguese = await ordered({}, 'pt');
    await save((input) => {
      input.name = 'Another name';
    });
    const later = await ordered();

    const [first, second, third, fourth] = [
      (await read(before)).terms,
      (await read(own)).terms,
      (await read(later)).terms,
      (await read(portuguese)).terms,
    ];
    expect(first?.version).toBe(1);
    expect(first?.texts?.terms).toContain('# What you buy\n\nYou buy a number of likes or views');
    expect(first?.texts?.refunds).toContain('# When you get money back');
    expect(JSON.stringify(first?.texts)).not.toMatch(/\{\w+\}/);
    expect(second).toMatchObject({
      version: 2,
      texts: { terms: expect.stringMatching(/^Likes and views lost within .+\n\n# Rules\n\nBe kind to .+\.$/) },
    });
    expect(second?.hash).toMatch(/^[0-9a-f]{64}$/);
    // A change of the name brings another wording, and no other version of the terms.
    expect(third).toMatchObject({
      version: 2,
      texts: { terms: expect.stringMatching(/# Rules\n\nBe kind to Another name\.$/) },
    });
    expect(third?.hash).not.toBe(second?.hash);
    expect(fourth?.texts?.terms).toContain('O que você compra');
    const [order] = await rows('select terms_version from orders where id = $1', later);
    expect(order).toEqual({ terms_version: 3 });
  });

  test('each wording is stored once', async () => {
    const [one, other] = [await ordered(), await ordered()];
    const found = await rows(
      'select from accepted_terms where hash in (select terms_hash from orders where id = any($1))',
      [one, other],
    );
    expect(found).toHaveLength(1);
  });

  test('an order of a version that recorded nothing has none', async () => {
    const { id } = await placeOrder(store);
    await rows('update orders set terms_version = null, terms_hash = null where id = $1', id);
    const { terms, order } = await read(id);
    expect({ terms, country: order.network_country }).toEqual({ terms: null, country: null });
  });
});

test('A-64: the country of the network is recorded, and nothing else of the address', async () => {
  const id = await ordered({ 'x-forwarded-for': '200.160.2.3' });
  const evidence = await read(id);
  expect(evidence.order.network_country).toBe('Brazil');
  expect(JSON.stringify(evidence)).not.toContain('200.160');
  expect((await read(await ordered())).order.network_country).toBeNull();
});
