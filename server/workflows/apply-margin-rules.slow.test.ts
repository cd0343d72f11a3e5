// Margin rules: the sale price follows the cost of the dearest service, and never falls below the floor.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { actionItemSteps } from '../../tests/support/action-item-steps.ts';
import { holdLock } from '../../tests/support/advisory-lock.ts';
import { openSession, paidOrder, payAtGateway, placeOrder } from '../../tests/support/orders.ts';
import { settingsSteps } from '../../tests/support/settings-steps.ts';
import { owner, signInAgain } from '../../tests/support/store.ts';
import { offer, twoProviders } from '../../tests/support/two-providers.ts';

const { two, answers, start, reset, stop, change, look, sql } = twoProviders();
beforeAll(start);
afterAll(stop);
const { save } = settingsSteps(() => two.store);
const { all, aside } = actionItemSteps(() => two.store);

const off = { mode: 'off', target: 50, floor: 20, step: 10 } as const;
type Rule = { mode: 'off' | 'propose' | 'apply'; target: number; floor: number; step: number };
const rules = (likes: Partial<Rule>, views: Partial<Rule> = {}) =>
  save((input) => {
    input.margins = { Likes: { ...off, ...likes }, Views: { ...off, ...views } };
  });
const basePrice = (micros: number) =>
  save((input) => {
    input.prices.unit_price_micros = micros;
  });

beforeEach(async () => {
  await reset();
  // It has no catalog, so its costs are unknown.
  await change('default', { enabled: false });
  await sql('delete from attention_aside; delete from graphile_worker._private_jobs');
  await sql('update provider_services set confirmed = null');
  two.store.advance(25 * 3_600_000);
  await signInAgain(two.store);
  await rules({});
  await cost(0.5);
  await sql(`insert into store_settings_versions (version, settings, changes, changed_by, changed_at)
    select version + 1, settings || jsonb_build_object(
      'prices', jsonb_set(settings -> 'prices', '{unit_price_micros}', '6000'),
      'offers', (select jsonb_agg(o - 'unit_price_micros') from jsonb_array_elements(settings -> 'offers') o)),
      '[]', 'test', changed_at
    from store_settings_versions order by version desc limit 1`);
  two.store.advance(25 * 3_600_000);
  await signInAgain(two.store);
});

/** Of 1,000 likes at the second provider, as its next catalog has it. */
async function cost(likes: number): Promise<void> {
  answers.offers = [offer(11, likes), offer(12, 0.1)];
  await look();
}
const apply = () => two.store.app.jobHandlers.apply_margin_rules({});
const offers = async () => (await two.store.admin.call('GET /api/admin/store-settings', {})).settings.offers;
const allPrices = async () => (await offers()).map(({ unit_price_micros }) => unit_price_micros);
const price = async () => (await allPrices())[0];
const history = async () =>
  (await two.store.admin.call('GET /api/admin/store-settings/history', { query: {} })).slice(0, 2);
const items = async (kind: 'price_proposed' | 'service_above_price') =>
  (await all({ kind })).flatMap((group) => group.items);
const accept = (subject: string) =>
  two.store.admin.ask('POST /api/admin/store-settings/apply-price', { body: { subject } });

describe('D-104: a rule', () => {
  test('lowers no price while a cost of its offer is unknown', async () => {
    await rules({ mode: 'apply', floor: 0, step: 50 });
    await change('default', { enabled: true, save_anyway: true });
    await cost(1.5);
    await apply();
    expect(await price()).toBe(6_000);
    await change('default', { enabled: false });
    await apply();
    expect(await price()).toBe(3_000);
  });

  test('changes the price of its offer alone, and counts the steps of each offer', async () => {
    await rules({ mode: 'apply', floor: 0 }, { mode: 'apply', floor: 0, step: 50 });
    answers.offers = [offer(11, 4), offer(12, 2)];
    await look();
    await apply();
    expect(await allPrices()).toEqual([6_600, 4_450]);
    expect((await history()).map(({ changed_by, changes }) => [changed_by, changes.map(({ field }) => field)])).toEqual(
      [
        ['margin rule: Views', ['offers.instagram-views.unit_price_micros']],
        ['margin rule: Likes', ['offers.instagram-likes.unit_price_micros']],
      ],
    );
    two.store.advance(25 * 3_600_000);
    await signInAgain(two.store);
    await apply();
    expect(await allPrices()).toEqual([7_260, 4_450]);
  });

  test('that changed a price since is the reason why a scheduled change of it is refused (D-106)', async () => {
    const at = new Date(two.store.app.ctx.clock.now().getTime() + 3_600_000).toISOString().slice(0, 16);
    const scheduled = '/api/admin/store-settings/scheduled' as const;
    await save((input) => {
      input.time_zone = 'UTC';
    });
    const facts = [{ id: 'instagram-likes', unit_price_micros: 6_500 }];
    const answer = await two.store.admin.ask(`POST ${scheduled}`, { body: { at, offers: facts } });
    expect(answer.status).toBe(200);
    await rules({ mode: 'apply', floor: 0 });
    await cost(4);
    await apply();
    const refusal = 'The margin rule of Likes changed the price after this change was scheduled.';
    expect(await two.store.admin.call(`GET ${scheduled}`, {})).toMatchObject([{ refused_at: null, refusal }]);
    two.store.advance(2 * 3_600_000);
    await signInAgain(two.store);
    await two.store.app.jobHandlers.apply_scheduled_prices({});
    const [row] = await two.store.admin.call(`GET ${scheduled}`, {});
    expect(row).toMatchObject({ refused_at: expect.any(String), refusal });
    expect(await price()).toBe(6_600);
    const params = { id: row?.id ?? '' };
    await two.store.admin.call(`DELETE ${scheduled}/{id}`, { params });
  });

  test('of the first offer leaves the other its price, also where both had the base price', async () => {
    await rules({ mode: 'apply', floor: 0 });
    await cost(4);
    await apply();
    expect(await allPrices()).toEqual([6_600, 6_000]);
    await basePrice(7_000);
    expect(await allPrices()).toEqual([7_000, 6_000]);
  });

  test('that no price can meet is refused', async () => {
    const { body } = await save((input) => {
      input.fees = { ...input.fees, stripe: { ...input.fees?.stripe, percent: 20 } } as typeof input.fees;
      input.margins = { Likes: { ...off, mode: 'propose', target: 80 }, Views: off };
    });
    expect(body).toMatchObject({ field: 'margins.Likes.target', reason: 'margin_unreachable' });
  });

  test('an accepted service below the floor is still reported when it sells at a loss', async () => {
    await rules({ mode: 'propose', floor: 40 });
    await cost(5);
    const [item] = await items('service_above_price');
    expect((await aside('service_above_price', item?.subject ?? '')).status).toBe(200);
    expect(await items('service_above_price')).toEqual([]);
    await rules({});
    expect((await basePrice(4_000)).status).toBe(200);
    expect(await items('service_above_price')).toHaveLength(1);
  });

  test('that is off changes and proposes nothing', async () => {
    await cost(5.9);
    await apply();
    expect([await price(), await items('price_proposed')]).toEqual([6_000, []]);
  });

  test('that applies moves the price at most by its step in a day, up and down, and is named', async () => {
    await rules({ mode: 'apply', step: 10, floor: 0 });
    await cost(3.3);
    await two.store.drain();
    expect(await price()).toBe(6_600);
    await apply();
    expect(await price()).toBe(6_600);
    const [step] = await two.store.admin.call('GET /api/admin/store-settings/history', { query: {} });
    expect(step).toMatchObject({
      changed_by: 'margin rule: Likes',
      changes: [{ field: 'offers.instagram-likes.unit_price_micros' }],
    });
    const { rows } = await sql(
      "select actor, details from audit_log where action = 'settings.saved' order by id desc limit 1",
    );
    expect(rows).toMatchObject([{ actor: 'system', details: { rule: 'margins.Likes' } }]);
    await cost(1);
    await apply();
    // Back to 10 % below the highest price of the day.
    expect(await price()).toBe(5_940);
  });

  test('that proposes is an action item, which one act applies as the admin', async () => {
    await rules({ mode: 'propose', floor: 0 });
    await cost(3.15);
    await apply();
    expect(await price()).toBe(6_000);
    const [item] = await items('price_proposed');
    expect(item).toMatchObject({
      category: 'Likes',
      subject: 'Likes 6000 6300',
      words:
        'Change the price of Likes from $6.00 to $6.30 per 1,000. Service 11 of Second costs $3.15 per 1,000. This leaves at least 50 % after cost and fee.',
    });
    expect((await accept('Likes 6000 6320')).body).toMatchObject({ code: 'conflict', reason: 'proposal_changed' });
    expect((await accept(item?.subject ?? '')).status).toBe(200);
    const [step] = await two.store.admin.call('GET /api/admin/store-settings/history', { query: {} });
    expect([await price(), step?.changed_by, await items('price_proposed')]).toEqual([6_300, owner.email, []]);
  });

  test('that was declined proposes again only another price', async () => {
    await rules({ mode: 'propose' });
    await cost(3.15);
    const [item] = await items('price_proposed');
    expect((await aside('price_proposed', item?.subject ?? '')).status).toBe(200);
    expect(await items('price_proposed')).toEqual([]);
    await cost(3.2);
    expect(await items('price_proposed')).toHaveLength(1);
  });

  test('that proposes goes beyond its step for the floor', async () => {
    await rules({ mode: 'propose', floor: 40 });
    await cost(5);
    const [item] = await items('price_proposed');
    expect(item?.words).toMatch(/some orders keep less than 40 %\. The change is larger than 10 % a day\.$/);
    expect((await accept(item?.subject ?? '')).status).toBe(200);
    expect(await items('service_above_price')).toEqual([]);
  });

  test('that applies moves by its step toward a floor beyond it each day, names the rest, and the service is not used meanwhile', async () => {
    await rules({ mode: 'apply', floor: 40 });
    await cost(5);
    await apply();
    await apply();
    expect(await price()).toBe(6_600);
    expect((await items('price_proposed'))[0]?.words).toMatch(
      /^Change the price of Likes from \$6\.60 to \$13\.89 per 1,000\..* The rule raises the price by at most 10 % a day\. Until then automatic dispatch does not use the service\. You can apply the whole change now\.$/,
    );
    expect((await items('service_above_price'))[0]?.words).toMatch(/some orders keep less than 40 %/);
    two.store.advance(25 * 3_600_000);
    await signInAgain(two.store);
    await apply();
    expect(await price()).toBe(7_260);
    const [item] = await items('price_proposed');
    expect((await accept(item?.subject ?? '')).status).toBe(200);
    expect([await items('price_proposed'), await items('service_above_price')]).toEqual([[], []]);
  });

  test('refuses only offers whose price the save changes', async () => {
    await rules({ mode: 'propose', floor: 50 }, { mode: 'propose', target: 80, floor: 80 });
    await cost(5);
    const priced = (id: string, unit_price_micros: number) =>
      save((input) => {
        input.offers = [{ id, unit_price_micros }];
      });
    expect((await priced('instagram-views', 5_000)).status).toBe(200);
    const { body } = await priced('instagram-views', 1_000);
    expect(body).toMatchObject({ field: 'offers.instagram-views.unit_price_micros', reason: 'price_below_floor' });
    expect(await allPrices()).toEqual([6_000, 5_000]);
  });

  const likes = { id: 'instagram-likes' };
  const sold = (change: object) =>
    save((input) => {
      input.offers = [{ ...likes, ...change }];
    });

  test('refuses below its floor only what leaves less than before', async () => {
    const before = (await offers())[0];
    await rules({ mode: 'propose', floor: 40 });
    await cost(5);
    const tiers = [{ from_quantity: 5_000, discount_percent: 10 }];
    expect((await sold({ tiers })).status).toBe(200);
    expect((await sold({ tiers: [{ from_quantity: 5_000, discount_percent: 5 }] })).status).toBe(200);
    expect((await sold({ tiers })).body).toMatchObject({ reason: 'price_below_floor' });
    expect((await basePrice(6_100)).status).toBe(200);
    expect((await basePrice(6_050)).body).toMatchObject({ reason: 'price_below_floor' });
    expect((await sold({ max_quantity: 10_000, packages: [500, 1_000, 5_000, 10_000] })).status).toBe(200);
    await rules({});
    const { tiers: first, max_quantity, packages } = before as NonNullable<typeof before>;
    await sold({ tiers: first, max_quantity, packages });
  });

  test('refuses no price because of a service that is gone or accepted', async () => {
    await rules({ mode: 'propose', floor: 40 });
    await cost(5);
    const [item] = await items('service_above_price');
    await aside('service_above_price', item?.subject ?? '');
    expect((await basePrice(5_900)).status).toBe(200);
    // Below the cost, which nobody accepted.
    expect((await basePrice(4_900)).body).toMatchObject({ reason: 'price_below_floor' });
    answers.offers = [offer(12, 0.1)];
    await look();
    expect((await basePrice(4_900)).status).toBe(200);
  });

  test('of another offer does not hinder the undo of a mistyped price', async () => {
    await rules({}, { mode: 'propose', target: 80, floor: 70 });
    answers.offers = [offer(11, 0.5), offer(12, 3)];
    await look();
    const { body } = await save((input) => {
      input.offers = [{ ...likes, unit_price_micros: 60_000 }];
    });
    expect(body.version).toBeDefined();
    two.store.advance(60_000);
    expect((await sold({ unit_price_micros: 6_000 })).status).toBe(200);
  });

  test('leaves a typed price until the hourly run, so that it can be undone', async () => {
    await rules({ mode: 'apply', floor: 0, step: 50 });
    await sql('delete from graphile_worker._private_jobs');
    expect((await basePrice(6_500)).status).toBe(200);
    await two.store.drain();
    expect(await price()).toBe(6_500);
    expect((await basePrice(6_000)).status).toBe(200);
    await apply();
    expect(await price()).toBeLessThan(6_000);
  });

  test('moves no price by less than 1 %, unless it is below the floor', async () => {
    await rules({ mode: 'apply', floor: 0 });
    await cost(3.02);
    await apply();
    expect(await price()).toBe(6_000);
    await rules({ mode: 'propose', floor: 0 });
    expect(await items('price_proposed')).toEqual([]);
    await rules({ mode: 'apply', target: 50, floor: 49 });
    await cost(3.07);
    await apply();
    expect(await price()).toBeGreaterThan(6_000);
  });

  test('uses the fee of the dearest gateway and the rate of the currency', async () => {
    await save((input) => {
      input.fees = { ...input.fees, stripe: { ...input.fees?.stripe, percent: 10, fixed: 0.5 } } as typeof input.fees;
      input.margins = { Likes: { ...off, mode: 'propose', floor: 0, step: 50 }, Views: off };
    });
    answers.currency = 'EUR';
    const { body } = await two.store.admin.ask('POST /api/admin/finances/rates', {
      body: { currency: 'EUR', day: '2026-01-01', usd: 2 },
    });
    await cost(1.5);
    // 40 % of the price must cover $3.00 of cost, $0.50 of fee and half a cent of rounding: $8.77.
    expect((await items('price_proposed'))[0]?.subject).toBe('Likes 6000 8770');
    await two.store.admin.call('DELETE /api/admin/finances/rates/{id}', { params: { id: body.id ?? '' } });
    await save((input) => {
      input.fees = {
        ...input.fees,
        stripe: { percent: null, fixed: null, refund: null, dispute: null },
      } as typeof input.fees;
    });
  });

  test('refuses a save of prices below the floor, with the field and the lowest allowed price', async () => {
    await rules({ mode: 'propose', floor: 50 });
    await cost(1);
    const { status, body } = await basePrice(2_000);
    expect([status, body]).toMatchObject([
      400,
      { code: 'invalid_input', field: 'prices.unit_price_micros', reason: 'price_below_floor', params: { floor: 50 } },
    ]);
    expect(body.message).toBe(
      'Service 11 of Second costs $1.00 per 1,000. At these prices some orders of Likes keep less than 50 % after this cost ' +
        "and the gateway's fee. The lowest allowed price is $3.34 per 1,000.",
    );
    expect((await basePrice(3_500)).status).toBe(200);
    const { body: wrong } = await rules({ mode: 'propose', target: 40, floor: 50 });
    expect(wrong).toMatchObject({ field: 'margins.Likes.target', reason: 'margin_target_below_floor' });
  });

  test.each(['a save', 'a rule'])('uses the cost that %s reads once it has the lock of the settings', async (of) => {
    await rules({ mode: 'apply', floor: 50, step: 50 });
    const lock = await holdLock(two.store.db.database.pool, 'store settings');
    const act = of === 'a save' ? basePrice(3_500) : apply();
    await lock.untilWaiting(1);
    await sql("update provider_services set rate_per_thousand = 2.4 where service_id = '11'");
    await lock.release();
    const result = await act;
    if (of === 'a save') expect(result).toMatchObject({ status: 400, body: { reason: 'price_below_floor' } });
    else expect(await price()).toBeGreaterThan(6_000);
  });

  test('leaves the price of open sessions and unpaid orders', async () => {
    const order = await placeOrder(two.store);
    const session = await openSession(two.store, order);
    const unpaid = await placeOrder(two.store);
    await rules({ mode: 'apply', step: 50 });
    await cost(4);
    await apply();
    expect(await price()).toBeGreaterThan(8_000);
    await payAtGateway(two.store, session);
    const { status } = await two.store.visitor.call('POST /api/orders/{id}/confirm-payment', {
      params: { id: order.id },
      body: {},
    });
    expect(status).toBe('success');
    expect(await openSession(two.store, unpaid)).not.toBe('');
    await expect(paidOrder(two.store)).rejects.toThrow('price_changed');
  });
});
