// Large price changes: the store requires a confirmation, except to restore earlier prices.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type SettingsInput, settingsInputOf } from '../../../tests/support/settings-steps.ts';
import { signInAgain, startStore, type TestStore } from '../../../tests/support/store.ts';

let store: TestStore;
let admin: TestStore['admin'];
beforeAll(async () => {
  store = await startStore();
  await store.admin.call('POST /api/admin/providers/{id}/look', { params: { id: 'default' } });
});
afterAll(() => store.stop());

const hour = 3_600_000;
const sql = async (text: string, ...values: unknown[]) => (await store.db.database.pool.query(text, values)).rows;
const read = () => admin.call('GET /api/admin/store-settings', {});
type SaveOptions = { confirm?: boolean; version?: number; restores?: number };
const put = async (change: (input: SettingsInput) => void, more: SaveOptions = {}) => {
  const before = await read();
  const settings = settingsInputOf(before);
  change(settings);
  return admin.ask('PUT /api/admin/store-settings', { body: { version: before.version, ...more, settings } });
};
const price = (micros: number, more?: SaveOptions) =>
  put((input) => {
    input.prices.unit_price_micros = micros;
  }, more);
/** Advances the clock beyond the end of the session, then signs in again. */
const wait = async (ms: number) => {
  store.advance(ms);
  await signInAgain(store);
  admin = store.admin;
};
const ask = { status: 409, body: { code: 'price_change_large' } };
const refusal = { status: 409, body: { code: 'price_cut_too_large' } };
const saved = (micros: number) => ({ status: 200, body: { settings: { prices: { unit_price_micros: micros } } } });

beforeEach(async () => {
  await sql('update provider_services set rate_per_thousand = 1');
  // The first prices are active for a day before each test.
  await sql(`insert into store_settings_versions (version, settings, changes, changed_at)
    select (select max(version) + 1 from store_settings_versions), settings, '[]',
      (select max(changed_at) from store_settings_versions)
    from store_settings_versions where version = 1`);
  await wait(25 * hour);
});

describe('a change by a factor of two or more', () => {
  test.each([
    ['twice as much', 12_000],
    ['half', 3_000],
    ['ten times', 60_000],
  ])('%s is saved only after a confirmation, which shows three packages of each category', async (_, micros) => {
    const { version } = await read();
    const answer = await price(micros);
    expect(answer).toMatchObject(ask);
    const packages = answer.body.packages as { category: string; quantity: number; before: number; after: number }[];
    expect(packages.map(({ category }) => category)).toEqual(['Likes', 'Likes', 'Likes', 'Views', 'Views', 'Views']);
    expect(packages[0]).toEqual({ category: 'Likes', quantity: 500, before: 3, after: (3 * micros) / 6_000 });
    expect((await read()).version).toBe(version);
    expect(await price(micros, { confirm: true })).toMatchObject(saved(micros));
  });

  test('a smaller change is saved at once', async () => {
    expect(await price(11_900)).toMatchObject(saved(11_900));
    expect(await price(6_100)).toMatchObject(saved(6_100));
  });

  test('a discount counts as a price change, and only its packages are returned', async () => {
    const answer = await put((input) => {
      input.prices.tiers.Views = [{ from_quantity: 200_000, discount_percent: 70 }];
    });
    expect(answer).toMatchObject(ask);
    expect(answer.body.packages).toMatchObject([{ category: 'Views', quantity: 200_000, before: 720, after: 360 }]);
  });

  test('D-106: another rounding counts as a price change, and can be undone at once', async () => {
    const least = { min_quantity: 50, default_quantity: 50, packages: [50, 500] };
    await put((input) => (input.offers = [{ id: 'instagram-likes', ...least }]));
    const rounded = (rounding: 'cent' | 'ending_99', more?: SaveOptions) =>
      put((input) => (input.offers = [{ id: 'instagram-likes', rounding }]), more);
    expect(await rounded('ending_99')).toMatchObject({
      ...ask,
      body: { packages: [{ category: 'Likes', quantity: 50, before: 0.3, after: 0.99 }] },
    });
    expect(await rounded('ending_99', { confirm: true })).toMatchObject({ status: 200 });
    expect(await rounded('cent')).toMatchObject({ status: 200 });
    expect(await rounded('ending_99')).toMatchObject(ask);
    await put(
      (input) =>
        (input.offers = [{ id: 'instagram-likes', min_quantity: 500, default_quantity: 500, packages: [500] }]),
    );
  });

  test('a confirmation is valid for its version only', async () => {
    const { version } = await read();
    expect(await price(60_000)).toMatchObject(ask);
    expect(await price(7_000)).toMatchObject(saved(7_000));
    const late = await price(60_000, { version, confirm: true });
    expect(late).toMatchObject({ status: 409, body: { code: 'settings_changed', version: version + 1 } });
    expect((await read()).settings.prices.unit_price_micros).toBe(7_000);
  });

  test('one of two concurrent confirmed changes is saved; repeating it creates no version', async () => {
    const { version } = await read();
    const answers = await Promise.all([60_000, 30_000].map((micros) => price(micros, { version, confirm: true })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const after = await read();
    expect(after.version).toBe(version + 1);
    expect((await price(after.settings.prices.unit_price_micros)).body.version).toBe(version + 1);
  });

  test('a proof is required before the confirmation', async () => {
    store.advance(11 * 60_000);
    expect(await price(60_000)).toMatchObject({ status: 403, body: { code: 'step_up' } });
  });
});

describe('restoring earlier prices', () => {
  test('the last change can be undone at once, beyond the limit of a cut, also after other saves', async () => {
    const { version } = await read();
    expect(await price(60_000, { confirm: true })).toMatchObject(saved(60_000));
    await put((input) => {
      input.name = 'Renamed';
    });
    expect(await price(5_000, { confirm: true })).toMatchObject(refusal);
    expect(await price(6_000, { restores: version })).toMatchObject(saved(6_000));
    expect(await price(60_000, { restores: version + 2 })).toMatchObject(saved(60_000));
  });

  test('typing the undone price again requires a confirmation', async () => {
    const { version } = await read();
    await price(60_000, { confirm: true });
    expect(await price(6_000, { restores: version })).toMatchObject(saved(6_000));
    expect(await price(60_000)).toMatchObject(ask);
    // Neither a version before the last change nor one with other prices.
    expect(await price(60_000, { restores: version })).toMatchObject(ask);
    expect(await price(60_000, { restores: version + 2 })).toMatchObject(ask);
    expect(await price(120_000, { restores: version + 1 })).toMatchObject(ask);
    expect(await price(120_000, { restores: 2 ** 31 })).toMatchObject({ status: 400, body: { field: 'restores' } });
    expect(await price(60_000, { restores: version + 1 })).toMatchObject(saved(60_000));
  });

  test('requires a proof', async () => {
    await price(60_000, { confirm: true });
    store.advance(11 * 60_000);
    expect(await price(6_000)).toMatchObject({ status: 403, body: { code: 'step_up' } });
  });

  test('prices that were active for an hour of the last 24 can be restored, and no others', async () => {
    await price(60_000, { confirm: true });
    await price(40_000);
    await wait(2 * hour);
    await price(70_000);
    await price(100_000);
    // Active for two hours; 60,000 only for a moment.
    expect(await price(60_000)).toMatchObject(saved(60_000));
    await price(100_000);
    await price(90_000);
    expect(await price(6_000)).toMatchObject(saved(6_000));
    await price(90_000, { confirm: true });
    await price(100_000);
    await wait(25 * hour);
    await price(110_000);
    expect(await price(6_000, { confirm: true })).toMatchObject(refusal);
  });

  test('prices below the cost of a service cannot be restored', async () => {
    await price(60_000, { confirm: true });
    await sql('update provider_services set rate_per_thousand = 7');
    const answer = await price(6_000);
    expect(answer).toMatchObject(refusal);
    expect(answer.body.message).toMatch(/^These prices are below a provider's cost\. .* costs \$7\.00 per 1,000\./);
    await sql('update provider_services set rate_per_thousand = 5');
    expect(await price(6_000)).toMatchObject(saved(6_000));
  });
});

test('a refused act raises no alert, and its message names the page with the limit', async () => {
  await price(60_000, { confirm: true });
  const cut = await price(600, { confirm: true });
  expect(cut).toMatchObject(refusal);
  expect(cut.body.message).toMatch(/by 99 %\. The limit is 80 % in 24 hours\. .* in Settings, Limits\.$/);
  const body = { action: 'add' as const, service: '1001', link: 'https://www.instagram.com/p/AbC/', quantity: 1_001 };
  expect(await admin.ask('POST /api/proxy', { body })).toMatchObject({ status: 409, body: { code: 'cap_reached' } });
  expect(await sql("select from alerts where type = 'cap_reached'")).toEqual([]);
});
