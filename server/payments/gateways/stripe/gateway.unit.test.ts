import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { gatewayConforms } from '../../gateway.conformance.ts';
import { type StripeStandIn, startStripeStandIn, stripeKeys } from './stand-in.ts';

gatewayConforms({ name: 'stripe', start: startStripeStandIn, serverError: 'unknown' });

const request = {
  gatewayOrderId: 'K7M2NPQ4RSTV-1',
  amountCents: 3000,
  currency: 'USD' as const,
  description: '500 Likes, order K7M2NPQ4RSTV',
  customerEmail: 'buyer@example.com',
  returnUrl: 'http://127.0.0.1:3000/success?orderId=K7M2NPQ4RSTV',
  notificationUrl: 'http://127.0.0.1:3000/api/bigpay/webhook',
  timeoutSeconds: 1800,
};

let world: StripeStandIn;
beforeEach(async () => {
  world = await startStripeStandIn();
});
afterEach(() => world.stop());

/** An opened session, as the attempt keeps it, and as Stripe does. */
async function opened() {
  const { sessionId, successIndicator } = await world.subject.openSession(request);
  const session = world.server.objects.get(sessionId.split('_secret_')[0] ?? '', 'checkout.session');
  if (!session) throw new Error('No session was made.');
  return { order: { gatewayOrderId: request.gatewayOrderId, sessionId }, session, successIndicator };
}

describe('a refund at stripe', () => {
  it('D-6: names our refund in its words and its idempotency key, and the amount in cents', async () => {
    const { order, session } = await opened();
    world.server.objects.pay(session);
    await world.subject.refund({ ...order, refundId: 'K7M2NPQ4RSTV-R1', amountCents: 105, currency: 'USD' });
    expect(world.server.calls.at(-1)).toMatchObject({
      method: 'POST',
      path: '/v1/refunds',
      headers: { 'idempotency-key': 'refund K7M2NPQ4RSTV-1 K7M2NPQ4RSTV-R1' },
      params: {
        payment_intent: session.payment_intent,
        amount: '105',
        metadata: { gateway_order_id: 'K7M2NPQ4RSTV-1', refund_id: 'K7M2NPQ4RSTV-R1' },
      },
    });
  });
});

describe('a session of stripe', () => {
  it('PAY-6, A-7: asks for one line of the stored amount, for cards only, in the currency of the order', async () => {
    await opened();
    expect(world.server.calls).toMatchObject([
      {
        method: 'POST',
        path: '/v1/checkout/sessions',
        headers: { 'idempotency-key': 'session K7M2NPQ4RSTV-1', 'stripe-version': '2026-10-28.endive' },
        params: {
          mode: 'payment',
          ui_mode: 'embedded_page',
          redirect_on_completion: 'always',
          client_reference_id: 'K7M2NPQ4RSTV-1',
          customer_email: 'buyer@example.com',
          metadata: { gateway_order_id: 'K7M2NPQ4RSTV-1' },
          payment_intent_data: { metadata: { gateway_order_id: 'K7M2NPQ4RSTV-1' }, capture_method: 'automatic' },
          allowed_payment_method_types: { 0: 'card' },
          adaptive_pricing: { enabled: 'false' },
          line_items: {
            0: {
              quantity: '1',
              price_data: {
                currency: 'usd',
                unit_amount: '3000',
                product_data: { name: '500 Likes, order K7M2NPQ4RSTV' },
              },
            },
          },
        },
      },
    ]);
    expect(Object.keys(world.server.calls[0]?.params.line_items ?? {})).toEqual(['0']);
  });

  it('rule 4: the indicator comes back with the payer alone, and is the same for the same order', async () => {
    const { session, successIndicator, order } = await opened();
    const back = new URL(String(session.return_url));
    expect(back.searchParams.get('orderId')).toBe('K7M2NPQ4RSTV');
    expect(back.searchParams.get('resultIndicator')).toBe(successIndicator);
    expect(successIndicator).toMatch(/^[0-9a-f]{64}$/);
    expect(order.sessionId).not.toContain(successIndicator);
    const other = await world.subject.openSession({ ...request, gatewayOrderId: 'K7M2NPQ4RSTV-2' });
    expect(other.successIndicator).not.toBe(successIndicator);
  });

  it.each([
    [60, 1820],
    [1800, 1820],
    [7200, 7200],
    [1_000_000, 86_340],
  ])('rule 8: a payer with %s s gets a session of %s s, within what Stripe takes', async (timeoutSeconds, seconds) => {
    const now = new Date();
    const subject = world.subjectWith({ now: () => now });
    await subject.openSession({ ...request, timeoutSeconds });
    const asked = Number(world.server.calls[0]?.params.expires_at);
    expect(asked - Math.floor(now.getTime() / 1000)).toBe(seconds);
  });

  it.each([-3600, 3600 * 30])('rule 8: a clock that is off by %s s is mended by the one of Stripe, once', async (s) => {
    const subject = world.subjectWith({ now: () => new Date(Date.now() + s * 1000) });
    await expect(subject.openSession(request)).resolves.toMatchObject({
      sessionId: expect.stringMatching(/^cs_test_/),
    });
    expect(world.server.calls).toHaveLength(2);
  });

  it('rule 1: an answer that comes twice is one session', async () => {
    const now = new Date();
    const subject = world.subjectWith({ now: () => now });
    expect(await subject.openSession(request)).toEqual(await subject.openSession(request));
  });

  it('rule 1: a key that was used for something else says that something may have happened', async () => {
    await opened();
    const again = world.subject.openSession({ ...request, amountCents: 1 });
    await expect(again).rejects.toMatchObject({ fault: 'unknown' });
  });
});

describe('the truth of stripe', () => {
  it('rule 8: a session whose answer was lost is not asked for: no browser ever had it', async () => {
    await expect(world.subject.retrieve({ gatewayOrderId: 'K7M2-1', sessionId: null })).resolves.toBeNull();
    expect(world.callCount()).toBe(0);
  });

  it('A-29: declines are counted, and the form stays open however many there are', async () => {
    const { order, session } = await opened();
    for (let tries = 0; tries < 4; tries += 1) world.server.objects.decline(session);
    await expect(world.subject.retrieve(order)).resolves.toMatchObject({
      status: 'declined',
      failedTries: 4,
      formOpen: true,
      capturedCents: 0,
    });
  });

  it('rule 3: a captured payment names order, amount and currency', async () => {
    const { order, session } = await opened();
    world.server.objects.decline(session);
    world.server.objects.pay(session);
    await expect(world.subject.retrieve(order)).resolves.toMatchObject({
      gatewayOrderId: 'K7M2NPQ4RSTV-1',
      status: 'captured',
      rawStatus: 'complete/paid',
      rawResult: 'succeeded',
      amountCents: 3000,
      capturedCents: 3000,
      refundedCents: 0,
      currency: 'USD',
      failedTries: 1,
      formOpen: false,
    });
  });

  it('rule 3: another currency at the charge is told, not hidden', async () => {
    const { order, session } = await opened();
    world.server.objects.pay(session, { currency: 'eur' });
    await expect(world.subject.retrieve(order)).resolves.toMatchObject({ status: 'captured', currency: 'USD/EUR' });
  });

  it('rule 3: a session of another order keeps that name', async () => {
    const { order, session } = await opened();
    session.client_reference_id = 'OTHER-1';
    await expect(world.subject.retrieve(order)).resolves.toMatchObject({ gatewayOrderId: 'OTHER-1' });
  });

  it.each([
    ['needs_response', 'disputed'],
    ['lost', 'disputed'],
    ['prevented', 'disputed'],
    ['won', 'captured'],
    ['warning_needs_response', 'captured'],
  ])('5.2: a dispute that is %s makes a payment %s', async (dispute, status) => {
    const { order, session } = await opened();
    world.server.objects.pay(session);
    world.server.objects.dispute(session, dispute);
    const view = await world.subject.retrieve(order);
    expect(view).toMatchObject({ status, rawResult: `succeeded, dispute ${dispute}` });
  });

  it.each([
    [{ status: 'open', payment_status: 'paid' }, 'unclear'],
    [{ status: 'complete', payment_status: 'no_payment_required' }, 'unclear'],
    [{ status: 'melted', payment_status: 'unpaid' }, 'unclear'],
    [{ status: 'open', payment_status: 'unpaid', amount_total: -5 }, 'unpaid'],
  ])('rule 7: a session that is %j without a payment is %s', async (change, status) => {
    const { order, session } = await opened();
    Object.assign(session, change);
    await expect(world.subject.retrieve(order)).resolves.toMatchObject({ status });
  });

  it('rule 2: a list that goes on is read to its end', async () => {
    const { order, session } = await opened();
    for (let tries = 0; tries < 230; tries += 1) world.server.objects.decline(session);
    await expect(world.subject.retrieve(order)).resolves.toMatchObject({ failedTries: 230 });
    expect(world.server.calls.filter(({ path }) => path === '/v1/charges')).toHaveLength(3);
  });
});

describe('a notification of stripe', () => {
  const session = {
    id: 'cs_test_1',
    object: 'checkout.session',
    client_reference_id: 'K7M2NPQ4RSTV-1',
    metadata: { gateway_order_id: 'K7M2NPQ4RSTV-1' },
  };
  const read = ({ headers, rawBody }: { headers: Record<string, string>; rawBody: string }) =>
    world.subject.readNotification(headers, rawBody);

  it('S-5: is known by the id of its event', async () => {
    const event = world.server.event(session, { id: 'evt_77' });
    await expect(read(event)).resolves.toMatchObject({ outcome: 'authentic', notificationId: 'evt_77' });
  });

  it('S-5: a body that was changed by a byte is forged', async () => {
    const { headers, rawBody } = world.server.event(session);
    await expect(read({ headers, rawBody: `${rawBody} ` })).resolves.toEqual({ outcome: 'forged' });
    await expect(read({ headers, rawBody: rawBody.replace('-1', '-2') })).resolves.toEqual({ outcome: 'forged' });
  });

  it('S-5: a right signature that is older than five minutes is no forgery, and is not taken', async () => {
    await expect(read(world.server.event(session, { ageSeconds: 290 }))).resolves.toMatchObject({
      outcome: 'authentic',
    });
    await expect(read(world.server.event(session, { ageSeconds: 310 }))).resolves.toMatchObject({
      outcome: 'unusable',
    });
  });

  it.each(['payment_intent', 'charge', 'refund'])(
    'S-5: a %s is about the order that its metadata name',
    async (object) => {
      const event = world.server.event({ id: 'x_1', object, metadata: { gateway_order_id: 'K7M2NPQ4RSTV-1' } });
      await expect(read(event)).resolves.toMatchObject({ outcome: 'authentic', gatewayOrderId: 'K7M2NPQ4RSTV-1' });
    },
  );

  it('5.2: a dispute is about the order of its payment, of which Stripe is asked', async () => {
    const { session: made } = await opened();
    world.server.objects.pay(made);
    const dispute = world.server.objects.dispute(made);
    const event = world.server.event(dispute, { type: 'charge.dispute.created' });
    await expect(read(event)).resolves.toMatchObject({ outcome: 'authentic', gatewayOrderId: 'K7M2NPQ4RSTV-1' });
    world.meet('lost_answer');
    await expect(read(event)).rejects.toMatchObject({ fault: 'unavailable' });
  });

  it.each([
    ['a customer', { id: 'cus_1', object: 'customer', metadata: {} }, {}],
    ['a session of another shop on the same account', { ...session, metadata: {} }, {}],
    ['another account', session, { account: 'acct_1' }],
    ['real money, to a store of test money', session, { livemode: true }],
  ])('S-5: an event about %s is received and set aside', async (_, object, change) => {
    await expect(read(world.server.event(object, change))).resolves.toMatchObject({ outcome: 'irrelevant' });
  });

  it('S-5: signatures that come twice, or of another kind, are forged', async () => {
    const { headers, rawBody } = world.server.event(session);
    const twice = { 'stripe-signature': [String(headers['stripe-signature'])] };
    await expect(world.subject.readNotification(twice, rawBody)).resolves.toEqual({ outcome: 'forged' });
    const other = { 'stripe-signature': String(headers['stripe-signature']).replace('v1=', 'v0=') };
    await expect(world.subject.readNotification(other, rawBody)).resolves.toEqual({ outcome: 'forged' });
  });

  it('S-5: while a secret is replaced, the old and the new one are both right', async () => {
    const rolling = world.subjectWith({ webhookSecrets: ['whsec_new', stripeKeys.webhookSecret] });
    for (const secret of ['whsec_new', stripeKeys.webhookSecret]) {
      const { headers, rawBody } = world.server.event(session, { secret });
      await expect(rolling.readNotification(headers, rawBody)).resolves.toMatchObject({ outcome: 'authentic' });
    }
    const { headers, rawBody } = world.server.event(session, { secret: 'whsec_other' });
    await expect(rolling.readNotification(headers, rawBody)).resolves.toEqual({ outcome: 'forged' });
  });

  it('S-5: one right signature among several is enough, wherever it stands', async () => {
    const { headers, rawBody } = world.server.event(session);
    const [at = '', right = ''] = String(headers['stripe-signature']).split(',');
    const wrong = `v1=${'0'.repeat(64)}`;
    for (const several of [`${at},${wrong},${right}`, `${at},${right},${wrong}`, `${at},v0=abc,${right}`]) {
      await expect(read({ headers: { 'stripe-signature': several }, rawBody })).resolves.toMatchObject({
        outcome: 'authentic',
      });
    }
    await expect(read({ headers: { 'stripe-signature': `${at},${wrong},${wrong}` }, rawBody })).resolves.toEqual({
      outcome: 'forged',
    });
    // A signature that was made for another moment.
    const moved = `t=${Number(at.slice(2)) + 60},${right}`;
    await expect(read({ headers: { 'stripe-signature': moved }, rawBody })).resolves.toEqual({ outcome: 'forged' });
  });

  it('S-5: without a configured secret every notification is forged', async () => {
    const open = world.subjectWith({ webhookSecrets: [''] });
    const { headers, rawBody } = world.server.event(session, { secret: '' });
    await expect(open.readNotification(headers, rawBody)).resolves.toEqual({ outcome: 'forged' });
  });
});

describe('an error of stripe', () => {
  it.each([
    [400, { type: 'invalid_request_error', param: 'line_items[0]' }, 'refused', 'refused'],
    [401, { type: 'invalid_request_error' }, 'refused', 'refused'],
    [402, { type: 'card_error', code: 'card_declined' }, 'refused', 'refused'],
    [403, { type: 'invalid_request_error' }, 'refused', 'refused'],
    [409, { type: 'idempotency_error' }, 'unknown', 'unavailable'],
    [400, { type: 'idempotency_error' }, 'unknown', 'unavailable'],
    [409, { type: 'invalid_request_error', code: 'lock_timeout' }, 'unknown', 'unavailable'],
    [429, { type: 'invalid_request_error', code: 'rate_limit' }, 'unavailable', 'unavailable'],
    [500, { type: 'api_error' }, 'unknown', 'unavailable'],
    [503, { type: 'api_error' }, 'unknown', 'unavailable'],
  ])('%s %j means %s to an act and %s to a read, after one call each', async (status, error, actFault, readFault) => {
    const { order } = await opened();
    const before = world.callCount();
    world.server.refuse(status, error);
    await expect(world.subject.openSession(request)).rejects.toMatchObject({ fault: actFault });
    await expect(world.subject.retrieve(order)).rejects.toMatchObject({ fault: readFault });
    expect(world.callCount()).toBe(before + 2);
  });

  it('A-24: "no such session" is null only in the words of stripe', async () => {
    const { order } = await opened();
    world.server.refuse(404, { type: 'invalid_request_error', code: 'resource_missing' });
    await expect(world.subject.retrieve(order)).resolves.toBeNull();
    world.server.refuse(404, { type: 'invalid_request_error', message: 'Unrecognized request URL' });
    await expect(world.subject.retrieve(order)).rejects.toMatchObject({ fault: 'refused' });
  });

  it('rule 10: names what was wrong, and repeats nothing that was sent', async () => {
    const message = 'Invalid email address: buyer@example.com';
    world.server.refuse(400, {
      type: 'invalid_request_error',
      code: 'email_invalid',
      param: 'customer_email',
      message,
    });
    const failure = await world.subject.openSession(request).catch(String);
    expect(failure).toMatch(/400: StripeInvalidRequestError email_invalid customer_email/);
    expect(failure).not.toContain('buyer@');
  });
});

describe('the keys of stripe', () => {
  it('rule 10: the secret key goes out in one header only, and the version is the one of the package', async () => {
    await opened();
    const [call] = world.server.calls;
    expect(call?.headers.authorization).toBe(`Bearer ${stripeKeys.secretKey}`);
    expect(JSON.stringify({ ...call, headers: { ...call?.headers, authorization: '' } })).not.toContain(
      stripeKeys.secretKey,
    );
  });
});
