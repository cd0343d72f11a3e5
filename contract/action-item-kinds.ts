// The kinds of action items. Pure, without zod: pages load it, zod needs eval, and the pages' Content-Security-Policy
// blocks eval.

/** In display order: problems that stop all sales, then money. */
export const actionItemKinds = [
  'database_unwritable',
  'jobs_stalled',
  'category_undeliverable',
  'category_deliverable',
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
  'drop_reported',
  'refill_refused',
  'order_stuck',
  'mail_undelivered',
  'mailbox_failing',
  'webhook_failing',
  'webhook_expiring',
  'api_key_expiring',
  'dead_job',
] as const;

/**
 * Kinds that must be resolved: an unwritable database, a stalled queue, a category on sale that no provider can deliver,
 * unsent paid links, a send with an unknown result, and a refund under verification. An admin can dismiss all other kinds with a note.
 */
export const undismissable = [
  'database_unwritable',
  'jobs_stalled',
  'category_undeliverable',
  'refund_unsettled',
  'links_to_send',
  'dispatch_unknown',
] as const;

export type ActionItemKind = (typeof actionItemKinds)[number];

export function canDismiss(kind: ActionItemKind): boolean {
  return !(undismissable as readonly string[]).includes(kind);
}
