// What the store notifies its operator of, and by which channels. Pure, without zod: pages load it.
import { type ActionItemKind, actionItemKinds } from './action-item-kinds.ts';

export const channelKinds = ['email', 'telegram', 'discord', 'slack', 'ntfy', 'webhook', 'web-push'] as const;
export type ChannelKind = (typeof channelKinds)[number];

/** From the least to the most severe. */
export const severities = ['info', 'warning', 'critical'] as const;
export type Severity = (typeof severities)[number];

export const notificationGroups = ['orders', 'money', 'security', 'store', 'digest'] as const;
export type NotificationGroup = (typeof notificationGroups)[number];

export type NotificationKindRule = {
  group: NotificationGroup;
  /** Of an event without a severity of its own. */
  severity: Severity;
  /** A new channel does not get it. */
  isOptional?: true;
};

const actionItems: Record<ActionItemKind, NotificationKindRule> = {
  database_unwritable: { group: 'store', severity: 'critical' },
  jobs_stalled: { group: 'store', severity: 'critical' },
  category_undeliverable: { group: 'store', severity: 'critical' },
  category_deliverable: { group: 'store', severity: 'info' },
  service_held: { group: 'store', severity: 'critical' },
  service_above_price: { group: 'money', severity: 'warning' },
  price_proposed: { group: 'money', severity: 'warning' },
  scheduled_prices_refused: { group: 'money', severity: 'warning' },
  payment_mismatch: { group: 'money', severity: 'critical' },
  payment_unknown_status: { group: 'money', severity: 'warning' },
  second_capture: { group: 'money', severity: 'critical' },
  chargeback: { group: 'money', severity: 'critical' },
  late_payment: { group: 'money', severity: 'warning' },
  money_difference: { group: 'money', severity: 'critical' },
  payout_difference: { group: 'money', severity: 'warning' },
  refund_unsettled: { group: 'money', severity: 'warning' },
  refund_failed: { group: 'money', severity: 'warning' },
  sending_paused: { group: 'security', severity: 'warning' },
  link_requested: { group: 'orders', severity: 'warning' },
  links_to_send: { group: 'orders', severity: 'warning' },
  dispatch_unknown: { group: 'orders', severity: 'warning' },
  dispatch_failed: { group: 'orders', severity: 'warning' },
  delivery_stopped: { group: 'orders', severity: 'warning' },
  delivery_stalled: { group: 'orders', severity: 'warning' },
  delivery_unknown_status: { group: 'orders', severity: 'warning' },
  drop_reported: { group: 'orders', severity: 'warning' },
  refill_refused: { group: 'orders', severity: 'warning' },
  order_stuck: { group: 'orders', severity: 'warning' },
  mail_undelivered: { group: 'store', severity: 'warning' },
  address_collision: { group: 'store', severity: 'info' },
  mailbox_failing: { group: 'store', severity: 'warning' },
  webhook_failing: { group: 'store', severity: 'warning' },
  channel_failing: { group: 'store', severity: 'warning' },
  webhook_expiring: { group: 'store', severity: 'info' },
  api_key_expiring: { group: 'store', severity: 'info' },
  dead_job: { group: 'store', severity: 'warning' },
};

const others = {
  security_alert: { group: 'security', severity: 'warning' },
  cap_reached: { group: 'security', severity: 'critical' },
  provider_down: { group: 'store', severity: 'critical' },
  /** Checkout, a category, sending or a provider has been paused for an hour: one message for each pause. */
  still_paused: { group: 'store', severity: 'warning' },
  low_balance: { group: 'money', severity: 'warning' },
  ledger_difference: { group: 'money', severity: 'critical' },
  backup_failed: { group: 'store', severity: 'warning' },
  backup_late: { group: 'store', severity: 'warning' },
  disk_nearly_full: { group: 'store', severity: 'critical' },
  certificate_ending: { group: 'store', severity: 'warning' },
  heartbeat_failed: { group: 'store', severity: 'warning' },
  buyer_message: { group: 'orders', severity: 'info' },
  first_sale_of_day: { group: 'orders', severity: 'info', isOptional: true },
  paid_order: { group: 'orders', severity: 'info', isOptional: true },
  daily_digest: { group: 'digest', severity: 'info', isOptional: true },
  weekly_digest: { group: 'digest', severity: 'info', isOptional: true },
  /** Open action items that nobody handled for hours: one message for all of them. */
  reminder: { group: 'store', severity: 'warning' },
  /** Every channel gets it, at the click of an admin. */
  test: { group: 'store', severity: 'info' },
} as const satisfies Record<string, NotificationKindRule>;

export type NotificationKind = ActionItemKind | keyof typeof others;

export const notificationKinds: Record<NotificationKind, NotificationKindRule> = { ...actionItems, ...others };
export const notificationKindNames = Object.keys(notificationKinds) as NotificationKind[];

/** Kinds of problems: they stay open until they are resolved. */
const openKinds: ReadonlySet<NotificationKind> = new Set<NotificationKind>([
  ...actionItemKinds,
  'provider_down',
  'still_paused',
  'low_balance',
  'ledger_difference',
  'backup_failed',
  'backup_late',
  'disk_nearly_full',
  'certificate_ending',
  'heartbeat_failed',
]);

export function isProblemKind(kind: NotificationKind): boolean {
  return openKinds.has(kind);
}

/** What a channel without a list of its own gets. */
export function isDefaultKind(kind: NotificationKind): boolean {
  return notificationKinds[kind].isOptional === undefined;
}

/** Negative: `a` is less severe than `b`. */
export function compareSeverity(a: Severity, b: Severity): number {
  return severities.indexOf(a) - severities.indexOf(b);
}

/** off: switched off by an admin. failing: the last messages failed, or the other side ended the channel. */
export const channelStates = ['ok', 'failing', 'off'] as const;

/** pending: not sent yet, or to be retried. dropped: given up without knowing whether it arrived, or too late to matter. */
export const messageStates = ['pending', 'sending', 'sent', 'failed', 'dropped'] as const;
export type NotificationMessageState = (typeof messageStates)[number];
