// Who may say that an order is paid: the gateway, and an admin with a note. Nobody else.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openSession, placeOrder } from '../../tests/support/orders.ts';
import { paymentSteps } from '../../tests/support/payment-steps.ts';
import { startStore, type TestStore } from '../../tests/support/store.ts';

let store: TestStore;
beforeAll(async () => {
  store = await startStore();
});
afterAll(() => store.stop());
beforeEach(async () => {
  await store.control('/gateway/clear', {});
});

const { confirm, read, rows } = paymentSteps(() => store);

describe('confirming a payment', () => {
  test.each([
    { manual: true, note: 'I paid', status: 'paid' },
    { manual: false },
    { manual: 'yes', note: 17 },
    { resultIndicator: 17 },
    { resultIndicator: 'x'.repeat(300) },
    [],
    'paid',
    null,
  ])("A-24, S-5: a visitor's body is ignored: paid is what the gateway says, whatever %j says", async (body) => {
    const order = await placeOrder(store);
    await openSession(store, order);
    const response = await store.raw(`/api/orders/${order.id}/confirm-payment`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ status: 'pending' });
    expect(await read(order.id)).toMatchObject({ payment_status: 'session', paid_at: null });
  });

  test('A-24: an admin who vouches for nothing asks the gateway like anybody', async () => {
    const order = await placeOrder(store);
    const request = await store.admin.call('POST /api/orders/{id}/confirm-payment', {
      params: { id: order.id },
      body: { manual: false, note: 'not meant' },
    });
    expect(request.status).toBe('pending');
    expect(await read(order.id)).toMatchObject({ payment_status: 'none', paid_at: null });
  });

  test('rule 9: an order that an admin set to Failed is not shown to its payer as a failed payment', async () => {
    const order = await placeOrder(store);
    await openSession(store, order);
    await store.admin.call('PATCH /api/admin/orders/{id}/status', {
      params: { id: order.id },
      body: { status: 'Failed' },
    });
    expect((await confirm(order.id)).status).toBe('pending');
  });

  test('rule 4: the right indicator of a return has the gateway asked again soon, a wrong one does not', async () => {
    const order = await placeOrder(store);
    await openSession(store, order);
    const [attempt] = await rows<{ success_indicator: string }>(
      'select success_indicator from payment_attempts where order_id = $1',
      order.id,
    );
    const back = (resultIndicator: string) =>
      store.visitor.call('POST /api/orders/{id}/confirm-payment', {
        params: { id: order.id },
        body: { resultIndicator },
      });
    const waiting = () => rows('select from graphile_worker.jobs where key = $1', `return ${order.id}-1`);
    await back('not it');
    expect(await waiting()).toHaveLength(0);
    await back(attempt?.success_indicator ?? '');
    expect(await waiting()).toHaveLength(1);
  });

  test('A-24: an admin confirms by hand with a note, once, and it is in the ledger', async () => {
    const order = await placeOrder(store);
    const byHand = (body: object) =>
      store.admin.ask('POST /api/orders/{id}/confirm-payment', { params: { id: order.id }, body: body as never });
    for (const note of [undefined, ' ', 'x'.repeat(1001)]) {
      expect((await byHand({ manual: true, note })).body).toMatchObject({ field: 'note' });
    }
    expect((await byHand({ manual: true, note: 'bank transfer 17' })).body).toMatchObject({
      status: 'success',
      order: { payment_status: 'paid', status: 'paid', customer_email: order.email },
    });
    expect((await byHand({ manual: true, note: 'again' })).status).toBe(409);
    expect(
      await rows("select said->>'note' as note from payment_events where order_id = $1 and source = 'admin'", order.id),
    ).toEqual([{ note: 'bank transfer 17' }]);
  });

  test('confirming an unknown order is 404, with or without a body', async () => {
    for (const body of [undefined, '', '{}']) {
      const headers = { 'content-type': 'application/json' };
      const init = body === undefined ? { method: 'POST' } : { method: 'POST', body, headers };
      expect((await store.raw('/api/orders/AAAAAAAAAAAA/confirm-payment', init)).status).toBe(404);
    }
  });
});

describe('the webhook', () => {
  const notify = (headers: Record<string, string>, body: object = { order: { id: 'x-1' } }) =>
    store.raw('/api/bigpay/webhook', {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });

  test('S-5: without the right secret it is 401, raises an alert, and moves nothing', async () => {
    const order = await placeOrder(store);
    await openSession(store, order);
    const body = {
      order: { id: `${order.id}-1`, status: 'CAPTURED', totalCapturedAmount: order.amount },
      result: 'SUCCESS',
    };
    expect((await notify({}, body)).status).toBe(401);
    expect((await notify({ 'x-notification-secret': 'guess' }, body)).status).toBe(401);
    await store.drain();
    expect(await read(order.id)).toMatchObject({ payment_status: 'session' });
    expect(await rows("select from alerts where type = 'webhook_forged'")).not.toHaveLength(0);
  });
});
