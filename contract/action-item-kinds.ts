// The kinds of action items. Pure, without zod: pages load it, and zod needs eval, which their policy forbids.

/** In the order in which they are shown: what stops all sales, then money. */
export const actionItemKinds = [
  'database_unwritable',
  'jobs_stalled',
  'payment_mismatch',
  'payment_unknown_status',
  'second_capture',
  'chargeback',
  'late_payment',
  'money_difference',
  'refund_unsettled',
  'refund_failed',
  'links_to_send',
  'dispatch_unknown',
  'dispatch_failed',
  'delivery_stopped',
  'delivery_stalled',
  'delivery_unknown_status',
  'refill_refused',
  'order_stuck',
  'mail_undelivered',
  'webhook_failing',
  'dead_job',
] as const;

/**
 * These end only where they are resolved: a database that cannot write, a queue that stands still, paid links that were not
 * sent, a send whose answer was lost (D-17), and a refund that the store still checks. Everything else an admin may dismiss
 * with a note.
 */
export const undismissable = [
  'database_unwritable',
  'jobs_stalled',
  'refund_unsettled',
  'links_to_send',
  'dispatch_unknown',
] as const;

export type ActionItemKind = (typeof actionItemKinds)[number];

export function canDismiss(kind: ActionItemKind): boolean {
  return !(undismissable as readonly string[]).includes(kind);
}
