// The kinds of action items. Pure, without zod: pages load it, zod needs eval, and the pages' Content-Security-Policy
// blocks eval.

/** In display order: problems that stop all sales, then money. */
export const actionItemKinds = [
  'database_unwritable',
  'jobs_stalled',
  'category_undeliverable',
  'category_deliverable',
  'service_held',
  'service_above_price',
  'price_proposed',
  'scheduled_prices_refused',
  'payment_mismatch',
  'payment_unknown_status',
  'second_capture',
  'chargeback',
  'late_payment',
  'money_difference',
  'payout_difference',
  'refund_unsettled',
  'refund_failed',
  'sending_paused',
  'link_requested',
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
  'address_collision',
  'mailbox_failing',
  'webhook_failing',
  'channel_failing',
  'webhook_expiring',
  'api_key_expiring',
  'dead_job',
] as const;

/**
 * Kinds that must be resolved: an unwritable database, a stalled queue, a category on sale that no provider can deliver, a held service,
 * unsent paid links, a send with an unknown result, and a refund under verification. An admin can dismiss all other kinds with a note.
 */
export const undismissable = [
  'database_unwritable',
  'jobs_stalled',
  'category_undeliverable',
  'service_held',
  'refund_unsettled',
  'links_to_send',
  'dispatch_unknown',
] as const;

/**
 * Of a link in delivery. not_found: the provider denies to have its order. not_begun: no units yet. unchanged: nothing new
 * for a day. slow: longer in delivery than usual.
 */
export const delayReasons = ['not_found', 'not_begun', 'unchanged', 'slow'] as const;
export type DelayReason = (typeof delayReasons)[number];

/** Whether a link may be canceled at its provider. unavailable: it ended, or its service takes no cancellation. */
export const cancelChoices = ['available', 'requested', 'unavailable'] as const;
export type CancelChoice = (typeof cancelChoices)[number];

export type ActionItemKind = (typeof actionItemKinds)[number];
/** Kinds about what a store sells. */
export type SellingItemKind = Extract<ActionItemKind, `category_${string}` | `service_${string}` | 'price_proposed'>;

export function isActionItemKind(kind: string): kind is ActionItemKind {
  return (actionItemKinds as readonly string[]).includes(kind);
}

export function canDismiss(kind: ActionItemKind): boolean {
  return !(undismissable as readonly string[]).includes(kind);
}

/**
 * The acts that a notification about an action item offers: its address opens them in the admin.
 * send: the plan of all links to send. refund: the confirmation of a partial refund. retry: the focused button.
 */
export const itemActs = ['send', 'refund', 'retry'] as const;
export type ItemAct = (typeof itemActs)[number];

/** Of each kind at most one. An address never starts an act by itself. */
export const offeredActs: Partial<Record<ActionItemKind, ItemAct>> = {
  links_to_send: 'send',
  dispatch_failed: 'retry',
  delivery_stopped: 'refund',
  dead_job: 'retry',
};

/** The names of the parameters of `/admin`. */
export const itemParameters = { kind: 'item', subject: 'subject', act: 'act' } as const;

/** `path`: of an action item, with its query. */
export function withAct(path: string, act: ItemAct): string {
  return `${path}&${itemParameters.act}=${act}`;
}
