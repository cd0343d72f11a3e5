// D-60, D-103: a program that knows only the catalog buys at the right price.
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AnswerFor } from '../../contract/index.ts';
import { roundings } from '../../contract/offers.ts';
import { aLink } from '../../tests/support/orders.ts';
import { type SettingsInput, settingsSteps } from '../../tests/support/settings-steps.ts';
import { startStore, type TestStore } from '../../tests/support/store.ts';

let store: TestStore;
beforeAll(async () => {
  store = await startStore();
});
afterAll(() => store.stop());

const { save } = settingsSteps(() => store);
type Catalog = AnswerFor<'GET /api/catalog'>;
type CatalogOffer = Catalog['offers'][number];
const read = () => store.visitor.call('GET /api/catalog', {});
const offersOf = async () => Object.fromEntries((await read()).offers.map((offer) => [offer.id, offer]));
const savedAs = async (change: (input: SettingsInput) => void) =>
  expect(await save(change)).toMatchObject({ status: 200 });

describe('the catalog', () => {
  test('D-60: is public, and has the limits, tiers, packages and prices of what is on sale', async () => {
    const { offers, ...around } = await read();
    expect(around).toEqual({
      version: 1,
      open: true,
      currency: 'USD',
      max_links: 5,
      price_rule: {
        unit: 'cents',
        factors: ['quantity', 'unit_price_micros', 'percent'],
        divisor: 1_000_000,
        rounding: 'half_up',
      },
    });
    expect(offers.map(({ id, category }) => [id, category])).toEqual([
      ['instagram-likes', 'Likes'],
      ['instagram-views', 'Views'],
    ]);
    expect(offers[0]).toEqual({
      id: 'instagram-likes',
      platform: 'instagram',
      action: 'likes',
      category: 'Likes',
      link_rule: 'instagram-post',
      names: { en: 'Instagram likes', pt: 'Curtidas no Instagram' },
      texts: { en: expect.any(String), pt: expect.any(String) },
      unit_price_micros: 6_000,
      tiers: [
        { from_quantity: 5_000, percent: 90 },
        { from_quantity: 10_000, percent: 80 },
        { from_quantity: 20_000, percent: 70 },
        { from_quantity: 30_000, percent: 60 },
      ],
      min_quantity: 500,
      max_quantity: 30_000,
      step_quantity: 50,
      default_quantity: 500,
      price_ending: { step: 1, ending: 0 },
      packages: [500, 1_000, 2_500, 5_000, 10_000, 20_000, 30_000],
      guarantee_days: 30,
      paused: false,
      pause_texts: { en: '', pt: '' },
    });
  });

  test('D-60: is kept by clients, and is not sent again while it is the same', async () => {
    const first = await store.raw('/api/catalog');
    expect(first.headers.get('cache-control')).toBe('public, no-cache');
    const etag = first.headers.get('etag') ?? '';
    const ask = async () => store.raw('/api/catalog', { headers: { 'if-none-match': etag } });
    const again = await ask();
    expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', etag]);
    // RFC 9110: of the answer that the client has, or none.
    expect(again.headers.get('content-length')).toBeNull();
    await savedAs((input) => {
      input.guarantee_days = { Likes: 60, Views: 30 };
    });
    const changed = await ask();
    expect(changed.status).toBe(200);
    expect(changed.headers.get('etag')).not.toBe(etag);
    expect((await offersOf())['instagram-likes']).toMatchObject({ guarantee_days: 60 });
  });

  test('D-60: names the pauses; an offer that is off is not in it', async () => {
    await savedAs((input) => {
      input.selling = {
        Likes: { paused: true, banner: { en: 'Back on Monday.', pt: 'Voltam na segunda.' } },
        Views: { paused: false, banner: { en: '', pt: '' } },
      };
    });
    const paused = { paused: true, pause_texts: { en: 'Back on Monday.', pt: 'Voltam na segunda.' } };
    expect(await offersOf()).toMatchObject({ 'instagram-likes': paused, 'instagram-views': { paused: false } });
    await savedAs((input) => {
      input.offers = [{ id: 'instagram-likes', on: false, paused: false }];
    });
    expect(Object.keys(await offersOf())).toEqual(['instagram-views']);
    await savedAs((input) => {
      input.offers = [{ id: 'instagram-likes', on: true }];
    });
    await store.admin.call('PUT /api/admin/checkout-pause', { body: { paused: true } });
    expect(await read()).toMatchObject({ open: false });
    await store.admin.call('PUT /api/admin/checkout-pause', { body: { paused: false } });
    expect(await read()).toMatchObject({ open: true });
  });
});

/** What a program computes that knows only the catalog and the sentence of docs/api.md, in whole numbers. */
function priceOf({ price_rule }: Catalog, offer: CatalogOffer, quantity: number): bigint {
  const percent = offer.tiers.findLast(({ from_quantity }) => quantity >= from_quantity)?.percent ?? 100;
  const divisor = BigInt(price_rule.divisor);
  let cents = (BigInt(quantity) * BigInt(offer.unit_price_micros) * BigInt(percent) + divisor / 2n) / divisor;
  const { step, ending } = offer.price_ending;
  while (cents % BigInt(step) !== BigInt(ending)) cents += 1n;
  return cents;
}

async function buy(catalog: Catalog, offer: CatalogOffer, quantity: number): Promise<void> {
  const cents = Number(priceOf(catalog, offer, quantity));
  const body = {
    email: 'program@example.com',
    post_links: [aLink()],
    offer: offer.id,
    quantity,
    price: cents / 100,
  };
  const { status, body: answer } = await store.visitor.ask('POST /api/create-order', { body });
  expect([status, answer], `${offer.id} ${quantity} at ${cents}`).toMatchObject([200, { status: 'success' }]);
  const order = await store.admin.call('GET /api/orders/{id}', { params: { id: answer.orderId } });
  expect(order).toMatchObject({ category: offer.category, quantity, amount: cents / 100 });
}

describe('a program that knows only the catalog', () => {
  const terms = (grid: { step: number; steps: number }) =>
    fc
      .record({
        unit_price_micros: fc.integer({ min: 1_000, max: 1_000_000 }),
        min_quantity: fc.integer({ min: 50, max: 2_000 }),
        step_quantity: fc.constant(grid.step),
        rounding: fc.constantFrom(...roundings),
        tiers: fc.uniqueArray(fc.tuple(fc.integer({ min: 1, max: grid.steps }), fc.integer({ min: 1, max: 60 })), {
          maxLength: 6,
          selector: ([at]) => at,
        }),
        picks: fc.array(fc.integer({ min: 0, max: grid.steps }), { minLength: 3, maxLength: 3 }),
      })
      .map(({ tiers, picks, ...offer }) => {
        const at = (steps: number) => offer.min_quantity + steps * grid.step;
        const starts = tiers.map(([start]) => start).sort((a, b) => a - b);
        const percents = [...new Set(tiers.map(([, percent]) => percent))].sort((a, b) => a - b);
        const packages = [...new Set(picks.map(at))].sort((a, b) => a - b);
        return {
          ...offer,
          max_quantity: at(grid.steps),
          default_quantity: packages[0] ?? at(0),
          packages,
          tiers: percents.map((discount_percent, nth) => ({ from_quantity: at(starts[nth] ?? 1), discount_percent })),
        };
      });

  test('D-60, D-103, D-106: buys every quantity on sale at the price that it computes, whatever the offers are', async () => {
    await savedAs((input) => {
      if (input.spending_caps) input.spending_caps.price_cut = null;
    });
    await fc.assert(
      fc.asyncProperty(
        terms({ step: 50, steps: 400 }),
        terms({ step: 7, steps: 2_000 }),
        fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 4, maxLength: 4 }),
        async (likes, views, shares) => {
          await savedAs((input) => {
            input.offers = [
              { id: 'instagram-likes', ...likes },
              { id: 'instagram-views', ...views },
            ];
          });
          const catalog = await read();
          for (const offer of catalog.offers) {
            const steps = (offer.max_quantity - offer.min_quantity) / offer.step_quantity;
            const some = shares.map((share) => offer.min_quantity + Math.round(share * steps) * offer.step_quantity);
            const edges = [
              offer.min_quantity,
              offer.max_quantity,
              ...offer.tiers.map(({ from_quantity }) => from_quantity),
            ];
            for (const quantity of [...some, ...edges, ...offer.packages]) await buy(catalog, offer, quantity);
          }
        },
      ),
      { numRuns: 12, seed: 55 },
    );
  });

  test('D-103: is refused a quantity off the grid, and a price that it did not compute', async () => {
    const catalog = await read();
    const [offer] = catalog.offers as [CatalogOffer];
    const order = (quantity: number, cents: number) =>
      store.visitor.ask('POST /api/create-order', {
        body: { email: 'program@example.com', post_links: [aLink()], offer: offer.id, quantity, price: cents / 100 },
      });
    const off = offer.min_quantity + 1;
    expect(await order(off, Number(priceOf(catalog, offer, off)))).toMatchObject({
      status: 400,
      body: { reason: 'quantity_not_for_sale' },
    });
    const right = Number(priceOf(catalog, offer, offer.min_quantity));
    expect(await order(offer.min_quantity, right + 1)).toMatchObject({ status: 400, body: { code: 'price_changed' } });
  });
});
