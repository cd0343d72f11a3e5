// The adapter to Stripe's embedded Checkout: which call does what, and who sent a notification. Decides nothing about orders.
import { createHmac } from 'node:crypto';
import Stripe from 'stripe';
import type { Log } from '../../../../observability/log.ts';
import { ExternalError } from '../../../../ports/external-error.ts';
import type { Gateway, GatewayOrder, Notification, OpenedSession } from '../../gateway.ts';
import { parsed } from '../exchange.ts';
import { clockOfRefusal, createStripeClient, isMissing, timeFor, type Until } from './client.ts';
import {
  gatewayView,
  isOrderId,
  orderKey,
  refundKey,
  refundParams,
  refundView,
  sessionParams,
  subjectOf,
} from './map.ts';
import {
  type WireSession,
  wireCharge,
  wireDispute,
  wireEvent,
  wireIntent,
  wireRefund,
  wireSession,
} from './wire-types.ts';

export type StripeOptions = {
  secretKey: string;
  publishableKey: string;
  /** More than one while a secret is being replaced. */
  webhookSecrets: readonly string[];
  /** Null: Stripe's own. */
  apiUrl: string | null;
  /** For all of one operation, however many calls it takes. */
  timeoutMs?: number;
  now: () => Date;
  log: Log;
};

/** The browser library of the release that the API's version belongs to; the package pins that version. */
const libraryUrl = 'https://js.stripe.com/endive/stripe.js';
/** As in Stripe's guide for its library and its embedded checkout. The form itself is in a frame of Stripe. */
const sources = {
  script: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://checkout.stripe.com'],
  connect: ['https://api.stripe.com', 'https://checkout.stripe.com'],
  frame: [
    'https://js.stripe.com',
    'https://*.js.stripe.com',
    'https://hooks.stripe.com',
    'https://checkout.stripe.com',
  ],
  form: [],
  image: ['https://*.stripe.com'],
};
const toleranceSeconds = 300;
const betweenIdAndSecret = '_secret_';

export function createStripeGateway(options: StripeOptions): Gateway {
  const { webhookSecrets, now, timeoutMs = 10_000 } = options;
  const client = createStripeClient(options);
  const { stripe, read, act, readAll } = client;
  const isLive = /^[a-z]+_live_/.test(options.secretKey);

  async function findSession({ sessionId }: GatewayOrder, until: Until): Promise<WireSession | null> {
    // Without its secret no browser ever had the session: no money can come of it.
    const id = sessionId?.split(betweenIdAndSecret, 1)[0];
    if (!id) return null;
    const request = () => stripe.checkout.sessions.retrieve(id, { expand: ['payment_intent'] }, until());
    return read('retrieve', wireSession, request).catch((error: unknown) => {
      if (isMissing(error)) return null;
      throw error;
    });
  }

  async function whom(event: unknown): Promise<Notification> {
    const wire = wireEvent.safeParse(event);
    if (!wire.success) return { outcome: 'unusable', reason: 'The body is no event.' };
    const { id: notificationId, account, livemode } = wire.data;
    if (account !== undefined) return { outcome: 'irrelevant', reason: 'It is about another account.' };
    if (livemode !== undefined && livemode !== isLive) {
      return { outcome: 'irrelevant', reason: 'It is about test money in live mode, or the other way round.' };
    }
    const subject = subjectOf(wire.data);
    if (!subject) return { outcome: 'irrelevant', reason: 'It names no order.' };
    if ('gatewayOrderId' in subject) return { outcome: 'authentic', notificationId, ...subject };
    const request = () => stripe.paymentIntents.retrieve(subject.intentId, {}, timeFor(timeoutMs)());
    const intent = await read('notification', wireIntent, request);
    const gatewayOrderId = intent.metadata?.[orderKey];
    if (!isOrderId(gatewayOrderId)) return { outcome: 'irrelevant', reason: 'Its payment names no order.' };
    return { outcome: 'authentic', notificationId, gatewayOrderId };
  }

  return {
    name: 'stripe',
    browser: {
      libraryUrl,
      library: { name: 'stripe', url: libraryUrl, publishableKey: options.publishableKey },
      sources,
    },

    async openSession(request) {
      const until = timeFor(timeoutMs);
      // Returns with the payer. Derived from stored values, so that the same request has the same value.
      const resultIndicator = createHmac('sha256', options.secretKey).update(request.gatewayOrderId).digest('hex');
      const create = (at: Date, idempotencyKey: string) =>
        act('openSession', wireSession, () =>
          stripe.checkout.sessions.create(sessionParams(request, { resultIndicator, now: at }), {
            idempotencyKey,
            ...until(),
          }),
        );
      const key = `session ${request.gatewayOrderId}`;
      const session = await create(now(), key).catch((error: unknown) => {
        const itsClock = clockOfRefusal(error);
        if (!itsClock) throw error;
        return create(itsClock, `${key} by its clock`);
      });
      return openedSession(session, resultIndicator);
    },

    async retrieve(order) {
      const until = timeFor(timeoutMs);
      const session = await findSession(order, until);
      const intentId = session && intentIdOf(session);
      if (!session || !intentId) return session && gatewayView(session, [], [], []);
      const ofPayment = { payment_intent: intentId };
      const charges = await readAll('charges', wireCharge, (page) =>
        stripe.charges.list({ ...ofPayment, ...page }, until()),
      );
      // A refund that a charge counts as refunded may still be pending, and fail.
      const refunds = charges.some(({ amount_refunded: back = 0 }) => back > 0)
        ? await readAll('refunds', wireRefund, (page) => stripe.refunds.list({ ...ofPayment, ...page }, until()))
        : [];
      if (!charges.some(({ disputed }) => disputed)) return gatewayView(session, charges, [], refunds);
      const disputes = await readAll('disputes', wireDispute, (page) =>
        stripe.disputes.list({ ...ofPayment, ...page }, until()),
      );
      return gatewayView(session, charges, disputes, refunds);
    },

    async refund({ refundId, amountCents, ...order }) {
      const until = timeFor(timeoutMs);
      const session = await findSession(order, until);
      const intentId = session && intentIdOf(session);
      if (!intentId) throw new ExternalError('refused', 'Stripe has no payment for this order.');
      const params = refundParams(intentId, amountCents, { gatewayOrderId: order.gatewayOrderId, refundId });
      const refund = await act('refund', wireRefund, () =>
        stripe.refunds.create(params, { idempotencyKey: `refund ${order.gatewayOrderId} ${refundId}`, ...until() }),
      );
      return refundView(refund, refundId);
    },

    async retrieveRefund(order, refundId) {
      const until = timeFor(timeoutMs);
      const session = await findSession(order, until);
      const intentId = session && intentIdOf(session);
      if (!intentId) return null;
      const refunds = await readAll('refunds', wireRefund, (page) =>
        stripe.refunds.list({ payment_intent: intentId, ...page }, until()),
      );
      const found = refunds.find(({ metadata }) => metadata?.[refundKey] === refundId);
      return found ? refundView(found, refundId) : null;
    },

    async readNotification(headers, rawBody) {
      const signature = headers['stripe-signature'];
      if (typeof signature !== 'string' || !isSigned(rawBody, signature, 0)) return { outcome: 'forged' };
      if (!isSigned(rawBody, signature, toleranceSeconds)) {
        // Stripe signs each repetition again: a valid old signature is a wrong clock or a replay, not a forgery.
        return { outcome: 'unusable', reason: 'Its signature is too old.' };
      }
      return whom(parsed(rawBody));
    },
  };

  // The library compares in constant time. A tolerance of 0 checks the signature only.
  function isSigned(rawBody: string, signature: string, tolerance: number): boolean {
    return webhookSecrets.some((secret) => {
      try {
        return secret !== '' && !!Stripe.webhooks.signature?.verifyHeader(rawBody, signature, secret, tolerance);
      } catch {
        return false;
      }
    });
  }
}

/** The browser is given the secret, at the head of which is the session's own id. */
function openedSession(wire: WireSession, successIndicator: string): OpenedSession {
  const secret = wire.client_secret;
  if (!secret?.startsWith(`${wire.id}${betweenIdAndSecret}`)) {
    throw new ExternalError('unknown', 'Stripe answered without a session for the browser.');
  }
  return { sessionId: secret, successIndicator };
}

function intentIdOf({ payment_intent: intent }: WireSession): string | null {
  return (typeof intent === 'object' ? intent.id : intent) || null;
}
