import { describe, expect, it } from 'vitest';
import type { SessionRequest } from '../../gateway.ts';
import { checkoutBody, openedSession } from './mpgs-map.ts';
import { wireSession } from './mpgs-wire-types.ts';

const request: SessionRequest = {
  gatewayOrderId: 'K7M2-1',
  amountCents: 3000,
  currency: 'USD',
  description: '500 likes',
  customerEmail: 'buyer@example.com',
  returnUrl: 'https://shop.example/success?orderId=K7M2',
  notificationUrl: 'https://shop.example/api/bigpay/webhook',
  language: 'pt',
  timeoutSeconds: 900,
};

describe('the request for a session', () => {
  it('PAY-6: asks for the stored amount as a decimal string', () => {
    expect(checkoutBody(request, 'Applaud')).toEqual({
      apiOperation: 'INITIATE_CHECKOUT',
      interaction: {
        operation: 'PURCHASE',
        merchant: { name: 'Applaud' },
        returnUrl: request.returnUrl,
        timeout: 900,
        locale: 'pt_BR',
      },
      order: {
        id: 'K7M2-1',
        amount: '30.00',
        currency: 'USD',
        description: '500 likes',
        notificationUrl: request.notificationUrl,
      },
      customer: { email: 'buyer@example.com' },
    });
  });

  it('leaves out the default language, which the gateway has by itself', () => {
    expect(JSON.stringify(checkoutBody({ ...request, language: 'en' }, 'Applaud'))).not.toContain('locale');
  });

  it.each([
    ['x'.repeat(150), 'x'.repeat(100)],
    [`${'x'.repeat(99)}\u{1F44D}`, 'x'.repeat(99)],
  ])('caps the description at 100 characters and leaves no half of one', (description, sent) => {
    expect(checkoutBody({ ...request, description }, 'Applaud')).toMatchObject({ order: { description: sent } });
  });
});

describe('the answer to a request for a session', () => {
  const granted = {
    result: 'SUCCESS',
    session: { id: 'SESSION0002', updateStatus: 'SUCCESS', version: 'a1' },
    successIndicator: 'f00d',
  };

  it('PAY-7: gives the session and what stays on the server', () => {
    expect(openedSession(wireSession.parse(granted))).toEqual({ sessionId: 'SESSION0002', successIndicator: 'f00d' });
  });

  it.each([
    ['a failure', { ...granted, result: 'FAILURE' }, 'refused'],
    ['an error', { ...granted, result: 'ERROR' }, 'refused'],
    ['a failed update', { ...granted, session: { id: 'SESSION0002', updateStatus: 'FAILURE' } }, 'refused'],
    ['no result', { ...granted, result: undefined }, 'unknown'],
    ['a pending result', { ...granted, result: 'PENDING' }, 'unknown'],
    ['no session', { ...granted, session: undefined }, 'unknown'],
    ['a session without an id', { ...granted, session: { id: '' } }, 'unknown'],
    ['a session id that is a number', { ...granted, session: { id: 2 } }, 'unknown'],
    ['no success indicator', { ...granted, successIndicator: '' }, 'unknown'],
  ])('PAY-7: is not believed with %s', (_what, body, fault) => {
    expect(() => openedSession(wireSession.parse(body))).toThrow(expect.objectContaining({ fault }));
  });
});
