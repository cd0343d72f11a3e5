import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { messages } from '../../contract/messages.ts';
import {
  openSession,
  type Placed,
  paidOrder,
  payAtGateway,
  placeOrder,
  sessionBody,
} from '../../tests/world/orders.ts';
import { startStore, type TestStore } from '../../tests/world/store.ts';

let store: TestStore;
beforeAll(async () => {
  store = await startStore();
});
afterAll(() => store.stop());
beforeEach(async () => {
  await store.control('/gateway/clear', {});
});

const init = (body: object) => store.visitor.ask('POST /api/bigpay/init-session', { body: body as never });
const confirm = (id: string) =>
  store.visitor.call('POST /api/orders/{id}/confirm-payment', { params: { id }, body: {} });
const read = (id: string) => store.admin.call('GET /api/orders/{id}', { params: { id } });
const rows = async <T>(sql: string, ...values: unknown[]) =>
  (await store.db.database.pool.query(sql, values)).rows as T[];
const alertsOf = async (id: string) =>
  (await rows<{ type: string }>("select type from alerts where details->>'orderId' = $1 order by raised_at", id)).map(
    ({ type }) => type,
  );
const attemptsOf = (id: string) =>
  rows<{ state: string; number: number }>(
    'select state, number from payment_attempts where order_id = $1 order by number',
    id,
  );
async function gatewayCalls(operation: string, id: string): Promise<number> {
  const calls = await store.control(`/calls?side=gateway&operation=${operation}&orderId=${id}-1`);
  return (calls as unknown as unknown[]).length;
}

describe('opening a payment session', () => {
  test('PAY-6, PAY-7: an unpaid order gets a session id, and no secret of the gateway', async () => {
    const order = await placeOrder(store);
    const { status, body } = await init(sessionBody(order));
    expect(status).toBe(200);
    expect(body).toEqual({ sessionId: expect.any(String) });
    expect(await read(order.id)).toMatchObject({ payment_status: 'session', status: 'pending' });
  });

  test('S-8: ten calls at once open one session and get the same id', async () => {
    const order = await placeOrder(store);
    const answers = await Promise.all(Array.from({ length: 10 }, () => init(sessionBody(order))));
    expect(new Set(answers.map(({ body }) => body.sessionId)).size).toBe(1);
    expect(await gatewayCalls('session', order.id)).toBe(1);
  });

  test.each([
    ['amount', (order: Placed) => ({ ...sessionBody(order), amount: 0.01 })],
    ['email', (order: Placed) => ({ ...sessionBody(order), email: 'other@example.com' })],
    ['postUrls', (order: Placed) => ({ ...sessionBody(order), postUrls: [] })],
  ])("A-7: another %s than the order's is refused", async (field, bodyOf) => {
    const { status, body } = await init(bodyOf(await placeOrder(store)));
    expect(status).toBe(400);
    expect(body).toMatchObject({ field, error: expect.any(String), message: expect.any(String) });
  });

  test('S-8: an unknown order is 404, a paid one 409', async () => {
    const order = await placeOrder(store);
    expect((await init({ ...sessionBody(order), orderId: 'AAAAAAAAAAAA' })).status).toBe(404);
    expect((await init(sessionBody(await paidOrder(store)))).status).toBe(409);
  });

  test('A-15: an unreachable gateway is 502 with the text of ERR-7, and the next try works', async () => {
    const order = await placeOrder(store);
    await store.control('/gateway/fail', { kind: 'busy', operation: 'session' });
    expect(await init(sessionBody(order))).toMatchObject({ status: 502, body: { error: messages.paymentUnreachable } });
    expect((await init(sessionBody(order))).status).toBe(200);
  });

  test('rule 9: after a lost answer the gateway is asked before another session is opened', async () => {
    const order = await placeOrder(store);
    await store.control('/gateway/fail', { kind: 'lose', operation: 'session' });
    expect((await init(sessionBody(order))).status).toBe(502);
    expect((await init(sessionBody(order))).status).toBe(200);
    expect(await attemptsOf(order.id)).toEqual([
      { number: 1, state: 'lost' },
      { number: 2, state: 'open' },
    ]);
    expect(await gatewayCalls('retrieve', order.id)).toBeGreaterThan(0);
  });

  test('three declines end a form; the next one is a new session of the same order', async () => {
    const order = await placeOrder(store);
    const first = await openSession(store, order);
    for (let tries = 0; tries < 3; tries += 1) await payAtGateway(store, first, '05/39');
    store.advance(6_000);
    const second = await openSession(store, order);
    expect(second).not.toBe(first);
    await payAtGateway(store, second);
    expect((await confirm(order.id)).status).toBe('success');
  });
});

describe('settling a payment', () => {
  test('A-24: paid is what the gateway says; the browser cannot say it', async () => {
    const order = await placeOrder(store);
    await openSession(store, order);
    const lie = { manual: true, note: 'I paid', status: 'paid', resultIndicator: 'x' };
    const asVisitor = await store.visitor.ask('POST /api/orders/{id}/confirm-payment', {
      params: { id: order.id },
      body: lie as never,
    });
    expect(asVisitor.status).toBe(401);
    expect((await confirm(order.id)).status).toBe('pending');
    expect(await read(order.id)).toMatchObject({ payment_status: 'session', paid_at: null });
  });

  test('RES-3, A-26: a captured payment makes the order paid, once, with one mail', async () => {
    const order = await paidOrder(store);
    expect(await read(order.id)).toMatchObject({ status: 'paid', payment_status: 'paid', paid_at: expect.any(String) });
    expect(await rows('select kind from mails where order_id = $1 and kind = $2', order.id, 'order_paid')).toHaveLength(
      1,
    );
  });

  test('rule 5: 30 confirmations and notifications at once make it paid once', async () => {
    const order = await placeOrder(store);
    await store.control('/gateway/fail', { kind: 'duplicate_notice', copies: 5 });
    await payAtGateway(store, await openSession(store, order));
    await Promise.all([
      ...Array.from({ length: 30 }, () => confirm(order.id)),
      store.control('/gateway/deliver', {}),
      store.control('/gateway/notify', { orderId: `${order.id}-1`, times: 10 }),
    ]);
    await store.control('/gateway/deliver', {});
    await store.drain();
    expect(await read(order.id)).toMatchObject({ status: 'paid', payment_status: 'paid' });
    expect(
      await rows("select from payment_events where order_id = $1 and conclusion = 'captured'", order.id),
    ).toHaveLength(1);
    expect(await rows("select from mails where order_id = $1 and kind = 'order_paid'", order.id)).toHaveLength(1);
    expect(
      await rows("select from audit_log where subject = $1 and action = 'payment.captured'", order.id),
    ).toHaveLength(1);
    expect(await alertsOf(order.id)).toEqual([]);
  });

  test('S-5: a notification alone settles the payment', async () => {
    const order = await placeOrder(store);
    await payAtGateway(store, await openSession(store, order));
    await store.control('/gateway/deliver', {});
    await store.drain();
    expect(await read(order.id)).toMatchObject({ status: 'paid' });
  });

  test('A-29: a decline leaves the order pending, and a second card pays it', async () => {
    const order = await placeOrder(store);
    const session = await openSession(store, order);
    await payAtGateway(store, session, '05/39');
    expect((await confirm(order.id)).status).toBe('pending');
    await payAtGateway(store, session);
    expect((await confirm(order.id)).status).toBe('success');
    expect(await alertsOf(order.id)).toEqual([]);
  });

  test.each([
    ['another amount', { amount: '0.01' }],
    ['another currency', { currency: 'EUR' }],
  ])('rule 3: %s changes nothing and raises a critical alert, once', async (_name, charge) => {
    const order = await placeOrder(store);
    const session = await openSession(store, order);
    await store.control('/gateway/fail', { kind: 'charge', ...charge });
    await payAtGateway(store, session);
    for (let repeats = 0; repeats < 3; repeats += 1) expect((await confirm(order.id)).status).toBe('pending');
    expect(await read(order.id)).toMatchObject({ status: 'pending', payment_status: 'session', paid_at: null });
    expect(await alertsOf(order.id)).toEqual(['payment_mismatch']);
    expect((await init(sessionBody(order))).status).toBe(409);
  });

  test('rule 7: a payment in doubt is pending until the gateway knows', async () => {
    const order = await placeOrder(store);
    const session = await openSession(store, order);
    await store.control('/gateway/fail', { kind: 'settle_later' });
    await payAtGateway(store, session);
    expect((await confirm(order.id)).status).toBe('pending');
    await store.control('/gateway/finish', { orderId: `${order.id}-1` });
    expect((await confirm(order.id)).status).toBe('success');
  });

  test('rule 9: a gateway that cannot be asked is never told to the payer as a failure', async () => {
    const order = await placeOrder(store);
    await payAtGateway(store, await openSession(store, order));
    await store.control('/gateway/fail', { kind: 'busy', operation: 'retrieve', times: 0 });
    expect((await confirm(order.id)).status).toBe('pending');
    await store.control('/gateway/clear', {});
    expect((await confirm(order.id)).status).toBe('success');
  });

  test('a form whose time is over gives the order back to the buyer; a capture that comes later still counts', async () => {
    const order = await placeOrder(store);
    const first = await openSession(store, order);
    store.advance(1_870_000);
    expect((await confirm(order.id)).status).toBe('pending');
    expect(await read(order.id)).toMatchObject({ payment_status: 'expired', status: 'pending' });
    expect(await openSession(store, order)).not.toBe(first);
    expect(await read(order.id)).toMatchObject({ payment_status: 'session' });
  });

  test('rule 9: two captures of one order: paid by one, the other is flagged', async () => {
    const order = await placeOrder(store);
    await store.control('/gateway/fail', { kind: 'lose', operation: 'session' });
    await init(sessionBody(order));
    const session = await openSession(store, order);
    await payAtGateway(store, session);
    await confirm(order.id);
    await store.control('/gateway/pay', { orderId: `${order.id}-1`, expiry: '01/39' });
    await store.control('/gateway/deliver', {});
    await store.drain();
    expect(await attemptsOf(order.id)).toEqual([
      { number: 1, state: 'second_capture' },
      { number: 2, state: 'paid' },
    ]);
    expect(await alertsOf(order.id)).toEqual(['second_capture']);
    expect(await read(order.id)).toMatchObject({ status: 'paid', payment_status: 'paid', amount: order.amount });
  });

  test('rule 8: a closed attempt stays watched: a capture after it is found before the buyer pays again', async () => {
    const order = await placeOrder(store);
    const session = await openSession(store, order);
    await store.control('/gateway/fail', { kind: 'settle_later', operation: 'pay' });
    await payAtGateway(store, session);
    await store.control('/gateway/status', { orderId: `${order.id}-1`, status: 'INITIATED' });
    store.advance(1_900_000);
    await confirm(order.id);
    expect(await read(order.id)).toMatchObject({ payment_status: 'expired' });
    await store.control('/gateway/status', { orderId: `${order.id}-1` });
    await store.control('/gateway/finish', { orderId: `${order.id}-1` });
    expect((await init(sessionBody(order))).status).toBe(409);
    expect(await read(order.id)).toMatchObject({ payment_status: 'paid', status: 'paid' });
    expect(await alertsOf(order.id)).toEqual(['late_payment']);
  });

  test('A-24: the sweeper finds a payment that was in doubt, although notice and payer never came back', async () => {
    const order = await placeOrder(store);
    const session = await openSession(store, order);
    await store.control('/gateway/fail', { kind: 'drop_notice', times: 0 });
    await store.control('/gateway/fail', { kind: 'settle_later' });
    await payAtGateway(store, session);
    store.advance(121_000);
    await store.app.jobHandlers.sweep_payments({});
    await store.drain();
    expect(await read(order.id)).toMatchObject({ payment_status: 'session' });
    await store.control('/gateway/finish', { orderId: `${order.id}-1` });
    await store.app.jobHandlers.sweep_payments({});
    await store.drain();
    expect(await read(order.id)).toMatchObject({ payment_status: 'session' });
    store.advance(121_000);
    await store.app.jobHandlers.sweep_payments({});
    await store.drain();
    expect(await read(order.id)).toMatchObject({ payment_status: 'paid' });
  });

  test('D-19: quantity and links are fixed while a session is being opened, and free again once it is over', async () => {
    const order = await placeOrder(store);
    const change = () =>
      store.admin.ask('PUT /api/orders/{id}', { params: { id: order.id }, body: { quantity: 30_000 } });
    await store.control('/gateway/fail', { kind: 'delay', operation: 'session', delayMs: 600 });
    const opening = init(sessionBody(order));
    await expect.poll(async () => (await attemptsOf(order.id)).length).toBe(1);
    expect((await change()).status).toBe(409);
    expect((await opening).status).toBe(200);
    expect((await change()).status).toBe(409);
    store.advance(1_900_000);
    await confirm(order.id);
    expect((await change()).body).toMatchObject({ quantity: 30_000, amount: 108 });
  });

  test('rule 3: the old price captured for an order that costs more by now is a mismatch, not a payment', async () => {
    const order = await placeOrder(store);
    await payAtGateway(store, await openSession(store, order));
    await rows('update orders set quantity = 30000, amount_cents = 10800 where id = $1', order.id);
    expect((await confirm(order.id)).status).toBe('pending');
    expect(await read(order.id)).toMatchObject({ amount: 108, status: 'pending', paid_at: null });
    expect(await alertsOf(order.id)).toEqual(['payment_mismatch']);
  });

  test('nobody gets a session of an order that was paid while it was opened', async () => {
    const order = await placeOrder(store);
    await store.control('/gateway/fail', { kind: 'delay', operation: 'session', delayMs: 500 });
    const opening = init(sessionBody(order));
    await expect.poll(async () => (await attemptsOf(order.id)).length).toBe(1);
    await store.admin.call('POST /api/orders/{id}/confirm-payment', {
      params: { id: order.id },
      body: { manual: true, note: 'paid at the desk' },
    });
    expect((await opening).status).toBe(409);
    expect(await attemptsOf(order.id)).toEqual([{ number: 1, state: 'open' }]);
  });

  test('5.2, rule 11: a charge back of a paid order is disputed, told, and delivered no further', async () => {
    const order = await paidOrder(store);
    await store.control('/gateway/chargeback', { orderId: `${order.id}-1` });
    await store.control('/gateway/deliver', {});
    await store.drain();
    expect(await read(order.id)).toMatchObject({ payment_status: 'disputed', status: 'failed' });
    expect(await alertsOf(order.id)).toEqual(['chargeback']);
    const send = await store.admin.ask('POST /api/admin/orders/{id}/send-post', {
      params: { id: order.id },
      body: { postLink: order.postLinks[0] ?? '', category: 'Likes' },
    });
    expect(send.status).toBe(409);
  });

  test('D-16: a refund at the gateway is seen: a part changes the sum, all of it ends the order', async () => {
    const order = await paidOrder(store);
    const refund = async (amountCents: number) => {
      await store.control('/gateway/refund-outside', { orderId: `${order.id}-1`, amountCents });
      await store.control('/gateway/deliver', {});
      await store.drain();
    };
    await refund(100);
    expect(await read(order.id)).toMatchObject({ payment_status: 'paid', status: 'paid', refunded_amount: 1 });
    await refund(200);
    expect(await read(order.id)).toMatchObject({ payment_status: 'refunded', status: 'failed', refunded_amount: 3 });
  });

  test('a mismatch is written down once, however often anybody asks', async () => {
    const order = await placeOrder(store);
    const session = await openSession(store, order);
    await store.control('/gateway/fail', { kind: 'charge', amount: '1.00' });
    await payAtGateway(store, session);
    for (let asks = 0; asks < 5; asks += 1) await confirm(order.id);
    expect(
      await rows("select from payment_events where order_id = $1 and conclusion = 'mismatch'", order.id),
    ).toHaveLength(1);
  });

  test('rule 9: an order that an admin set to Failed is not told to its payer as a failed payment', async () => {
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

  test('D-18: a payment for a deleted order is settled and told', async () => {
    const order = await placeOrder(store);
    await payAtGateway(store, await openSession(store, order));
    await store.admin.call('DELETE /api/orders/{id}', { params: { id: order.id } });
    await store.control('/gateway/deliver', {});
    await store.drain();
    expect(await rows('select payment_status from orders where id = $1', order.id)).toEqual([
      { payment_status: 'paid' },
    ]);
    expect(await alertsOf(order.id)).toEqual(['late_payment']);
  });

  test('A-24: an admin confirms by hand with a note, once, and it is in the ledger', async () => {
    const order = await placeOrder(store);
    const byHand = (body: object) =>
      store.admin.ask('POST /api/orders/{id}/confirm-payment', { params: { id: order.id }, body: body as never });
    expect((await byHand({ manual: true })).status).toBe(400);
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
