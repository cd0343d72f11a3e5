// A pause of the whole checkout, and the limits of declined cards in the settings.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { messages } from '../../../contract/messages.ts';
import { firstCardTesting } from '../../../contract/setting-fields.ts';
import { orderBody, placeOrder, sessionBody } from '../../../tests/support/orders.ts';
import { settingsSteps } from '../../../tests/support/settings-steps.ts';
import { owner, startStore, type TestStore } from '../../../tests/support/store.ts';

let store: TestStore;
let beside: TestStore;
beforeAll(async () => {
  store = await startStore();
  beside = await startStore({}, store);
});
afterAll(async () => {
  await beside.stop();
  await store.stop();
});

const { inputOf, read, save } = settingsSteps(() => store);
const pause = (paused: boolean) => store.admin.ask('PUT /api/admin/checkout-pause', { body: { paused } });
const order = (of: TestStore) => of.visitor.ask('POST /api/create-order', { body: orderBody() });

describe('a pause of the checkout', () => {
  test('refuses new orders and new payments on every process, and ends by one call', async () => {
    const placed = await placeOrder(store);
    const open = (of: TestStore) => of.visitor.ask('POST /api/bigpay/init-session', { body: sessionBody(placed) });
    expect(await pause(true)).toMatchObject({ status: 200, body: { paused: true } });
    const refusal = { status: 503, body: { code: 'checkout_paused', message: messages.checkoutPaused } };
    for (const process of [store, beside]) {
      expect(await order(process)).toMatchObject(refusal);
      expect(await open(process)).toMatchObject(refusal);
    }
    expect(await store.admin.call('GET /api/admin/checkout-pause', {})).toEqual({ paused: true });
    expect((await pause(false)).status).toBe(200);
    expect((await order(beside)).status).toBe(200);
    expect((await open(beside)).status).toBe(200);
  });

  test('is a version of the settings, in the audit log once, and a save of the form does not end it', async () => {
    const before = (await read()).version;
    await pause(true);
    await pause(true);
    expect((await read()).version).toBe(before + 1);
    expect((await save((input) => (input.name = 'Paused store'))).status).toBe(200);
    expect((await read()).settings).toMatchObject({ name: 'Paused store', checkout_paused: true });
    expect((await order(store)).status).toBe(503);
    await pause(false);
    const entries = await store.admin.call('GET /api/admin/audit', { query: { search: 'checkout.', limit: 10 } });
    expect(entries.slice(0, 2).map(({ action }) => action)).toEqual(['checkout.opened', 'checkout.paused']);
  });

  test('needs a recent proof of the admin', async () => {
    const apart = await startStore();
    apart.advance(11 * 60_000);
    const put = () => apart.admin.ask('PUT /api/admin/checkout-pause', { body: { paused: true } });
    expect(await put()).toMatchObject({ status: 403, body: { code: 'step_up' } });
    await apart.admin.call('POST /api/admin/step-up', { body: { password: owner.password } });
    expect((await put()).status).toBe(200);
    await apart.stop();
  });
});

describe('the limits of declined cards', () => {
  test('have values at first, and a save without them keeps the saved ones', async () => {
    expect((await read()).settings.card_testing).toEqual(firstCardTesting);
    const limits = { ...firstCardTesting, all: { per_10_minutes: null, per_day: 7 } };
    expect((await save((input) => (input.card_testing = limits))).body.settings.card_testing).toEqual(limits);
    const { version, settings } = await read();
    const { card_testing: _, ...older } = inputOf({ ...(await read()), settings });
    await store.admin.call('PUT /api/admin/store-settings', {
      body: { version, settings: { ...older, name: 'Older' } },
    });
    expect((await read()).settings).toMatchObject({ name: 'Older', card_testing: limits });
  });

  test.each([0, -1, 1.5, 100_001])('%d is no limit', async (per_day) => {
    const refused = await save((input) => {
      input.card_testing = { ...firstCardTesting, email: { per_10_minutes: 5, per_day } };
    });
    expect(refused).toMatchObject({ status: 400, body: { field: 'card_testing.email.per_day' } });
  });
});
