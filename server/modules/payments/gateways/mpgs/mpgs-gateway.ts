// Adapter to Mastercard Gateway Hosted Checkout.
import { createHash, timingSafeEqual } from 'node:crypto';
import { wordsOf } from '../../../../../contract/sentences.ts';
import { storeMessage } from '../../../../../contract/store-messages.ts';
import { ExternalError } from '../../../../ports/external-error.ts';
import type { Gateway, GatewayView, Notification } from '../../gateway.ts';
import { FieldRefusal, openWithoutRefused } from '../../optional-fields.ts';
import { isOrderId, parsed } from '../exchange.ts';
import { createMpgsClient, type MpgsAnswer, type MpgsClientOptions } from './mpgs-client.ts';
import {
  checkoutBody,
  gatewayView,
  isUnknownOrder,
  isUnknownTransaction,
  openedSession,
  refundBody,
  refundView,
  refusedField,
  toRefusal,
} from './mpgs-map.ts';
import { type WireError, wireError, wireNotification, wireOrder, wireRefund, wireSession } from './mpgs-wire-types.ts';

export type MpgsOptions = Omit<MpgsClientOptions, 'timeoutMs'> & {
  webhookSecret: string;
  /** Name in the payment form. */
  merchantName: () => Promise<string>;
  timeoutMs?: number;
};

export function createMpgsGateway(options: MpgsOptions): Gateway {
  const baseUrl = options.baseUrl.replace(/\/+$/, '');
  const client = createMpgsClient({ ...options, baseUrl, timeoutMs: options.timeoutMs ?? 10_000 });
  const { origin } = new URL(baseUrl);
  const secretDigest = sha256(options.webhookSecret);

  return {
    name: 'mpgs',
    browser: {
      libraryUrl: `${baseUrl}/static/checkout/checkout.min.js`,
      library: null,
      sources: { script: [origin], connect: [origin], frame: [origin], form: [origin], image: [] },
    },

    async openSession(request) {
      const name = await options.merchantName();
      return openWithoutRefused(request, async (wanted) => {
        const answer = await client.post(['session'], checkoutBody(wanted, name));
        if (!isSuccess(answer)) {
          const failure = refused(answer, 'openSession');
          const field = refusedField(answer.httpStatus, errorIn(answer));
          throw field ? new FieldRefusal(field, failure.message) : failure;
        }
        const session = wireSession.safeParse(answer.body);
        if (!session.success) throw new ExternalError('unknown', 'The gateway answered without a session.');
        return openedSession(session.data);
      });
    },

    // An order that does not exist: the answer distinguishes wrong keys from an unknown order.
    verifyKeys: async () => void (await retrieve('applaud-test-of-the-keys')),

    retrieve: ({ gatewayOrderId }) => retrieve(gatewayOrderId),

    async refund({ gatewayOrderId, refundId, ...money }) {
      const answer = await client.put(['order', gatewayOrderId, 'transaction', refundId], refundBody(money));
      if (!isSuccess(answer)) throw refusedRefund(answer);
      const refund = wireRefund.safeParse(answer.body);
      if (!refund.success) throw new ExternalError('unknown', storeMessage('gateway_refund_missing'));
      return refundView(refund.data, refundId);
    },

    async retrieveRefund({ gatewayOrderId }, refundId) {
      const answer = await client.get(['order', gatewayOrderId, 'transaction', refundId]);
      if (isUnknownTransaction(answer.httpStatus, errorIn(answer))) return null;
      if (!isSuccess(answer)) throw refused(answer, 'retrieveRefund');
      const refund = wireRefund.safeParse(answer.body);
      if (!refund.success) throw new ExternalError('unavailable', storeMessage('gateway_refund_missing'));
      return refundView(refund.data, refundId);
    },

    async readNotification(headers, rawBody): Promise<Notification> {
      const secret = headers['x-notification-secret'];
      if (!options.webhookSecret || typeof secret !== 'string') return { outcome: 'forged' };
      if (!timingSafeEqual(sha256(secret), secretDigest)) return { outcome: 'forged' };

      const wire = wireNotification.safeParse(parsed(rawBody));
      if (!wire.success) return { outcome: 'unusable', reason: 'notification_no_object' };
      if (wire.data.merchant !== undefined && wire.data.merchant !== options.merchantId) {
        return { outcome: 'unusable', reason: 'notification_of_other_merchant' };
      }
      const gatewayOrderId = wire.data.order?.id;
      if (!isOrderId(gatewayOrderId)) return { outcome: 'unusable', reason: 'notification_without_order' };
      return {
        outcome: 'authentic',
        notificationId: notificationId(headers['x-notification-id'], rawBody),
        gatewayOrderId,
      };
    },
  };

  async function retrieve(gatewayOrderId: string): Promise<GatewayView | null> {
    const answer = await client.get(['order', gatewayOrderId]);
    if (isUnknownOrder(answer.httpStatus, errorIn(answer))) return null;
    if (!isSuccess(answer)) throw refused(answer, 'retrieve');
    const order = wireOrder.safeParse(answer.body);
    if (!order.success) throw new ExternalError('unavailable', storeMessage('gateway_order_missing'));
    return gatewayView(order.data);
  }

  // An error without the gateway's own body comes from a proxy; the gateway may have performed the refund.
  function refusedRefund(answer: MpgsAnswer): ExternalError {
    const failure = refused(answer, 'refund');
    if (failure.fault === 'refused' || errorIn(answer) !== null) return failure;
    return new ExternalError('unknown', wordsOf(failure.sentence));
  }

  function refused(answer: MpgsAnswer, operation: string): ExternalError {
    const failure = toRefusal(answer.httpStatus, errorIn(answer));
    options.log.warn({ operation, fault: failure.fault, httpStatus: answer.httpStatus }, failure.message);
    return failure;
  }
}

function isSuccess(answer: MpgsAnswer): boolean {
  return answer.httpStatus >= 200 && answer.httpStatus < 300 && errorIn(answer) === null;
}

function errorIn(answer: MpgsAnswer): WireError | null {
  return wireError.safeParse(answer.body).data ?? null;
}

/**
 * The gateway's own ID where it fits the column, else a hash of the content: the same notification gets the same ID.
 */
function notificationId(header: string | string[] | undefined, rawBody: string): string {
  if (typeof header === 'string' && /^[\x21-\x7e]{1,100}$/.test(header)) return header;
  return `sha256-${sha256(rawBody).toString('hex')}`;
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
