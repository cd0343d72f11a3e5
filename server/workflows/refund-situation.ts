// What can be refunded of an order, and whether the store proposes it. Pure.
import { type UndeliveredAmount, undeliveredAmountOf } from '../modules/dispatch/undelivered-amount.ts';
import { type Refundable, refundablesOf, undeliveredWorth } from '../modules/payments/refundable.ts';

type Order = Parameters<typeof undeliveredAmountOf>[0] & Parameters<typeof refundablesOf>[0];
type Facts = {
  order: Order;
  attempts: Parameters<typeof refundablesOf>[1];
  refunds: Parameters<typeof refundablesOf>[2];
  sent: Parameters<typeof undeliveredAmountOf>[1];
  replaced?: Parameters<typeof undeliveredAmountOf>[2];
};

export type RefundableAmounts = {
  payments: Refundable[];
  /** Without the parts already refunded as undelivered. Its worth is a share of the payment that paid the order. */
  undelivered: UndeliveredAmount & { amountCents: number };
  /** True: every link was sent and has ended, and units are missing, so the page proposes the refund. */
  isProposed: boolean;
};

/** In cents, and in units for the undelivered part. Pure. */
export function refundableAmountsOf({ order, attempts, refunds, sent, replaced }: Facts): RefundableAmounts {
  const payments = refundablesOf(order, attempts, refunds);
  const [paying] = payments.filter(({ kind }) => kind !== 'second');
  const undelivered = undeliveredAmountOf(order, sent, replaced);
  const worth = undeliveredWorth(order, undelivered.quantity, refunds, paying?.leftCents ?? 0);
  const isOver = sent.length === order.postLinks.length && sent.every(({ state }) => state === 'sent');
  const isProposed =
    order.paymentStatus === 'paid' &&
    isOver &&
    undelivered.running === 0 &&
    undelivered.unknown === 0 &&
    worth.amountCents > 0;
  return { payments, undelivered: { ...undelivered, ...worth }, isProposed };
}

/** The amount of the proposed refund; null without one. */
export function proposedCents(facts: Facts): number | null {
  const { undelivered, isProposed } = refundableAmountsOf(facts);
  return isProposed ? undelivered.amountCents : null;
}
