// Adapter to Stripe's Checkout Sessions with Elements on the page.
import { createHmac } from 'node:crypto';
import Stripe from 'stripe';
import { storeMessage } from '../../../../../contract/store-messages.ts';
import type { Log } from '../../../../observability/log.ts';
import { ExternalError } from '../../../../ports/external-error.ts';
import type { Gateway, GatewayOrder, Notification, OpenedSession } from '../../gateway.ts';
import { FieldRefusal, openWithoutRefused } from '../../optional-fields.ts';
import { isOrderId, parsed } from '../exchange.ts';
import {
  clockOfRefusal,
  createStripeClient,
  isMissing,
  lacksRight,
  refusedParam,
  timeFor,
  type Until,
} from './stripe-client.ts';
import {
  findSubject,
  gatewayView,
  orderKey,
  readIntentId,
  refundKey,
  refundParams,
  refundView,
  sessionParams,
} from './stripe-map.ts';
import { isOfPayoutItself, payoutTransaction, payoutView } from './stripe-payouts.ts';
import {
  type WireSession,
  wireCharge,
  wireDispute,
  wireDomain,
  wireEvent,
  wireIntent,
  wireList,
  wirePayout,
  wireRefund,
  wireSession,
  wireTransaction,
} from './stripe-wire-types.ts';

export type StripeOptions = {
  secretKey: string;
  publishableKey: string;
  /** Two during the replacement of a secret. */
  webhookSecrets: readonly string[];
  /** Null: Stripe's default. */
  apiUrl: string | null;
  /** Timeout of one operation with all of its calls. */
  timeoutMs?: number;
  now: () => Date;
  log: Log;
};

/** The library's release belongs to the API version that the package pins. */
const libraryUrl = 'https://js.stripe.com/endive/stripe.js';
/**
 * As in Stripe's guide for its library: fields and wallets are in frames of Stripe, which open Google's and Apple's
 * themselves. `checkout.stripe.com` is for sessions of the version before.
 */
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
/** Refunds and their failures have fees in some countries. */
const refundFees = ['data.balance_transaction', 'data.failure_balance_transaction'];
/** With the charge, the refund or the dispute of each: a page of 100 would exceed the limit of a response. */
const transactionPages = { pageSize: 50, mostPages: 400 };
const toleranceSeconds = 300;
const betweenIdAndSecret = '_secret_';

export function createStripeGateway(options: StripeOptions): Gateway {
  const { webhookSecrets, now, timeoutMs = 10_000 } = options;
  const client = createStripeClient(options);
  const { stripe, read, act, readAll } = client;
  const isLive = /^[a-z]+_live_/.test(options.secretKey);

  async function findSession({ sessionId }: GatewayOrder, until: Until): Promise<WireSession | null> {
    // Without its client secret no browser received the session, so it cannot bring money.
    const id = toSessionId(sessionId);
    if (id === null) return null;
    const request = () => stripe.checkout.sessions.retrieve(id, { expand: ['payment_intent'] }, until());
    return read('retrieve', wireSession, request).catch((error: unknown) => {
      if (isMissing(error)) return null;
      throw error;
    });
  }

  async function whom(event: unknown): Promise<Notification> {
    const wire = wireEvent.safeParse(event);
    if (!wire.success) return { outcome: 'unusable', reason: 'notification_no_event' };
    const { id: notificationId, account, livemode } = wire.data;
    if (account !== undefined) return { outcome: 'irrelevant', reason: 'It is about another account.' };
    if (livemode !== undefined && livemode !== isLive) {
      return { outcome: 'irrelevant', reason: 'It is about test money in live mode, or the other way round.' };
    }
    const subject = findSubject(wire.data);
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

    // Apple Pay, Google Pay and Link appear on registered domains only.
    async registerDomain(domain) {
      const until = timeFor(timeoutMs);
      const known = await readAll('domains', wireDomain, (page) =>
        stripe.paymentMethodDomains.list({ domain_name: domain, ...page }, until()),
      );
      if (known.length > 0) return;
      await act('registerDomain', wireDomain, () =>
        stripe.paymentMethodDomains.create({ domain_name: domain }, { idempotencyKey: `domain ${domain}`, ...until() }),
      );
    },

    async openSession(request) {
      const until = timeFor(timeoutMs);
      // Returns with the payer. Derived from stored values, so that the same request has the same value.
      const resultIndicator = createHmac('sha256', options.secretKey).update(request.gatewayOrderId).digest('hex');
      return openWithoutRefused(request, async (wanted) => {
        const create = (at: Date, idempotencyKey: string) =>
          act('openSession', wireSession, () =>
            stripe.checkout.sessions.create(sessionParams(wanted, { resultIndicator, now: at }), {
              idempotencyKey,
              ...until(),
            }),
          ).catch((error: unknown) => {
            if (!(error instanceof ExternalError) || refusedParam(error) !== 'customer_email') throw error;
            throw new FieldRefusal('customerEmail', error.message);
          });
        // Other parameters need another key.
        const key = `session ${wanted.gatewayOrderId}${wanted.customerEmail === null ? ' without email' : ''}`;
        const session = await create(now(), key).catch((error: unknown) => {
          const itsClock = clockOfRefusal(error);
          if (!itsClock) throw error;
          return create(itsClock, `${key} by its clock`);
        });
        return openedSession(session, resultIndicator);
      });
    },

    async verifyKeys() {
      const request = () => stripe.checkout.sessions.list({ limit: 1 }, timeFor(timeoutMs)());
      await read('verifyKeys', wireList, request);
    },

    async endSession({ sessionId }) {
      const id = toSessionId(sessionId);
      if (id === null) return;
      const request = () => stripe.checkout.sessions.expire(id, {}, timeFor(timeoutMs)());
      await act('endSession', wireSession, request).catch((error: unknown) => {
        // Paid, expired before, or unknown.
        if (!(error instanceof ExternalError) || error.fault !== 'refused') throw error;
      });
    },

    async retrieve(order) {
      const until = timeFor(timeoutMs);
      const session = await findSession(order, until);
      const intentId = session && readIntentId(session);
      if (!session || !intentId) return session && gatewayView(session, [], [], []);
      const ofPayment = { payment_intent: intentId };
      const charges = await withExpanded(['data.balance_transaction'], (expand) =>
        readAll('charges', wireCharge, (page) => stripe.charges.list({ ...ofPayment, ...page, ...expand }, until())),
      );
      // A charge counts a pending refund as refunded, but the refund can still fail.
      const refunds = charges.some(({ amount_refunded: back = 0 }) => back > 0)
        ? await withExpanded(refundFees, (expand) =>
            readAll('refunds', wireRefund, (page) =>
              stripe.refunds.list({ ...ofPayment, ...page, ...expand }, until()),
            ),
          )
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
      const intentId = session && readIntentId(session);
      if (!intentId) throw new ExternalError('refused', storeMessage('stripe_payment_missing'));
      const params = refundParams(intentId, amountCents, { gatewayOrderId: order.gatewayOrderId, refundId });
      const refund = await act('refund', wireRefund, () =>
        stripe.refunds.create(params, { idempotencyKey: `refund ${order.gatewayOrderId} ${refundId}`, ...until() }),
      );
      return refundView(refund, refundId);
    },

    async retrieveRefund(order, refundId) {
      const until = timeFor(timeoutMs);
      const session = await findSession(order, until);
      const intentId = session && readIntentId(session);
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
        // Stripe signs each retry again: a valid old signature is a wrong clock or a replay, not a forgery.
        return { outcome: 'unusable', reason: 'notification_too_old' };
      }
      return whom(parsed(rawBody));
    },

    // Each page has the time of an operation: a payout can have thousands of transactions.
    async listPayouts(since) {
      const created = { gte: Math.floor(since.getTime() / 1000) };
      const payouts = await readAll('payouts', wirePayout, (page) =>
        stripe.payouts.list({ created, ...page }, timeFor(timeoutMs)()),
      ).catch(explainRight);
      return payouts.map(payoutView);
    },

    async listPayoutTransactions(payoutId) {
      const transactions = await withExpanded(['data.source'], (expand) =>
        readAll(
          'payoutTransactions',
          wireTransaction,
          (page) => stripe.balanceTransactions.list({ payout: payoutId, ...page, ...expand }, timeFor(timeoutMs)()),
          transactionPages,
        ),
      ).catch(explainRight);
      return transactions.filter((one) => !isOfPayoutItself(one)).map(payoutTransaction);
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

/** The browser's client secret begins with the ID. */
function toSessionId(sessionId: string | null): string | null {
  return sessionId?.split(betweenIdAndSecret, 1)[0] || null;
}

function explainRight(error: unknown): never {
  if (lacksRight(error)) throw new ExternalError('refused', storeMessage('stripe_payouts_right'));
  throw error;
}

/**
 * A restricted key may not read the expanded objects. Without them the fees stay estimates, and the payment settles all the
 * same.
 */
async function withExpanded<T>(expand: string[], list: (expanded: { expand?: string[] }) => Promise<T>): Promise<T> {
  try {
    return await list({ expand });
  } catch (error) {
    if (!(error instanceof ExternalError) || error.fault !== 'refused') throw error;
    return list({});
  }
}

/** The browser needs the client secret, which begins with the session's ID. */
function openedSession(wire: WireSession, successIndicator: string): OpenedSession {
  const secret = wire.client_secret;
  if (!secret?.startsWith(`${wire.id}${betweenIdAndSecret}`)) {
    throw new ExternalError('unknown', 'Stripe answered without a session for the browser.');
  }
  return { sessionId: secret, successIndicator };
}
