// D-106: changes of prices at a time in the future.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { PriceFacts } from '../../contract/price-facts.ts';
import { holdLock } from '../../tests/support/advisory-lock.ts';
import { type SettingsInput, settingsInputOf } from '../../tests/support/settings-steps.ts';
import { owner, signInAgain, startStore, type TestStore } from '../../tests/support/store.ts';
import { applyScheduledPrices } from './apply-scheduled-prices.ts';

let store: TestStore;
let beside: TestStore;
let admin: TestStore['admin'];
beforeAll(async () => {
  store = await startStore();
  beside = await startStore({}, store);
  admin = store.admin;
});
afterAll(async () => {
  await beside.stop();
  await store.stop();
});

const hour = 3_600_000;
const sql = async (text: string, ...values: unknown[]) => (await store.db.database.pool.query(text, values)).rows;
const read = () => admin.call('GET /api/admin/store-settings', {});
const list = () => admin.call('GET /api/admin/store-settings/scheduled', {});
const price = async (id = 'instagram-likes') =>
  (await read()).settings.offers.find((offer) => offer.id === id)?.unit_price_micros;
const put = async (change: (input: SettingsInput) => void) => {
  const before = await read();
  const settings = settingsInputOf(before);
  change(settings);
  return admin.ask('PUT /api/admin/store-settings', { body: { version: before.version, confirm: true, settings } });
};
/** "2026-12-01T00:00" in UTC, the zone of the store until a test changes it. */
const inHours = (hours: number, now = store.app.ctx.clock.now()) =>
  new Date(now.getTime() + hours * hour).toISOString().slice(0, 16);
const schedule = (at: string, offers: PriceFacts[], confirm = false) =>
  admin.ask('POST /api/admin/store-settings/scheduled', { body: { at, offers: offers as never, confirm } });
const likes = (facts: Omit<PriceFacts, 'id'>): PriceFacts => ({ id: 'instagram-likes', ...facts });
const views = (facts: Omit<PriceFacts, 'id'>): PriceFacts => ({ id: 'instagram-views', ...facts });
const run = (one = store) => applyScheduledPrices(one.app.ctx);
/** Advances the clock, then signs in again. */
const wait = async (hours: number) => {
  store.advance(hours * hour);
  await signInAgain(store);
  admin = store.admin;
};
async function addAdmin(role: 'manager' | 'viewer') {
  const account = { email: `${role}@shop.example`, password: 'a password of this role' };
  const { id } = await admin.call('POST /api/admin/admins', { body: { ...account, role } });
  const { token } = await store.visitor.call('POST /api/admin/login', { body: account });
  return { id, email: account.email, client: store.as(token) };
}
const items = async () =>
  (await admin.call('GET /api/admin/attention', { query: { kind: 'scheduled_prices_refused' } })).kinds.flatMap(
    (kind) => kind.items,
  );

beforeEach(async () => {
  for (const { id } of await list()) {
    await admin.call('DELETE /api/admin/store-settings/scheduled/{id}', { params: { id } });
  }
  await put((input) => {
    input.time_zone = 'UTC';
    input.prices.unit_price_micros = 6_000;
    input.offers = [
      { id: 'instagram-likes', rounding: 'cent', tiers: [], packages: [500, 1_000] },
      { id: 'instagram-views', own_price: false },
    ];
    input.prices.tiers = { Likes: [], Views: input.prices.tiers.Views };
  });
  await wait(25);
});

describe('D-106: a scheduled change of prices', () => {
  test('is listed with its difference, and is sold from its time on, in the name of the admin', async () => {
    const answer = await schedule(inHours(2), [likes({ unit_price_micros: 7_000, rounding: 'ending_99' })]);
    expect(answer).toMatchObject({
      status: 200,
      body: [
        {
          created_by: owner.email,
          refusal: null,
          changes: [
            { field: 'offers.instagram-likes.unit_price_micros', before: '6000', after: '7000' },
            { field: 'offers.instagram-likes.rounding', before: 'cent', after: 'ending_99' },
          ],
        },
      ],
    });
    const { version } = await read();
    await run();
    expect(await read()).toMatchObject({ version });
    await wait(2);
    await run();
    const after = await read();
    expect(after).toMatchObject({ version: version + 1, changed_by: owner.email });
    expect(after.settings.offers).toMatchObject([
      { unit_price_micros: 7_000, rounding: 'ending_99' },
      { unit_price_micros: 6_000 },
    ]);
    expect(await list()).toEqual([]);
    expect(
      (await sql("select action from audit_log where action like 'scheduled_prices.%' order by id desc limit 1"))[0],
    ).toEqual({ action: 'scheduled_prices.applied' });
    await run();
    expect(await read()).toMatchObject({ version: version + 1 });
  });

  test('is applied once by two processes, also beside a save by hand of another field', async () => {
    for (let round = 0; round < 3; round += 1) {
      await schedule(inHours(1), [likes({ unit_price_micros: 6_100 + round })]);
      const id = (await list())[0]?.id;
      const { version } = await read();
      await wait(1.1);
      const save = put((input) => {
        input.name = `Round ${round}`;
      });
      await Promise.all([run(), run(beside), run(), run(beside), save]);
      await run();
      expect(await price()).toBe(6_100 + round);
      const isSaved = (await save).status === 200;
      expect((await read()).version).toBe(version + (isSaved ? 2 : 1));
      const audited = "select from audit_log where action = 'scheduled_prices.applied' and details ->> 'id' = $1";
      expect(await sql(audited, id)).toHaveLength(1);
    }
  });

  test('is left whole by a crash in the middle, and applied by the next run', async () => {
    await schedule(inHours(1), [likes({ unit_price_micros: 6_500 })]);
    const { version } = await read();
    await wait(1.1);
    await sql(`create function fail_applied() returns trigger language plpgsql as $$ begin raise 'gone'; end $$`);
    await sql(
      'create trigger fail_applied before update on scheduled_prices for each row execute function fail_applied()',
    );
    await expect(run()).rejects.toThrow();
    expect(await read()).toMatchObject({ version });
    expect(await list()).toMatchObject([{ refused_at: null }]);
    await sql('drop trigger fail_applied on scheduled_prices');
    await sql('drop function fail_applied');
    await run(beside);
    expect(await price()).toBe(6_500);
  });

  test('states its own fields alone: edits of others stay, and an edit of the same field is kept with an action item', async () => {
    await schedule(inHours(1), [likes({ unit_price_micros: 6_500 })]);
    await schedule(inHours(2), [views({ unit_price_micros: 5_000 })]);
    await put((input) => {
      input.offers = [{ id: 'instagram-likes', rounding: 'up_to_10' }, views({ unit_price_micros: 5_500 })];
    });
    expect(await list()).toMatchObject([
      { refusal: null },
      { refused_at: null, refusal_coded: { code: 'schedule_changed_by_hand', params: { category: 'Views' } } },
    ]);
    await wait(2.1);
    await run();
    expect((await read()).settings.offers).toMatchObject([
      { unit_price_micros: 6_500, rounding: 'up_to_10' },
      { unit_price_micros: 5_500 },
    ]);
    expect(await list()).toMatchObject([
      {
        offers: [{ id: 'instagram-views', unit_price_micros: 5_000 }],
        refusal: 'The price of Views was changed by hand after this change was scheduled.',
      },
    ]);
    const [item] = await items();
    expect(item?.words).toBe(
      'The prices were not changed at the scheduled time. The price of Views was changed by hand after this change ' +
        'was scheduled. Choose another time in Settings, Prices, or remove the change.',
    );
    // Another time takes what was saved by hand as its basis.
    const id = (await list())[0]?.id ?? '';
    const body = { at: inHours(1), offers: [views({ unit_price_micros: 5_000 })] as never };
    expect(await admin.ask('PUT /api/admin/store-settings/scheduled/{id}', { params: { id }, body })).toMatchObject({
      status: 200,
      body: [{ refusal: null }],
    });
    expect(await items()).toEqual([]);
    await wait(1.1);
    await run();
    expect(await price('instagram-views')).toBe(5_000);
  });

  test('builds on those before it, which are no edits by hand', async () => {
    await schedule(inHours(1), [likes({ unit_price_micros: 6_500 })]);
    await schedule(inHours(3), [likes({ unit_price_micros: 6_000 })]);
    expect((await list()).map(({ changes }) => changes.map(({ before, after }) => [before, after]))).toEqual([
      [['6000', '6500']],
      [['6500', '6000']],
    ]);
    await wait(1.1);
    await run();
    expect(await price()).toBe(6_500);
    await wait(2);
    await run();
    expect(await price()).toBe(6_000);
    expect(await list()).toEqual([]);
  });

  test('is refused as a whole where the save would be: by the rules, or by the limit of a cut', async () => {
    await schedule(inHours(1), [likes({ packages: [550, 1_000] })]);
    await schedule(inHours(1), [likes({ unit_price_micros: 2_000 })], true);
    await put((input) => {
      input.offers = [{ id: 'instagram-likes', step_quantity: 100, max_quantity: 30_000 }];
      if (input.spending_caps) input.spending_caps.price_cut = 10;
    });
    const refusals = async () =>
      (await list()).map(({ refused_at, refusal_coded }) => [refused_at !== null, refusal_coded?.code]);
    // The list has it before the time.
    expect(await refusals()).toEqual([
      [false, 'offer_package_invalid'],
      [false, 'price_cut_limit'],
    ]);
    await wait(1.1);
    await run();
    expect(await refusals()).toEqual([
      [true, 'offer_package_invalid'],
      [true, 'price_cut_limit'],
    ]);
    expect(await price()).toBe(6_000);
    const words = (await items()).map((item) => item.words);
    expect(words).toHaveLength(2);
    for (const one of words) expect(one).toContain('Fix the cause and choose another time, or remove the change.');
    await put((input) => {
      input.offers = [{ id: 'instagram-likes', step_quantity: 50 }];
      if (input.spending_caps) input.spending_caps.price_cut = 80;
    });
  });

  test('the prices before a sale are scheduled for its end: the list has them', async () => {
    const { body } = await schedule(inHours(1), [likes({ unit_price_micros: 5_000, packages: [500] })]);
    expect(body).toMatchObject([
      { former: [{ id: 'instagram-likes', unit_price_micros: 6_000, packages: [500, 1_000] }] },
    ]);
    const former = (await list())[0]?.former as PriceFacts[];
    expect(await schedule(inHours(3), former)).toMatchObject({
      status: 200,
      body: [{ refusal: null }, { refusal: null }],
    });
    for (const [hours, micros] of [
      [1.1, 5_000],
      [2, 6_000],
    ] as const) {
      await wait(hours);
      await run();
      expect(await price()).toBe(micros);
    }
  });

  test('shares no minute with another change of the same fact', async () => {
    const [at, later] = [inHours(1), inHours(2)];
    expect(await schedule(at, [likes({ unit_price_micros: 6_500 })])).toMatchObject({ status: 200 });
    const refused = {
      status: 409,
      body: {
        field: 'at',
        reason: 'schedule_same_minute',
        message: expect.stringContaining('The price of Likes already has a change at this time.'),
      },
    };
    expect(await schedule(at, [likes({ unit_price_micros: 7_000, rounding: 'ending_99' })])).toMatchObject(refused);
    // Other facts keep the order in which they were scheduled.
    for (const facts of [
      views({ unit_price_micros: 5_000 }),
      likes({ rounding: 'ending_99' }),
      likes({ packages: [500] }),
    ]) {
      expect(await schedule(at, [facts])).toMatchObject({ status: 200 });
    }
    expect((await list()).map(({ changes }) => changes[0]?.field)).toEqual([
      'offers.instagram-likes.unit_price_micros',
      'offers.instagram-views.unit_price_micros',
      'offers.instagram-likes.rounding',
      'offers.instagram-likes.packages',
    ]);
    await schedule(later, [likes({ unit_price_micros: 7_000 })]);
    const { id = '' } = (await list())[4] ?? {};
    const body = { at, offers: [likes({ unit_price_micros: 7_000 })] as never };
    expect(await admin.ask('PUT /api/admin/store-settings/scheduled/{id}', { params: { id }, body })).toMatchObject(
      refused,
    );
    await admin.call('DELETE /api/admin/store-settings/scheduled/{id}', { params: { id } });
    await schedule(later, [likes({ unit_price_micros: 7_100 })]);
    expect(await admin.ask('POST /api/admin/store-settings/scheduled/{id}/restore', { params: { id } })).toMatchObject(
      refused,
    );
  });

  test('that gets another time while it is applied waits for that time', async () => {
    await schedule(inHours(1), [likes({ unit_price_micros: 6_500 })]);
    const { id = '' } = (await list())[0] ?? {};
    await wait(1.1);
    const lock = await holdLock(store.db.database.pool, 'store settings');
    const body = { at: inHours(2), offers: [likes({ unit_price_micros: 6_500 })] as never };
    const changed = admin.ask('PUT /api/admin/store-settings/scheduled/{id}', { params: { id }, body });
    await lock.untilWaiting(1);
    const ran = run();
    await lock.untilWaiting(2);
    await lock.release();
    expect(await changed).toMatchObject({ status: 200 });
    await ran;
    expect(await price()).toBe(6_000);
    expect(await list()).toMatchObject([{ id, refusal: null }]);
    await wait(2);
    await run();
    expect(await price()).toBe(6_500);
  });

  test('that will not be applied is no basis of another one', async () => {
    await schedule(inHours(1), [likes({ unit_price_micros: 6_500 })]);
    await put((input) => {
      input.prices.unit_price_micros = 7_000;
    });
    expect(await list()).toMatchObject([{ refusal_coded: { code: 'schedule_changed_by_hand' } }]);
    expect(await schedule(inHours(2), [likes({ unit_price_micros: 6_500 })])).toMatchObject({
      status: 200,
      body: [{}, { changes: [{ before: '7000', after: '6500' }], refusal: null }],
    });
  });

  test('is not applied as a large change that nobody confirmed, because the one before it was removed', async () => {
    await schedule(inHours(1), [likes({ unit_price_micros: 10_000 })]);
    const { id = '' } = (await list())[0] ?? {};
    expect(await schedule(inHours(2), [likes({ unit_price_micros: 13_000 })])).toMatchObject({ status: 200 });
    await admin.call('DELETE /api/admin/store-settings/scheduled/{id}', { params: { id } });
    expect(await list()).toMatchObject([{ refused_at: null, refusal_coded: { code: 'price_change_large' } }]);
    await wait(2.1);
    await run();
    expect(await price()).toBe(6_000);
    expect(await items()).toHaveLength(1);
    const [row] = await list();
    const change = { params: { id: row?.id ?? '' }, body: { at: inHours(1), offers: row?.offers as never } };
    expect(await admin.ask('PUT /api/admin/store-settings/scheduled/{id}', change)).toMatchObject({ status: 409 });
    const confirmed = { ...change, body: { ...change.body, confirm: true } };
    expect(await admin.ask('PUT /api/admin/store-settings/scheduled/{id}', confirmed)).toMatchObject({
      body: [{ refusal: null }],
    });
    await wait(1.1);
    await run();
    expect(await price()).toBe(13_000);
  });

  test('waits for the one before it, also after an error', async () => {
    await schedule(inHours(1), [likes({ unit_price_micros: 6_500 })]);
    await schedule(inHours(2), [likes({ unit_price_micros: 7_000 })]);
    const [first] = await list();
    await wait(2.1);
    await sql(`create function fail_first() returns trigger language plpgsql as $$ begin
      if new.id = '${first?.id}' then raise 'gone'; end if; return new; end $$`);
    await sql('create trigger fail_first before update on scheduled_prices for each row execute function fail_first()');
    await expect(run()).rejects.toThrow();
    expect(await price()).toBe(6_000);
    await sql('drop trigger fail_first on scheduled_prices');
    await sql('drop function fail_first');
    await run();
    expect(await price()).toBe(7_000);
    expect(await list()).toEqual([]);
  });

  test('is compared with the prices of 24 hours before its time', async () => {
    const limit = (price_cut: number) =>
      put((input) => {
        if (input.spending_caps) input.spending_caps.price_cut = price_cut;
      });
    await limit(10);
    expect(await schedule(inHours(1), [likes({ unit_price_micros: 5_500 })])).toMatchObject({ status: 200 });
    const lower = [likes({ unit_price_micros: 5_000 })];
    expect(await schedule(inHours(20), lower)).toMatchObject({ status: 409, body: { code: 'price_cut_too_large' } });
    expect(await schedule(inHours(26), lower)).toMatchObject({
      status: 200,
      body: [{ refusal: null }, { refusal: null }],
    });
    await limit(80);
  });

  test('is done where the operator saved its prices by hand', async () => {
    await schedule(inHours(1), [likes({ unit_price_micros: 6_500 })]);
    await put((input) => {
      input.prices.unit_price_micros = 6_500;
    });
    expect(await list()).toMatchObject([{ changes: [], refusal: null }]);
    await wait(1.1);
    await run();
    expect(await list()).toEqual([]);
    expect(await items()).toEqual([]);
  });

  test('needs the confirmation of a large change, and a change at all', async () => {
    const at = inHours(1);
    expect(await schedule(at, [likes({ unit_price_micros: 12_000 })])).toMatchObject({
      status: 409,
      body: { code: 'price_change_large', packages: expect.any(Array) },
    });
    expect(await schedule(at, [likes({ unit_price_micros: 6_000 })])).toMatchObject({
      status: 400,
      body: { field: 'offers', reason: 'schedule_nothing' },
    });
    expect(await schedule(at, [likes({ packages: [510] })])).toMatchObject({
      status: 400,
      body: { field: 'offers.instagram-likes.packages' },
    });
    expect(await schedule(at, [{ id: 'tiktok-likes', unit_price_micros: 1 }])).toMatchObject({ status: 400 });
    expect(await list()).toEqual([]);
  });

  test('can be removed and restored, also at its time; an applied one is gone', async () => {
    await schedule(inHours(1), [likes({ unit_price_micros: 6_500 })]);
    const id = (await list())[0]?.id ?? '';
    const remove = () => admin.ask('DELETE /api/admin/store-settings/scheduled/{id}', { params: { id } });
    const restore = () => admin.ask('POST /api/admin/store-settings/scheduled/{id}/restore', { params: { id } });
    expect(await remove()).toMatchObject({ status: 200, body: [] });
    expect(await restore()).toMatchObject({ status: 200, body: [{ id }] });
    await wait(1.1);
    const [removed] = await Promise.all([remove(), run(), run(beside)]);
    await run();
    expect(await price()).toBe(removed.status === 200 ? 6_000 : 6_500);
    if (removed.status === 200) {
      expect(await restore()).toMatchObject({ status: 400, body: { reason: 'schedule_time_past' } });
    } else expect(removed).toMatchObject({ status: 404, body: { reason: 'schedule_gone' } });
  });

  test('of an admin who is gone is not applied', async () => {
    await schedule(inHours(1), [likes({ unit_price_micros: 6_500 })]);
    await sql("update scheduled_prices set admin_id = 'nobody' where applied_at is null");
    await wait(1.1);
    await run();
    expect(await list()).toMatchObject([{ refusal_coded: { code: 'schedule_author_gone' } }]);
    expect(await price()).toBe(6_000);
  });

  test('of an admin who may no longer change prices is not applied', async () => {
    const manager = await addAdmin('manager');
    const offers = [likes({ unit_price_micros: 6_500 })];
    const body = { at: inHours(1), offers: offers as never };
    expect((await manager.client.ask('POST /api/admin/store-settings/scheduled', { body })).status).toBe(200);
    const lowered = { params: { id: manager.id }, body: { role: 'support' as const } };
    await admin.call('PATCH /api/admin/admins/{id}', lowered);
    await wait(1.1);
    await run();
    const refusal = { code: 'schedule_author_gone', params: { email: manager.email } };
    expect(await list()).toMatchObject([{ refusal_coded: refusal }]);
    expect(await price()).toBe(6_000);
  });

  test('at most 20 wait', async () => {
    for (let number = 0; number < 20; number += 1) {
      const answer = await schedule(inHours(5 + number), [likes({ unit_price_micros: 6_001 + number })]);
      expect(answer.status).toBe(200);
    }
    expect(await schedule(inHours(30), [likes({ unit_price_micros: 7_000 })])).toMatchObject({
      status: 409,
      body: { code: 'conflict', reason: 'schedule_full' },
    });
  });

  test('needs a proof, and the role of a manager', async () => {
    const at = inHours(5);
    store.advance(11 * 60_000);
    expect(await schedule(at, [likes({ unit_price_micros: 6_500 })])).toMatchObject({
      status: 403,
      body: { code: 'step_up' },
    });
    await wait(0);
    const { client } = await addAdmin('viewer');
    const body = { at, offers: [likes({ unit_price_micros: 6_500 })] as never };
    expect(await client.ask('POST /api/admin/store-settings/scheduled', { body })).toMatchObject({
      status: 403,
      body: { code: 'no_role' },
    });
    expect(await list()).toEqual([]);
  });
});

describe('D-106: the time of a scheduled change', () => {
  const inZone = (time_zone: string) =>
    put((input) => {
      input.time_zone = time_zone;
    });

  test('is a minute in the zone of the store, and stays that moment when the zone changes', async () => {
    await inZone('America/Sao_Paulo');
    const now = store.app.ctx.clock.now();
    const [at, local_time] = [`${inHours(2, now)}:00.000Z`, inHours(2 - 3, now)];
    const { body } = await schedule(local_time, [likes({ unit_price_micros: 6_500 })]);
    expect(body).toMatchObject([{ local_time, at }]);
    await inZone('Asia/Tokyo');
    expect(await list()).toMatchObject([{ at, local_time: inHours(2 + 9, now) }]);
  });

  test('must be later, within a year, and exist', async () => {
    const change = [likes({ unit_price_micros: 6_500 })];
    expect(await schedule(inHours(-1), change)).toMatchObject({
      status: 400,
      body: { field: 'at', reason: 'schedule_time_past' },
    });
    expect(await schedule(inHours(24 * 400), change)).toMatchObject({
      status: 400,
      body: { reason: 'schedule_time_far' },
    });
    expect(await schedule('2027-02-30T00:00', change)).toMatchObject({
      status: 400,
      body: { reason: 'schedule_time_missing' },
    });
    expect(await schedule('tomorrow', change)).toMatchObject({ status: 400 });
  });
});

test('D-106: what became due while the store was off is applied at its start', async () => {
  await schedule(inHours(1), [likes({ unit_price_micros: 6_500 })]);
  await wait(30);
  const again = await startStore({}, store);
  const queued = "select count(*)::int as n from graphile_worker.jobs where key = 'apply_scheduled_prices'";
  expect(await sql(queued)).toEqual([{ n: 1 }]);
  await store.drain();
  expect(await price()).toBe(6_500);
  await again.stop();
});
