// The store with Stripe as its gateway: everything between order and money, on a stand-in of Stripe's API.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Placed, payAtGateway, placeOrder, sessionBody } from '../../tests/world/orders.ts';
import { startStore, type TestStore } from '../../tests/world/store.ts';
import type { StripeObject } from '../payments/gateways/stripe/stand-in-objects.ts';
import { type StripeServer, startStripeServer } from '../payments/gateways/stripe/stand-in-server.ts';

const keys = { secretKey: 'sk_test_flows', publishableKey: 'pk_test_flows', webhookSecret: 'whsec_flows' };

let stripe: StripeServer;
let store: TestStore;
beforeAll(async () => {
  stripe = await startStripeServer(keys);
  store = await startStore(stripeEnv());
});
afterAll(async () => {
  await store?.stop();
  await stripe?.stop();
});
afterEach(() => stripe.meet(null));

function stripeEnv(): Record<string, string> {
  return {
    PAYMENT_GATEWAY: 'stripe',
    STRIPE_SECRET_KEY: keys.secretKey,
    STRIPE_PUBLISHABLE_KEY: keys.publishableKey,
    STRIPE_WEBHOOK_SECRET: keys.webhookSecret,
    STRIPE_API_URL: stripe.url,
  };
}

const init = (order: Placed, at = store) =>
  at.visitor.ask('POST /api/bigpay/init-session', { body: sessionBody(order) });
const confirm = (id: string, body = {}) =>
  store.visitor.call('POST /api/orders/{id}/confirm-payment', { params: { id }, body });
const read = (id: string) => store.admin.call('GET /api/orders/{id}', { params: { id } });
const rows = async <T>(sql: string, ...values: unknown[]) =>
  (await store.db.database.pool.query(sql, values)).rows as T[];
const attemptsOf = (id: string) =>
  rows<{ state: string; gateway: string }>(
    'select state, gateway from payment_attempts where order_id = $1 order by number',
    id,
  );
const alertsOf = async (id: string) =>
  (await rows<{ type: string }>("select type from alerts where details->>'orderId' = $1 order by raised_at", id)).map(
    ({ type }) => type,
  );
const mailsOf = (id: string) => rows("select from mails where order_id = $1 and kind = 'order_paid'", id);

async function notify({ headers, rawBody }: { headers: Record<string, string>; rawBody: string }): Promise<number> {
  const { status } = await store.raw('/api/bigpay/webhook', { method: 'POST', headers, body: rawBody });
  return status;
}

function sessionOf(secret: string): StripeObject {
  const session = stripe.objects.get(secret.split('_secret_')[0] ?? '', 'checkout.session');
  if (!session) throw new Error('Stripe has no such session.');
  return session;
}

async function openedOrder(): Promise<{ order: Placed; session: StripeObject }> {
  const order = await placeOrder(store);
  const { body } = await init(order);
  return { order, session: sessionOf(body.sessionId ?? '') };
}

const completed = (session: StripeObject) => stripe.event(session, { type: 'checkout.session.completed' });

describe('opening a session', () => {
  test('PAY-6, PAY-7, A-23: the page is told the secret of the session, the library and the public key, no more', async () => {
    const order = await placeOrder(store);
    const { status, body } = await init(order);
    expect(status).toBe(200);
    expect(body).toEqual({
      sessionId: expect.stringMatching(/^cs_test_\w+_secret_\w+$/),
      library: { name: 'stripe', url: 'https://js.stripe.com/endive/stripe.js', publishableKey: keys.publishableKey },
    });
    expect(sessionOf(body.sessionId ?? '')).toMatchObject({
      amount_total: order.amount * 100,
      currency: 'usd',
      client_reference_id: `${order.id}-1`,
      return_url: expect.stringContaining(`${store.url}/success?orderId=${order.id}&resultIndicator=`),
    });
    expect(await read(order.id)).toMatchObject({ payment_status: 'session' });
  });

  test('S-8: five calls at once open one session', async () => {
    const order = await placeOrder(store);
    const answers = await Promise.all(Array.from({ length: 5 }, () => init(order)));
    expect(new Set(answers.map(({ body }) => body.sessionId)).size).toBe(1);
    expect(await attemptsOf(order.id)).toEqual([{ state: 'open', gateway: 'stripe' }]);
  });

  test('rule 1: an answer that is lost after the session was made costs nobody anything', async () => {
    const order = await placeOrder(store);
    stripe.meet('lost_answer', 'POST');
    expect((await init(order)).status).toBe(502);
    stripe.meet(null);
    const { body } = await init(order);
    expect(await attemptsOf(order.id)).toEqual([
      { state: 'lost', gateway: 'stripe' },
      { state: 'open', gateway: 'stripe' },
    ]);
    stripe.objects.pay(sessionOf(body.sessionId ?? ''));
    expect((await confirm(order.id)).status).toBe('success');
    expect(await alertsOf(order.id)).toEqual([]);
  });

  test.each([
    ['busy', 'refused'],
    ['server_error', 'lost'],
    ['bad_credentials', 'refused'],
  ] as const)('A-15: %s is 502, and the next try works', async (trouble, state) => {
    const order = await placeOrder(store);
    stripe.meet(trouble);
    expect((await init(order)).status).toBe(502);
    stripe.meet(null);
    expect((await init(order)).status).toBe(200);
    expect((await attemptsOf(order.id)).map((attempt) => attempt.state)).toEqual([state, 'open']);
  });

  test('rule 8: an expired session makes room for another one', async () => {
    const { order, session } = await openedOrder();
    stripe.objects.expire(session);
    expect((await confirm(order.id)).status).toBe('pending');
    expect(await read(order.id)).toMatchObject({ payment_status: 'expired' });
    const { body } = await init(order);
    expect(sessionOf(body.sessionId ?? '')).toMatchObject({ client_reference_id: `${order.id}-2` });
  });
});

describe('settling', () => {
  test('RES-3, rule 5: returns and ten events of the same kind make it paid once', async () => {
    const { order, session } = await openedOrder();
    stripe.objects.pay(session);
    const event = completed(session);
    const answers = await Promise.all([
      ...Array.from({ length: 10 }, () => notify(event)),
      ...Array.from({ length: 10 }, () => confirm(order.id).then(() => 200)),
    ]);
    expect(new Set(answers)).toEqual(new Set([200]));
    await store.drain();
    expect(await read(order.id)).toMatchObject({ status: 'paid', payment_status: 'paid' });
    expect(await mailsOf(order.id)).toHaveLength(1);
    expect(await alertsOf(order.id)).toEqual([]);
    expect(await rows('select from payment_notifications where gateway_order_id = $1', `${order.id}-1`)).toHaveLength(
      1,
    );
  });

  test('S-5: an event alone settles the payment of a payer who never came back', async () => {
    const { order, session } = await openedOrder();
    stripe.objects.pay(session);
    expect(await notify(completed(session))).toBe(200);
    await store.drain();
    expect(await read(order.id)).toMatchObject({ payment_status: 'paid' });
  });

  test('S-5: an event that lies about a payment changes nothing', async () => {
    const { order, session } = await openedOrder();
    const lie = { ...session, status: 'complete', payment_status: 'paid', payment_intent: 'pi_made_up' };
    expect(await notify(completed(lie))).toBe(200);
    await store.drain();
    expect(await read(order.id)).toMatchObject({ payment_status: 'session', paid_at: null });
  });

  test('rule 4: the way back carries the indicator, and the store has Stripe asked again soon', async () => {
    const { order, session } = await openedOrder();
    const resultIndicator = new URL(String(session.return_url)).searchParams.get('resultIndicator') ?? '';
    const waiting = () => rows('select from graphile_worker.jobs where key = $1', `return ${order.id}-1`);
    await confirm(order.id, { resultIndicator: `${resultIndicator}0` });
    expect(await waiting()).toHaveLength(0);
    await confirm(order.id, { resultIndicator });
    expect(await waiting()).toHaveLength(1);
  });

  test.each(['busy', 'server_error', 'lost_answer'] as const)(
    'rule 9: %s is no failure of the payment',
    async (trouble) => {
      const { order, session } = await openedOrder();
      stripe.objects.pay(session);
      stripe.meet(trouble);
      expect((await confirm(order.id)).status).toBe('pending');
      stripe.meet(null);
      expect((await confirm(order.id)).status).toBe('success');
    },
  );

  test('A-29: a decline leaves the order pending, and a second card pays it', async () => {
    const { order, session } = await openedOrder();
    stripe.objects.decline(session);
    expect((await confirm(order.id)).status).toBe('pending');
    stripe.objects.pay(session);
    expect((await confirm(order.id)).status).toBe('success');
  });

  test.each([
    ['another amount', { amount: 1 }],
    ['another currency', { currency: 'eur' }],
  ])('rule 3: %s makes nothing paid and raises a critical alert, once', async (_, change) => {
    const { order, session } = await openedOrder();
    stripe.objects.pay(session, change);
    for (let repeats = 0; repeats < 3; repeats += 1) expect((await confirm(order.id)).status).toBe('pending');
    expect(await read(order.id)).toMatchObject({ payment_status: 'session', paid_at: null });
    expect(await alertsOf(order.id)).toEqual(['payment_mismatch']);
    expect((await init(order)).status).toBe(409);
  });

  test('5.2: a dispute is a chargeback until it is won, and the operator hears of both', async () => {
    const { order, session } = await openedOrder();
    stripe.objects.pay(session);
    expect((await confirm(order.id)).status).toBe('success');
    const dispute = stripe.objects.dispute(session);
    expect(await notify(stripe.event(dispute, { type: 'charge.dispute.created' }))).toBe(200);
    await store.drain();
    expect(await read(order.id)).toMatchObject({ payment_status: 'disputed' });
    expect(await alertsOf(order.id)).toEqual(['chargeback']);
    Object.assign(dispute, { status: 'won' });
    expect(await notify(stripe.event(dispute, { type: 'charge.dispute.closed' }))).toBe(200);
    await store.drain();
    expect(await read(order.id)).toMatchObject({ payment_status: 'paid', status: 'paid' });
    expect(await alertsOf(order.id)).toEqual(['chargeback', 'dispute_won']);
  });

  test('D-16: what is refunded at Stripe is seen: a part changes the sum, all of it ends the order', async () => {
    const { order, session } = await openedOrder();
    stripe.objects.pay(session);
    await confirm(order.id);
    const refund = async (amount: number) => {
      const made = stripe.objects.refund(stripe.objects.intentOf(session), { amount });
      expect(await notify(stripe.event(made, { type: 'refund.created' }))).toBe(200);
      await store.drain();
    };
    await refund(100);
    expect(await read(order.id)).toMatchObject({ payment_status: 'paid' });
    expect(await rows('select refunded_cents from orders where id = $1', order.id)).toEqual([{ refunded_cents: 100 }]);
    await refund(order.amount * 100 - 100);
    expect(await read(order.id)).toMatchObject({ payment_status: 'refunded' });
  });
});

describe('what is no notification of ours', () => {
  test('S-5: forged is 401 with an alert, too old is 400; neither is kept', async () => {
    const { order, session } = await openedOrder();
    stripe.objects.pay(session);
    const forged = stripe.event(session, { secret: 'whsec_guessed' });
    const old = stripe.event(session, { ageSeconds: 3600 });
    const changed = completed(session);
    expect(await notify(forged)).toBe(401);
    expect(
      await notify({ ...changed, rawBody: changed.rawBody.replace('"object": "event"', '"object":  "event"') }),
    ).toBe(401);
    expect(await notify({ ...changed, headers: { 'content-type': 'application/json' } })).toBe(401);
    expect(await notify(old)).toBe(400);
    expect(await rows("select from alerts where type = 'webhook_forged'")).not.toEqual([]);
    await store.drain();
    expect(await read(order.id)).toMatchObject({ payment_status: 'session' });
    expect(await rows('select from payment_notifications where gateway_order_id = $1', `${order.id}-1`)).toEqual([]);
  });

  test('S-5: events of another account, of another shop, and about other things are received and set aside', async () => {
    const { session } = await openedOrder();
    const before = await rows('select from payment_notifications');
    const others = [
      stripe.event(session, { account: 'acct_other' }),
      stripe.event({ ...session, metadata: {} }),
      stripe.event({ id: 'cus_1', object: 'customer', metadata: {} }, { type: 'customer.created' }),
    ];
    for (const event of others) expect(await notify(event)).toBe(200);
    expect(await rows('select from payment_notifications')).toEqual(before);
  });

  test('rule 6: an event about a payment of which Stripe cannot be asked now is to come again', async () => {
    const { order, session } = await openedOrder();
    stripe.objects.pay(session);
    await confirm(order.id);
    const event = stripe.event(stripe.objects.dispute(session), { type: 'charge.dispute.created' });
    stripe.meet('busy');
    expect(await notify(event)).toBe(503);
    stripe.meet(null);
    expect(await notify(event)).toBe(200);
    await store.drain();
    expect(await read(order.id)).toMatchObject({ payment_status: 'disputed' });
  });
});

describe('another gateway before', () => {
  test('rule 8: a form that was opened there is replaced, and its money still counts', async () => {
    const before = await startStore({}, store);
    try {
      const order = await placeOrder(before);
      const { body: first } = await init(order, before);
      const { body: second } = await init(order);
      expect(second.sessionId).toMatch(/^cs_test_/);
      expect(await attemptsOf(order.id)).toEqual([
        { state: 'closed', gateway: 'mpgs' },
        { state: 'open', gateway: 'stripe' },
      ]);
      stripe.objects.pay(sessionOf(second.sessionId ?? ''));
      expect((await confirm(order.id)).status).toBe('success');
      await payAtGateway(before, first.sessionId ?? '');
      // Its own payments only: the job knows whom to ask.
      await before.control('/gateway/deliver', {});
      await before.drain();
      expect(await alertsOf(order.id)).toEqual(['second_capture']);
    } finally {
      await before.stop();
    }
  });
});
