// Calls of which only some uses need a proof, by a session whose proof is older than ten minutes. `access.test.ts` walks
// over the calls that always need one.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { deliverySteps } from '../../tests/support/delivery-steps.ts';
import { paidOrder, placeOrder } from '../../tests/support/orders.ts';
import { owner, startStore, type TestStore } from '../../tests/support/store.ts';

let store: TestStore;
beforeAll(async () => {
  store = await startStore();
});
afterAll(() => store.stop());
beforeEach(async () => {
  await store.db.database.pool.query(
    "update admin_sessions set login_at = now() - interval '11 minutes', stepped_up_at = null",
  );
});

const stale = { status: 403, body: { code: 'step_up' } };
const { calls: providerCalls } = deliverySteps(() => store);
const prove = () => store.admin.ask('POST /api/admin/step-up', { body: { password: owner.password } });

async function sendRaw(method: string, path: string, body: unknown = {}) {
  const response = await store.raw(path, {
    method,
    headers: { authorization: `Bearer ${store.adminToken}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: await response.json() };
}

describe('D-30: where only some uses need a proof', () => {
  const add = { action: 'add', service: '1', link: 'https://www.instagram.com/p/Proof1/', quantity: 1_000_000 };

  test('a test order at the provider does, and costs nothing without; reading the balance does not', async () => {
    expect(await sendRaw('POST', '/api/proxy', add)).toMatchObject(stale);
    expect(await providerCalls('add')).toEqual([]);
    expect((await sendRaw('POST', '/api/proxy', { action: 'balance' })).status).toBe(200);
  });

  test.each(['Processing', 'Completed'])('setting an unpaid order to %s does, a paid one not', async (status) => {
    const [unpaid, paid] = [await placeOrder(store), await paidOrder(store)];
    const set = (id: string) => sendRaw('PATCH', `/api/admin/orders/${id}/status`, { status, confirm: true });
    expect(await set(unpaid.id)).toMatchObject(stale);
    expect(await sendRaw('PUT', `/api/orders/${unpaid.id}`, { status })).toMatchObject(stale);
    expect((await set(paid.id)).status).toBe(200);
    await prove();
    expect((await set(unpaid.id)).status).toBe(200);
  });

  test('marking an order as paid does', async () => {
    const { id } = await placeOrder(store);
    const mark = () => sendRaw('POST', `/api/orders/${id}/confirm-payment`, { manual: true, note: 'bank transfer' });
    expect(await mark()).toMatchObject(stale);
    await prove();
    expect(await mark()).toMatchObject({ status: 200, body: { order: { payment_status: 'paid' } } });
  });

  test('settings do that move money or reach people; the name, the hours and the business do not', async () => {
    const { body } = await store.admin.ask('GET /api/admin/store-settings', {});
    const { settings } = body;
    const claims = Object.fromEntries(
      Object.entries(settings.claims).map(([name, { text, shown }]) => [name, { text, shown, confirmed: false }]),
    );
    let { version } = body;
    const save = async (change: object) => {
      const answer = await sendRaw('PUT', '/api/admin/store-settings', {
        version,
        settings: { ...settings, claims, ...change },
      });
      if (answer.status === 200) version = answer.body.version;
      return answer;
    };
    const dangerous = [
      { prices: { ...settings.prices, unit_price_micros: 600 } },
      { support_email: 'thief@example.com' },
      { automatic_dispatch: true },
      { automatic_refund: true },
      { require_second_factor: true },
      { full_ip: true },
      { retention: { ...settings.retention, visits: settings.retention.visits + 1 } },
    ];
    for (const change of dangerous) expect(await save(change), Object.keys(change)[0]).toMatchObject(stale);
    expect((await save({ name: 'Another name' })).status).toBe(200);
    expect((await save({ name: 'Another name', business: { ...settings.business, name: 'A firm' } })).status).toBe(200);
  });
});

test('D-41: a status that an admin set by hand sends nothing: only the ledger says what is paid', async () => {
  await prove();
  const { id, postLinks, category } = await placeOrder(store);
  const body = { postLink: postLinks[0], category };
  for (const status of ['Processing', 'Completed']) {
    await sendRaw('PATCH', `/api/admin/orders/${id}/status`, { status, confirm: true });
    expect(await sendRaw('POST', `/api/admin/orders/${id}/send-post`, body)).toMatchObject({
      status: 409,
      body: { code: 'not_paid' },
    });
  }
  const paid = { manual: true, note: 'paid in cash' };
  expect((await sendRaw('POST', `/api/orders/${id}/confirm-payment`, paid)).status).toBe(200);
  expect((await sendRaw('POST', `/api/admin/orders/${id}/send-post`, body)).status).toBe(200);
});
