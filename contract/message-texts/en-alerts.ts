// Alerts about access, money and the store itself, in English.
import type { DatabaseOutage } from '../health.ts';
import { amountText, type CapWindow, capWindowTitles, type SpendingKind, spendingTitles } from '../spending-caps.ts';
import { outageTexts } from './en-refusals.ts';
import type { AnyMessage, TextForms, Words } from './forms.ts';

type OfOrder = { orderId: string };
type OfRoute = { route: string };

const cardAdvice = 'New payments wait. If it goes on, pause the checkout under Security.';

export const alertTexts = {
  payment_mismatched: ({ orderId, reason }: OfOrder & { reason: AnyMessage }, { text }: TextForms) =>
    `The payment of order ${orderId} does not match the order. ${text(reason)}`,
  mismatch_part: 'Only a part of the amount was captured.',
  mismatch_amount: 'The captured amount is not the amount of the order.',
  mismatch_order: 'The answer is about another order.',
  mismatch_currency: ({ currency }: { currency: string | null }) => `The currency is ${currency ?? 'missing'}.`,
  mismatch_price: 'The order costs something else since the payment was opened.',
  mismatch_status: ({ status }: { status: string }) =>
    `The gateway returned ${status} for a payment that it never returned before.`,
  charged_twice: ({ orderId }: OfOrder) =>
    `Order ${orderId} was charged twice in one payment. Refund one charge in the gateway's console.`,
  paid_twice: ({ orderId }: OfOrder) => `Order ${orderId} was paid twice. Refund the second payment.`,
  charged_back: ({ orderId, isSecond, dueOn }: OfOrder & { isSecond: boolean; dueOn: string | null }) =>
    `The ${isSecond ? 'second ' : ''}payment of order ${orderId} was charged back.` +
    (dueOn === null ? '' : ` The evidence is due on ${dueOn} (UTC).`),
  paid_late: ({ orderId, isDeleted }: OfOrder & { isDeleted: boolean }) =>
    `Order ${orderId} was paid after it was ${isDeleted ? 'deleted' : 'given up'}.`,
  dispute_won: ({ orderId }: OfOrder) =>
    `The dispute about order ${orderId} ended for the store: its money is here again.`,
  notification_forged: 'A payment notification came without the right secret.',
  price_mismatched: (
    {
      quantity,
      category,
      rightCents,
      namedCents,
    }: { quantity: number; category: string; rightCents: number; namedCents: number },
    { usd }: TextForms,
  ) => `An order for ${quantity} ${category} named another price than ours, ${usd(rightCents)}: ${usd(namedCents)}.`,
  ledger_differs: ({ count, fromDay, toDay }: { count: number; fromDay: string; toDay: string }) =>
    `The ledger and the gateway differ in ${count === 1 ? 'one fact' : `${count} facts`}, ${fromDay} to ${toDay}.`,
  order_refund_failed: ({ orderId, problem }: OfOrder & { problem: Words }, { text }: TextForms) =>
    `A refund of order ${orderId} failed. ${text(problem)}`.trim(),
  order_refund_unsettled: ({ orderId, problem }: OfOrder & { problem: Words }, { text }: TextForms) =>
    `A refund of order ${orderId} is not settled for more than an hour. ${text(problem)}`.trim(),

  sign_in_failed: 'A sign-in failed.',
  sign_in_failed_by_passkey: 'A sign-in by passkey failed.',
  sign_in_failed_at_code: 'A sign-in with the right password failed at the code.',
  sign_ins_failed_everywhere: 'More sign-ins failed, from many networks.',
  sign_ins_failed_here: 'More sign-ins failed from this network.',
  sign_in_locked: ({ failures }: { failures: number }) =>
    `Signing in is locked for 15 minutes after ${failures} failures.`,
  signed_in_elsewhere: ({ email }: { email: string }) => `${email} signed in from a new place.`,
  session_moved: ({ email, from }: { email: string; from: string }) =>
    `A session of ${email} that began at ${from} is used from another address.`,
  limit_exceeded_together: ({ name }: { name: string }) =>
    `All callers together exceeded what is usual: ${name}. Nobody is refused.`,
  limit_exceeded: ({ route }: OfRoute) => `An address exceeded a rate limit: ${route}.`,
  token_forged: ({ route }: OfRoute) => `An invalid token was used: ${route}.`,
  api_key_rejected: ({ route }: OfRoute) => `An unknown, revoked or expired API key was used: ${route}.`,
  token_ended: ({ route }: OfRoute) => `A token of an ended session was used: ${route}.`,
  admin_refused_often: ({ name, calls, route }: OfRoute & { name: string; calls: number }) =>
    `${name} was refused ${calls} calls in an hour, for a role or a proof. The last one: ${route}.`,
  program_refused_often: ({ name, calls, route }: OfRoute & { name: string; calls: number }) =>
    `A program was refused ${calls} calls in an hour, for a scope: "${name}". The last one: ${route}.`,
  orders_of_address: ({ count, ip }: { count: number; ip: string | null }) =>
    `${count} orders came from ${placeName(ip)} within an hour.`,
  refused_payments_of_address: ({ count, ip }: { count: number; ip: string | null }) =>
    `${count} payments from ${placeName(ip)} were refused within an hour.`,
  links_of_email: ({ count }: { count: number }) => `One email ordered for ${count} different links within a day.`,
  cards_declined_of_network: `Many cards from one network were declined. ${cardAdvice}`,
  cards_declined_of_email: `Many cards of one email were declined. ${cardAdvice}`,
  cards_declined_everywhere: `Many cards were declined in the whole store. ${cardAdvice}`,
  spending_frozen: ({ kind, cap, window }: { kind: SpendingKind; cap: number; window: CapWindow }) =>
    `${spendingTitles[kind]} reached the cap of ${amountText(kind, cap)} ${capWindowTitles[window]}. ` +
    'Further ones are refused until an owner opens the cap in Settings, Limits. ' +
    'If you did not expect this, somebody else may be signed in: end all other sessions.',
  /** Only earlier versions raised this alert and the next one; both stay in the list. */
  test_order_refused: ({ units, reason }: { units: number; reason: AnyMessage }, { text }: TextForms) =>
    `A test order of ${units} units was refused. ${text(reason)}`,
  price_cut_refused: ({ email, problem }: { email: string; problem: Words }, { text }: TextForms) =>
    `A price cut by ${email} was refused. ${text(problem)}`,
  audit_log_changed: ({ difference }: { difference: string }) =>
    `The audit log was changed past the store: ${difference}. npm run audit:verify lists all differences.`,
  owner_address_changes: ({ address, from }: { address: string; from: string | null }) =>
    `Notices to the owner go to ${address}, beginning ${from === null ? 'now' : `on ${from}`}. ` +
    'If you did not expect this, cancel the change in Settings, and change your password.',

  jobs_stopped: ({ waiting, seconds }: { waiting: number; seconds: number }) =>
    `Background jobs have stopped: ${waiting} ${waiting === 1 ? 'job waits' : 'jobs wait'}, ` +
    `the oldest for ${seconds} s. ` +
    'Payments are not settled, links are not sent and emails do not go out until they run again.',
  jobs_resumed: ({ minutes }: { minutes: number }) =>
    `Background jobs run again. They had stopped for about ${minutes} min; what waited is being done now.`,
  database_was_unwritable: ({ duration, outage }: { duration: string; outage: DatabaseOutage }) =>
    `The database could not write for ${duration}: ${outageTexts[outage]}.`,

  browser_reported: ({ what, report }: { what: AnyMessage; report: string }, { text }: TextForms) =>
    `${text(what)} The browser said: "${report}"`,
  browser_payment_library: 'The card form could not be loaded in a browser.',
  browser_payment_configure: 'The card form could not be set up in a browser.',
  browser_payment_page: 'The card form could not be shown in a browser.',
  browser_payment_callback: 'The card form reported an error in a browser.',
  browser_page: 'A part of a page failed in a browser.',

  admin_change: (
    { what, account, by }: { what: AnyMessage; account: string | null; by: string | null },
    { text }: TextForms,
  ) => [text(what), account && `Account: ${account}.`, by && `By ${by}.`].filter(Boolean).join(' '),
  admin_added: 'An admin was added.',
  admin_removed: 'An admin was removed.',
  admin_role_changed: 'The role of an admin was changed.',
  admin_password_changed: 'An admin changed their password.',
  admin_factors_reset: 'The second factors of an admin were removed: the password alone signs in.',
  authenticator_added: 'An admin set up an authenticator app.',
  authenticator_removed: 'An admin removed their authenticator app.',
  backup_code_used: 'An admin used a backup code.',
  backup_codes_created: 'An admin made new backup codes.',
  passkey_added: 'An admin added a passkey.',
  passkey_removed: 'An admin removed a passkey.',
  provider_server_changed: 'An admin entered another server for a provider.',
  api_key_created: 'An API key was created.',
  webhook_created: 'A webhook was created.',
  webhook_changed: 'A webhook was changed.',
  mail_server_changed: 'The mail server was changed.',
  mailbox_changed: 'The mailbox that the store reads was changed.',
  payment_method_changed: 'A payment method was turned on or off.',
  payment_keys_changed: 'The keys of a payment gateway were changed.',
  transfer_account_changed: 'The instructions for transfers, with the account that gets the money, were saved.',
  backup_folder_changed: 'The folder for backups was changed.',
  channel_added: 'A notification channel was added.',
  channel_changed: 'A notification channel was changed.',
  channel_removed: 'A notification channel was removed.',
  owner_address_canceled: "A change of the owner's address was canceled.",
  spending_cap_opened: 'A spending cap was opened.',
  store_opened: 'The store was opened for real payments.',
};

function placeName(ip: string | null): string {
  if (ip === null) return 'one address';
  return ip.includes('/') ? `the network ${ip}` : ip;
}
