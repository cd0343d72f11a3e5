// D-103: the offers of the settings: separate prices, limits and packages, beside the fields that name them by category.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { orderBody } from '../../../tests/support/orders.ts';
import { type SettingsInput, settingsSteps } from '../../../tests/support/settings-steps.ts';
import { startStore, type TestStore } from '../../../tests/support/store.ts';

let store: TestStore;
beforeAll(async () => {
  store = await startStore();
});
afterAll(() => store.stop());

const { inputOf, read, save } = settingsSteps(() => store);
const sql = async (text: string, ...values: unknown[]) => (await store.db.database.pool.query(text, values)).rows;
const newest = async () =>
  (await store.admin.call('GET /api/admin/store-settings/history', { query: { limit: 1 } }))[0];
const order = (change: Parameters<typeof orderBody>[0]) =>
  store.visitor.ask('POST /api/create-order', { body: orderBody(change) });
const offers = async (...changes: NonNullable<SettingsInput['offers']>) => {
  const answer = await save((input) => {
    input.offers = changes;
  });
  expect(answer).toMatchObject({ status: 200 });
  return answer.body;
};
const offerOf = async (id: string) => (await read()).settings.offers.find((offer) => offer.id === id);

// Each test begins with the offers of a new store.
beforeEach(async () => {
  await sql(`insert into store_settings_versions (version, settings, changes, changed_at)
    select (select max(version) + 1 from store_settings_versions), settings, '[]', now()
    from store_settings_versions where version = 1`);
});

describe('a price of its own', () => {
  test('D-103: changes one offer; the base price changes each offer without one', async () => {
    const { settings } = await offers({ id: 'instagram-views', unit_price_micros: 4_000 });
    expect(settings.prices.unit_price_micros).toBe(6_000);
    expect(await newest()).toMatchObject({
      changes: [{ field: 'offers.instagram-views.unit_price_micros', before: '6000', after: '4000' }],
    });
    expect((await order({ category: 'Views', quantity: 5_000, price: 20 })).status).toBe(200);
    expect((await order({ quantity: 500, price: 3 })).status).toBe(200);
    await save((input) => {
      input.prices.unit_price_micros = 7_000;
    });
    expect(await offerOf('instagram-likes')).toMatchObject({ unit_price_micros: 7_000 });
    expect(await offerOf('instagram-views')).toMatchObject({ unit_price_micros: 4_000 });
  });

  test('D-103: is kept where it equals the base price, and taken again by a call of its own', async () => {
    const base = (micros: number) =>
      save((input) => {
        input.prices.unit_price_micros = micros;
        input.offers = undefined;
      });
    await offers({ id: 'instagram-views', unit_price_micros: 8_000 });
    expect((await base(8_000)).body.settings.offers).toMatchObject([{ own_price: false }, { own_price: true }]);
    expect((await base(6_000)).status).toBe(200);
    expect(await offerOf('instagram-views')).toMatchObject({ own_price: true, unit_price_micros: 8_000 });
    await offers({ id: 'instagram-views', own_price: false });
    expect(await newest()).toMatchObject({
      changes: [{ field: 'offers.instagram-views.unit_price_micros', before: '8000', after: '6000' }],
    });
    await offers({ id: 'instagram-views', own_price: true });
    expect(await newest()).toMatchObject({
      changes: [{ field: 'offers.instagram-views.own_price', before: 'false', after: 'true' }],
    });
    await offers({ id: 'instagram-views', own_price: false });
    expect(await offerOf('instagram-views')).toMatchObject({ own_price: false, unit_price_micros: 6_000 });
  });

  test('D-103: beside another base price, a price as it is saved is refused', async () => {
    const answer = await save((input) => {
      input.prices.unit_price_micros = 7_000;
      input.offers = [{ id: 'instagram-views', unit_price_micros: 6_000 }];
    });
    expect(answer).toMatchObject({ status: 400, body: { field: 'offers.instagram-views.unit_price_micros' } });
    expect(await offerOf('instagram-views')).toMatchObject({ unit_price_micros: 6_000 });
  });

  test('D-80, D-103: is asked about like the base price, and its return is not', async () => {
    const put = async (micros: number, restores?: number) => {
      const before = await read();
      const settings = { ...inputOf(before), offers: [{ id: 'instagram-views', unit_price_micros: micros }] };
      const body = { version: before.version, settings, ...(restores ? { restores } : {}) };
      return store.admin.ask('PUT /api/admin/store-settings', { body });
    };
    const question = await put(12_000);
    expect(question).toMatchObject({ status: 409, body: { code: 'price_change_large' } });
    expect(question.body.packages).toHaveLength(3);
    expect(question.body.packages).toMatchObject([{ category: 'Views', quantity: 500, before: 3, after: 6 }, {}, {}]);
    const { version } = await read();
    await offers({ id: 'instagram-views', unit_price_micros: 12_000 });
    expect((await put(6_000)).status).toBe(409);
    expect((await put(6_000, version)).status).toBe(200);
  });

  test('D-80, D-103: may not fall by more than the limit in a day', async () => {
    await store.admin.call('POST /api/admin/providers/{id}/look', { params: { id: 'default' } });
    const answer = await save((input) => {
      input.offers = [{ id: 'instagram-views', unit_price_micros: 600 }];
    });
    expect(answer).toMatchObject({ status: 409, body: { code: 'price_cut_too_large' } });
    expect(answer.body.message).toMatch(/Views by 90 %/);
  });
});

describe('limits and packages', () => {
  test('D-103: decide what can be bought, and what a discount starts at', async () => {
    const limits = { min_quantity: 100, max_quantity: 2_000, step_quantity: 100, default_quantity: 200 };
    const tiers = [{ from_quantity: 300, discount_percent: 50 }];
    await offers({ id: 'instagram-likes', ...limits, packages: [100, 300, 2_000], tiers });
    expect((await read()).settings.prices.tiers.Likes).toEqual(tiers);
    expect((await order({ quantity: 300, price: 0.9 })).status).toBe(200);
    for (const quantity of [50, 150, 2_100]) {
      expect(await order({ quantity, price: 1 })).toMatchObject({
        status: 400,
        body: { reason: 'quantity_not_for_sale', field: 'quantity' },
      });
    }
    expect(
      await save((input) => {
        input.prices.tiers.Likes = [{ from_quantity: 350, discount_percent: 50 }];
      }),
    ).toMatchObject({ status: 400, body: { field: 'prices.tiers.Likes.0.from_quantity' } });
    expect(await newest()).toMatchObject({
      changes: [
        { field: 'prices.tiers.Likes', after: 'from 300: 50 % off' },
        { field: 'offers.instagram-likes.min_quantity', before: '500', after: '100' },
        { field: 'offers.instagram-likes.max_quantity', before: '30000', after: '2000' },
        { field: 'offers.instagram-likes.step_quantity', before: '50', after: '100' },
        { field: 'offers.instagram-likes.default_quantity', before: '500', after: '200' },
        { field: 'offers.instagram-likes.packages', after: '100; 300; 2,000' },
      ],
    });
  });

  test('D-103: a new minimum that no service in use accepts for five posts is refused', async () => {
    await store.admin.call('POST /api/admin/providers/{id}/look', { params: { id: 'default' } });
    const limits = { min_quantity: 100, default_quantity: 100, packages: [100], step_quantity: 100 };
    const minimum = async (min: number | null) => {
      await sql('update provider_services set min = $1', min);
      return save((input) => {
        input.offers = [{ id: 'instagram-likes', ...limits }];
      });
    };
    expect(await minimum(100)).toMatchObject({
      status: 400,
      body: {
        field: 'offers.instagram-likes.min_quantity',
        message: expect.stringMatching(/5 links get 20 each.* 500 or more/),
      },
    });
    expect((await minimum(20)).status).toBe(200);
    // What a save does not change is no reason to refuse it.
    expect((await minimum(100)).status).toBe(200);
    await offers({ id: 'instagram-likes', min_quantity: 500, default_quantity: 500, packages: [500] });
    expect((await minimum(null)).status).toBe(200);
  });

  test.each<[string, NonNullable<SettingsInput['offers']>[number], string, RegExp]>([
    [
      'a package off the step',
      { id: 'instagram-likes', packages: [500, 510] },
      'offers.instagram-likes.packages',
      /500 to 30,000 in steps of 50/,
    ],
    [
      'a minimum above the maximum',
      { id: 'instagram-views', min_quantity: 1_000_000, max_quantity: 500 },
      'offers.instagram-views.min_quantity',
      /must be below the largest/,
    ],
    [
      'a first quantity off the grid',
      { id: 'instagram-views', default_quantity: 501 },
      'offers.instagram-views.default_quantity',
      /must be on sale/,
    ],
    [
      'price 0',
      { id: 'instagram-views', unit_price_micros: 0 },
      'offers.instagram-views.unit_price_micros',
      /at least \$0\.001/,
    ],
    ['an offer of another store', { id: 'tiktok-likes', on: true }, 'offers.0.id', /no such offer/],
  ])('D-103: %s is refused at the save, with its sentence', async (_, change, field, sentence) => {
    const answer = await save((input) => {
      input.offers = [change];
    });
    expect(answer).toMatchObject({ status: 400, body: { field, message: expect.stringMatching(sentence) } });
  });
});

describe('beside the fields by category', () => {
  test('D-103: a fact that is changed in both to different values is refused', async () => {
    const contradict = (change: (input: SettingsInput) => void) =>
      save((input) => {
        input.offers = [{ id: 'instagram-likes', unit_price_micros: 7_000, guarantee_days: 10 }];
        change(input);
      });
    expect(
      await contradict((input) => {
        input.prices.unit_price_micros = 8_000;
      }),
    ).toMatchObject({ status: 400, body: { field: 'prices.unit_price_micros' } });
    expect(
      await contradict((input) => {
        input.guarantee_days = { Likes: 20, Views: 30 };
      }),
    ).toMatchObject({ status: 400, body: { field: 'guarantee_days.Likes' } });
    expect((await contradict(() => {})).status).toBe(200);
    expect((await read()).settings).toMatchObject({
      prices: { unit_price_micros: 7_000 },
      guarantee_days: { Likes: 10, Views: 30 },
    });
  });

  test('D-103: an offer that cannot be delivered stays so until it is sold again, by either', async () => {
    await store.admin.call('PUT /api/admin/selling-pause', { body: { category: 'Views', paused: true } });
    const since = (await offerOf('instagram-views'))?.undeliverable_since;
    expect(since).toEqual(expect.any(String));
    await offers({ id: 'instagram-views', names: { en: 'More views', pt: 'Mais visualizações' } });
    expect(await offerOf('instagram-views')).toMatchObject({ undeliverable_since: since, paused: true });
    const { settings } = await offers({ id: 'instagram-views', paused: false });
    expect(settings.selling.Views).toMatchObject({ paused: false, undeliverable_since: null });
  });

  test('D-103: a version is restored with its offers', async () => {
    const { version, settings } = await offers({ id: 'instagram-views', min_quantity: 1_000, packages: [1_000] });
    await offers({ id: 'instagram-views', min_quantity: 500, packages: [500], names: { en: 'Other', pt: 'Outro' } });
    const older = await store.admin.call('GET /api/admin/store-settings/versions/{version}', { params: { version } });
    expect(older.settings.offers).toEqual(settings.offers);
    await save((input) => {
      input.offers = inputOf(older).offers;
    });
    expect((await read()).settings.offers).toEqual(settings.offers);
  });
});

test('D-103: settings that the version before saves keep the limits, and its prices count', async () => {
  await offers({ id: 'instagram-views', unit_price_micros: 4_000, packages: [500] });
  await sql(`insert into store_settings_versions (version, settings, changes, changed_at)
    select version + 1, jsonb_set(settings - 'offers', '{prices,unit_price_micros}', '7000'), '[]', now()
    from store_settings_versions order by version desc limit 1`);
  expect(await offerOf('instagram-likes')).toMatchObject({ unit_price_micros: 7_000 });
  expect(await offerOf('instagram-views')).toMatchObject({ unit_price_micros: 4_000, packages: [500] });
});
