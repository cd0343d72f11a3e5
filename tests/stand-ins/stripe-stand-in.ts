// Test helper: the fake Stripe server with the interface of the conformance suite.

import type { StripeObject } from '../../sandbox/stripe/objects.ts';
import {
  createStripeGateway,
  type StripeOptions,
} from '../../server/modules/payments/gateways/stripe/stripe-gateway.ts';
import type { GatewayStandIn, HeldOrder } from '../conformance/gateway-stand-in.conformance.ts';
import { recordingLog } from './fake-server.ts';
import { type StripeServer, signed, startStripeServer } from './stripe-stand-in-server.ts';

export const stripeKeys = {
  secretKey: 'sk_test_b1c2d3e4f5a6',
  publishableKey: 'pk_test_b1c2d3e4f5a6',
  webhookSecret: 'whsec_A1B2C3D4E5F6',
};

export type StripeStandIn = GatewayStandIn & {
  server: StripeServer;
  subjectWith(change: Partial<StripeOptions>): ReturnType<typeof createStripeGateway>;
};

export async function startStripeStandIn(): Promise<StripeStandIn> {
  const server = await startStripeServer(stripeKeys);
  const lines: string[] = [];
  const subjectWith = (change: Partial<StripeOptions>) =>
    createStripeGateway({
      secretKey: stripeKeys.secretKey,
      publishableKey: stripeKeys.publishableKey,
      webhookSecrets: [stripeKeys.webhookSecret],
      apiUrl: server.url,
      now: () => new Date(),
      log: recordingLog(lines),
      ...change,
    });
  return {
    server,
    subjectWith,
    subject: subjectWith({}),
    meet: (trouble, only) => server.meet(trouble, only && 'POST'),
    refuseField: (_field, always) => server.refuseParam('customer_email', always !== undefined),
    optionalFieldsSent: () => server.calls.map(({ params }) => ('customer_email' in params ? ['customerEmail'] : [])),
    refundsEnd: server.refundsEnd,
    hold: (order) => hold(server, order),
    amountsAsked: () => server.calls.map(({ params }) => dollarsOf(params)),
    callCount: () => server.calls.length,
    hangUp: server.stop,
    notice({ gatewayOrderId, secret = stripeKeys.webhookSecret, merchant, instead }) {
      if (instead !== undefined) return { rawBody: instead, headers: signed(instead, secret) };
      const object = { id: 'cs_test_1', object: 'checkout.session', metadata: { gateway_order_id: gatewayOrderId } };
      return server.event(object, { secret, ...(merchant === undefined ? {} : { account: merchant }) });
    },
    logged: () => lines.join('\n'),
    secrets: [stripeKeys.secretKey, stripeKeys.webhookSecret],
    stop: server.stop,
  };
}

// Builds an order in the given status, without the steps that lead there.
function hold({ objects }: StripeServer, order: HeldOrder): { gatewayOrderId: string; sessionId: string } {
  const created = Math.floor(order.lastUpdatedAt.getTime() / 1000);
  const session = objects.addSession({
    client_reference_id: order.gatewayOrderId,
    metadata: { gateway_order_id: order.gatewayOrderId },
    line_items: { 0: { price_data: { currency: 'usd', unit_amount: order.amountCents } } },
    payment_intent_data: { metadata: { gateway_order_id: order.gatewayOrderId } },
  });
  session.created = created;
  if (order.status !== 'unpaid') for (let tries = 0; tries < order.failedTries; tries += 1) objects.decline(session);
  become[order.status](objects, session, order);
  const intentId = String(session.payment_intent);
  for (const kind of ['charge', 'dispute']) for (const made of objects.list(kind, intentId)) made.created = created;
  return { gatewayOrderId: order.gatewayOrderId, sessionId: String(session.client_secret) };
}

type Objects = StripeServer['objects'];

const become: Record<HeldOrder['status'], (objects: Objects, session: StripeObject, order: HeldOrder) => void> = {
  unpaid: () => {},
  declined: (objects, session) => void objects.decline(session),
  authorized: (objects, session) => {
    objects.intentOf(session).status = 'requires_capture';
  },
  captured: (objects, session) => void objects.pay(session),
  partially_captured: (objects, session) => void objects.pay(session, { amount: 10 }),
  partially_refunded: (objects, session) => {
    objects.pay(session);
    objects.refund(objects.intentOf(session), { amount: 10 });
  },
  refunded: (objects, session) => {
    objects.pay(session);
    objects.refund(objects.intentOf(session), {});
  },
  disputed: (objects, session) => {
    objects.pay(session);
    objects.dispute(session);
  },
  cancelled: (objects, session) => {
    objects.intentOf(session).status = 'canceled';
  },
  expired: (objects, session) => void objects.expire(session),
  unclear: (objects, session) => {
    objects.intentOf(session).status = 'processing';
  },
};

function dollarsOf({ line_items: lines }: Record<string, unknown>): string {
  const [line] = Object.values((lines ?? {}) as Record<string, { price_data: { unit_amount: string } }>);
  return String(Number(line?.price_data.unit_amount) / 100);
}
