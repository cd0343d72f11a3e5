// Spending caps: exact, announced once, and opened by an owner.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { firstSpendingCaps } from '../../../contract/setting-fields.ts';
import type { SpendingCaps, SpendingKind } from '../../../contract/spending-caps.ts';
import { firstStoreSettings } from '../../../contract/store-settings.ts';
import { deliverySteps } from '../../../tests/support/delivery-steps.ts';
import { paidOrder, placeOrder } from '../../../tests/support/orders.ts';
import { settingsSteps } from '../../../tests/support/settings-steps.ts';
import { owner, startStore, type TestStore } from '../../../tests/support/store.ts';

const firstPrice = firstStoreSettings().prices.unit_price_micros;
let store: TestStore;
beforeAll(async () => {
  store = await startStore();
});
afterAll(() => store.stop());
beforeEach(async () => {
  await stepUp();
  await sql('truncate spending_uses');
  await sql('update spending_windows set lifted_at = null, reached_at = null');
  await sql("delete from alerts where type = 'cap_reached'");
  await setCaps({});
});

const { save } = settingsSteps(() => store);
const { send, settle } = deliverySteps(() => store);
const open = async () =>
  (await sql('select coalesce(sum(amount), 0)::int as sum from spending_uses where released_at is null'))[0].sum;
const sql = async (text: string, ...values: unknown[]) => (await store.db.database.pool.query(text, values)).rows;
const stepUp = () => store.admin.call('POST /api/admin/step-up', { body: { password: owner.password } });
const lift = (kind: SpendingKind) => store.admin.call('POST /api/admin/spending/{kind}/lift', { params: { kind } });
const setCaps = async (change: Partial<SpendingCaps>) => {
  const answer = await save((input) => {
    input.spending_caps = { ...firstSpendingCaps, ...change };
  });
  expect(answer.status).toBe(200);
};
const spending = () => store.admin.call('GET /api/admin/spending', {});
const alerts = () => sql("select message, severity from alerts where type = 'cap_reached'");
const confirm = (id: string) =>
  store.admin.ask('POST /api/orders/{id}/confirm-payment', {
    params: { id },
    body: { manual: true, note: 'Paid in cash' },
  });
const refund = (id: string, amount: number, key: string) =>
  store.admin.ask(
    'POST /api/admin/orders/{id}/refunds',
    { params: { id }, body: { amount, reason: 'Test' } },
    { 'idempotency-key': key },
  );

describe('provider spending', () => {
  test('of 10 parallel sends, exactly as many pass as the cap allows', async () => {
    const orders = await Promise.all(Array.from({ length: 10 }, () => paidOrder(store, { quantity: 500 })));
    const [first, ...others] = orders;
    if (first) await send(first);
    const cost = await open();
    expect(cost).toBeGreaterThan(0);
    await setCaps({ provider: { hour: (cost * 5) / 100, day: null } });
    const answers = await Promise.all(others.map((order) => send(order)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(4);
    const refused = answers.filter(({ status }) => status === 409);
    expect(refused).toHaveLength(5);
    expect(refused[0]?.body).toMatchObject({
      code: 'cap_reached',
      message: expect.stringMatching(/spending at providers/i),
    });
    expect(await open()).toBe(cost * 5);
    expect(await alerts()).toMatchObject([{ severity: 'critical' }]);
  });

  test('a refusal gives its part back; an unknown outcome does so once it is known that nothing was placed', async () => {
    const [refused, lost] = [await paidOrder(store, { quantity: 500 }), await paidOrder(store, { quantity: 500 })];
    await store.control('/provider/fail', { kind: 'error', operation: 'add', text: 'neworder.error.not_enough_funds' });
    expect((await send(refused)).body.apiOrder?.status).toBe('failed');
    expect(await open()).toBe(0);
    await store.control('/provider/fail', { kind: 'lose_before', operation: 'add' });
    expect((await send(lost)).status).toBe(502);
    expect(await open()).toBeGreaterThan(0);
    await settle(lost, { postLink: lost.postLinks[0], outcome: 'not_placed' });
    expect(await open()).toBe(0);
  });

  test('automatic dispatch waits while the cap is reached, and goes on afterwards', async () => {
    await setCaps({ provider: { hour: 0, day: 0 } });
    await save((input) => {
      input.automatic_dispatch = true;
    });
    const order = await paidOrder(store, { quantity: 500 });
    await store.drain();
    const state = async () => (await sql('select state, error from dispatches where order_id = $1', order.id))[0];
    expect(await state()).toMatchObject({
      state: 'waiting',
      error: expect.stringContaining('cap of spending at providers was reached'),
    });
    await setCaps({});
    await sql('update dispatches set next_try_at = now() where order_id = $1', order.id);
    await store.app.jobHandlers.sweep_waiting({});
    await store.drain();
    expect((await state()).state).toBe('sent');
    await save((input) => {
      input.automatic_dispatch = false;
    });
  });

  test('an owner who changes the cap opens it at once', async () => {
    await setCaps({ provider: { hour: 0, day: null } });
    const order = await paidOrder(store, { quantity: 500 });
    expect((await send(order)).body.code).toBe('cap_reached');
    expect((await spending()).provider.reached_at).not.toBeNull();
    await setCaps({});
    expect((await send(order)).status).toBe(200);
  });
});

test('a reached cap freezes its kind, smaller acts and later ones too, until an owner opens it with a proof', async () => {
  const { id } = await paidOrder(store, { quantity: 500 });
  await setCaps({ refunds: { hour: 1, day: null } });
  expect((await refund(id, 0.6, 'frozen 1')).status).toBe(200);
  expect((await refund(id, 0.5, 'frozen 2')).body.code).toBe('cap_reached');
  expect(await refund(id, 0.1, 'frozen 3')).toMatchObject({ status: 409, body: { code: 'cap_reached' } });
  await sql("update spending_uses set used_at = used_at - interval '25 hours'");
  expect((await refund(id, 0.1, 'frozen 4')).body.code).toBe('cap_reached');
  expect(await sql("select from spending_windows where kind = 'provider' and reached_at is null")).toHaveLength(1);
  store.advance(11 * 60_000);
  const { body } = await store.admin.ask('POST /api/admin/spending/{kind}/lift', { params: { kind: 'refunds' } });
  expect(body.code).toBe('step_up');
  await stepUp();
  const lifts = (await sql("select from audit_log where action = 'spending.lifted'")).length;
  expect((await lift('refunds')).refunds).toMatchObject({ hour: { used: 0 }, day: { used: 0 }, reached_at: null });
  expect(await sql("select from audit_log where action = 'spending.lifted'")).toHaveLength(lifts + 1);
  expect((await refund(id, 0.1, 'frozen 5')).status).toBe(200);
});

test('a reached cap notifies the owner at once, once for all refusals of a freeze, and a repeat in the summary', async () => {
  const { id } = await paidOrder(store, { quantity: 500 });
  await setCaps({ refunds: { hour: 0, day: null } });
  const countMails = async () =>
    (await sql("select from mails m join alerts a on a.id = m.alert_id where a.type = 'cap_reached'")).length;
  await Promise.all(Array.from({ length: 5 }, (_, n) => refund(id, 0.1, `told ${n}`)));
  expect([(await alerts()).length, await countMails()]).toEqual([1, 1]);
  await lift('refunds');
  await refund(id, 0.1, 'told again');
  // A repeat within the hour waits for the summary of ten minutes.
  expect([(await alerts()).length, await countMails()]).toEqual([2, 1]);
});

test('of 10 parallel refunds, exactly as many pass as the cap allows; one alert', async () => {
  const orders = await Promise.all(Array.from({ length: 10 }, () => paidOrder(store, { quantity: 500 })));
  await setCaps({ refunds: { hour: null, day: 4 } });
  const answers = await Promise.all(orders.map(({ id }, n) => refund(id, 1, `cap ${n}`)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(4);
  expect(answers.filter(({ body }) => body.code === 'cap_reached')).toHaveLength(6);
  expect(await alerts()).toHaveLength(1);
  expect((await spending()).refunds.day).toEqual({ used: 4, cap: 4 });
  // A repeat of one that passed is the same refund.
  const passed = answers.findIndex(({ status }) => status === 200);
  expect((await refund(orders[passed]?.id ?? '', 1, `cap ${passed}`)).status).toBe(200);
});

test('of 10 parallel confirmations by hand, exactly as many pass as the cap allows, and more after a lift', async () => {
  const orders = await Promise.all(Array.from({ length: 10 }, () => placeOrder(store)));
  await setCaps({ confirmations: { hour: 4, day: null } });
  const answers = await Promise.all(orders.map(({ id }) => confirm(id)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(4);
  const refused = orders.filter((_, n) => answers[n]?.status === 409);
  expect(refused).toHaveLength(6);
  await lift('confirmations');
  expect((await confirm(refused[0]?.id ?? '')).status).toBe(200);
});

test('a price cut beyond the limit is refused; an owner raises it first', async () => {
  const cut = () =>
    save((input) => {
      input.prices.unit_price_micros = Math.round(input.prices.unit_price_micros / 10);
    });
  expect(await cut()).toMatchObject({ status: 409, body: { code: 'price_cut_too_large' } });
  await setCaps({ price_cut: 95 });
  expect((await cut()).status).toBe(200);
});

test('a test order beyond the limit of units is refused', async () => {
  const body = { action: 'add' as const, service: '1001', link: 'https://www.instagram.com/p/AbC/', quantity: 1_001 };
  expect(await store.admin.ask('POST /api/proxy', { body })).toMatchObject({
    status: 409,
    body: { code: 'cap_reached' },
  });
  await setCaps({ test_units: 2_000 });
  expect((await store.admin.ask('POST /api/proxy', { body })).status).toBe(200);
});

test('a test order of a service without a known price counts what the store takes for its units', async () => {
  const body = { action: 'add' as const, service: '9999', link: 'https://www.instagram.com/p/AbC/', quantity: 100 };
  expect((await store.admin.ask('POST /api/proxy', { body })).status).toBe(200);
  const micros = (await sql('select settings from store_settings_versions order by version desc limit 1'))[0].settings
    .prices.unit_price_micros;
  expect(await open()).toBe(Math.ceil((micros * 100) / 10_000));
});

test.each([
  [{ provider: { hour: -1, day: 1 } }, 'spending_caps.provider.hour'],
  [{ confirmations: { hour: 1.5, day: 1 } }, 'spending_caps.confirmations.hour'],
  [{ price_cut: 101 }, 'spending_caps.price_cut'],
])('%j is refused with its field', async (change, field) => {
  const { status, body } = await save((input) => {
    input.spending_caps = { ...firstSpendingCaps, ...change };
  });
  expect({ status, problems: body.problems }).toMatchObject({ status: 400, problems: [{ field }] });
});

// The last one: it moves the clock past the session of the others.
test('small price cuts add up over a day', async () => {
  await setCaps({ price_cut: null });
  const change = (factor: number, of = store) =>
    save((input) => {
      input.prices.unit_price_micros = Math.round(firstPrice * factor);
    }, of);
  expect((await change(1)).status).toBe(200);
  await setCaps({});
  expect((await change(0.4)).status).toBe(200);
  expect((await change(0.16)).body.code).toBe('price_cut_too_large');
  expect((await change(0.24)).status).toBe(200);
  store.advance(25 * 3_600_000);
  const { token } = await store.visitor.call('POST /api/admin/login', { body: owner });
  expect((await change(0.06, { ...store, admin: store.as(token) })).status).toBe(200);
});
