// The calls about orders as the specification lists them: path, body and the shape of the answer (section 6).
import { afterAll, beforeAll, expect, test } from 'vitest';
import { endpoints } from '../../contract/index.ts';
import { openSession, type Placed, paidOrder, payAtGateway, placeOrder } from '../../tests/support/orders.ts';
import { startStore, type TestStore } from '../../tests/support/store.ts';

let store: TestStore;
beforeAll(async () => {
  store = await startStore();
});
afterAll(() => store.stop());

async function sendRaw(
  method: string,
  path: string,
  { body, admin = false }: { body?: unknown; admin?: boolean } = {},
) {
  const response = await store.raw(path, {
    method,
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(admin ? { authorization: `Bearer ${store.adminToken}` } : {}),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: await response.json() };
}

const send = ({ id, postLinks, quantity }: Placed) =>
  sendRaw('POST', `/api/admin/orders/${id}/send-post`, {
    admin: true,
    body: { postLink: postLinks[0], category: 'Likes', quantity },
  });

async function sentOrder(): Promise<{ order: Placed; providerId: string }> {
  const order = await paidOrder(store);
  const { body } = await send(order);
  return { order, providerId: body.apiOrder.api_order_id };
}

/** The answer is what the contract says, and holds nothing beyond it. */
function expectShape(name: keyof typeof endpoints, body: unknown): void {
  expect(endpoints[name].output.parse(body), name).toEqual(body);
}

test('API-10: PUT on an order takes its fields and answers the changed order', async () => {
  const { id } = await placeOrder(store);
  const post_links = ['https://www.instagram.com/p/CallsOne1/', 'https://www.instagram.com/p/CallsTwo2/'];
  const change = { customer_email: 'calls@example.com', post_links, quantity: 1000, status: 'Processing' };
  const { status, body } = await sendRaw('PUT', `/api/orders/${id}`, { admin: true, body: change });
  expect(status).toBe(200);
  expect(body).toMatchObject({ ...change, id, status: 'processing', amount: 6 });
  expect((await sendRaw('PUT', `/api/orders/${id}`, { body: change })).status).toBe(401);
});

test('API-12: the provider orders of an order are listed for who knows its id; before a send there are none', async () => {
  const unsent = await placeOrder(store);
  expect(await sendRaw('GET', `/api/orders/${unsent.id}/api-orders`)).toEqual({ status: 200, body: [] });
  const { order, providerId } = await sentOrder();
  const { body } = await sendRaw('GET', `/api/orders/${order.id}/api-orders`);
  expect(body).toMatchObject([{ api_order_id: providerId, category: 'Likes', status: 'sent', position: 0 }]);
  expect(JSON.stringify(body)).not.toContain(order.postLinks[0]);
  expect((await sendRaw('GET', '/api/orders/AAAAAAAAAAAA/api-orders')).status).toBe(404);
});

test('API-13: confirm-payment believes nothing of its body, asks the gateway, and is the same when repeated', async () => {
  const order = await placeOrder(store);
  const path = `/api/orders/${order.id}/confirm-payment`;
  const forged = { resultIndicator: 'forged', status: 'success', payment_status: 'paid' };
  expect((await sendRaw('POST', path)).body).toMatchObject({ status: 'pending', order: { payment_status: 'none' } });
  const sessionId = await openSession(store, order);
  expect((await sendRaw('POST', path, { body: forged })).body).toMatchObject({ status: 'pending' });
  await payAtGateway(store, sessionId);
  const answers = [await sendRaw('POST', path, { body: {} }), await sendRaw('POST', path, { body: forged })];
  for (const { status, body } of answers) {
    expect(status).toBe(200);
    expect(body).toMatchObject({ status: 'success', order: { id: order.id, payment_status: 'paid' } });
  }
});

test('API-18: the status of a delivery is requested by the id of the provider', async () => {
  const { order, providerId } = await sentOrder();
  expect((await sendRaw('GET', `/api/admin/order-status/${providerId}`)).status).toBe(200);
  expect((await sendRaw('GET', `/api/admin/order-status/${order.id}`)).status).toBe(404);
});

test('DATA-28: a status update takes `status`, a batch takes `orderIds`; other names are refused with a sentence', async () => {
  const { id } = await placeOrder(store);
  const update = (body: object) => sendRaw('PATCH', `/api/admin/orders/${id}/status`, { admin: true, body });
  const batch = (body: object) => sendRaw('POST', '/api/orders/api-orders-batch', { body });
  expect((await update({ status: 'Failed' })).status).toBe(200);
  expect((await batch({ orderIds: [id] })).body).toEqual([{ orderId: id, apiOrders: [] }]);
  for (const refused of [await update({ state: 'Failed' }), await batch({ ids: [id] })]) {
    expect(refused).toMatchObject({ status: 400, body: { message: expect.stringMatching(/\.$/) } });
  }
});

test('DATA-29, API-21: sending, refilling, a status update and what a buyer calls answer in the shapes of the contract', async () => {
  const order = await paidOrder(store);
  const sent = await send(order);
  expect(sent.body).toMatchObject({ success: true, apiOrder: { status: 'sent', post_link: order.postLinks[0] } });
  expectShape('sendPost', sent.body);
  const apiOrderId = sent.body.apiOrder.api_order_id;
  await store.control('/provider/advance', { order: apiOrderId, status: 'Completed', remains: 0 });
  const refilled = await sendRaw('POST', `/api/admin/orders/${order.id}/refill-post`, {
    admin: true,
    body: { postLink: order.postLinks[0], apiOrderId },
  });
  expect(refilled.body).toEqual({ success: true, refillId: expect.any(String) });
  const updated = await sendRaw('PATCH', `/api/admin/orders/${order.id}/status`, {
    admin: true,
    body: { status: 'Completed', confirm: true },
  });
  expect(updated.body).toMatchObject({ success: true, order: { id: order.id, status: 'completed' } });
  expectShape('changeOrderStatus', updated.body);
  const path = `/api/orders/${order.id}`;
  expectShape('getOrder', (await sendRaw('GET', path)).body);
  expectShape('getOrder', (await sendRaw('GET', path, { admin: true })).body);
  expectShape('confirmPayment', (await sendRaw('POST', `${path}/confirm-payment`, { body: {} })).body);
  expectShape('apiOrders', (await sendRaw('GET', `${path}/api-orders`)).body);
  expectShape('ordersByEmail', (await sendRaw('GET', `/api/orders/by-email/${order.email}`)).body);
  expectShape('orderStatusAtProvider', (await sendRaw('GET', `/api/admin/order-status/${apiOrderId}`)).body);
  expectShape('listOrders', (await sendRaw('GET', '/api/orders', { admin: true })).body);
});
