import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchStatementIds } from '../../../contract/launch.ts';
import { orderBody } from '../../../tests/support/orders.ts';
import { owner, startStore, type TestStore } from '../../../tests/support/store.ts';

const env = {
  MODE: 'live',
  PUBLIC_URL: 'https://shop.example',
  JWT_SECRET: 'x'.repeat(32),
  SECRETS_KEY: 'y'.repeat(32),
  TRUST_PROXY: 'none',
  MPGS_BASE_URL: 'https://gateway.example',
  MPGS_MERCHANT_ID: 'M',
  MPGS_API_PASSWORD: 'p',
  MPGS_WEBHOOK_SECRET: 's',
};
let store: TestStore;
let other: TestStore;
beforeAll(async () => {
  store = await startStore(env);
  other = await startStore(env, store);
  // Newer than the table of this release: without a known end.
  store.app.ctx.nodeVersion = '99.1.0';
});
afterAll(async () => {
  await other.stop();
  await store.stop();
});

const order = (of: TestStore) => of.visitor.ask('POST /api/create-order', { body: orderBody() });
const words = {
  statements: [...launchStatementIds],
  delivery: 'By people who like posts for a living wage.',
  figures: 'None are shown.',
};
const attest = (change: Partial<typeof words> = {}) =>
  store.admin.ask('POST /api/admin/launch/attestation', { body: { ...words, ...change } });
const undone = async () => {
  const { checks } = await store.admin.call('GET /api/admin/launch', {});
  return checks.filter(({ done }) => !done).map(({ id }) => id);
};

describe('D-25: a live store before it opens', () => {
  test('the admin works, orders are refused with the sentence, and the checklist says what is to be done', async () => {
    for (const process of [store, other]) {
      expect(await order(process)).toMatchObject({ status: 503, body: { message: 'The store is not open yet.' } });
    }
    expect((await store.admin.ask('GET /api/orders', { query: {} })).status).toBe(200);
    const launch = await store.admin.call('GET /api/admin/launch', {});
    expect(launch).toMatchObject({ mode: 'live', open: false, attestation: null });
    expect(launch.statements.map(({ id }) => id)).toEqual([...launchStatementIds]);
    expect(await undone()).toEqual(['support_email', 'provider', 'services', 'claims', 'business', 'legal', 'mail']);
  });

  test('D-115: a Node without security updates is advised against, and amber or red', async () => {
    for (const [version, level] of [
      ['21.7.3', 'red'],
      ['99.1.0', 'green'],
    ] as const) {
      store.app.ctx.nodeVersion = version;
      const { checks } = await store.admin.call('GET /api/admin/system/checks', {});
      expect(checks.find(({ id }) => id === 'node')).toMatchObject({ level, facts: { version } });
      expect((await undone()).includes('node')).toBe(level === 'red');
    }
  });

  test('nothing of the sandbox is there', async () => {
    const ofStripe = ['/sandbox/stripe/stripe.js', '/sandbox/stripe/v1/checkout/sessions', '/sandbox/control/stripe'];
    const others = ['/sandbox', '/sandbox/control/gateway', '/sandbox/provider/api/v2', '/sandbox/gateway'];
    for (const path of [...others, ...ofStripe]) {
      expect((await store.raw(path)).status, path).toBe(404);
      expect((await store.raw(path, { method: 'POST' })).status, path).toBe(404);
    }
    const { methods } = await store.admin.call('GET /api/admin/payment-methods', {});
    expect(methods.find(({ method }) => method === 'stripe')).toMatchObject({ is_on: false, keys: null });
  });

  test('it does not open before what is required is done, and not without every statement', async () => {
    expect(await attest({ statements: launchStatementIds.slice(1) })).toMatchObject({
      status: 400,
      body: {
        field: 'statements',
        message: 'One statement is missing: What is delivered is genuine: the activity of real people.',
      },
    });
    expect(await attest({ delivery: ' ' })).toMatchObject({
      status: 400,
      body: { field: 'delivery', message: 'One answer is missing: How is delivery made?' },
    });
    expect(await attest()).toMatchObject({
      status: 409,
      body: { message: expect.stringMatching(/not ready to open\. To be done: Enter a support email of your own\./) },
    });
    expect((await store.admin.ask('POST /api/admin/launch/attestation', { body: {} as never })).status).toBe(400);
    expect((await order(store)).status).toBe(503);
  });

  test('D-2: the claims of the checklist are done once each is confirmed or switched off', async () => {
    const { version, settings } = await store.admin.call('GET /api/admin/store-settings', {});
    const { customers, rating, ...others } = settings.claims;
    const put = ({ text }: typeof customers, shown: boolean) => ({ text, shown, confirmed: shown });
    const claims = {
      customers: put(customers, false),
      rating: put(rating, false),
      deliveryStart: put(others.deliveryStart, true),
      deliveryDone: put(others.deliveryDone, true),
      support: put(others.support, true),
      // D-37: the attestation confirms the one, and the other is a fact of the software.
      guarantee: { ...put(others.guarantee, true), confirmed: false },
      noPassword: { ...put(others.noPassword, true), confirmed: false },
    };
    const save = async (support_email: string, of: number) => {
      const body = { version: of, settings: { ...settings, claims, support_email } };
      return (await store.admin.call('PUT /api/admin/store-settings', { body })).version;
    };
    const next = await save('help@shop.example', version);
    expect(await undone()).toContain('support_email');
    const { checks } = await store.admin.call('GET /api/admin/launch', {});
    expect(checks[0]?.title).toMatch(/at an address that ends in \.example\.$/);
    await save('help@shop.test', next);
    expect(await undone()).toEqual(['provider', 'services', 'business', 'legal', 'mail']);
  });

  test('A-73: in live mode the provider must be at an https address', async () => {
    const body = { api_url: 'http://127.0.0.1:1/api', api_key: 'k'.repeat(20) };
    expect((await store.admin.ask('POST /api/admin/settings', { body })).status).toBe(400);
    await store.admin.call('POST /api/admin/settings', {
      body: { ...body, api_url: 'https://provider.invalid/api/v2', likes_service_id: '1', views_service_id: '2' },
    });
    expect(await undone()).toEqual(['services', 'business', 'legal', 'mail']);
  });

  test('what is paid from before is not sent before somebody stated how delivery is made', async () => {
    await store.db.database.pool.query(
      `insert into orders (id, customer_email, customer_username, category, quantity, amount_cents, currency, post_links,
         status, payment_status, paid_at, created_at, updated_at)
       values ('ABCDEFGHJKMN', 'b@example.com', 'customer', 'Likes', 500, 300, 'USD', array['https://www.instagram.com/p/L/'],
         'paid', 'paid', now(), now(), now())`,
    );
    const body = { postLink: 'https://www.instagram.com/p/L/', category: 'Likes' };
    const send = await store.admin.ask('POST /api/admin/orders/{id}/send-post', {
      params: { id: 'ABCDEFGHJKMN' },
      body,
    });
    expect(send).toMatchObject({ status: 409, body: { message: expect.stringMatching(/opened in the settings/) } });
  });

  test('D-30: an old sign-in must give its password again', async () => {
    store.advance(11 * 60_000);
    expect(await attest()).toMatchObject({ status: 403, body: { code: 'step_up' } });
    await store.admin.call('POST /api/admin/step-up', { body: { password: owner.password } });
  });

  test('who opens it is recorded once, also when two do it at once; every process then takes orders', async () => {
    const answers = await Promise.all([attest(), attest(), attest()]);
    for (const { status, body } of answers) {
      expect(status).toBe(200);
      expect(body).toMatchObject({
        open: true,
        attestation: { attested_by: owner.email, attested_at: expect.any(String), figures: 'None are shown.' },
      });
    }
    const { pool } = store.db.database;
    const { rows } = await pool.query('select statements, delivery from launch_attestations');
    expect(rows).toHaveLength(1);
    expect(rows[0].statements).toHaveLength(5);
    expect(rows[0].delivery).toBe(words.delivery);
    expect((await pool.query("select from audit_log where action = 'launch.attested'")).rowCount).toBe(1);
    await expect(pool.query('delete from launch_attestations')).rejects.toThrow(/append-only/);
    for (const process of [store, other]) expect((await order(process)).status).toBe(200);
    const { settings } = await store.admin.call('GET /api/admin/store-settings', {});
    expect(settings.claims.guarantee).toMatchObject({ confirmed_by: owner.email, confirmed_at: expect.any(String) });
  });
});

test('D-85, D-100: a live store without a payment method starts closed, and delivers what is paid', async () => {
  const { MPGS_BASE_URL, MPGS_MERCHANT_ID, MPGS_API_PASSWORD, MPGS_WEBHOOK_SECRET, ...bare } = env;
  const without = await startStore(bare, store);
  try {
    const closed = { status: 503, body: { message: 'The store is not open yet.' } };
    expect(await order(without)).toMatchObject(closed);
    const session = { orderId: 'ABCDEFGHJKMN', amount: 3, email: 'b@example.com' };
    expect(await without.visitor.ask('POST /api/bigpay/init-session', { body: session })).toMatchObject({
      status: 503,
      body: { error: 'The store is not open yet.', code: 'not_open' },
    });
    const launch = await without.admin.call('GET /api/admin/launch', {});
    const gateway = { done: false, required: true, title: expect.stringContaining('Turn on a payment method') };
    expect(launch).toMatchObject({ open: false, checks: expect.arrayContaining([expect.objectContaining(gateway)]) });
    const system = await without.admin.call('GET /api/admin/system/checks', {});
    expect(system.checks.find(({ id }) => id === 'gateway')).toMatchObject({ level: 'red' });
    expect((await without.app.ctx.settings.profile()).profile.checkout_paused).toBe(true);
    expect(await without.app.canBuyersOrder()).toBe(false);
    const refusalOf = async (method: 'mpgs' | 'stripe', keys: object) => {
      const { body } = await without.admin.ask('PUT /api/admin/payment-methods/{method}/keys', {
        params: { method },
        body: { webhook_secret: 's', ...keys },
      });
      return [body.field, body.reason];
    };
    const test = { publishable_key: 'pk_live_1', secret_key: 'sk_test_1' };
    expect(await refusalOf('stripe', test)).toEqual(['secret_key', 'gateway_key_live_needed']);
    const merchant = { base_url: 'https://192.0.9.1', merchant_id: 'TESTSHOP', api_password: 'p' };
    expect(await refusalOf('mpgs', merchant)).toEqual(['merchant_id', 'mpgs_test_in_live']);
    const plain = { ...merchant, base_url: 'http://192.0.9.1' };
    expect(await refusalOf('mpgs', plain)).toEqual(['base_url', 'url_not_https']);
    // The attestation stands: only the provider, which exists nowhere, keeps the link from being sent.
    const send = await without.admin.ask('POST /api/admin/orders/{id}/send-post', {
      params: { id: 'ABCDEFGHJKMN' },
      body: { postLink: 'https://www.instagram.com/p/L/', category: 'Likes' },
    });
    expect(send.body).not.toMatchObject({ message: expect.stringMatching(/opened in the settings/) });
  } finally {
    await without.stop();
  }
});

test('D-25: a sandbox store is open, and has nothing to attest', async () => {
  const sandbox = await startStore();
  try {
    expect(await sandbox.admin.call('GET /api/admin/launch', {})).toMatchObject({ mode: 'sandbox', open: true });
    const refused = await sandbox.admin.ask('POST /api/admin/launch/attestation', { body: words });
    expect(refused).toMatchObject({ status: 409, body: { message: expect.stringMatching(/no money moves/) } });
  } finally {
    await sandbox.stop();
  }
});
