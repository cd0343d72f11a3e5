// Every text of the messages to the operator, by language. `kinds` and `alerts`: the title, and what to do.
import type { NotificationKind, NotificationLanguage } from '../../../contract/notification-kinds.ts';
import type { AlertType } from '../../ports/alerts.ts';
import { messageTextsPt } from './message-texts-pt.ts';

type TitleAndAdvice = readonly [title: string, advice: string];
/** Alerts with a kind of their own use its text. */
export type ToldAlert = Exclude<AlertType, NotificationKind> | 'provider_down';

export type MessageTexts = {
  kinds: Record<NotificationKind, TitleAndAdvice>;
  alerts: Record<ToldAlert, string>;
  several: (title: string, count: number) => string;
  resolved: (title: string) => string;
  resolvedBody: string;
  order: (id: string) => string;
  /** Of several events: the one that is named. */
  worst: (what: string) => string;
  amount: (dollars: string) => string;
  daysLeft: (days: number) => string;
  percentUsed: (percent: number) => string;
  reminderTitle: (count: number) => string;
  reminderBody: (worst: string) => string;
  open: string;
};

export const messageTextsEn: MessageTexts = {
  kinds: {
    database_unwritable: ['The database cannot write', 'Orders and payments are refused until it can.'],
    jobs_stalled: ['Background jobs have stopped', 'If they do not resume in some minutes, restart the store.'],
    category_undeliverable: [
      'A category cannot be delivered',
      'No provider can deliver it. Pause its sale, or repair a provider.',
    ],
    category_deliverable: ['A paused category can be delivered again', 'You can sell it again.'],
    payment_mismatch: [
      'A payment does not match its order',
      'Compare amount and currency with the gateway, then refund or accept it.',
    ],
    payment_unknown_status: ['A payment has an unknown status', "Look it up in the gateway's administration."],
    second_capture: ['An order was paid twice', 'Refund one of the payments.'],
    chargeback: ['A payment was charged back', 'Answer the dispute in time with the evidence of the order.'],
    late_payment: ['A payment came late', 'Deliver the order or refund it.'],
    money_difference: ['Ledger and gateway differ', 'Look at the last comparison.'],
    refund_unsettled: ['A refund has an unknown result', 'The store checks again. Look it up at the gateway.'],
    refund_failed: ['A refund failed', 'Try it again, or refund it at the gateway.'],
    links_to_send: ['An order has links to send', 'Review and send them.'],
    dispatch_unknown: ['A send has an unknown result', "Check the provider's panel, then settle it."],
    dispatch_failed: ['A link could not be sent', 'Send it again, or replace the link.'],
    delivery_stopped: ['A delivery ended too early', 'Refill it or refund the rest.'],
    delivery_stalled: ['A delivery is stalled or slow', 'Ask the provider, refill or cancel it.'],
    delivery_unknown_status: ['A delivery has an unknown status', "Look it up in the provider's panel."],
    drop_reported: ['A buyer reported a drop', 'Refill it or answer the buyer.'],
    refill_refused: ['A refill was refused', 'Ask the provider, or refund the missing part.'],
    order_stuck: ['An order cannot finish', 'Open the order: it says what is missing.'],
    mail_undelivered: ['An email was not delivered', 'Correct the address or send it again.'],
    mailbox_failing: ['Incoming email fails', 'Check the mailbox of the store.'],
    webhook_failing: ['A webhook fails for 24 hours', 'Check the program behind it.'],
    webhook_expiring: ['A webhook expires', 'Choose a new end in Settings, Webhooks.'],
    api_key_expiring: ['An API key expires', 'Replace it in Settings, API keys.'],
    dead_job: ['A job failed for good', 'Read its error, then retry it.'],
    security_alert: ['Security alert', 'Open Security for details.'],
    cap_reached: ['A spending cap was reached', 'Further spending is refused until an owner opens the cap.'],
    provider_down: ['A provider does not respond', 'The store retries, and holds links until it does.'],
    low_balance: ['A provider balance is low', 'Add funds before links are refused.'],
    ledger_difference: ['The ledger does not add up', 'Run "money:verify" and compare the orders that it names.'],
    backup_failed: ['A backup failed', 'Check the space and the rights of the backup folder.'],
    backup_late: ['The last backup is too old', 'Make one now, then check why none was made.'],
    disk_nearly_full: ['The disk is nearly full', 'Free space before the database has to stop.'],
    certificate_ending: ['The certificate of the store ends soon', 'Check why it is not renewed.'],
    heartbeat_failed: ['The heartbeat cannot be sent', 'Check its address in the settings.'],
    buyer_message: ['A buyer wrote to you', 'Answer in the inbox.'],
    first_sale_of_day: ['First sale of the day', ''],
    paid_order: ['An order was paid', ''],
    daily_digest: ['Your day', ''],
    weekly_digest: ['Your week', ''],
    reminder: ['Still open', ''],
    test: ['Test message', 'This channel works. It gets messages from your store.'],
  },
  alerts: {
    failed_login: 'Failed sign-ins',
    brute_force: 'Many failed sign-ins',
    new_sign_in: 'Sign-in from a new place',
    admin_change: 'Admin access was changed',
    owner_address: "The owner's address changes",
    audit_difference: 'The audit log was altered',
    token_invalid: 'Invalid session token',
    ip_change: 'A session changed its address',
    rate_limited: 'Too many requests from one address',
    price_tamper: 'A price was tampered with',
    webhook_forged: 'Forged payment notification',
    jobs_resumed: 'Background jobs run again',
    suspicious_order: 'Suspicious order',
    card_testing: 'Cards are being tested',
    dispute_won: 'A dispute was won',
    late_placement: 'A link was placed late',
    provider_warning: 'Warning about a provider',
    provider_down: 'A provider does not respond',
    checkout_error: 'The checkout fails in a browser',
  },
  several: (title, count) => `${count} × ${title}`,
  resolved: (title) => `Resolved: ${title}`,
  resolvedBody: 'Nothing of this kind is open any more.',
  order: (id) => `Order ${id}`,
  worst: (what) => `The first of the worst: ${what}`,
  amount: (dollars) => `$${dollars}`,
  daysLeft: (days) => (days === 1 ? '1 day left.' : `${days} days left.`),
  percentUsed: (percent) => `${percent}% used.`,
  reminderTitle: (count) => (count === 1 ? '1 problem is still open' : `${count} problems are still open`),
  reminderBody: (worst) => `The worst: ${worst}`,
  open: 'Open',
};

export const messageTexts: Record<NotificationLanguage, MessageTexts> = { en: messageTextsEn, pt: messageTextsPt };
