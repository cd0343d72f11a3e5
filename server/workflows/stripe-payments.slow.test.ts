// The store with Stripe as its gateway: everything between order and money, on a stand-in of Stripe's API.

import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { payAtGateway, placeOrder } from '../../tests/support/orders.ts';
import { paymentSteps } from '../../tests/support/payment-steps.ts';
import { refundSteps } from '../../tests/support/refund-steps.ts';
import { startStore } from '../../tests/support/store.ts';
import { keys, stripeSetup } from '../../tests/support/stripe-setup.ts';
import { formatDay, reconcile } from '../modules/payments/reconcile-money.ts';

const { setup, start, stop, init, sessionOf, openedOrder, completed, notify } = stripeSetup();
beforeAll(start);
afterAll(stop);
afterEach(() => {
  setup.stripe.meet(null);
  setup.stripe.refundsEnd('refunded');
});

const { alertsOf, confirm, read, rows } = paymentSteps(() => setup.store);
const { give, ledgerFaults, lookAgain, proveAgain, statesOf } = refundSteps(() => setup.store);
const attemptsOf = (id: string) =>
  rows<{ state: string; gateway: string }>(
    'select state, gateway from payment_attempts where order_id = $1 order by number',
    id,
  );
const mailsOf = (id: string) => rows("select from mails where order_id = $1 and kind = 'order_paid'", id);

describe('opening a session', () => {
  test('PAY-6, PAY-7, A-23: the page receives the secret of the session, the library and the public key, nothing else', async () => {
    const order = await placeOrder(setup.store);
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
      return_url: expect.stringContaining(`${setup.store.url}/success?orderId=${order.id}&resultIndicator=`),
    });
    expect(await read(order.id)).toMatchObject({ payment_status: 'session' });
  });

  test('S-8: five calls at once open one session', async () => {
    const order = await placeOrder(setup.store);
    const answers = await Promise.all(Array.from({ length: 5 }, () => init(order)));
    expect(new Set(answers.map(({ body }) => body.sessionId)).size).toBe(1);
    expect(await attemptsOf(order.id)).toEqual([{ state: 'open', gateway: 'stripe' }]);
  });

  test('rule 1: an answer that is lost after the session was made costs nobody anything', async () => {
    const order = await placeOrder(setup.store);
    setup.stripe.meet('lost_answer', 'POST');
    expect((await init(order)).status).toBe(502);
    setup.stripe.meet(null);
    const { body } = await init(order);
    expect(await attemptsOf(order.id)).toEqual([
      { state: 'lost', gateway: 'stripe' },
      { state: 'open', gateway: 'stripe' },
    ]);
    setup.stripe.objects.pay(sessionOf(body.sessionId ?? ''));
    expect((await confirm(order.id)).status).toBe('success');
    expect(await alertsOf(order.id)).toEqual([]);
  });

  test.each([
    ['busy', 'refused'],
    ['server_error', 'lost'],
    ['bad_credentials', 'refused'],
  ] as const)('A-15: %s is 502, and the next try works', async (trouble, state) => {
    const order = await placeOrder(setup.store);
    setup.stripe.meet(trouble);
    expect((await init(order)).status).toBe(502);
    setup.stripe.meet(null);
    expect((await init(order)).status).toBe(200);
    expect((await attemptsOf(order.id)).map((attempt) => attempt.state)).toEqual([state, 'open']);
  });

  test('rule 8: an expired session makes room for another one', async () => {
    const { order, session } = await openedOrder();
    setup.stripe.objects.expire(session);
    expect((await confirm(order.id)).status).toBe('pending');
    expect(await read(order.id)).toMatchObject({ payment_status: 'expired' });
    const { body } = await init(order);
    expect(sessionOf(body.sessionId ?? '')).toMatchObject({ client_reference_id: `${order.id}-2` });
  });
});

describe('settling', () => {
  test('RES-3, rule 5: returns and ten events of the same kind make it paid once', async () => {
    const { order, session } = await openedOrder();
    setup.stripe.objects.pay(session);
    const event = completed(session);
    const answers = await Promise.all([
      ...Array.from({ length: 10 }, () => notify(event)),
      ...Array.from({ length: 10 }, () => confirm(order.id).then(() => 200)),
    ]);
    expect(new Set(answers)).toEqual(new Set([200]));
    await setup.store.drain();
    expect(await read(order.id)).toMatchObject({ status: 'paid', payment_status: 'paid' });
    expect(await mailsOf(order.id)).toHaveLength(1);
    expect(await alertsOf(order.id)).toEqual([]);
    expect(await rows('select from payment_notifications where gateway_order_id = $1', `${order.id}-1`)).toHaveLength(
      1,
    );
  });

  test('S-5: an event alone settles the payment of a payer who never came back', async () => {
    const { order, session } = await openedOrder();
    setup.stripe.objects.pay(session);
    expect(await notify(completed(session))).toBe(200);
    await setup.store.drain();
    expect(await read(order.id)).toMatchObject({ payment_status: 'paid' });
  });

  test("D-96: the card's country is kept with the payment, not in the ledger, and is in the tax report", async () => {
    const { order, session } = await openedOrder();
    setup.stripe.objects.pay(session);
    await confirm(order.id);
    expect(await rows('select card_country from payment_attempts where order_id = $1', order.id)).toEqual([
      { card_country: 'US' },
    ]);
    expect(await rows("select from payment_events where said::text like '%ountry%'")).toEqual([]);
    const month = new Date(setup.store.app.ctx.clock.now()).toISOString().slice(0, 7);
    const query = { from: month, to: month };
    const { rows: found } = await setup.store.admin.call('GET /api/admin/finances/tax', { query });
    expect(found.at(-1)).toMatchObject({ country: null, card_country: 'United States', card_country_code: 'US' });
  });

  test('S-5: an event that lies about a payment changes nothing', async () => {
    const { order, session } = await openedOrder();
    const lie = { ...session, status: 'complete', payment_status: 'paid', payment_intent: 'pi_made_up' };
    expect(await notify(completed(lie))).toBe(200);
    await setup.store.drain();
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
      setup.stripe.objects.pay(session);
      setup.stripe.meet(trouble);
      expect((await confirm(order.id)).status).toBe('pending');
      setup.stripe.meet(null);
      expect((await confirm(order.id)).status).toBe('success');
    },
  );

  test('A-29: a decline leaves the order pending, and a second card pays it', async () => {
    const { order, session } = await openedOrder();
    setup.stripe.objects.decline(session);
    expect((await confirm(order.id)).status).toBe('pending');
    setup.stripe.objects.pay(session);
    expect((await confirm(order.id)).status).toBe('success');
  });

  test.each([
    ['another amount', { amount: 1 }],
    ['another currency', { currency: 'eur' }],
  ])('rule 3: %s makes nothing paid and raises a critical alert, once', async (_, change) => {
    const { order, session } = await openedOrder();
    setup.stripe.objects.pay(session, change);
    for (let repeats = 0; repeats < 3; repeats += 1) expect((await confirm(order.id)).status).toBe('pending');
    expect(await read(order.id)).toMatchObject({ payment_status: 'session', paid_at: null });
    expect(await alertsOf(order.id)).toEqual(['payment_mismatch']);
    expect((await init(order)).status).toBe(409);
  });

  test('5.2: a dispute is a chargeback until it is won, and the operator hears of both', async () => {
    const { order, session } = await openedOrder();
    setup.stripe.objects.pay(session);
    expect((await confirm(order.id)).status).toBe('success');
    const dispute = setup.stripe.objects.dispute(session);
    expect(await notify(setup.stripe.event(dispute, { type: 'charge.dispute.created' }))).toBe(200);
    await setup.store.drain();
    expect(await read(order.id)).toMatchObject({ payment_status: 'disputed' });
    expect(await alertsOf(order.id)).toEqual(['chargeback']);
    Object.assign(dispute, { status: 'won' });
    expect(await notify(setup.stripe.event(dispute, { type: 'charge.dispute.closed' }))).toBe(200);
    await setup.store.drain();
    expect(await read(order.id)).toMatchObject({ payment_status: 'paid', status: 'paid' });
    expect(await alertsOf(order.id)).toEqual(['chargeback', 'dispute_won']);
  });

  test('D-16: what is refunded at Stripe is seen: a part changes the sum, all of it ends the order', async () => {
    const { order, session } = await openedOrder();
    setup.stripe.objects.pay(session);
    await confirm(order.id);
    const refund = async (amount: number) => {
      const made = setup.stripe.objects.refund(setup.stripe.objects.intentOf(session), { amount });
      expect(await notify(setup.stripe.event(made, { type: 'refund.created' }))).toBe(200);
      await setup.store.drain();
    };
    await refund(100);
    expect(await read(order.id)).toMatchObject({ payment_status: 'paid' });
    expect(await rows('select refunded_cents from orders where id = $1', order.id)).toEqual([{ refunded_cents: 100 }]);
    await refund(order.amount * 100 - 100);
    expect(await read(order.id)).toMatchObject({ payment_status: 'refunded' });
  });

  test.each([
    ['a part', 1],
    ['all of it', 3],
  ])('D-16: a refund of %s that is pending gives nothing back; it fails, and can be given again', async (_, amount) => {
    const { order, session } = await openedOrder();
    setup.stripe.objects.pay(session);
    await confirm(order.id);
    await proveAgain();
    setup.stripe.refundsEnd('pending');
    expect((await give(order, { amount })).body.refund.state).toBe('pending');
    const intent = setup.stripe.objects.intentOf(session);
    const [made] = setup.stripe.objects.list('refund', intent.id);
    await notify(setup.stripe.event(made, { type: 'refund.created' }));
    await setup.store.drain();
    const wholly = { status: 'paid', payment_status: 'paid', refunded_amount: 0 };
    expect(await read(order.id)).toMatchObject(wholly);
    Object.assign(made ?? {}, { status: 'failed' });
    const charge = setup.stripe.objects.get(String(intent.latest_charge), 'charge');
    Object.assign(charge ?? {}, { amount_refunded: 0, refunded: false });
    await notify(setup.stripe.event(made, { type: 'refund.failed' }));
    await setup.store.drain();
    await lookAgain();
    expect(await statesOf(order)).toEqual(['failed']);
    expect(await read(order.id)).toMatchObject(wholly);
    setup.stripe.refundsEnd('refunded');
    expect((await give(order, { amount: 3 })).body.refund.state).toBe('refunded');
    expect(await read(order.id)).toMatchObject({ payment_status: 'refunded', refunded_amount: 3 });
    expect(await ledgerFaults()).toEqual([]);
  });

  test('a mismatched payment that is refunded in Stripe’s dashboard is written down, and differs in nothing then', async () => {
    const { order, session } = await openedOrder();
    setup.stripe.objects.pay(session, { amount: 100 });
    await confirm(order.id);
    const made = setup.stripe.objects.refund(setup.stripe.objects.intentOf(session), {});
    made.created += 5;
    await notify(setup.stripe.event(made, { type: 'refund.created' }));
    await setup.store.drain();
    const [last] = await rows<{ refunded: number }>(
      "select (said ->> 'refundedCents')::integer as refunded from payment_events where order_id = $1 order by id desc",
      order.id,
    );
    expect(last).toEqual({ refunded: 100 });
    expect(await alertsOf(order.id)).toEqual(['payment_mismatch']);
    const now = Date.now() + setup.store.db.clockOffsetMs();
    const days = { fromDay: formatDay(now - 86_400_000), toDay: formatDay(now) };
    const { id } = await reconcile(setup.store.app.ctx, days);
    expect(
      await rows(
        'select kind from reconciliation_differences where reconciliation_id = $1 and order_id = $2',
        id,
        order.id,
      ),
    ).toEqual([]);
  });
});

describe('another gateway before', () => {
  test('rule 8: a form that was opened there is replaced, and its money still counts', async () => {
    const before = await startStore({}, setup.store);
    try {
      const order = await placeOrder(before);
      const { body: first } = await init(order, before);
      const { body: second } = await init(order);
      expect(second.sessionId).toMatch(/^cs_test_/);
      expect(await attemptsOf(order.id)).toEqual([
        { state: 'closed', gateway: 'mpgs' },
        { state: 'open', gateway: 'stripe' },
      ]);
      setup.stripe.objects.pay(sessionOf(second.sessionId ?? ''));
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
