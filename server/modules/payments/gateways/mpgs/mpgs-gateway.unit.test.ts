import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { gatewayConforms } from '../../../../../tests/conformance/gateway.conformance.ts';
import { type MpgsStandIn, startMpgsStandIn } from '../../../../../tests/stand-ins/mpgs-stand-in.ts';
import { silentLog } from '../../../../observability/log.ts';
import { createMpgsGateway } from './mpgs-gateway.ts';

gatewayConforms({ name: 'mpgs', start: startMpgsStandIn, optionalFields: ['language', 'customerEmail'] });

describe('the wire of mpgs', () => {
  const order = { gatewayOrderId: 'K7M2NPQ4RSTV-1', sessionId: null };
  let setup: MpgsStandIn;
  beforeEach(async () => {
    setup = await startMpgsStandIn();
  });
  afterEach(() => setup.stop());

  const request = {
    gatewayOrderId: 'K7M2NPQ4RSTV-1',
    amountCents: 3000,
    currency: 'USD' as const,
    description: '500 likes',
    customerEmail: 'buyer@example.com',
    returnUrl: 'http://127.0.0.1:3000/success?orderId=K7M2NPQ4RSTV',
    notificationUrl: 'http://127.0.0.1:3000/api/bigpay/webhook',
    language: 'en' as const,
    timeoutSeconds: 900,
  };

  it('PAY-6: asks for a session under the merchant, with Basic credentials', async () => {
    await setup.subject.openSession(request);
    expect(setup.calls).toMatchObject([
      {
        method: 'POST',
        path: '/api/rest/version/100/merchant/TESTAPPLAUD/session',
        authorization: `Basic ${Buffer.from('merchant.TESTAPPLAUD:b1c2d3e4f5a6-password').toString('base64')}`,
        body: { apiOperation: 'INITIATE_CHECKOUT', order: { id: 'K7M2NPQ4RSTV-1', amount: '30.00', currency: 'USD' } },
      },
    ]);
  });

  it('D-6: a refund is put under its own transaction id, with amount and currency', async () => {
    const held = { capturedCents: 3000, refundedCents: 0, failedTries: 0, lastUpdatedAt: new Date(0) };
    setup.hold({ ...held, gatewayOrderId: 'K7M2NPQ4RSTV-1', status: 'captured', amountCents: 3000 });
    await setup.subject.refund({ ...order, refundId: 'K7M2NPQ4RSTV-R1', amountCents: 105, currency: 'USD' });
    expect(setup.calls).toMatchObject([
      {
        method: 'PUT',
        path: '/api/rest/version/100/merchant/TESTAPPLAUD/order/K7M2NPQ4RSTV-1/transaction/K7M2NPQ4RSTV-R1',
        body: { apiOperation: 'REFUND', transaction: { amount: '1.05', currency: 'USD' } },
      },
    ]);
  });

  it('A-24: asks for one order by its encoded id, without a body', async () => {
    await setup.subject.retrieve({ gatewayOrderId: 'a b/c?d', sessionId: null });
    expect(setup.calls).toMatchObject([
      { method: 'GET', path: '/api/rest/version/100/merchant/TESTAPPLAUD/order/a%20b%2Fc%3Fd', body: {} },
    ]);
  });

  it('A-23: the library comes from the host that made the session', () => {
    expect(setup.subject.browser).toEqual({
      libraryUrl: `${setup.baseUrl}/static/checkout/checkout.min.js`,
      library: null,
      sources: {
        script: [setup.baseUrl],
        connect: [setup.baseUrl],
        frame: [setup.baseUrl],
        form: [setup.baseUrl],
        image: [],
      },
    });
  });

  it.each([
    [400, { error: { cause: 'INVALID_REQUEST', explanation: 'Invalid credentials.' }, result: 'ERROR' }, 'refused'],
    [403, { error: { cause: 'REQUEST_REJECTED' }, result: 'ERROR' }, 'refused'],
    [404, {}, 'refused'],
    [429, {}, 'unavailable'],
    [200, { error: { cause: 'SERVER_BUSY' }, result: 'ERROR' }, 'unavailable'],
    [200, { result: 'SUCCESS', status: 'CAPTURED' }, 'unavailable'],
  ])('A-24: %s %j on retrieve is never "no such order"', async (status, body, fault) => {
    setup.answerWith(status, body);
    await expect(setup.subject.retrieve(order)).rejects.toMatchObject({ fault });
  });

  it('A-24: an answer about another order keeps that order’s id, for the caller to see', async () => {
    setup.answerWith(200, { id: 'OTHER-1', result: 'SUCCESS', status: 'CAPTURED' });
    await expect(setup.subject.retrieve(order)).resolves.toMatchObject({ gatewayOrderId: 'OTHER-1' });
  });

  it('PAY-7: a 201 is "processed", not "granted"', async () => {
    setup.answerWith(201, { result: 'FAILURE', session: { id: 'SESSION1' }, successIndicator: 'f00d' });
    await expect(setup.subject.openSession(request)).rejects.toMatchObject({ fault: 'refused' });
  });

  it('a gateway that refuses the language is asked again without it', async () => {
    setup.answerWith(400, { result: 'ERROR', error: { cause: 'INVALID_REQUEST', field: 'interaction.locale' } });
    await expect(setup.subject.openSession({ ...request, language: 'pt' })).rejects.toMatchObject({ fault: 'refused' });
    const sent = setup.calls.map(({ body }) => (body as { interaction: object }).interaction);
    expect(sent.map((interaction) => 'locale' in interaction)).toEqual([true, false]);
  });

  it('S-5: the notification id is the gateway’s, else one made of the body', async () => {
    const { headers, rawBody } = setup.notice({ gatewayOrderId: 'K7M2NPQ4RSTV-1' });
    const idWith = async (id: string | string[] | undefined, body = rawBody) => {
      const read = await setup.subject.readNotification({ ...headers, 'x-notification-id': id }, body);
      return read.outcome === 'authentic' ? read.notificationId : read.outcome;
    };
    expect(await idWith('n-77')).toBe('n-77');
    const made = await idWith(undefined);
    expect(made).toMatch(/^sha256-[0-9a-f]{64}$/);
    for (const odd of ['', ['n-77', 'n-78'], 'x'.repeat(101)]) expect(await idWith(odd)).toBe(made);
    expect(await idWith(undefined, rawBody.replace('SUCCESS', 'FAILURE'))).not.toBe(made);
  });

  it('S-5: a secret that comes twice is forged', async () => {
    const { headers, rawBody } = setup.notice({ gatewayOrderId: 'K7M2NPQ4RSTV-1' });
    const twice = { ...headers, 'x-notification-secret': [String(headers['x-notification-secret'])] };
    await expect(setup.subject.readNotification(twice, rawBody)).resolves.toEqual({ outcome: 'forged' });
  });

  it('S-5: a merchant that is left out is no reason to lose a notification', async () => {
    const { headers } = setup.notice({ gatewayOrderId: 'K7M2NPQ4RSTV-1' });
    const rawBody = JSON.stringify({ order: { id: 'K7M2NPQ4RSTV-1' } });
    const read = await setup.subject.readNotification(headers, rawBody);
    expect(read).toMatchObject({ outcome: 'authentic' });
  });

  it('S-5: without a configured secret every notification is forged', async () => {
    const open = createMpgsGateway({
      baseUrl: setup.baseUrl,
      apiVersion: '100',
      merchantId: 'TESTAPPLAUD',
      apiPassword: 'p',
      webhookSecret: '',
      merchantName: async () => 'Applaud',
      log: silentLog,
    });
    const { rawBody } = setup.notice({ gatewayOrderId: 'K7M2NPQ4RSTV-1' });
    const read = await open.readNotification({ 'x-notification-secret': '' }, rawBody);
    expect(read).toEqual({ outcome: 'forged' });
  });
});
