// The settings by their paths, in English. A setting without its text does not compile.
import { isAdminLanguage } from '../../../../contract/admin-languages.ts';
import type { DeclineScope, DeclineWindow } from '../../../../contract/card-testing.ts';
import { ownLanguageNames } from '../../../../contract/language-texts.ts';
import { type RetentionName, retentionTitles } from '../../../../contract/retention.ts';
import type { FieldPath, SwitchPath } from '../../../../contract/setting-fields.ts';
import {
  type CapWindow,
  capWindowTitles,
  type SpendingKind,
  spendingTitles,
} from '../../../../contract/spending-caps.ts';
import type { CodeRule } from '../../../../contract/tracking-settings.ts';

/** What the form has typed, by path. */
type Typed = { readonly [P in FieldPath]: P extends SwitchPath ? boolean : string };
type Shown = string | ((typed: Typed) => string);

export type FieldText = {
  /** In the history and the list of changes. */
  title: string;
  /** In the form, where it is not the title. */
  label?: string;
  help?: Shown;
  /** The help of a switch that is on, and that is off. */
  on?: Shown;
  off?: string;
  placeholder?: string;
  /** The name of a choice. */
  choice?: (value: string) => string;
};

const kept = (name: RetentionName, help: string): FieldText => {
  const title = retentionTitles[name];
  return { title: `${title}, days kept`, label: `${title}, days`, help };
};
const inDollars = (title: string): FieldText => ({ title, label: `${title}, in dollars` });
const cap = (kind: SpendingKind, window: CapWindow) => `${spendingTitles[kind]} ${capWindowTitles[window]}`;

export const declineScopes: Record<DeclineScope, string> = {
  address: 'One address',
  network: 'One network',
  email: 'One email',
  all: 'Whole store',
};
const declineWindows: Record<DeclineWindow, string> = { per_10_minutes: 'in 10 minutes', per_day: 'in a day' };
const declines = (scope: DeclineScope, window: DeclineWindow): FieldText => ({
  title: `${declineScopes[scope]}, declined cards ${declineWindows[window]}`,
  label: `Declined cards ${declineWindows[window]}`,
  placeholder: 'No limit',
});

const codeRules: Record<CodeRule, { name: string; hint: string }> = {
  automatic: {
    name: 'Automatic',
    hint: 'A live store with a mail server requires the code. Other stores work as with Never.',
  },
  always: { name: 'Always', hint: 'Without a mail server, only the browser that placed an order shows it.' },
  never: {
    name: 'Never',
    hint: 'Anyone with the email of a buyer sees the orders of the last 90 days, with shortened links and no receipts.',
  },
};
const codeRuleOf = (value: string) => codeRules[value as CodeRule] as (typeof codeRules)[CodeRule] | undefined;

/** "After 2 hours" for 120. */
function idleText(minutes: number): string {
  if (minutes === 1_440) return 'Never, only 24 hours after the sign-in';
  if (minutes < 60) return `After ${minutes} minutes`;
  const hours = minutes / 60;
  return hours === 1 ? 'After an hour' : `After ${hours} hours`;
}

export const fields: Record<FieldPath, FieldText> = {
  name: { title: 'Store name' },
  support_email: { title: 'Support email', help: 'Shown on the pages. Messages from visitors go there.' },
  time_zone: { title: 'Time zone' },
  automatic_dispatch: {
    title: 'Automatic dispatch',
    label: 'Automatic dispatch',
    on: 'Links are sent as soon as their order is paid. The store retries when the provider is busy. If a response is lost, you decide. This does not change orders that are already paid.',
    off: 'You send each link from the page of its order. This does not change orders that are already paid.',
  },
  automatic_move: {
    title: 'Automatic move to the next provider',
    label: 'Move what stalls to the next provider',
    on: 'The store asks the current provider to cancel, once a day at most. It sends the rest to the next provider after the confirmed end.',
    off: 'A delivery that stalls appears on Home. You decide.',
  },
  automatic_refund: {
    title: 'Automatic refund',
    label: 'Automatic refund of undelivered units',
    on: 'When every link of an order has ended with less than was bought, the rest is refunded through the gateway.',
    off: 'The order page suggests the refund, and you decide.',
  },
  automatic_refill: {
    title: 'Automatic refill',
    label: 'Refill reported drops automatically',
    on: 'A reported drop is refilled at once where the service refills. All others appear on Home.',
    off: 'Reported drops appear on Home. You refill each one, or dismiss it with a reason.',
  },
  overdue_refund: {
    title: 'Automatic refund of overdue deliveries',
    label: 'Refund what never arrives',
    on: (draft) =>
      `After ${draft.overdue_refund_days} days without any change, the store cancels what stalls. After the confirmed end it refunds the missing part through the gateway, within the caps.`,
    off: 'Cancel and refund a delivery that stalls yourself.',
  },
  overdue_refund_days: { title: 'Days until an overdue delivery is refunded' },
  measured_speed: {
    title: 'Measured delivery speed',
    label: 'Show how fast orders were delivered',
    help: 'From 30 orders in 30 days on, the home page, the checkout and the pages of orders show what the store measured. In live mode this replaces the claims about delivery. The figures cannot be edited.',
  },
  status_page: { title: 'Public status page', label: 'Show a public status page' },
  full_ip: {
    title: 'Full IP addresses of visitors',
    label: 'Store full IP addresses of visitors',
    on: 'Visits and open pages are stored with the full address. Many laws treat it as personal data. The privacy page mentions it.',
    off: 'Visitor addresses are truncated to their network before storage. Full addresses stored earlier are truncated within minutes.',
  },
  require_second_factor: {
    title: 'Second factor for every admin',
    label: 'Required for every admin',
    on: 'Admins without an authenticator app or a passkey can only set one up. Set up your own first.',
    off: 'Each admin chooses: an authenticator app, a passkey, or only the password.',
  },
  daily_digest: { title: 'Daily digest', label: 'Every day, about yesterday' },
  weekly_digest: { title: 'Weekly digest', label: 'Every Monday, about the last week' },
  digest_hour: { title: 'Hour of the digest', choice: (hour) => `${hour.padStart(2, '0')}:00` },
  digest_language: {
    title: 'Language of the digest',
    choice: (language) => (isAdminLanguage(language) ? ownLanguageNames[language] : language),
  },

  'business.name': { title: 'Business name' },
  'business.address': { title: 'Business address', label: 'Address' },
  'business.tax_id': { title: 'Tax or registration number' },

  'retention.visits': kept('visits', 'Page views. Totals are kept.'),
  'retention.alerts': kept(
    'alerts',
    'With full addresses, and errors that pages reported. Alerts about money are kept.',
  ),
  'retention.sessions': kept('sessions', 'Where admins were signed in.'),
  'retention.mails': kept('mails', 'The recipients, and whether the email arrived.'),
  'retention.messages': kept('messages', 'With their texts, answered or not.'),
  'retention.orders': kept('orders', 'Older orders keep their amounts, counts and dates.'),

  'tracking.ask_for_code': {
    title: 'Require a code',
    label: 'Require a code',
    help: (draft) =>
      `Buyers enter their email and an emailed code to see their orders. ${codeRuleOf(draft['tracking.ask_for_code'])?.hint ?? ''}`,
    choice: (rule) => codeRuleOf(rule)?.name ?? rule,
  },
  'sessions.idle_minutes': {
    title: 'Signed out after minutes without use',
    label: 'Sign out an unused page',
    help: 'A page that only refreshes itself is not in use. Every session ends 24 hours after the sign-in.',
    choice: (minutes) => idleText(Number(minutes)),
  },

  'support_refund.largest': inDollars('Largest refund by support'),
  'support_refund.per_day': inDollars('Refunds by one support admin in 24 hours'),

  'spending_caps.provider.hour': inDollars(cap('provider', 'hour')),
  'spending_caps.provider.day': inDollars(cap('provider', 'day')),
  'spending_caps.refunds.hour': inDollars(cap('refunds', 'hour')),
  'spending_caps.refunds.day': inDollars(cap('refunds', 'day')),
  'spending_caps.confirmations.hour': { title: cap('confirmations', 'hour') },
  'spending_caps.confirmations.day': { title: cap('confirmations', 'day') },
  'spending_caps.price_cut': {
    title: 'Largest price cut, percent',
    label: 'Largest price cut in 24 hours, percent',
  },
  'spending_caps.test_units': { title: 'Units of one test order' },

  'card_testing.address.per_10_minutes': declines('address', 'per_10_minutes'),
  'card_testing.address.per_day': declines('address', 'per_day'),
  'card_testing.network.per_10_minutes': declines('network', 'per_10_minutes'),
  'card_testing.network.per_day': declines('network', 'per_day'),
  'card_testing.email.per_10_minutes': declines('email', 'per_10_minutes'),
  'card_testing.email.per_day': declines('email', 'per_day'),
  'card_testing.all.per_10_minutes': declines('all', 'per_10_minutes'),
  'card_testing.all.per_day': declines('all', 'per_day'),

  'emails.delivery_started': { title: 'Email: the delivery has started' },
  'emails.part_missing': { title: 'Email: a part is missing' },
  'emails.dispute_received': { title: 'Email: the payment is disputed' },
  'emails.contact_received': { title: 'Email: a message was received' },

  'guarantee_days.Likes': { title: 'Likes: days of guarantee' },
  'guarantee_days.Views': { title: 'Views: days of guarantee' },
};
