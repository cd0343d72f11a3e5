// Action items, and the checks of the system, in English.
import type { DatabaseOutage } from '../health.ts';
import { outageTexts } from './en-refusals.ts';
import type { AnyMessage, TextForms, Words } from './forms.ts';

type OfProgress = { status: string | null; remains: number | null };

export const itemTexts = {
  jobs_waiting: ({ waiting, seconds }: { waiting: number; seconds: number }) =>
    `Waiting jobs: ${waiting}. The oldest has been due for ${seconds} s. ` +
    'The store restarts the queue automatically. If this does not clear, restart the store.',
  database_unwritable: ({ outage }: { outage: DatabaseOutage }) =>
    `The database cannot write: ${outageTexts[outage]}. Orders and payments are refused until it can.`,
  gateway_status_unknown: ({ status, payment }: { status: string; payment: string }) =>
    `The gateway returned the status "${status}" for payment ${payment}. This status is unknown. ` +
    "The store checks again. Look up the payment in the gateway's administration.",
  sending_paused_by_customer: 'The customer paused the sending, by the email about a change.',
  links_unsent: ({ unsent, links }: { unsent: number; links: number }) => `${unsent} of ${links} links to send`,
  link_progress: ({ status, remains }: OfProgress, forms: TextForms) => progress({ status, remains }, forms),
  link_refill_refused: ({ status, remains, answer }: OfProgress & { answer: Words }, forms: TextForms) =>
    `${progress({ status, remains }, forms)}. Refill refused: "${forms.text(answer)}"`,
  link_status_unknown: ({ status, link }: { status: string; link: number }) =>
    `The provider returned the status "${status}" for link ${link}. This status is unknown. ` +
    "The store keeps checking. Look up the order in the provider's panel.",
  order_set_by_hand: ({ status, next }: { status: AnyMessage; next: AnyMessage }, { text }: TextForms) =>
    `The status was set to ${text(status)} by an admin, so the store does not change it. ${text(next)}`,
  next_complete_order: 'Every link ended. Set it to Completed.',
  next_fail_returned_order: 'The payment went back. Set it to Failed.',
  next_check_payment: 'No payment arrived. Check the payment, or set it to Failed.',
  order_unpaid_for_days:
    'Not paid for more than three days, and the gateway has not confirmed that no money comes. ' +
    'Check the payment, or set the order to Failed.',
  order_failed_and_paid: 'Paid, but an admin set it to Failed. Refund it, or set it to Processing.',
  order_email_collides:
    'The email of this order is another spelling of the address of a customer. If they are one person, use the clean address.',
  message_email_collides: ({ subject }: { subject: string }) =>
    'The email of a message is another spelling of the address of a customer, who gets your reply. ' +
    `Dismiss this item once it is answered: "${subject}".`,
  admin_email_collides:
    'The email of an admin is another spelling of that of another admin, and cannot sign in. ' +
    'Remove the one marked as a look-alike.',
  payout_typed_differs: ({ day, from, to }: { day: string; from: string; to: string }) =>
    `The payout of ${day} differs from what the ledger expects for ${from} to ${to}.`,
  payout_contents_differ: (
    { payout, day, differences }: { payout: string; day: string; differences: number },
    { count }: TextForms,
  ) =>
    `Payout ${payout} of ${day} differs from the ledger in ${count(differences)} ${differences === 1 ? 'place' : 'places'}.`,
  access_expires: ({ name, on }: { name: string; on: string }) => `${name} expires on ${on} (UTC).`,
  access_expired: ({ name, on }: { name: string; on: string }) => `${name} expired on ${on} (UTC).`,
  channel_problem: ({ name, answer }: { name: string; answer: Words }, { text }: TextForms) =>
    `"${name}": ${text(answer)}`,
  category_undeliverable: ({ providers }: { providers: readonly AnyMessage[] }, { text }: TextForms) =>
    providers.map(text).join(' '),
  offer_without_service:
    'No provider has a service for it. Links that are paid wait. Choose a service for the offer in the catalog.',
  category_deliverable: 'It was paused because no provider could deliver it. A provider can deliver it now.',
  scheduled_prices_refused: ({ reason }: { reason: Words }, { text }: TextForms) =>
    `The prices were not changed at the scheduled time. ${text(reason)} ` +
    'Choose another time in Settings, Prices, or remove the change.',
  scheduled_prices_against_rule: ({ reason }: { reason: Words }, { text }: TextForms) =>
    `The prices were not changed at the scheduled time. ${text(reason)} ` +
    'Fix the cause and choose another time, or remove the change.',

  replica_silent: 'The replica does not answer.',
  postgres_unsupported: ({ major }: { major: number }) =>
    `PostgreSQL ${major} has reached its end of life and gets no security updates.`,
  backup_missing: 'No backup was made yet.',
};

function progress({ status, remains }: OfProgress, { count }: TextForms): string {
  const rest = remains !== null && remains > 0 ? `, ${count(remains)} remaining` : '';
  return `${status ?? 'No status'}${rest}`;
}
