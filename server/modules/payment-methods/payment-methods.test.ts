// Payment methods, set up by an owner while the store runs.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startStripeServer } from '../../../tests/stand-ins/stripe-stand-in-server.ts';
import { holdLock } from '../../../tests/support/advisory-lock.ts';
import {
  type MethodSetup,
  plainMethod,
  setMethod,
  startMethodSetup,
  stripeKeyBody,
  turnOnStripe,
} from '../../../tests/support/method-setup.ts';
import { placeOrder, sessionBody } from '../../../tests/support/orders.ts';
import { owner, signInAgain, startStore, type TestStore } from '../../../tests/support/store.ts';

let setup: MethodSetup;
let store: TestStore;
const stripe = { params: { method: 'stripe' } } as const;
const mpgs = { params: { method: 'mpgs' } } as const;
const list = (at = store) => at.admin.call('GET /api/admin/payment-methods', {});
const find = async (method: 'mpgs' | 'stripe', at = store) => {
  const found = (await list(at)).methods.find((one) => one.method === method);
  if (!found) throw new Error('There is no such method.');
  return found;
};
const saveKeys = (body: Partial<Record<keyof typeof stripeKeyBody, string>>) =>
  store.admin.ask('PUT /api/admin/payment-methods/{method}/keys', { ...stripe, body });
const init = async (method?: string, amount?: { quantity: number }, at = store) => {
  const order = await placeOrder(at, amount);
  const body = { ...sessionBody(order), ...(method === undefined ? {} : { method }) };
  return at.visitor.ask('POST /api/bigpay/init-session', { body });
};

beforeAll(async () => {
  setup = await startMethodSetup({ TRUST_PROXY: '1' });
  store = setup.store;
});
afterAll(() => setup.stop());
beforeEach(async () => {
  await store.db.database.pool.query('delete from payment_methods');
  // The forms of earlier tests are over.
  await store.db.database.pool.query('update payment_attempts set look_at = null');
  store.app.ctx.paymentMethods.forget();
});

test('D-100: without rows, the gateway of the environment or the sandbox is on', async () => {
  const { methods, is_open, webhook_url } = await list();
  expect(is_open).toBe(true);
  expect(webhook_url).toBe(`${store.url}/api/bigpay/webhook`);
  expect(methods).toMatchObject([
    { method: 'mpgs', is_on: true, keys: { set_by: 'sandbox', values: {} }, test: 'none', is_healthy: true },
    { method: 'stripe', is_on: false, keys: null, test: 'none', last_notification_at: null },
    { method: 'manual', is_on: false, keys: null, test: 'none' },
  ]);
});

describe('keys', () => {
  test('D-57, D-100: secrets are encrypted, and shown masked', async () => {
    const { status, body } = await saveKeys(stripeKeyBody);
    expect(status).toBe(200);
    expect(body.methods.find(({ method }) => method === 'stripe')).toMatchObject({
      is_on: false,
      keys: { set_by: 'settings', unreadable: false, values: { publishable_key: stripeKeyBody.publishable_key } },
    });
    const { rows } = await store.db.database.pool.query('select payment_methods::text as row from payment_methods');
    for (const text of [JSON.stringify(body), JSON.stringify(await list()), rows[0].row]) {
      expect(text).not.toContain(stripeKeyBody.secret_key);
      expect(text).not.toContain(stripeKeyBody.webhook_secret);
    }
  });

  test('D-57: a saved secret stays for the same address only', async () => {
    const keys = {
      base_url: `${store.url}/sandbox/gateway`,
      merchant_id: 'SHOP',
      api_password: 'p',
      webhook_secret: 'w',
    };
    await store.admin.call('PUT /api/admin/payment-methods/{method}', {
      ...mpgs,
      body: { ...plainMethod, is_on: false },
    });
    const save = (body: Partial<typeof keys>) =>
      store.admin.ask('PUT /api/admin/payment-methods/{method}/keys', { ...mpgs, body });
    expect(await save(keys)).toMatchObject({ status: 200 });
    const { api_password: _, webhook_secret: __, ...shown } = keys;
    expect(await save({ ...shown, merchant_id: 'OTHER' })).toMatchObject({ status: 200 });
    expect(await find('mpgs')).toMatchObject({ keys: { values: { merchant_id: 'OTHER' }, unreadable: false } });
    const moved = await save({ ...shown, base_url: 'http://127.0.0.1:9/gateway' });
    expect(moved).toMatchObject({ status: 400, body: { field: 'api_password', reason: 'secret_needed' } });
  });

  test.each([
    ['secret_key', { secret_key: 'sk_live_1' }, 'gateway_key_test_needed'],
    ['publishable_key', { publishable_key: 'pk_live_1' }, 'gateway_key_test_needed'],
    ['secret_key', { secret_key: 'sk_test_ 1' }, 'gateway_key_form'],
    ['webhook_secret', { webhook_secret: '' }, 'gateway_key_missing'],
    ['webhook_secret', { webhook_secret: 'sk_test_flows' }, 'stripe_webhook_secret_form'],
    ['webhook_secret', { webhook_secret: 'whsec_new, whsec_' }, 'stripe_webhook_secret_form'],
  ] as const)('D-100: a wrong %s is refused with a sentence', async (field, change, reason) => {
    const { status, body } = await saveKeys({ ...stripeKeyBody, ...change });
    expect({ status, field: body.field, reason: body.reason }).toEqual({ status: 400, field, reason });
  });

  test.each([
    ['https://ap-gateway.mastercard.com', 'merchant_id', 'mpgs_live_in_sandbox'],
    ['ftp://gateway.example', 'base_url', 'url_not_https'],
    ['https://10.0.0.1', 'base_url', 'address_not_public'],
    ['no address', 'base_url', 'gateway_key_form'],
  ])('D-100: Mastercard Gateway at %s is refused', async (base_url, field, reason) => {
    const body = { base_url, merchant_id: 'SHOP', api_password: 'p', webhook_secret: 'w' };
    const saved = await store.admin.ask('PUT /api/admin/payment-methods/{method}/keys', { ...mpgs, body });
    expect(saved).toMatchObject({ status: 400, body: { field, reason } });
  });

  test('D-100: keys of a method that is on are tested before they replace the old ones', async () => {
    await turnOnStripe(store);
    const saved = await saveKeys({ ...stripeKeyBody, secret_key: 'sk_test_of_another_account' });
    expect(saved).toMatchObject({ status: 409, body: { reason: 'gateway_keys_failed' } });
    expect(await find('stripe')).toMatchObject({ is_on: true, test: 'passed' });
    expect(await init('stripe')).toMatchObject({ status: 200 });
  });

  test('D-100: removed keys turn the method off, and later keys have to be turned on again', async () => {
    await turnOnStripe(store);
    await store.admin.call('DELETE /api/admin/payment-methods/{method}/keys', stripe);
    expect(await find('stripe')).toMatchObject({ is_on: false, keys: null });
    await saveKeys(stripeKeyBody);
    expect(await find('stripe')).toMatchObject({ is_on: false, test: 'none' });
  });
});

describe('D-100: keys of a gateway whose payments are watched', () => {
  const remove = (method: 'mpgs' | 'stripe') =>
    store.admin.ask('DELETE /api/admin/payment-methods/{method}/keys', { params: { method } });

  test('stay, and the refusal has the number of payments', async () => {
    await turnOnStripe(store);
    await init('stripe');
    await init('stripe');
    await setMethod(store, 'stripe', { is_on: false });
    const refused = await remove('stripe');
    expect(refused).toMatchObject({
      status: 409,
      body: { code: 'conflict', reason: 'gateway_payments_watched', params: { payments: 2 } },
    });
    expect(refused.body.message).toContain('2 payments');
    expect(await find('stripe')).toMatchObject({ keys: { set_by: 'settings' } });
    // After three days no money arrives any more.
    store.advance(73 * 3_600_000);
    await signInAgain(store);
    await store.app.jobHandlers.sweep_payments({});
    await store.drain();
    expect(await remove('stripe')).toMatchObject({ status: 200 });
  });

  test('are not replaced by keys of another account, and may be replaced by others of the same account', async () => {
    await turnOnStripe(store);
    await init('stripe');
    await setMethod(store, 'stripe', { is_on: false });
    const other = await startStripeServer({ secretKey: 'sk_test_of_another_account', webhookSecret: 'whsec_2' });
    const there = await startStore({ STRIPE_API_URL: other.url }, store);
    const foreign = { secret_key: 'sk_test_of_another_account', webhook_secret: 'whsec_2' };
    expect(
      await there.admin.ask('PUT /api/admin/payment-methods/{method}/keys', {
        ...stripe,
        body: { ...stripeKeyBody, ...foreign },
      }),
    ).toMatchObject({ status: 409, body: { reason: 'gateway_payments_watched', params: { payments: 1 } } });
    await there.stop();
    await other.stop();
    expect(await saveKeys({ ...stripeKeyBody, webhook_secret: 'whsec_new' })).toMatchObject({ status: 200 });
    const unknown = await saveKeys({ ...stripeKeyBody, secret_key: 'sk_test_wrong' });
    expect(unknown).toMatchObject({ status: 409, body: { reason: 'gateway_keys_failed' } });
    setup.stripe.rollKey('sk_test_rolled');
    const rolled = await saveKeys({ ...stripeKeyBody, secret_key: 'sk_test_rolled' });
    setup.stripe.rollKey(stripeKeyBody.secret_key);
    expect(rolled).toMatchObject({ status: 200 });
  });

  test('stay with their merchant at Mastercard Gateway', async () => {
    const keys = { merchant_id: 'SHOP', api_password: 'p', webhook_secret: 'w' };
    const save = (body: Record<string, string>) =>
      store.admin.ask('PUT /api/admin/payment-methods/{method}/keys', { ...mpgs, body });
    await init('mpgs');
    await setMethod(store, 'mpgs', { is_on: false });
    const base_url = `${store.url}/sandbox/gateway`;
    expect(await save({ ...keys, base_url })).toMatchObject({ status: 200 });
    const watched = { status: 409, body: { reason: 'gateway_payments_watched' } };
    expect(await save({ ...keys, base_url, merchant_id: 'OTHER' })).toMatchObject(watched);
    expect(await save({ ...keys, base_url: 'http://127.0.0.1:9/gateway' })).toMatchObject(watched);
    expect(await save({ ...keys, base_url, api_password: 'other' })).toMatchObject({ status: 200 });
    expect(await remove('mpgs')).toMatchObject(watched);
  });
});

describe('D-100: keys that are changed by two owners at once', () => {
  /** Both requests wait for the same lock, the first one first. */
  const inTurn = async <A, B>(first: () => Promise<A>, second: () => Promise<B>): Promise<[A, B]> => {
    const lock = await holdLock(store.db.database.pool, 'payment methods');
    const one = first();
    await lock.untilWaiting(1);
    const other = second();
    await lock.untilWaiting(2);
    await lock.release();
    return Promise.all([one, other]);
  };
  const changed = { status: 409, body: { code: 'conflict', reason: 'gateway_keys_changed' } };

  test('a method that is turned off meanwhile stays off', async () => {
    await turnOnStripe(store);
    const [off, saved] = await inTurn(
      () => setMethod(store, 'stripe', { is_on: false }),
      () => saveKeys({ ...stripeKeyBody, webhook_secret: 'whsec_new' }),
    );
    expect(off.methods.find(({ method }) => method === 'stripe')).toMatchObject({ is_on: false });
    expect(saved).toMatchObject(changed);
    expect(await find('stripe')).toMatchObject({ is_on: false });
  });

  test('keys that are removed meanwhile stay removed', async () => {
    await saveKeys(stripeKeyBody);
    const { publishable_key } = stripeKeyBody;
    const [removed, saved] = await inTurn(
      () => store.admin.ask('DELETE /api/admin/payment-methods/{method}/keys', stripe),
      () => saveKeys({ publishable_key }),
    );
    expect(removed).toMatchObject({ status: 200 });
    expect(saved).toMatchObject(changed);
    expect(await find('stripe')).toMatchObject({ keys: null });
  });
});

describe('turning on', () => {
  test('D-100: needs a successful test of these keys', async () => {
    const turnOn = () =>
      store.admin.ask('PUT /api/admin/payment-methods/{method}', { ...stripe, body: { ...plainMethod, is_on: true } });
    const runTest = () => store.admin.call('POST /api/admin/payment-methods/{method}/test', stripe);
    expect(await turnOn()).toMatchObject({ status: 409, body: { reason: 'gateway_keys_missing' } });
    await saveKeys({ ...stripeKeyBody, secret_key: 'sk_test_wrong' });
    expect(await turnOn()).toMatchObject({ status: 409, body: { reason: 'gateway_keys_untested' } });
    expect(await runTest()).toMatchObject({ problem: expect.stringContaining('401') });
    expect(await find('stripe')).toMatchObject({ test: 'failed', tested_at: expect.any(String) });
    expect(await turnOn()).toMatchObject({ status: 409, body: { reason: 'gateway_keys_untested' } });
    await saveKeys(stripeKeyBody);
    expect(await find('stripe')).toMatchObject({ test: 'none', tested_at: null });
    expect(await runTest()).toEqual({ problem: null });
    expect(await turnOn()).toMatchObject({ status: 200 });
    expect(await find('stripe')).toMatchObject({ is_on: true, test: 'passed' });
  });

  test('D-30, D-100: needs a proof; titles and limits do not', async () => {
    await turnOnStripe(store);
    await setMethod(store, 'stripe', { is_on: false });
    const sql = "update admin_sessions set login_at = now() - interval '11 minutes', stepped_up_at = null";
    await store.db.database.pool.query(sql);
    const save = (change: object) =>
      store.admin.ask('PUT /api/admin/payment-methods/{method}', {
        ...stripe,
        body: { ...plainMethod, is_on: false, ...change },
      });
    expect(await save({ is_on: true })).toMatchObject({ status: 403, body: { code: 'step_up' } });
    expect(await save({ titles: { pt: 'Cartão' }, maximum: 100 })).toMatchObject({ status: 200 });
    await store.admin.call('POST /api/admin/step-up', { body: { password: owner.password } });
    expect(await save({ is_on: true })).toMatchObject({ status: 200 });
  });

  test.each([
    [{ minimum: 10, maximum: 5 }, 'maximum', 'limits_reversed'],
    [{ minimum: 0.001 }, 'minimum', 'limit_decimals'],
    [{ hidden_countries: ['ZZ', 'XX'] }, 'hidden_countries', 'country_unknown'],
  ])('D-100: %j is refused with a sentence', async (change, field, reason) => {
    const saved = await store.admin.ask('PUT /api/admin/payment-methods/{method}', {
      ...stripe,
      body: { ...plainMethod, is_on: false, ...change },
    });
    expect(saved).toMatchObject({ status: 400, body: { field, reason } });
  });

  test('D-100: the last method can be turned off, which closes the store', async () => {
    await setMethod(store, 'mpgs', { is_on: false });
    expect((await list()).is_open).toBe(false);
    expect(await init().catch((error: Error) => error.message)).toContain('not_open');
    expect((await store.admin.call('GET /api/admin/launch', {})).open).toBe(false);
    await store.admin.call('POST /api/admin/payment-methods/{method}/test', mpgs);
    await setMethod(store, 'mpgs', { is_on: true });
    expect((await init()).status).toBe(200);
  });

  test('D-100: another process offers it within two seconds', async () => {
    const other = await startStore({ STRIPE_API_URL: setup.stripe.url }, store);
    expect(await init('stripe', undefined, other)).toMatchObject({ status: 409 });
    await turnOnStripe(store);
    await expect.poll(async () => (await init('stripe', undefined, other)).status, { timeout: 2_000 }).toBe(200);
    await other.stop();
  });
});

describe('A-23, D-61: the method of a payment', () => {
  test('is the first card method without a choice, and the chosen one else', async () => {
    await turnOnStripe(store);
    expect((await init()).body).toEqual({ sessionId: expect.stringMatching(/^SESSION/) });
    expect((await init('stripe')).body).toMatchObject({ library: { name: 'stripe' } });
    await setMethod(store, 'stripe', { is_on: true, position: 0 });
    expect((await list()).methods.map(({ method }) => method)).toEqual(['stripe', 'mpgs', 'manual']);
    expect((await init()).body).toMatchObject({ library: { name: 'stripe' } });
  });

  test('an unknown one is refused, as is one that is off', async () => {
    expect(await init('cash')).toMatchObject({ status: 400, body: { code: 'method_unknown' } });
    expect(await init('manual')).toMatchObject({ status: 409, body: { code: 'method_unavailable' } });
    expect(await init('stripe')).toMatchObject({ status: 409, body: { code: 'method_unavailable' } });
  });

  test('the methods for an order are listed in the order of the checkout', async () => {
    const offered = async (amount: number) => {
      const { methods } = await store.visitor.call('GET /api/bigpay/methods', { query: { amount } });
      return methods.map(({ method }) => method);
    };
    expect(await offered(3)).toEqual(['mpgs']);
    await turnOnStripe(store);
    await setMethod(store, 'stripe', { is_on: true, position: 0, minimum: 5 });
    expect([await offered(3), await offered(5)]).toEqual([['mpgs'], ['stripe', 'mpgs']]);
    await setMethod(store, 'mpgs', { is_on: false });
    await setMethod(store, 'stripe', { is_on: false });
    expect(await offered(5)).toEqual([]);
  });

  test('outside of its limits it is refused with them', async () => {
    await turnOnStripe(store);
    await setMethod(store, 'stripe', { is_on: true, minimum: 5, maximum: 20.5 });
    const low = await init('stripe', { quantity: 500 });
    expect(low).toMatchObject({
      status: 409,
      body: { code: 'method_unavailable', reason: 'method_limits', params: { minCents: 500, maxCents: 2050 } },
    });
    expect(low.body.message).toContain('$5.00');
    expect((await init('stripe', { quantity: 1000 })).status).toBe(200);
    expect((await init(undefined, { quantity: 500 })).body).toEqual({ sessionId: expect.stringMatching(/^SESSION/) });
  });

  test('in a hidden country it is refused, and another one is used', async () => {
    await turnOnStripe(store);
    await setMethod(store, 'stripe', { is_on: true, position: 0, hidden_countries: ['BR', 'BR', 'PT'] });
    expect(await find('stripe')).toMatchObject({ hidden_countries: ['BR', 'PT'] });
    const from = async (address: string, method?: string) => {
      const body = { ...sessionBody(await placeOrder(store)), ...(method === undefined ? {} : { method }) };
      return store.visitor.ask('POST /api/bigpay/init-session', { body }, { 'x-forwarded-for': address });
    };
    const brazil = '200.160.2.3';
    expect(await from(brazil, 'stripe')).toMatchObject({ status: 409, body: { code: 'method_unavailable' } });
    expect((await from(brazil)).body).toEqual({ sessionId: expect.stringMatching(/^SESSION/) });
    expect((await from('8.8.8.8')).body).toMatchObject({ library: { name: 'stripe' } });
  });

  test('D-100: one that is off settles its open payments, and takes its notifications', async () => {
    await turnOnStripe(store);
    const order = await placeOrder(store);
    const body = { ...sessionBody(order), method: 'stripe' };
    const { sessionId } = await store.visitor.call('POST /api/bigpay/init-session', { body });
    await setMethod(store, 'stripe', { is_on: false });
    const session = setup.stripe.objects.get(sessionId?.split('_secret_')[0] ?? '', 'checkout.session');
    if (!session) throw new Error('Stripe has no such session.');
    setup.stripe.objects.pay(session);
    const { headers, rawBody } = setup.stripe.event(session);
    const notice = await store.raw('/api/bigpay/webhook', { method: 'POST', headers, body: rawBody });
    expect(notice.status).toBe(200);
    await store.drain();
    const paid = await store.admin.call('GET /api/orders/{id}', { params: { id: order.id } });
    expect(paid).toMatchObject({ payment: 'paid' });
    expect(await find('stripe')).toMatchObject({ is_on: false, last_notification_at: expect.any(String) });
  });

  test('a paid order is refused as paid, whatever the method', async () => {
    const order = await placeOrder(store);
    const { sessionId } = await store.visitor.call('POST /api/bigpay/init-session', { body: sessionBody(order) });
    await store.control('/gateway/pay', { sessionId, expiry: '01/39' });
    await store.visitor.call('POST /api/orders/{id}/confirm-payment', { params: { id: order.id }, body: {} });
    const again = await store.visitor.ask('POST /api/bigpay/init-session', {
      body: { ...sessionBody(order), method: 'stripe' },
    });
    expect(again).toMatchObject({ status: 409, body: { code: 'already_paid' } });
  });
});

describe('D-100: a method whose gateway does not answer', () => {
  const fail = async (times: number) => {
    for (let call = 0; call < times; call += 1) {
      await store.control('/gateway/fail', { kind: 'busy', operation: 'session' });
      expect((await init('mpgs')).status).toBe(502);
    }
    await store.control('/gateway/clear', {});
  };

  test('is hidden while another one answers, and shown to the owner', async () => {
    await turnOnStripe(store);
    await fail(3);
    expect((await init()).body).toMatchObject({ library: { name: 'stripe' } });
    expect(await init('mpgs')).toMatchObject({ status: 409, body: { code: 'method_unavailable' } });
    expect(await find('mpgs')).toMatchObject({ is_healthy: false, is_on: true });
    const { checks } = await store.admin.call('GET /api/admin/system/checks', {});
    expect(checks.find(({ id }) => id === 'gateway')).toMatchObject({
      level: 'red',
      problem_coded: { code: 'gateway_down' },
    });
    const { alerts } = await store.admin.call('GET /api/admin/security-alerts', { query: {} });
    expect(alerts.filter(({ type }) => type === 'gateway_down')).toHaveLength(1);
    store.advance(61_000);
    expect((await init('mpgs')).status).toBe(200);
  });

  test('is hidden where the answers to new forms are lost', async () => {
    await turnOnStripe(store);
    for (let call = 0; call < 3; call += 1) {
      await store.control('/gateway/fail', { kind: 'lose', operation: 'session' });
      expect((await init('mpgs')).status).toBe(502);
    }
    await store.control('/gateway/clear', {});
    expect(await find('mpgs')).toMatchObject({ is_healthy: false });
    expect((await init()).body).toMatchObject({ library: { name: 'stripe' } });
    store.advance(61_000);
  });

  test('stays where it is the last one', async () => {
    await fail(3);
    expect((await init()).status).toBe(200);
    expect((await init('mpgs')).status).toBe(200);
    store.advance(61_000);
  });
});
