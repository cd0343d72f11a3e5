// The amounts that can still be refunded, payment by payment, and the worth of the undelivered part. Pure.
import type { Attempt } from './payments.repository.ts';
import type { RefundRow } from './refunds.repository.ts';

export type Refundable = {
  /** Null: confirmed by an admin, without a gateway. */
  attemptNumber: number | null;
  /** second: a payment that arrived after the order was paid. */
  kind: 'paid' | 'by_hand' | 'second';
  /** No gateway has it: an admin returns it as it came. */
  isByHand: boolean;
  amountCents: number;
  leftCents: number;
};

type Order = { amountCents: number; refundedCents: number; paymentStatus: string; paidAt: Date | null };
type Given = Pick<RefundRow, 'attemptNumber' | 'amountCents' | 'state' | 'undeliveredQuantity'>;

/** The payment that paid the order comes first. A disputed payment has nothing left: the bank decides. */
export function listRefundables(
  order: Order,
  attempts: readonly Pick<Attempt, 'number' | 'state' | 'amountCents' | 'gateway'>[],
  refunds: readonly Given[],
): Refundable[] {
  const paid = attempts.find(({ state }) => state === 'paid');
  const found: Refundable[] = [];
  if (order.paidAt) {
    const attemptNumber = paid?.number ?? null;
    const { amountCents } = order;
    // Includes refunds made at the gateway without this store.
    const goneCents = Math.max(liveCents(refunds, attemptNumber), order.refundedCents);
    const leftCents = order.paymentStatus === 'paid' ? amountCents - goneCents : 0;
    const kind = paid ? 'paid' : 'by_hand';
    found.push({ attemptNumber, kind, isByHand: !paid, amountCents, leftCents: Math.max(0, leftCents) });
  }
  for (const { number, state, amountCents, gateway } of attempts) {
    if (state !== 'second_capture') continue;
    const leftCents = amountCents - liveCents(refunds, number);
    found.push({ attemptNumber: number, kind: 'second', isByHand: gateway === 'manual', amountCents, leftCents });
  }
  return found;
}

/** The undelivered quantity without earlier refunds, and its part of the price, rounded to the nearest cent. */
export function undeliveredWorth(
  order: Pick<Order, 'amountCents'> & { quantity: number },
  undelivered: number,
  refunds: readonly Given[],
  leftCents: number,
): { quantity: number; amountCents: number } {
  const quantity = Math.max(0, undelivered - undeliveredGiven(refunds));
  const amountCents = Math.min(leftCents, Math.round((order.amountCents * quantity) / order.quantity));
  return { quantity, amountCents };
}

/** The undelivered quantity of refunds that are done or open. */
export function undeliveredGiven(refunds: readonly Given[]): number {
  return live(refunds).reduce((sum, { undeliveredQuantity }) => sum + (undeliveredQuantity ?? 0), 0);
}

/** The refunded or pending amount of one payment: all but the failed refunds. */
export function liveCents(refunds: readonly Given[], attemptNumber: number | null): number {
  return live(refunds)
    .filter((refund) => refund.attemptNumber === attemptNumber)
    .reduce((sum, { amountCents }) => sum + amountCents, 0);
}

function live(refunds: readonly Given[]): Given[] {
  return refunds.filter(({ state }) => state !== 'failed');
}
