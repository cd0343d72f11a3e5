// Pending refunds with their idempotency keys. They survive a closed dialog, a reload and a new sign-in,
// so that a retry never creates a second refund.
import type { CallFor } from '../../../contract/index.ts';

export type RefundRequest = CallFor<'POST /api/admin/orders/{id}/refunds'>['body'];
export type RefundIntent = { request: RefundRequest; key: string; askedAtMs: number };

export type RefundIntents = {
  /** The pending refund of an order and a payment. `payment` is null for the payment that made the order paid. */
  of: (orderId: string, payment: number | null) => RefundIntent | null;
  keep: (orderId: string, intent: RefundIntent) => void;
  forget: (orderId: string, payment: number | null) => void;
};

/** The store keeps an idempotency key at least this long. */
const knownMs = 86_400_000;

/** Falls back to memory when the browser blocks storage. */
export function createRefundIntents(storage: Storage | null): RefundIntents {
  const unstored = new Map<string, RefundIntent>();

  return {
    of: (orderId, payment) => {
      const name = nameOf(orderId, payment);
      const intent = unstored.get(name) ?? recall(storage, name);
      return intent && intent.askedAtMs + knownMs > Date.now() ? intent : null;
    },
    keep: (orderId, intent) => {
      const name = nameOf(orderId, paymentOf(intent.request));
      try {
        if (!storage) throw new Error('no storage');
        storage.setItem(name, JSON.stringify(intent));
      } catch {
        unstored.set(name, intent);
      }
    },
    forget: (orderId, payment) => {
      const name = nameOf(orderId, payment);
      unstored.delete(name);
      try {
        storage?.removeItem(name);
      } catch {
        // Storage is blocked, so it holds no pending refund.
      }
    },
  };
}

export function paymentOf(request: RefundRequest): number | null {
  return request.payment ?? null;
}

function nameOf(orderId: string, payment: number | null): string {
  return `refund ${orderId} ${payment ?? 'first'}`;
}

function recall(storage: Storage | null, name: string): RefundIntent | null {
  try {
    return JSON.parse(storage?.getItem(name) ?? 'null');
  } catch {
    return null;
  }
}
