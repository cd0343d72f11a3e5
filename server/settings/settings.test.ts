import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AnswerFor, CallFor } from '../../contract/index.ts';
import { defaultPriceList } from '../../contract/pricing.ts';
import { defaultStoreProfile } from '../../contract/store-profile.ts';
import { orderBody, placeOrder } from '../../tests/world/orders.ts';
import { owner, startStore, type TestStore } from '../../tests/world/store.ts';

type Saved = AnswerFor<'GET /api/admin/store-settings'>;
type Input = CallFor<'PUT /api/admin/store-settings'>['body']['settings'];

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

const read = (of = store) => of.admin.call('GET /api/admin/store-settings', {});

/** What was read, as a save sends it. */
function inputOf({ settings }: Saved): Input {
  const claims = Object.entries(settings.claims).map(([name, { text, shown, confirmed_at }]) => [
    name,
    { text, shown, confirmed: confirmed_at !== null },
  ]);
  return { ...structuredClone(settings), claims: Object.fromEntries(claims) };
}

async function save(change: (input: Input) => void, of = store) {
  const before = await read(of);
  const settings = inputOf(before);
  change(settings);
  return of.admin.ask('PUT /api/admin/store-settings', { body: { version: before.version, settings } });
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

  test('two who save at once, on two processes: one wins, the other is told in a sentence and loses nothing', async () => {
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

describe('bad values', () => {
  test.each<[string, (input: Input) => void, string, RegExp]>([
    [
      'no name',
      (input) => {
        input.name = '  ';
      },
      'name',
      /^Enter the name of the store\.$/,
    ],
    [
      'a name of two lines',
      (input) => {
        input.name = 'A\nB';
      },
      'name',
      /one line/,
    ],
    [
      'a long name',
      (input) => {
        input.name = 'x'.repeat(61);
      },
      'name',
      /60 characters/,
    ],
    [
      'half a character',
      (input) => {
        input.name = 'x\ud800';
      },
      'name',
      /plain text/,
    ],
    [
      'no e-mail',
      (input) => {
        input.support_email = 'x';
      },
      'support_email',
      /one e-mail address/,
    ],
    [
      'two e-mails',
      (input) => {
        input.support_email = 'a@b.c, d@e.f';
      },
      'support_email',
      /one e-mail address/,
    ],
    [
      'hours in one language',
      (input) => {
        input.support_hours.pt = [];
      },
      'support_hours.pt',
      /in Portuguese, too/,
    ],
    [
      'a claim without its Portuguese text',
      (input) => {
        input.claims.guarantee.text.pt = ' ';
      },
      'claims.guarantee.text.pt',
      /“Guarantee” needs its text in Portuguese, or must be switched off\./,
    ],
    [
      'a price of nothing',
      (input) => {
        input.prices.unit_price_micros = 0;
      },
      'prices.unit_price_micros',
      /at least/,
    ],
    [
      'half a micro',
      (input) => {
        input.prices.unit_price_micros = 1.5;
      },
      'prices.unit_price_micros',
      /steps of/,
    ],
    [
      'a price beyond all',
      (input) => {
        input.prices.unit_price_micros = 1e6 + 1;
      },
      'prices.unit_price_micros',
      /most/,
    ],
    [
      'orders for free',
      (input) => {
        input.prices.unit_price_micros = 1;
      },
      'prices.unit_price_micros',
      /one cent/,
    ],
    [
      'a discount off the grid',
      (input) => {
        input.prices.tiers.Likes = [{ from_quantity: 5001, discount_percent: 10 }];
      },
      'prices.tiers.Likes.0.from_quantity',
      /500 to 30,000 in steps of 50/,
    ],
    [
      'a discount of everything',
      (input) => {
        input.prices.tiers.Views = [{ from_quantity: 5000, discount_percent: 100 }];
      },
      'prices.tiers.Views.0.discount_percent',
      /1 to 99 percent/,
    ],
    [
      'discounts out of order',
      (input) => void input.prices.tiers.Likes.reverse(),
      'prices.tiers.Likes.1.from_quantity',
      /in the order of their quantities/,
    ],
    [
      'a larger order for a smaller discount',
      (input) => {
        input.prices.tiers.Likes[1] = { from_quantity: 10_000, discount_percent: 10 };
      },
      'prices.tiers.Likes.1.discount_percent',
      /higher than the one before it/,
    ],
    [
      'a book',
      (input) => {
        input.legal.terms.en = 'x'.repeat(20_001);
      },
      'legal.terms.en',
      /20,000 characters/,
    ],
    [
      'a text with a zero byte',
      (input) => {
        input.legal.terms.en = 'a\u0000';
      },
      'legal.terms.en',
      /plain text/,
    ],
    [
      'a long address',
      (input) => {
        input.business.address = 'x'.repeat(401);
      },
      'business.address',
      /400/,
    ],
    [
      'a shape that does not fit',
      (input) => {
        (input as { name: unknown }).name = 7;
      },
      'settings',
      /settings\.name/,
    ],
  ])('%s is refused with a sentence, and nothing changes', async (_name, change, field, sentence) => {
    const before = await read();
    const { status, body } = await save(change);
    expect(status).toBe(400);
    expect(body).toMatchObject({ field, message: expect.stringMatching(sentence) });
    expect(body.message).toMatch(/\.$/);
    expect(await read()).toEqual(before);
  });

  test('every wrong value is named at once', async () => {
    const { body } = await save((input) => {
      input.name = '';
      input.support_email = '';
    });
    expect(body.problems).toMatchObject([{ field: 'name' }, { field: 'support_email' }]);
  });

  test('long legal texts in both languages fit into one save', async () => {
    const long = 'ã'.repeat(20_000);
    const { status } = await save((input) => {
      for (const name of ['terms', 'privacy', 'refunds'] as const) input.legal[name] = { en: long, pt: long };
    });
    expect(status).toBe(200);
    expect(
      await save((input) => {
        for (const name of ['terms', 'privacy', 'refunds'] as const) input.legal[name] = { en: '  ', pt: null };
      }),
    ).toMatchObject({ status: 200, body: { settings: { legal: { terms: { en: null, pt: null } } } } });
  });
});

describe('prices', () => {
  const dearer = (input: Input) => {
    input.prices.unit_price_micros = 12_000;
  };
  const asBefore = (input: Input) => {
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
    await expect.poll(() => picture(other), { timeout: 10_000 }).not.toBe(before[1]);
    expect(await picture(store)).not.toBe(before[0]);
  });
});

test('D-2: in live mode a claim says nothing before it was confirmed, and again after its words changed', async () => {
  const { createStoreSettings } = await import('./settings.ts');
  const { createSettingsStore } = await import('./settings-store.ts');
  const { database } = store.db;
  const feature = await createStoreSettings({
    ...{ database, store: createSettingsStore(database), clock: { now: () => new Date() }, isLive: true },
    audit: { record: async () => {} },
    live: { announce: () => {} },
  });
  const customers = async () => (await feature.currentProfile()).profile.claims.customers;
  const silent = { text: { en: '', pt: '' }, shown: false };
  expect(await customers()).toEqual(silent);

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
  });
  expect(await customers()).toEqual(silent);
});
