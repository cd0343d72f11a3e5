// The states of payments and refunds. Without zod: used by server and pages.

/** The payment status of an order, derived from the ledger. */
export const paymentStatuses = ['none', 'session', 'paid', 'failed', 'expired', 'refunded', 'disputed'] as const;
export type PaymentStatus = (typeof paymentStatuses)[number];

/** An order that is not paid within this time expires. */
export const unpaidHours = 24;

/** The payer's money was captured, even if it was returned later. */
export const capturedPaymentStatuses = ['paid', 'refunded', 'disputed'] as const satisfies readonly PaymentStatus[];

/**
 * Of one payment attempt. opening: the store opens the session. open: the buyer may pay, at the gateway or by transfer. lost: the gateway's response
 * to the opening was lost. refused: not opened by the gateway. closed: ended without money. paid: this attempt paid the
 * order. second_capture: money for an order that was already paid. mismatch: wrong amount or currency.
 */
export const attemptStates = [
  'opening',
  'open',
  'lost',
  'refused',
  'closed',
  'paid',
  'second_capture',
  'mismatch',
] as const;
export type AttemptState = (typeof attemptStates)[number];

/** The payer may have the form. */
export const openAttemptStates = ['opening', 'open'] as const satisfies readonly AttemptState[];
/** Not final: the form is open, or may be. */
export const pendingAttemptStates = [...openAttemptStates, 'lost'] as const satisfies readonly AttemptState[];
/** A late capture still counts, so these are polled until they are final (gateway rule 8). */
export const watchedAttemptStates = [
  ...pendingAttemptStates,
  'closed',
  'mismatch',
] as const satisfies readonly AttemptState[];

/**
 * Of one refund. asking: the store sends and repeats the call. pending: the gateway processes it. unclear: the
 * gateway's response was lost. refunded: the money is on its way to the payer. failed: no money was returned.
 */
export const refundStates = ['asking', 'pending', 'unclear', 'refunded', 'failed'] as const;
export type RefundState = (typeof refundStates)[number];

/** The store polls these until they are settled. */
export const openRefundStates = ['asking', 'pending', 'unclear'] as const satisfies readonly RefundState[];
/** Final states. */
export const settledRefundStates = ['refunded', 'failed'] as const satisfies readonly Exclude<
  RefundState,
  (typeof openRefundStates)[number]
>[];

export function isSettledRefund(state: RefundState): boolean {
  return settledRefundStates.some((settled) => settled === state);
}
