import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { gatewayConforms } from '../../../../../tests/conformance/gateway.conformance.ts';
import { type StripeStandIn, startStripeStandIn, stripeKeys } from '../../../../../tests/stand-ins/stripe-stand-in.ts';
import { openSession, sessionRequest } from '../../../../../tests/stand-ins/stripe-stand-in-session.ts';

gatewayConforms({
  name: 'stripe',
  start: startStripeStandIn,
  optionalFields: ['customerEmail'],
  serverError: 'unknown',
});

let setup: StripeStandIn;
beforeEach(async () => {
  setup = await startStripeStandIn();
});
afterEach(() => setup.stop());

describe('a refund at stripe', () => {
  it('D-6: names our refund in its words and its idempotency key, and the amount in cents', async () => {
    const { order, session } = await openSession(setup);
    setup.server.objects.pay(session);
    await setup.subject.refund({ ...order, refundId: 'K7M2NPQ4RSTV-R1', amountCents: 105, currency: 'USD' });
    expect(setup.server.calls.at(-1)).toMatchObject({
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
  it('PAY-6, A-7: asks for one line of the stored amount, for cards and their wallets, in the currency of the order', async () => {
    await openSession(setup);
    expect(setup.server.calls).toMatchObject([
      {
        method: 'POST',
        path: '/v1/checkout/sessions',
        headers: { 'idempotency-key': 'session K7M2NPQ4RSTV-1', 'stripe-version': '2026-10-28.endive' },
        params: {
          mode: 'payment',
          ui_mode: 'elements',
          client_reference_id: 'K7M2NPQ4RSTV-1',
          customer_email: 'buyer@example.com',
          metadata: { gateway_order_id: 'K7M2NPQ4RSTV-1' },
          payment_intent_data: { metadata: { gateway_order_id: 'K7M2NPQ4RSTV-1' }, capture_method: 'automatic' },
          allowed_payment_method_types: { 0: 'card', 1: 'link' },
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
    expect(Object.keys(setup.server.calls[0]?.params.line_items ?? {})).toEqual(['0']);
  });

  it('a domain is registered once, and one that is known stays as it is', async () => {
    await setup.subject.registerDomain?.('shop.example');
    await setup.subject.registerDomain?.('shop.example');
    const made = setup.server.calls.filter(({ method }) => method === 'POST');
    expect(made).toMatchObject([{ path: '/v1/payment_method_domains', params: { domain_name: 'shop.example' } }]);
  });

  it('rule 9: an open session is ended; one that is paid, over or unknown stays as it is', async () => {
    const { order, session } = await openSession(setup);
    for (let times = 0; times < 2; times += 1) await setup.subject.endSession?.(order);
    expect(session.status).toBe('expired');
    await expect(setup.subject.retrieve(order)).resolves.toMatchObject({ status: 'expired' });
    await setup.subject.endSession?.({ ...order, sessionId: 'cs_test_none_secret_1' });
    await setup.subject.endSession?.({ ...order, sessionId: null });
    setup.meet('server_error');
    await expect(setup.subject.endSession?.(order)).rejects.toMatchObject({ fault: 'unknown' });
  });

  it('rule 4: the indicator comes back with the payer alone, and is the same for the same order', async () => {
    const { session, successIndicator, order } = await openSession(setup);
    const back = new URL(String(session.return_url));
    expect(back.searchParams.get('orderId')).toBe('K7M2NPQ4RSTV');
    expect(back.searchParams.get('resultIndicator')).toBe(successIndicator);
    expect(successIndicator).toMatch(/^[0-9a-f]{64}$/);
    expect(order.sessionId).not.toContain(successIndicator);
    const other = await setup.subject.openSession({ ...sessionRequest, gatewayOrderId: 'K7M2NPQ4RSTV-2' });
    expect(other.successIndicator).not.toBe(successIndicator);
  });

  it.each([
    [60, 1820],
    [1800, 1820],
    [7200, 7200],
    [1_000_000, 86_340],
  ])('rule 8: a payer with %s s gets a session of %s s, within what Stripe takes', async (timeoutSeconds, seconds) => {
    const now = new Date();
    const subject = setup.subjectWith({ now: () => now });
    await subject.openSession({ ...sessionRequest, timeoutSeconds });
    const expiresAt = Number(setup.server.calls[0]?.params.expires_at);
    expect(expiresAt - Math.floor(now.getTime() / 1000)).toBe(seconds);
  });

  it.each([-3600, 3600 * 30])('rule 8: a clock that is off by %s s is mended by the one of Stripe, once', async (s) => {
    const subject = setup.subjectWith({ now: () => new Date(Date.now() + s * 1000) });
    await expect(subject.openSession(sessionRequest)).resolves.toMatchObject({
      sessionId: expect.stringMatching(/^cs_test_/),
    });
    expect(setup.server.calls).toHaveLength(2);
  });

  it('rule 1: an answer that comes twice is one session', async () => {
    const now = new Date();
    const subject = setup.subjectWith({ now: () => now });
    expect(await subject.openSession(sessionRequest)).toEqual(await subject.openSession(sessionRequest));
  });

  it('rule 1: a key that was used for something else says that something may have happened', async () => {
    await openSession(setup);
    const again = setup.subject.openSession({ ...sessionRequest, amountCents: 1 });
    await expect(again).rejects.toMatchObject({ fault: 'unknown' });
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
    const { order } = await openSession(setup);
    const before = setup.callCount();
    setup.server.refuse(status, error);
    await expect(setup.subject.openSession(sessionRequest)).rejects.toMatchObject({ fault: actFault });
    await expect(setup.subject.retrieve(order)).rejects.toMatchObject({ fault: readFault });
    expect(setup.callCount()).toBe(before + 2);
  });

  it('A-24: "no such session" is null only in the words of stripe', async () => {
    const { order } = await openSession(setup);
    setup.server.refuse(404, { type: 'invalid_request_error', code: 'resource_missing' });
    await expect(setup.subject.retrieve(order)).resolves.toBeNull();
    setup.server.refuse(404, { type: 'invalid_request_error', message: 'Unrecognized request URL' });
    await expect(setup.subject.retrieve(order)).rejects.toMatchObject({ fault: 'refused' });
  });

  it('rule 10: names what was wrong, and repeats nothing that was sent', async () => {
    const message = 'Invalid email address: buyer@example.com';
    setup.server.refuse(400, {
      type: 'invalid_request_error',
      code: 'email_invalid',
      param: 'customer_email',
      message,
    });
    const failure = await setup.subject.openSession(sessionRequest).catch(String);
    expect(failure).toMatch(/400: StripeInvalidRequestError email_invalid customer_email/);
    expect(failure).not.toContain('buyer@');
  });
});

describe('the keys of stripe', () => {
  it('rule 10: the secret key goes out in one header only, and the version is the one of the package', async () => {
    await openSession(setup);
    const [call] = setup.server.calls;
    expect(call?.headers.authorization).toBe(`Bearer ${stripeKeys.secretKey}`);
    expect(JSON.stringify({ ...call, headers: { ...call?.headers, authorization: '' } })).not.toContain(
      stripeKeys.secretKey,
    );
  });
});
