// Who may do what, from outside: each guard seen to hold for a stranger, and seen to let the one through whom it is for.
import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endpoints } from '../../contract/index.ts';
import { deliverySteps } from '../../tests/support/delivery-steps.ts';
import { type Placed, paidOrder, placeOrder } from '../../tests/support/orders.ts';
import { startStore, type TestStore } from '../../tests/support/store.ts';

let store: TestStore;
beforeAll(async () => {
  store = await startStore();
});
afterAll(() => store.stop());

const all = Object.values(endpoints).map(({ method, path, access }) => ({ method, path, access }));
const { calls: providerCalls } = deliverySteps(() => store);
const send = (client: TestStore['admin'], order: Placed) =>
  client.ask('POST /api/admin/orders/{id}/send-post', {
    params: { id: order.id },
    body: { postLink: order.postLinks[0] ?? '', category: order.category, quantity: order.quantity },
  });
const refill = (client: TestStore['admin'], order: Placed, apiOrderId: string) =>
  client.ask('POST /api/admin/orders/{id}/refill-post', {
    params: { id: order.id },
    body: { postLink: order.postLinks[0] ?? '', apiOrderId },
  });
const setStatus = (client: TestStore['admin'], order: Placed, status: string) =>
  client.ask('PATCH /api/admin/orders/{id}/status', { params: { id: order.id }, body: { status, confirm: true } });

describe('the one role', () => {
  test('GEN-17, AUTH-4: an admin, by the bearer token alone, reads everything that strangers may not', async () => {
    const { body } = await store.admin.ask('GET /api/admin/verify', {});
    expect(body.user.role).toBe('admin');
    const closed = all.filter(({ method, access }) => method === 'GET' && access === 'admin');
    for (const path of closed.map((one) => one.path.replace(/\{\w+\}/g, 'AAAAAAAAAAAA'))) {
      const asAdmin = await store.raw(path, { headers: { authorization: `Bearer ${store.adminToken}` } });
      expect([401, 403], path).not.toContain(asAdmin.status);
      const others: Record<string, string>[] = [
        {},
        { authorization: store.adminToken },
        { cookie: `adminToken=${store.adminToken}` },
      ];
      for (const headers of others) {
        expect((await store.raw(path, { headers })).status, path).toBe(401);
      }
    }
  });

  test('AUTH-17: there is no other role: a well-signed token of a live session with another one opens nothing', async () => {
    const [head = '', claims = ''] = store.adminToken.split('.');
    const sign = (changed: object) => {
      const read = JSON.parse(Buffer.from(claims, 'base64url').toString());
      const signed = `${head}.${Buffer.from(JSON.stringify({ ...read, ...changed })).toString('base64url')}`;
      const key = 'tests only: a secret of at least 32 bytes';
      return `${signed}.${createHmac('sha256', key).update(signed).digest('base64url')}`;
    };
    const verify = async (token: string) => (await store.as(token).ask('GET /api/admin/verify', {})).status;
    expect(await verify(sign({}))).toBe(200);
    for (const role of ['owner', 'editor', 'Admin', '', null, ['admin']])
      expect(await verify(sign({ role }))).toBe(401);
  });

  test('AUTH-16, A-50: below /api/admin only signing in, an invitation, a visit and a known provider order are open to strangers', () => {
    const open = all.filter(({ path, access }) => path.startsWith('/api/admin/') && access !== 'admin');
    const allowed = [
      'POST /api/admin/login',
      'POST /api/admin/login/passkey/options',
      'POST /api/admin/login/passkey',
      'POST /api/admin/invitations/open',
      'POST /api/admin/invitations/accept',
      'GET /api/admin/order-status/{providerId}',
      'POST /api/admin/track-user',
      'PATCH /api/admin/track-user/{userId}',
      'POST /api/admin/visitor-analytics',
    ];
    expect(open.map(({ method, path }) => `${method} ${path}`).filter((call) => !allowed.includes(call))).toEqual([]);
  });
});

test('GEN-20, A-24, A-38: an order waits for its payment, then for an admin; outside nothing of that is seen but its state', async () => {
  const waiting = await placeOrder(store);
  await store.drain();
  const paid = await paidOrder(store);
  await store.drain();
  expect(await providerCalls('add')).toEqual([]);
  const seen = async ({ id }: Placed) => store.visitor.call('GET /api/orders/{id}', { params: { id } });
  expect(await seen(waiting)).toMatchObject({ status: 'pending', payment_status: 'none' });
  expect(await seen(paid)).toMatchObject({ status: 'paid', payment_status: 'paid' });
  const fields = [
    'amount',
    'category',
    'created_at',
    'delivery',
    'id',
    'payment',
    'payment_status',
    'quantity',
    'status',
  ];
  for (const order of [waiting, paid]) expect(Object.keys(await seen(order)).sort()).toEqual(fields);
});

test('S-2: the list of orders is for admins, is paged, and is kept nowhere', async () => {
  for (let n = 0; n < 3; n += 1) await placeOrder(store);
  const list = (token: string | null) =>
    store.raw('/api/orders?limit=2', token === null ? {} : { headers: { authorization: `Bearer ${token}` } });
  for (const token of [null, 'a.b.c']) {
    const refused = await list(token);
    expect(refused.status).toBe(401);
    expect(await refused.json()).toEqual({ message: expect.stringMatching(/\.$/), code: expect.any(String) });
  }
  const given = await list(store.adminToken);
  expect(given.headers.get('cache-control')).toBe('no-store');
  expect(given.headers.get('link')).toMatch(/rel="next"/);
  expect(await given.json()).toHaveLength(2);
});

test('S-11, DATA-8: a stranger learns status and remains of provider orders of ours, and cannot walk the provider with our key', async () => {
  const order = await paidOrder(store);
  const { body } = await send(store.admin, order);
  const ours = body.apiOrder.api_order_id ?? '';
  const readStatus = (providerId: string) =>
    store.visitor.ask('GET /api/admin/order-status/{providerId}', { params: { providerId } });
  const answer = await readStatus(ours);
  expect(answer.status).toBe(200);
  expect(answer.body).toEqual({ status: expect.any(String), remains: expect.any(Number) });
  const callCount = (await providerCalls('status')).length;
  for (const stranger of [String(Number(ours) - 1), String(Number(ours) + 1), 'all', `${ours},1`, order.id]) {
    expect((await readStatus(stranger)).status, stranger).toBe(404);
  }
  await readStatus(ours);
  expect(await providerCalls('status')).toHaveLength(callCount);
});

test('S-11: sixty questions a minute from one address', async () => {
  const strict = await startStore({ RATE_LIMIT_FACTOR: '1' });
  try {
    const readStatus = async () => (await strict.raw('/api/admin/order-status/1')).status;
    const statuses = await Promise.all(Array.from({ length: 70 }, readStatus));
    expect(statuses.filter((status) => status === 404)).toHaveLength(60);
    expect(statuses.filter((status) => status === 429)).toHaveLength(10);
  } finally {
    await strict.stop();
  }
});

test('S-19: setting a status, sending and refilling are for admins, need a payment and the order’s own id, and are written down', async () => {
  const [unpaid, order, other] = [await placeOrder(store), await paidOrder(store), await paidOrder(store)];
  const before = (await providerCalls('add')).length;
  for (const stranger of [store.visitor, store.as('a.b.c')]) {
    expect((await setStatus(stranger, order, 'Completed')).status).toBe(401);
    expect((await send(stranger, order)).status).toBe(401);
    expect((await refill(stranger, order, '1')).status).toBe(401);
  }
  expect(await send(store.admin, unpaid)).toMatchObject({ status: 409, body: { message: 'Order is not paid' } });
  expect(await providerCalls('add')).toHaveLength(before);
  const ids: string[] = [];
  for (const paid of [order, other]) ids.push((await send(store.admin, paid)).body.apiOrder.api_order_id ?? '');
  expect(await providerCalls('add')).toHaveLength(before + 2);
  expect((await refill(store.admin, order, ids[1] ?? '')).status).toBe(404);
  expect(await providerCalls('refill')).toEqual([]);
  await store.control('/provider/advance', { order: ids[0] ?? '', status: 'Completed', remains: 0 });
  await store.app.jobHandlers.follow_deliveries?.({});
  expect((await refill(store.admin, order, ids[0] ?? '')).status).toBe(200);
  expect((await setStatus(store.admin, order, 'Failed')).status).toBe(200);
  const { rows } = await store.db.database.pool.query(
    "select distinct action from audit_log where subject = $1 and actor like 'admin:%'",
    [order.id],
  );
  const written = rows.map(({ action }) => action);
  expect(written).toEqual(expect.arrayContaining(['dispatch.sent', 'dispatch.refill', 'order.status']));
});
