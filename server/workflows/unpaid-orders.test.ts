// Nothing is sent for an order that the ledger does not show as paid.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deliverySteps } from '../../tests/support/delivery-steps.ts';
import { aLink, placeOrder } from '../../tests/support/orders.ts';
import { paymentSteps } from '../../tests/support/payment-steps.ts';
import { settingsSteps } from '../../tests/support/settings-steps.ts';
import { startStore, type TestStore } from '../../tests/support/store.ts';

let store: TestStore;
beforeAll(async () => {
  store = await startStore();
});
afterAll(() => store.stop());

const { rows } = paymentSteps(() => store);
const { calls, refill, send, settle } = deliverySteps(() => store);
const { save } = settingsSteps(() => store);

test('D-41: an unpaid order is not sent, whatever its status, until an admin marks it as paid with a note', async () => {
  const order = await placeOrder(store);
  expect(await send(order)).toMatchObject({ status: 409, body: { message: 'Order is not paid' } });
  await store.admin.call('PATCH /api/admin/orders/{id}/status', {
    params: { id: order.id },
    body: { status: 'Processing' },
  });
  expect(await send(order)).toMatchObject({ status: 409, body: { message: 'Order is not paid' } });
  await store.admin.call('POST /api/orders/{id}/confirm-payment', {
    params: { id: order.id },
    body: { manual: true, note: 'paid at the desk' },
  });
  expect((await send(order)).status).toBe(200);
});

test('D-41: no way leads to an order at the provider for an unpaid one that was set to Processing by hand', async () => {
  const order = await placeOrder(store);
  const params = { id: order.id };
  const sentBefore = (await calls('add')).length;
  const postLink = order.postLinks[0] ?? '';
  await store.admin.call('PATCH /api/admin/orders/{id}/status', { params, body: { status: 'Processing' } });
  const { key } = await store.admin.call('POST /api/admin/api-keys', {
    body: { name: 'A program', scopes: ['orders:write'] },
  });
  const program = await store.as(key).ask('POST /api/admin/orders/{id}/send-post', {
    params,
    body: { postLink, category: order.category },
  });
  const replaced = await store.admin.ask('POST /api/admin/orders/{id}/replace-link', {
    params,
    body: { postLink, newLink: aLink() },
  });
  expect([program.body.code, replaced.body.code]).toEqual(['not_paid', 'not_paid']);
  expect((await settle(order, { postLink, outcome: 'not_placed' })).status).toBe(409);
  expect((await refill(order, '1')).status).toBe(404);
  await save((input) => {
    input.automatic_dispatch = true;
  });
  await store.app.jobHandlers.dispatch_order({ orderId: order.id });
  await rows(
    `insert into dispatches (order_id, position, post_link, link_key, service_id, quantity, state, claim_id, claimed_at,
       created_at, updated_at, next_try_at)
     values ($1, 0, $2, $2, '1001', 500, 'waiting', gen_random_uuid(), now(), now(), now(), now())`,
    order.id,
    postLink,
  );
  await store.app.jobHandlers.sweep_waiting({});
  await store.drain();
  await save((input) => {
    input.automatic_dispatch = false;
  });
  expect(await calls('add')).toHaveLength(sentBefore);
});
