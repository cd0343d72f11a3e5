// The states of payments and refunds (section 5.2), defined once. Without zod: server and pages share it.

/** What the payment of an order is, by the ledger. */
export const paymentStatuses = ['none', 'session', 'paid', 'failed', 'expired', 'refunded', 'disputed'] as const;
export type PaymentStatus = (typeof paymentStatuses)[number];

/** Money of the payer came in, whatever became of it since. */
export const capturedPaymentStatuses = ['paid', 'refunded', 'disputed'] as const satisfies readonly PaymentStatus[];

/**
 * Of one payment attempt. opening: the session is being opened. open: the buyer may pay. lost: the gateway's answer to the
 * opening was lost. refused: the gateway would not open it. closed: over without money. paid: this one paid the order.
 * second_capture: money for an order that was paid already. mismatch: another amount or currency than asked.
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

/** A payer may have the form. */
export const openAttemptStates = ['opening', 'open'] as const satisfies readonly AttemptState[];
/** Not over yet: the form is open, or may be. */
export const pendingAttemptStates = [...openAttemptStates, 'lost'] as const satisfies readonly AttemptState[];
/** May still bring money: a capture that comes late is still a capture (gateway rule 8). */
export const watchedAttemptStates = [
  ...pendingAttemptStates,
  'closed',
  'mismatch',
] as const satisfies readonly AttemptState[];

/**
 * Of one refund. asking: the store calls the gateway, and repeats the call. pending: the gateway processes it. unclear: the
 * gateway's answer was lost. refunded: the money is on its way to the payer. failed: nothing was given back.
 */
export const refundStates = ['asking', 'pending', 'unclear', 'refunded', 'failed'] as const;
export type RefundState = (typeof refundStates)[number];

/** The store checks these until they are settled. */
export const openRefundStates = ['asking', 'pending', 'unclear'] as const satisfies readonly RefundState[];
/** Nothing leads on from these. */
export const settledRefundStates = ['refunded', 'failed'] as const satisfies readonly Exclude<
  RefundState,
  (typeof openRefundStates)[number]
>[];

export function isSettledRefund(state: RefundState): boolean {
  return settledRefundStates.some((settled) => settled === state);
}
