// An admin settles a lost answer with the provider's order id: only with one that the provider knows (D-17).
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { actionItemSteps } from '../../tests/support/action-item-steps.ts';
import { deliverySteps } from '../../tests/support/delivery-steps.ts';
import { type Placed, paidOrder } from '../../tests/support/orders.ts';
import { paymentSteps } from '../../tests/support/payment-steps.ts';
import { startStore, type TestStore } from '../../tests/support/store.ts';

let store: TestStore;
beforeAll(async () => {
  store = await startStore();
});
afterAll(() => store.stop());
beforeEach(async () => {
  await store.control('/provider/clear', {});
  await store.control('/calls/clear', {});
});

const { rows } = paymentSteps(() => store);
const { apiOrders, calls, placedAtProvider, send, sent, settle } = deliverySteps(() => store);
const { itemOf, waitsFor } = actionItemSteps(() => store);

async function lostOrder(): Promise<Placed> {
  const order = await paidOrder(store);
  // Placed, and answered with something unreadable: lost connections would open the circuit.
  await store.control('/provider/fail', { kind: 'garbage', operation: 'add' });
  await send(order);
  return order;
}

const place = (order: Placed, apiOrderId: unknown) =>
  settle(order, { postLink: order.postLinks[0], outcome: 'placed', apiOrderId });
const stateOf = async ({ id }: Placed) => (await apiOrders(id))[0];
async function auditOf({ id }: Placed) {
  const sql = "select details from audit_log where action = 'dispatch.settled' and subject = $1";
  return (await rows<{ details: object }>(sql, id)).map(({ details }) => details);
}

describe('the order id of a lost answer', () => {
  test('D-17: it is saved without the spaces around it once the provider knows it', async () => {
    const order = await lostOrder();
    const id = await placedAtProvider(order);
    await store.control('/calls/clear', {});
    expect((await place(order, `  ${id}\n`)).status).toBe(200);
    expect(await calls('status')).toHaveLength(1);
    expect(await stateOf(order)).toMatchObject({ status: 'sent', api_order_id: id, hint: null });
    expect(await auditOf(order)).toMatchObject([{ providerOrderId: id, verified: true }]);
  });

  test.each(['abc', '999000111', 'order-1'])('D-17: "%s", which the provider does not know, is refused', async (id) => {
    const order = await lostOrder();
    const { status, body } = await place(order, id);
    expect(status).toBe(409);
    expect(body.message).toContain(`has no order with the ID ${id}.`);
    expect(await stateOf(order)).toMatchObject({ status: 'unknown', api_order_id: null });
    expect(await auditOf(order)).toEqual([]);
  });

  const unfit = ['', ' ', 'a b', '1,2', '#23501', '<b>', 'x'.repeat(65), 0, -4, 1.5, null, [1], {}];
  test.each(unfit.map((id) => ({ id })))(
    'D-17: $id cannot be one: refused with a sentence, and the provider is not asked',
    async ({ id }) => {
      const order = await lostOrder();
      await store.control('/calls/clear', {});
      const { status, body } = await place(order, id);
      expect([status, body.message]).toEqual([400, expect.stringContaining('an order id is a number')]);
      expect(await calls('status')).toEqual([]);
      expect(await stateOf(order)).toMatchObject({ status: 'unknown' });
    },
  );

  test('D-17: a text id is one where the provider gives such', async () => {
    const order = await paidOrder(store);
    await store.control('/provider/fail', { kind: 'text_ids', operation: 'add' });
    await store.control('/provider/fail', { kind: 'garbage', operation: 'add' });
    await send(order);
    const id = await placedAtProvider(order);
    expect(id).toMatch(/^ord-/);
    expect((await place(order, id)).status).toBe(200);
  });

  test('D-17: while the provider cannot be asked a fitting id is accepted, and the audit says so', async () => {
    await sent(await paidOrder(store));
    const order = await lostOrder();
    await store.control('/provider/fail', { kind: 'maintenance', operation: 'status', times: 2 });
    const refused = await place(order, 'abc');
    expect(refused).toMatchObject({ status: 400, body: { message: expect.stringContaining('are numbers') } });
    expect((await place(order, '4711')).status).toBe(200);
    expect(await stateOf(order)).toMatchObject({
      status: 'sent',
      api_order_id: '4711',
      hint: 'The provider could not check this order ID.',
    });
    expect(await auditOf(order)).toMatchObject([{ providerOrderId: '4711', verified: false }]);
  });

  test('D-17: a known result is refused before any provider call', async () => {
    const order = await paidOrder(store);
    const id = await sent(order);
    await store.control('/calls/clear', {});
    expect((await place(order, id)).status).toBe(409);
    expect(await calls('status')).toEqual([]);
  });
});

test('D-17: an answer with an id and an error is never sent again, and is settled with that id', async () => {
  const order = await lostOrder();
  const id = await placedAtProvider(order);
  await rows("update dispatches set state = 'failed' where order_id = $1", order.id);
  // The same id once more, now with an error beside it.
  const text = JSON.stringify({ order: Number(id), error: 'Not enough funds on balance' });
  await store.control('/provider/fail', { kind: 'garbage', operation: 'add', text });
  const answer = await send(order);
  expect(answer).toMatchObject({ status: 502, body: { apiOrder: { status: 'unknown', api_order_id: null } } });
  expect((await send(order)).status).toBe(409);
  expect(await waitsFor(order)).toEqual(['dispatch_unknown']);
  expect((await itemOf(order))?.words).toContain(`order id ${id},`);
  expect((await place(order, id)).status).toBe(200);
  expect(await waitsFor(order)).toEqual([]);
});
