// Why a call was refused, in English.

import { type Role, roleTitles } from '../account-rules.ts';
import type { Factor } from '../auth.ts';
import type { DatabaseOutage } from '../health.ts';
import { messages } from '../messages.ts';
import type { OrderStatus } from '../order-status.ts';
import type { NoPostKind } from '../post-links.ts';
import type { PriceFact } from '../price-fact-names.ts';
import { noPostTexts, reasonTexts } from '../refusal-reasons.ts';
import { amountText, type CapWindow, capWindowTitles, type SpendingKind, spendingTitles } from '../spending-caps.ts';
import { timeIn } from '../time-zones.ts';
import { linkRefusalTexts } from './en-links.ts';
import type { TextForms, Words } from './forms.ts';

type Most = { most: number };
type OfCategory = { category: string };

export const outageTexts: Readonly<Record<DatabaseOutage, string>> = {
  unreachable: 'unreachable',
  read_only: 'read-only',
  disk_full: 'disk full',
  out_of_connections: 'no connections left',
  server_error: 'server error',
};

const proofTexts: Readonly<Record<Factor, string>> = {
  passkey: 'use your passkey',
  code: 'enter a code of your authenticator app',
  backup_code: 'enter a backup code',
  password: 'enter your password again',
};

const testNumberNames = {
  quantity: 'Quantity',
  runs: 'Runs',
  interval: 'Interval',
  total: 'Quantity times runs',
};
type TestOrderNumber = keyof typeof testNumberNames;

const openCap = 'An owner can open it in Settings, Limits.';
const refundMore = 'A manager or an owner can refund more.';

/** Why a file of costs, or a line of it, is refused. */
const costFileTexts = {
  cost_file_empty: 'The file has no lines below the names of its columns.',
  cost_file_broken: ({ line }: { line: number }, { count }: TextForms) =>
    `A quotation mark in line ${count(line)} stands alone.`,
  cost_file_too_long: ({ most }: Most, { count }: TextForms) =>
    `The file has more than ${count(most)} lines. Split it.`,
  cost_column_missing: 'Choose the columns of the day and the amount.',
  cost_column_twice: 'Choose each column once.',
  cost_line_cells: ({ count: found, expected }: { count: number; expected: number }, { count }: TextForms) =>
    `The line has ${count(found)} columns, the first line has ${count(expected)}.`,
  cost_day_invalid: ({ text }: { text: string }) => `"${text}" is no day in the chosen order of day, month and year.`,
  cost_amount_invalid: ({ text }: { text: string }) =>
    `"${text}" is no amount from 0.01 to 1,000,000 with at most two decimals.`,
  cost_currency_unknown: ({ currency }: { currency: string }) =>
    `"${currency}" is no known currency. Use a code such as USD or EUR, or enter its rate first.`,
  cost_currency_twice: ({ currency, other }: { currency: string; other: string }) =>
    `The line has two currencies, ${currency} and ${other}.`,
  cost_kind_unknown: ({ text }: { text: string }) =>
    `"${text}" is no kind of cost. The kinds are ads, hosting and other.`,
  cost_source_of_ads: ({ text }: { text: string }) => `Only ads have a source, here "${text}".`,
  cost_text_too_long: ({ most }: Most, { count }: TextForms) => `A text has at most ${count(most)} plain characters.`,
  cost_line_repeated: ({ first }: { first: number }, { count }: TextForms) =>
    `The line is the same as line ${count(first)}.`,
  rate_of_day_exists: ({ currency, day }: { currency: string; day: string }) =>
    `${currency} has a rate from ${day} on. Change that one.`,
};

/** Why a tax rate, or the months of a tax report, are refused. */
const taxTexts = {
  tax_country_unknown: ({ code }: { code: string }) => `"${code}" is no country. Send its two letters, such as BR.`,
  tax_percent_range: ({ most }: Most) => `A tax rate is a percentage from 0 to ${most} with at most two decimals.`,
  tax_rate_twice: ({ country, day }: { country: string; day: string }, forms: TextForms) =>
    `${forms.country(country)} has a rate from ${day} already. Change that one.`,
  tax_rates_full: ({ most }: Most, { count }: TextForms) =>
    `There are ${count(most)} tax rates already. Delete some that no report needs.`,
  tax_months_range: ({ most }: Most) => `A tax report has 1 to ${most} months. The first month comes first.`,
};

/** What is wrong with a request, whatever it asks for. */
const requestTexts = {
  method_limits: ({ minCents, maxCents }: { minCents: number | null; maxCents: number | null }, { usd }: TextForms) => {
    const [least, most] = [minCents, maxCents].map((cents) => (cents === null ? null : usd(cents)));
    if (!most) return `This payment method is for orders from ${least}.`;
    if (!least) return `This payment method is for orders up to ${most}.`;
    return `This payment method is for orders from ${least} to ${most}.`;
  },
  body_required: 'Send a JSON object with the fields of this call.',
  field_required: ({ field }: { field: string }) => `The field ${field} is required.`,
  /** `problem`: the words of the validation library, or a message. */
  field_invalid: ({ field, problem }: { field: string; problem: Words }, { text }: TextForms) =>
    `The field ${field} is not valid (${text(problem)}).`,
  one_of_documented: 'the API document lists its values',
  order_id_form: 'an order id is a number, or up to 64 letters and digits without spaces',
  email_address_needed: 'Enter an email address',
  host_repeated: 'Send one Host header.',
  host_missing: 'Send a Host header.',
  body_compressed: 'Send the body uncompressed.',
  cursor_invalid: ({ list }: { list: 'a list' | 'this list' }) => `The cursor is not one that ${list} gave.`,
  idempotency_key_invalid: 'The Idempotency-Key must be 1 to 255 printable characters.',
  reply_key_missing: 'Send an Idempotency-Key with a reply.',
  refund_key_missing: 'Send an Idempotency-Key with a refund.',
  foreign_change: 'Pages of other sites may not change anything here.',
  page_invalid: 'The page must be a path of 200 characters at most.',
  page_unknown: 'The page is not one of a store.',
  notification_no_object: 'The body is no object.',
  notification_no_event: 'The body is no event.',
  notification_of_other_merchant: 'It is about another merchant.',
  notification_without_order: 'It names no order.',
  notification_too_old: 'Its signature is too old.',
  store_stopping: 'The store is stopping.',
  jobs_not_running: 'Background jobs have stopped.',
  database_cannot_write: ({ outage }: { outage: DatabaseOutage }) =>
    `The database cannot write: ${outageTexts[outage]}.`,
};

/** Access of admins and programs. */
const accessTexts = {
  key_invalid: 'This API key is not valid. Check that it is complete, and that it has not expired or been revoked.',
  scope_required: ({ scope }: { scope: string }) =>
    `This API key does not reach this call: it needs the scope ${scope}.`,
  admins_only: 'API keys cannot make this call. It is for admins who are signed in.',
  download_expired: 'This download link has expired. Start the download again.',
  owner_required: 'Only an owner may do this.',
  role_required: ({ role }: { role: Role }) =>
    `This needs the role ${roleTitles[role].title} or a higher one. Contact an owner of the store.`,
  owner_settings:
    'Only an owner changes the guardrails, the limits of declined cards, the code for My Orders, the idle time of ' +
    'sessions and the required second factor.',
  proof_required: ({ factors, isPasswordOnly }: { factors: readonly Factor[]; isPasswordOnly: boolean }) => {
    const ways = factors.map((factor) => proofTexts[factor]);
    const listed = [ways.slice(0, -1).join(', '), ...ways.slice(-1)].filter(Boolean).join(' or ');
    const why = 'Your account has a second factor, so signing in with the password does not confirm this. ';
    return `${isPasswordOnly ? why : ''}Please ${listed} to continue.`;
  },
  login_locked_for: ({ minutes }: { minutes: number }) => messages.loginLocked(minutes),
  admin_exists: 'An admin with this email already exists.',
  invitation_unknown: 'This link is no invitation of this store. Copy the whole link, or request another one.',
  invitation_accepted: 'This invitation was already accepted. Sign in with your email and password.',
  invitation_revoked: 'This invitation was withdrawn or replaced. Request another one from the owner of the store.',
  invitation_expired: 'This invitation has expired. Request another one from the owner of the store.',
  admin_gone: 'This admin was removed in the meantime.',
  payout_of_gateway: 'The gateway lists this payout, so it cannot be changed here.',
  own_account: 'You cannot remove your own account. Ask another admin.',
  own_factors: 'Remove your own app and passkeys in Settings, Your sign-in.',
  password_common: 'This password is among the first that others try. Choose a longer or less common one.',
  password_length: ({ least }: { least: number }) =>
    `A password has at least ${least} characters. Several words in a row are easy to keep in mind.`,
  factor_on: 'The second factor is already on.',
  factor_not_started: 'Start with a new secret for the authenticator app.',
  factor_missing: 'Add a passkey or an authenticator app first: its backup codes come with it.',
  too_many_passkeys: 'Remove a passkey first.',
  passkey_exists: 'This passkey is here already.',
  passkeys_need_name: 'Passkeys need a name in PUBLIC_URL, not a number.',
  too_many_keys: ({ most }: Most) => `There are ${most} keys already. Revoke one first.`,
  too_many_endpoints: ({ most }: Most) => `There are ${most} endpoints already.`,
  endpoint_expired: 'This endpoint has expired. Choose a new end first.',
  endpoint_off: 'This endpoint is switched off.',
  new_secret_needed: 'Another server needs a new signing secret. Choose to create one.',
  delivery_sending: 'This is being sent just now.',
};

const priceFactTitles: Readonly<Record<PriceFact, string>> = {
  unit_price_micros: 'The price',
  rounding: 'The rounding',
  min_quantity: 'The smallest quantity',
  max_quantity: 'The largest quantity',
  step_quantity: 'The step',
  default_quantity: 'The default quantity',
  packages: 'The list of packages',
  tiers: 'The list of discounts',
};

/** Scheduled changes of prices. */
const scheduleTexts = {
  schedule_time_past: 'This time has passed. Choose a later one, or save the prices now.',
  schedule_time_missing:
    'There is no such time: the day does not exist, or clocks are set forward then. Choose another one.',
  schedule_time_far: 'Choose a time within a year.',
  schedule_nothing: 'The prices are the same at that time already. Change one first.',
  schedule_full: ({ most }: Most) => `There are ${most} scheduled changes already. Remove one first.`,
  schedule_gone: 'This change was applied or removed in the meantime.',
  schedule_same_minute: ({ category, fact }: OfCategory & { fact: PriceFact }) =>
    `${priceFactTitles[fact]} of ${category} already has a change at this time. Choose another time, or remove that change.`,
  schedule_author_gone: ({ email }: { email: string }) =>
    `${email}, who scheduled the change, may no longer change prices.`,
  schedule_changed_by_hand: ({ category, fact }: OfCategory & { fact: PriceFact }) =>
    `${priceFactTitles[fact]} of ${category} was changed by hand after this change was scheduled.`,
  schedule_changed_by_rule: ({ category }: OfCategory) =>
    `The margin rule of ${category} changed the price after this change was scheduled.`,
};

/** Messages to support, emails, people's data, jobs. */
const supportTexts = {
  backup_folder_missing: 'Set a folder for backups in Settings, Data and backups first.',
  job_unknown: 'There is no job of this number that was given up.',
  item_settled: 'This action item is already settled.',
  reply_empty: 'Write a reply first.',
  reply_too_long: ({ most }: Most, { count }: TextForms) => `The reply can be at most ${count(most)} characters long.`,
  reply_unfilled: ({ placeholder }: { placeholder: string }) => `Fill in or remove ${placeholder} first.`,
  too_many_replies: ({ most }: Most) => `This address got ${most} replies within an hour. Wait before you write again.`,
  message_unknown: 'This message is not known here.',
  mark_missing: 'Set it to read or answered.',
  templates_changed: 'Another admin changed the templates. Load them again.',
  mail_unknown: 'This mail is not known here.',
  mail_sending: 'This mail is being sent just now.',
  mail_not_due: 'This email is not due any more: what it asks for or reports was settled, or its kind is switched off.',
  contact_too_long: ({ field, most = 0 }: { field?: ContactFieldName; most?: number }, { count }: TextForms) =>
    field ? `The ${field} can be at most ${count(most)} characters long.` : reasonTexts.contact_too_long,
  orders_in_progress: ({ orders, others }: { orders: string; others: number }) =>
    `Payment, delivery or refund still in progress: ${orders}${others > 0 ? ` and ${others} more` : ''}. ` +
    'Try again when they have ended.',
};
type ContactFieldName = 'name' | 'email' | 'subject' | 'message';

const orderTexts = {
  link_without_post: ({ kind }: { kind?: NoPostKind | null }) =>
    kind ? noPostTexts[kind] : reasonTexts.link_without_post,
  ...linkRefusalTexts,
  too_many_views: ({ most }: Most) => `There are ${most} views. Delete one first.`,
  view_gone: 'This view is gone.',
  too_many_orders: ({ most }: Most) => `Ask for at most ${most} orders at once.`,
  status_changed: ({ orderId, status }: { orderId: string; status: OrderStatus }) =>
    `Order ${orderId} was changed meanwhile: it is ${status} by now.`,
  status_unknown: 'The status must be Pending, Processing, Completed or Failed.',
  links_missing: ({ orderId, links, unsent, unsettled, running, short }: MissingLinks) => {
    const of = (count: number) => `${count} of ${links} link${links === 1 ? '' : 's'}`;
    const parts = [
      unsent > 0 && `${of(unsent)} not sent`,
      unsettled > 0 && `${of(unsettled)} sent without a known result`,
      running > 0 && `${of(running)} still being delivered`,
      short > 0 && `${of(short)} not delivered in full`,
    ];
    return `Order ${orderId} is paid: ${parts.filter(Boolean).join(', ')}. Complete it all the same?`;
  },
  fixed_when_paid: 'Links and quantity are fixed once the order is paid.',
  fixed_when_sent: 'Links and quantity are fixed once a link was sent.',
  fixed_while_paying: 'Links and quantity are fixed while a payment session is open.',
  amount_fixed: 'The amount of an order cannot be changed.',
  category_fixed: 'The category of an order cannot be changed.',
  username_invalid: ({ most }: Most) => `Enter a user name of at most ${most} characters on one line.`,
  confirmation_note_missing: 'Enter a note of at most 1000 characters: why is this order paid?',
  differs_from_order: ({ field }: { field: 'amount' | 'email' | 'postUrls' }) => `The ${field} is not the order's.`,
  payment_checked: 'The payment of this order is being checked. Please contact us.',
  cap_was_reached: ({ kind }: { kind: SpendingKind }) =>
    `The cap of ${spendingTitles[kind].toLowerCase()} was reached. ${openCap}`,
  cap_reached_now: ({ kind, cap, window }: { kind: SpendingKind; cap: number; window: CapWindow }) =>
    `${spendingTitles[kind]} reached the cap of ${amountText(kind, cap)} ${capWindowTitles[window]}. ${openCap}`,

  refund_payment_unknown: 'No payment of this order has this number.',
  nothing_to_refund: 'This order is not paid: there is nothing to refund.',
  payment_refunded: 'This payment is already fully refunded.',
  delivery_not_over: 'The delivery of this order is not over, or an admin refunded it.',
  payment_disputed: 'The payment is disputed: its bank decides, and may take the money back.',
  refund_amount_missing: 'Enter the amount to refund.',
  refund_amount_form: 'The amount is in dollars, with at most two decimals.',
  refund_amount_zero: 'The amount must be more than $0.00.',
  nothing_undelivered: 'This order has no finally undelivered units.',
  undelivered_amount_changed: ({ worthCents }: { worthCents: number }, { usd }: TextForms) =>
    `The undelivered part is now worth ${usd(worthCents)}. Review the amount.`,
  support_refund_limit: ({ mostCents }: { mostCents: number }, { usd }: TextForms) =>
    `Support can refund at most ${usd(mostCents)} at once. ${refundMore}`,
  support_day_limit: ({ mostCents, leftCents }: { mostCents: number; leftCents: number }, { usd }: TextForms) =>
    `Support can refund at most ${usd(mostCents)} in 24 hours: ${usd(leftCents)} is left. ${refundMore}`,
};
type MissingLinks = Record<'links' | 'unsent' | 'unsettled' | 'running' | 'short', number> & { orderId: string };

const dispatchTexts = {
  store_not_open: 'Nothing is sent before the store is opened in the settings.',
  no_provider: 'No provider is configured yet.',
  no_service: ({ category }: OfCategory) => `No service id is configured for ${category}.`,
  services_too_expensive: ({ category }: OfCategory) =>
    `Every service for ${category} costs too much for its sale price.`,
  services_held: ({ category }: OfCategory) =>
    `The service for ${category} changed at the provider. Confirm it or choose another one first.`,
  refill_service_held: ({ serviceId, category }: OfCategory & { serviceId: string }) =>
    `Service ${serviceId} for ${category} changed at the provider. Confirm it before you request a refill.`,
  service_changed_since: ({
    serviceId,
    category,
    before,
    after,
  }: OfCategory & Record<'serviceId' | 'before' | 'after', string>) =>
    `Service ${serviceId} for ${category} changed from "${before}" to "${after}". Save again if this is what you sell.`,
  service_held_for_admin: ({ serviceId }: { serviceId: string }) =>
    `Service ${serviceId} changed at the provider. An admin confirms it first.`,
  service_held_elsewhere: ({ serviceId, category }: OfCategory & { serviceId: string }) =>
    `Service ${serviceId} is used for ${category} and changed at the provider. Confirm it or choose another one for ${category} first.`,
  service_not_held: 'This service is not held any more.',
  service_changed_again: 'The service changed again. Review it.',
  change_settled: 'The change was settled meanwhile. Review the list.',
  change_held: 'The service is held. Confirm it or choose another one.',
  no_other_provider: ({ category }: OfCategory) => `No other provider has a service for ${category}.`,
  links_erased: 'The links of this order were erased.',
  links_erased_unsent: 'The links of this order were erased. Nothing of it can be sent.',
  link_unknown: 'This link is not in the order.',
  link_unchanged: 'This is the link that the order has already.',
  category_differs: "The category is not the order's.",
  order_payment_refunded: 'The payment of this order was refunded.',
  order_ended: ({ status }: { status: OrderStatus }) => `This order is ${status}.`,
  refund_in_progress: 'A refund of this order is in progress.',
  refund_in_progress_retry: 'A refund of this order is in progress. Try again when it has completed.',
  link_request_open:
    'The buyer asked for another link. This one is sent once an admin has decided, or 24 hours after the request.',
  order_link_sending: 'A link of this order is being sent right now. Try again soon.',
  link_refunded_undelivered: 'This link was refunded as undelivered. It is not sent any more.',
  missing_part_refunded: 'The missing part of this link was refunded.',
  shortfall_refunded: 'What was missing of this link was refunded.',
  link_under_way: 'This link is on its way. Cancel it at the provider first.',
  link_delivered: 'This link was delivered.',
  link_delivered_whole: 'All of this link was delivered.',
  delivered_part_unknown: 'The provider has not reported how much of this link was delivered.',
  link_ended: ({ status }: { status: string | null }) => `This link has ended: the provider returned "${status}".`,
  cancel_requested: 'The provider was asked to cancel this link already.',
  cancel_not_offered: 'The provider does not cancel this service. Ask it, or wait.',
  refill_requested: 'A refill of this link is under way already.',
  refill_too_soon: 'A refill of this link was requested within the last minute.',
  sending_not_paused: 'The sending of this order is not paused.',
  sending_paused_until: ({ until, timeZone }: { until: string; timeZone: string }) =>
    `Sending paused until ${timeIn(timeZone, new Date(until))}, by the customer.`,
  outcome_not_unknown: 'The outcome of this link is not unknown.',
  order_id_missing: "Give the provider's order id.",
  order_id_of_other_link: "This provider's order id belongs to another link.",
  order_id_not_number: 'The order ids of this provider are numbers. Copy the id from its panel.',
  order_id_unknown: ({ orderId, words }: { orderId: string; words: Words | null }, { text }: TextForms) =>
    `The provider has no order with the ID ${orderId}.${words === null ? '' : ` It returned "${text(words)}".`} ` +
    "Check it in the provider's panel.",
  test_units_limit: ({ most }: Most) =>
    `A test order may have at most ${most} units. An owner can change this in Settings, Limits.`,
  test_number_range: ({ number, most }: Most & { number: TestOrderNumber }, { count }: TextForms) =>
    `${testNumberNames[number]} must be a whole number from 1 to ${count(most)}.`,
  test_interval_missing: 'Enter the interval between runs in minutes.',
  test_runs_missing: 'Enter the number of runs, or clear the interval.',
  test_parameter_missing: ({ parameter }: { parameter: 'order' | 'service' | 'link' | 'quantity' }) =>
    `Enter the ${parameter} first.`,
};

export const refusalTexts = {
  ...requestTexts,
  ...accessTexts,
  ...scheduleTexts,
  ...supportTexts,
  ...orderTexts,
  ...dispatchTexts,
  ...costFileTexts,
  ...taxTexts,
};
