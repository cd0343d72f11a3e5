import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { byName } from '../../../contract/by-name.ts';
import { defaultPriceList } from '../../../contract/default-prices.ts';
import { languages } from '../../../contract/languages.ts';
import { plainNames } from '../../../contract/setting-fields.ts';
import { defaultStoreProfile } from '../../../contract/store-profile.ts';
import { needsConfirmation } from '../../../contract/store-settings.ts';
import { orderBody, placeOrder } from '../../../tests/support/orders.ts';
import { type SettingsInput, settingsSteps } from '../../../tests/support/settings-steps.ts';
import { owner, startStore, type TestStore } from '../../../tests/support/store.ts';

let store: TestStore;
let other: TestStore;
beforeAll(async () => {
  store = await startStore();
  other = await startStore({}, store);
});
afterAll(async () => {
  await other.stop();
  await store.stop();
});

const { inputOf, read, save } = settingsSteps(() => store);

function another(before: string | number | boolean): string | number | boolean {
  if (typeof before === 'boolean') return !before;
  return typeof before === 'number' ? before + 1 : `${before} & Co`.trim();
}

describe('what the operator decides', () => {
  test('D-1, D-2: a new store has the specified values as its first version', async () => {
    const { settings, ...around } = await read();
    expect(around).toEqual({ version: 1, changed_at: expect.any(String), changed_by: null, mode: 'sandbox' });
    expect(settings).toMatchObject({
      name: 'Applaud',
      support_email: 'support@applaud.example',
      prices: {
        unit_price_micros: 6000,
        tiers: { Likes: [{ from_quantity: 5000, discount_percent: 10 }, {}, {}, {}] },
      },
      legal: { terms: { en: null, pt: null } },
    });
    expect(settings.claims.customers.text.en).toBe('10k+ happy customers');
  });

  test('a version from before a language has the operator’s texts of the default language there, and the store’s own legal text', async () => {
    const older = await startStore();
    await older.db.database.pool.query(
      `insert into store_settings_versions (version, settings, changes, changed_by, changed_at)
        select 2, jsonb_set(settings - 'full_ip', '{legal,terms,en}', '"Own terms"')
          #- '{support_hours,pt}' #- '{legal,terms,pt}' #- '{claims,rating,text,pt}'
          #- '{claims,noPassword,text,pt}', changes, changed_by, changed_at
        from store_settings_versions`,
    );
    const { settings } = await settingsSteps(() => older).read();
    expect(settings.support_hours.pt).toEqual(settings.support_hours.en);
    expect(settings.claims.rating.text).toMatchObject({ en: '4.9/5 rating', pt: '4.9/5 rating' });
    // D-37: it is still the software's own text. Live mode would hide a claim that needs a confirmation.
    expect(needsConfirmation('noPassword', settings.claims.noPassword.text)).toBe(false);
    expect(settings.claims.support.text.pt).toBe('Suporte 24 horas, todos os dias');
    expect(settings.legal.terms).toEqual({ ...byName(languages, () => null), en: 'Own terms' });
    expect(settings.full_ip).toBe(false);
    await older.stop();
  });

  test('D-1, S-10: a save is a new version, with who, when and what in the history and in the audit log', async () => {
    const { status, body, headers } = await save((input) => {
      input.name = '  Bravo ';
      input.claims.rating.shown = false;
    });
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(body).toMatchObject({ version: 2, changed_by: owner.email, settings: { name: 'Bravo' } });
    expect(await read()).toEqual(body);
    const history = await store.admin.ask('GET /api/admin/store-settings/history', { query: { limit: 1 } });
    expect(history.headers.get('x-total-count')).toBe('2');
    expect(history.headers.get('link')).toBe('</api/admin/store-settings/history?limit=1&cursor=2>; rel="next"');
    expect(history.body).toEqual([
      {
        version: 2,
        changed_at: body.changed_at,
        changed_by: owner.email,
        changes: [
          { field: 'name', before: 'Applaud', after: 'Bravo' },
          { field: 'claims.rating.shown', before: 'true', after: 'false' },
        ],
      },
    ]);
    const older = await store.admin.ask('GET /api/admin/store-settings/history', { query: { cursor: 2 } });
    expect(older.body).toMatchObject([{ version: 1, changed_by: null, changes: [] }]);
    expect(older.headers.get('link')).toBeNull();
    const { rows } = await store.db.database.pool.query(
      "select actor, details from audit_log where action = 'settings.saved'",
    );
    expect(rows).toEqual([
      { actor: expect.stringMatching(/^admin:/), details: { version: 2, fields: ['name', 'claims.rating.shown'] } },
    ]);
  });

  test('D-1: every version can be read again as it was saved, and no other number', async () => {
    const before = await read();
    await save((input) => {
      input.name = `${before.settings.name} & Sons`;
    });
    const versionOf = (version: number) =>
      store.admin.ask('GET /api/admin/store-settings/versions/{version}', { params: { version } });
    expect((await versionOf(before.version)).body).toEqual(before);
    expect((await versionOf(before.version + 1)).body).toEqual(await read());
    expect(await versionOf(before.version + 2)).toMatchObject({ status: 404, body: { code: 'not_found' } });
    expect(await versionOf(0)).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
    await save((input) => {
      input.name = before.settings.name;
    });
  });

  test('D-1: each setting of one value is saved, returned and in the history under its own name', async () => {
    for (const name of plainNames.filter((one) => one !== 'require_second_factor')) {
      const before = (await read()).settings[name];
      const others: Record<string, string> = {
        support_email: 'help@bravo.example',
        time_zone: 'Asia/Tokyo',
        digest_hour: '19',
        digest_language: 'pt',
        overdue_refund_days: '14',
      };
      const value = others[name] ?? another(before);
      const change = (to: string | number | boolean) => save((input) => Object.assign(input, { [name]: to }));
      expect(await change(value)).toMatchObject({ status: 200, body: { settings: { [name]: value } } });
      expect((await read()).settings[name]).toBe(value);
      const { body } = await store.admin.ask('GET /api/admin/store-settings/history', { query: { limit: 1 } });
      expect(body).toMatchObject([{ changes: [{ field: name, before: `${before}`, after: `${value}` }] }]);
      await change(before);
    }
  });

  test('the same values again make no version', async () => {
    const { version } = await read();
    const again = await save(() => {});
    expect(again).toMatchObject({ status: 200, body: { version } });
  });

  test('no version can be rewritten or removed', async () => {
    const { pool } = store.db.database;
    await expect(pool.query("update store_settings_versions set changed_by = 'x'")).rejects.toThrow(/append-only/);
    await expect(pool.query('delete from store_settings_versions')).rejects.toThrow(/append-only/);
  });

  test('two who save at once, on two processes: one wins, the other gets an error message and loses nothing', async () => {
    const before = await read();
    const settings = inputOf(before);
    const answers = await Promise.all(
      [store, other].map((process, at) =>
        process.admin.ask('PUT /api/admin/store-settings', {
          body: { version: before.version, settings: { ...settings, name: `Name ${at}` } },
        }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const [won, lost] = [answers.find(({ status }) => status === 200), answers.find(({ status }) => status === 409)];
    expect(lost?.body).toMatchObject({
      message: expect.stringMatching(/^Somebody else saved the settings in the meantime\./),
      version: before.version + 1,
    });
    expect(await read()).toEqual(won?.body);
  });
});

describe('prices', () => {
  const dearer = (input: SettingsInput) => {
    input.prices.unit_price_micros = 12_000;
  };
  const asBefore = (input: SettingsInput) => {
    input.prices.unit_price_micros = defaultPriceList.unitPriceMicros;
  };

  test('S-1, A-7: after a save every process charges the new price at once; an order keeps the one it was made with', async () => {
    const early = await placeOrder(store, { quantity: 500 });
    await other.visitor.call('POST /api/create-order', { body: orderBody() });
    expect((await save(dearer)).status).toBe(200);
    for (const process of [store, other]) {
      const refused = await process.visitor.ask('POST /api/create-order', { body: orderBody({ price: 3 }) });
      expect(refused).toMatchObject({
        status: 400,
        body: { field: 'price', message: expect.stringMatching(/price/i) },
      });
      const { orderId } = await process.visitor.call('POST /api/create-order', { body: orderBody({ price: 6 }) });
      expect(await process.admin.call('GET /api/orders/{id}', { params: { id: orderId } })).toMatchObject({
        amount: 6,
      });
    }
    expect(await store.admin.call('GET /api/orders/{id}', { params: { id: early.id } })).toMatchObject({ amount: 3 });
    expect((await save(asBefore)).status).toBe(200);
  });

  test('D-31: a repeat of an order whose answer was lost is answered alike after a change of prices', async () => {
    const body = orderBody();
    const key = { 'idempotency-key': 'before the change' };
    const { orderId } = await store.visitor.call('POST /api/create-order', { body }, key);
    expect((await save(dearer)).status).toBe(200);
    expect(await store.visitor.call('POST /api/create-order', { body }, key)).toMatchObject({ orderId });
    expect((await save(asBefore)).status).toBe(200);
  });

  test('PRICE-2..10: the operator’s tiers decide from which quantity an order costs less', async () => {
    await save((input) => {
      input.prices.tiers.Likes = [{ from_quantity: 1_000, discount_percent: 50 }];
    });
    const cheap = orderBody({ quantity: 1_000, price: 3 });
    expect((await store.visitor.ask('POST /api/create-order', { body: cheap })).status).toBe(200);
    await save((input) => {
      input.prices.tiers.Likes = [];
    });
    expect((await store.visitor.ask('POST /api/create-order', { body: { ...cheap, price: 6 } })).status).toBe(200);
  });
});

describe('the shared picture of a page', () => {
  test('is drawn anew on every process within a second of a save', async () => {
    const picture = async (of: TestStore) => (await of.raw('/og/about.en.png')).headers.get('etag');
    const before = await Promise.all([store, other].map(picture));
    expect(await Promise.all([store, other].map(picture))).toEqual(before);
    await save((input) => {
      input.name = 'Quite another name';
    });
    await expect.poll(() => picture(other)).not.toBe(before[1]);
    expect(await picture(store)).not.toBe(before[0]);
  });
});

test('D-2: in live mode a claim says nothing before it was confirmed, and again after its words changed', async () => {
  const { createStoreSettings } = await import('./settings.service.ts');
  const { database, config, jobs } = store.app.ctx;
  const clock = { now: () => new Date() };
  const live = { config: { ...config, mode: 'live' as const }, database, clock, jobs };
  const feature = await createStoreSettings({ ...live, hasPaymentMethod: async () => true });
  const customers = async () => (await feature.currentProfile()).profile.claims.customers;
  const silent = { text: byName(languages, () => ''), shown: false };
  expect(await customers()).toEqual(silent);
  // D-37: a fact of the software needs nobody's confirmation, as long as it is said in its own words.
  const noPassword = async () => (await feature.currentProfile()).profile.claims.noPassword;
  expect(await noPassword()).toEqual(defaultStoreProfile.claims.noPassword);

  const confirmed = await save((input) => {
    input.claims.customers.confirmed = true;
  });
  expect(confirmed.body.settings.claims.customers).toMatchObject({
    confirmed_by: owner.email,
    confirmed_at: confirmed.body.changed_at,
  });
  expect(await customers()).toEqual(defaultStoreProfile.claims.customers);

  // Saving something else keeps the confirmation as it was given.
  await save((input) => {
    input.name = 'Other';
  });
  expect((await read()).settings.claims.customers).toEqual(confirmed.body.settings.claims.customers);

  await save((input) => {
    input.claims.customers.text.en = '20k+ happy customers';
    input.claims.customers.confirmed = false;
    input.claims.noPassword.text.en = 'No password, ever';
  });
  expect(await customers()).toEqual(silent);
  expect(await noPassword()).toEqual(silent);
});
