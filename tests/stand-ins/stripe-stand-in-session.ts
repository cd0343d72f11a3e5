// Test helper: opens a session at the fake Stripe server.
import type { SessionRequest } from '../../server/modules/payments/gateway.ts';
import type { StripeStandIn } from './stripe-stand-in.ts';

export const sessionRequest: SessionRequest = {
  gatewayOrderId: 'K7M2NPQ4RSTV-1',
  amountCents: 3000,
  currency: 'USD',
  description: '500 Likes, order K7M2NPQ4RSTV',
  customerEmail: 'buyer@example.com',
  returnUrl: 'http://127.0.0.1:3000/success?orderId=K7M2NPQ4RSTV',
  notificationUrl: 'http://127.0.0.1:3000/api/bigpay/webhook',
  language: 'en',
  timeoutSeconds: 1800,
};

/** The opened session, as the attempt stores it and as Stripe stores it. */
export async function openSession({ subject, server }: StripeStandIn) {
  const { sessionId, successIndicator } = await subject.openSession(sessionRequest);
  const session = server.objects.get(sessionId.split('_secret_')[0] ?? '', 'checkout.session');
  if (!session) throw new Error('No session was made.');
  return { order: { gatewayOrderId: sessionRequest.gatewayOrderId, sessionId }, session, successIndicator };
}
