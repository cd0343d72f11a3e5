// The settings with one value each: one row a setting, by its path in the document. The types, the API, the rules, the form,
// the roles and the titles of the history derive from it. Pure, without zod: the form uses it too.
import { isAllowed, type Role } from './account-rules.ts';
import { type AdminLanguage, adminLanguages, defaultAdminLanguage } from './admin-languages.ts';
import { digestHours } from './digest-rules.ts';
import { firstStoreName } from './first-store-name.ts';
import type { RetentionName } from './retention.ts';
import { type StoreMessage, storeMessage } from './store-messages.ts';
import { type CodeRule, codeRules } from './tracking-settings.ts';

/** Of the settings page: the section that shows the setting. */
export type FieldSection =
  | 'store'
  | 'brand'
  | 'business'
  | 'cards'
  | 'fees'
  | 'margins'
  | 'claims'
  | 'dispatch'
  | 'guarantee'
  | 'tracking'
  | 'emails'
  | 'guardrails'
  | 'card-testing'
  | 'retention'
  | 'digest'
  | 'second-factor'
  | 'sessions'
  | 'status-page';

/**
 * line, block: plain text. color: "#1f5fe0", or empty. image: the name of an uploaded logo, or empty. zone: an IANA name. dollars: with at most two decimals. rate: percent, likewise. quantity: also "1k". `first` is the
 * initial value; its type is the type of the setting.
 */
export type SettingField<T = unknown> = {
  kind:
    | 'line'
    | 'block'
    | 'email'
    | 'zone'
    | 'color'
    | 'image'
    | 'switch'
    | 'choice'
    | 'days'
    | 'count'
    | 'percent'
    | 'rate'
    | 'dollars'
    | 'quantity';
  first: T;
  section: FieldSection;
  /** Of a number both included; of a text its characters. */
  least?: number;
  most?: number;
  /** What is wrong with a value beyond the bounds or the choices. A choice without it is refused by the schema of the call. */
  refusal?: StoreMessage;
  choices?: readonly (string | number)[];
  /** Null is a value: no limit. */
  mayBeEmpty?: boolean;
  /** It limits other admins. */
  ownerOnly?: boolean;
  /** It moves no money, reaches nobody and protects nothing: a change needs no proof. */
  harmless?: boolean;
};

/** Minutes that a page of the admin stays signed in without a use. The last one is the life of a session. */
const idleChoices = [30, 60, 120, 240, 480, 1_440] as const;

type Rest = Omit<SettingField, 'kind' | 'section' | 'first'>;

const field = <T>(kind: SettingField['kind'], section: FieldSection, first: T, rest: Rest = {}): SettingField<T> => ({
  kind,
  section,
  first,
  ...rest,
});
const onOff = (section: FieldSection, first: boolean, rest?: Rest) => field('switch', section, first, rest);

/** Days that a class of records is kept. The least keeps open visits and the evidence for later disputes. */
const kept = (name: RetentionName, first: number, least: number, most: number) =>
  field('days', 'retention', first, {
    least,
    most,
    refusal: storeMessage('retention_days_range', { name, least, most }),
  });

/** Days from the completion of a post. Zero: no guarantee. */
const guaranteed = (first: number) =>
  field('days', 'guarantee', first, {
    least: 0,
    most: 365,
    refusal: storeMessage('guarantee_days_range', { most: 365 }),
  });

const dollars = <T extends number | null>(first: T, most: number, rest?: Rest) =>
  field('dollars', 'guardrails', first, {
    ...rest,
    least: 0,
    most,
    ownerOnly: true,
    refusal: storeMessage('dollars_range', { mostCents: most * 100 }),
  });
const supportRefund = (first: number) => dollars(first, 100_000);

const mostOfCap = 1_000_000;
const dollarCap = (first: number) => dollars<number | null>(first, mostOfCap, { mayBeEmpty: true });
const cap = (kind: 'count' | 'percent' | 'quantity', first: number | null, least: number, most: number) =>
  field(kind, 'guardrails', first, {
    least,
    most,
    mayBeEmpty: true,
    ownerOnly: true,
    refusal: storeMessage('whole_number_range', { least, most }),
  });

/** What a gateway takes. Without a percentage and a fixed part its fees are unknown. */
const fee = (kind: 'rate' | 'dollars', most: number) =>
  field<number | null>(kind, 'fees', null, {
    least: 0,
    most,
    mayBeEmpty: true,
    ownerOnly: true,
    harmless: true,
    refusal: storeMessage('fee_range', { most }),
  });
const mostFee = 1_000;

/** Declined cards after which new payment sessions wait. */
const declines = (first: number | null) =>
  field('count', 'card-testing', first, {
    least: 1,
    most: 100_000,
    mayBeEmpty: true,
    ownerOnly: true,
    refusal: storeMessage('decline_limit_range', { most: 100_000 }),
  });

/** A rule applies its price, proposes it, or is off. */
export const marginModes = ['off', 'propose', 'apply'] as const;
export type MarginMode = (typeof marginModes)[number];

/** In percent. */
const margin = (first: number, least: number, most: number) =>
  field('percent', 'margins', first, { least, most, refusal: storeMessage('whole_number_range', { least, most }) });
const marginMode = () => field<MarginMode>('choice', 'margins', 'off', { choices: marginModes });

export const settingFields = {
  name: field('line', 'store', firstStoreName, { most: 60, harmless: true }),
  support_email: field('email', 'store', 'support@applaud.example', { most: 254 }),
  /** The admin, files and emails use it for days and times; public pages use that of the browser. */
  time_zone: field('zone', 'store', 'UTC', { harmless: true }),
  /** True: links are dispatched right after payment. False: an admin dispatches each one. */
  automatic_dispatch: onOff('dispatch', false),
  /** True: the rest of a delivery that stalls goes to the next provider, once the first one confirmed its end. */
  automatic_move: onOff('dispatch', false),
  /** True: undelivered units are refunded after every link has ended. */
  automatic_refund: onOff('dispatch', false),
  /** True: a drop that a buyer reports is refilled without an admin, where the service refills. */
  automatic_refill: onOff('guarantee', false),
  /** True: what is undelivered is refunded after `overdue_refund_days` without any change. A stalled link is canceled first. */
  overdue_refund: onOff('dispatch', false),
  /** Stored as text. The most is as long as most guarantees of providers. */
  overdue_refund_days: field('days', 'dispatch', '7', {
    least: 1,
    most: 90,
    refusal: storeMessage('overdue_days_range', { least: 1, most: 90 }),
  }),
  /** True: public pages show how fast orders were delivered, once there are 30. */
  measured_speed: onOff('claims', true),
  /** True: the page `/status` is public, and linked from the footer. */
  status_page: onOff('status-page', false),
  /** False: visitor IP addresses are truncated to their network before storage; stored ones are truncated soon. */
  full_ip: onOff('retention', false),
  /** Without a second factor, an admin can use only the setup calls. */
  require_second_factor: onOff('second-factor', false, { ownerOnly: true }),
  /** True: the owner gets the figures of the day before, by email. */
  daily_digest: onOff('digest', false),
  /**
   * On, because an operator who is rarely here misses what stopped. It is mailed only once an owner's address is set,
   * which keeps the figures from other readers of the support inbox.
   */
  weekly_digest: onOff('digest', true),
  /** In the store's time zone. */
  digest_hour: field('choice', 'digest', '8', { choices: digestHours, refusal: { code: 'digest_hour_range' } }),
  digest_language: field<string>('choice', 'digest', defaultAdminLanguage satisfies AdminLanguage, {
    choices: adminLanguages,
    refusal: { code: 'admin_language_missing' },
  }),

  /** Of public pages, receipts and emails. Empty: those of the store's own mark. */
  'brand.color': field('color', 'brand', '', { harmless: true }),
  'brand.logo': field('image', 'brand', '', { harmless: true }),

  /** The seller on receipts. Empty fields are omitted. */
  'business.name': field('line', 'business', '', {
    most: 120,
    harmless: true,
    refusal: storeMessage('business_name_too_long', { most: 120 }),
  }),
  'business.address': field('block', 'business', '', {
    most: 400,
    harmless: true,
    refusal: storeMessage('business_address_too_long', { most: 400 }),
  }),
  'business.tax_id': field('line', 'business', '', {
    most: 120,
    harmless: true,
    refusal: storeMessage('tax_number_too_long', { most: 120 }),
  }),

  /** Shown at the checkout. No gateway returns the card brands of the store's contract. Every gateway accepts the first two. */
  'accepted_cards.visa': onOff('cards', true, { harmless: true }),
  'accepted_cards.mastercard': onOff('cards', true, { harmless: true }),
  'accepted_cards.amex': onOff('cards', false, { harmless: true }),
  'accepted_cards.discover': onOff('cards', false, { harmless: true }),
  'accepted_cards.diners': onOff('cards', false, { harmless: true }),
  'accepted_cards.jcb': onOff('cards', false, { harmless: true }),
  'accepted_cards.unionpay': onOff('cards', false, { harmless: true }),
  'accepted_cards.maestro': onOff('cards', false, { harmless: true }),
  'accepted_cards.elo': onOff('cards', false, { harmless: true }),
  'accepted_cards.hipercard': onOff('cards', false, { harmless: true }),

  'retention.visits': kept('visits', 30, 1, 400),
  'retention.alerts': kept('alerts', 90, 30, 730),
  'retention.sessions': kept('sessions', 90, 1, 730),
  'retention.mails': kept('mails', 365, 30, 3650),
  'retention.messages': kept('messages', 730, 30, 3650),
  'retention.orders': kept('orders', 730, 180, 3650),

  'tracking.ask_for_code': field<CodeRule>('choice', 'tracking', 'automatic', { choices: codeRules, ownerOnly: true }),
  'sessions.idle_minutes': field<(typeof idleChoices)[number]>('choice', 'sessions', 120, {
    choices: idleChoices,
    ownerOnly: true,
  }),

  /** One refund by support, and the sum of one admin in 24 hours. */
  'support_refund.largest': supportRefund(20),
  'support_refund.per_day': supportRefund(100),

  'spending_caps.provider.hour': dollarCap(500),
  'spending_caps.provider.day': dollarCap(2_000),
  'spending_caps.refunds.hour': dollarCap(500),
  'spending_caps.refunds.day': dollarCap(2_000),
  'spending_caps.confirmations.hour': cap('count', 100, 0, mostOfCap),
  'spending_caps.confirmations.day': cap('count', 300, 0, mostOfCap),
  /** Percent by which the cheapest price of a category may fall in 24 hours. */
  'spending_caps.price_cut': cap('percent', 80, 1, 100),
  /** Units of one test order at a provider. */
  'spending_caps.test_units': cap('quantity', 1_000, 0, mostOfCap),

  'card_testing.address.per_10_minutes': declines(5),
  'card_testing.address.per_day': declines(20),
  'card_testing.network.per_10_minutes': declines(15),
  'card_testing.network.per_day': declines(60),
  'card_testing.email.per_10_minutes': declines(5),
  'card_testing.email.per_day': declines(10),
  'card_testing.all.per_10_minutes': declines(60),
  'card_testing.all.per_day': declines(300),

  /**
   * The emails that can be switched off, by their kind. The others are mandatory: they state a payment or a refund, protect an
   * order, or request an action that only the buyer can take.
   */
  'emails.order_received': onOff('emails', true),
  'emails.delivery_started': onOff('emails', true),
  'emails.part_missing': onOff('emails', true),
  'emails.order_completed': onOff('emails', true),
  'emails.dispute_received': onOff('emails', true),
  'emails.drop_refilling': onOff('emails', true),
  'emails.drop_refilled': onOff('emails', true),
  'emails.drop_refused': onOff('emails', true),
  'emails.contact_received': onOff('emails', true),

  /** The fees of a payment in USD until the gateway returns its own: of the payment, and of each refund and dispute. */
  'fees.mpgs.percent': fee('rate', 50),
  'fees.mpgs.fixed': fee('dollars', mostFee),
  'fees.mpgs.refund': fee('dollars', mostFee),
  'fees.mpgs.dispute': fee('dollars', mostFee),
  'fees.stripe.percent': fee('rate', 50),
  'fees.stripe.fixed': fee('dollars', mostFee),
  'fees.stripe.refund': fee('dollars', mostFee),
  'fees.stripe.dispute': fee('dollars', mostFee),

  /**
   * Of the sale price, what remains after the service's cost and the gateway's fee: what the rule aims at, and what no price
   * may fall below. `step`: the most that the rule changes a price in a day.
   */
  'margins.Likes.mode': marginMode(),
  'margins.Likes.target': margin(50, 1, 90),
  'margins.Likes.floor': margin(20, 0, 90),
  'margins.Likes.step': margin(10, 1, 50),
  'margins.Views.mode': marginMode(),
  'margins.Views.target': margin(50, 1, 90),
  'margins.Views.floor': margin(20, 0, 90),
  'margins.Views.step': margin(10, 1, 50),

  /** Home shows the steps of the setup until they are done. */
  'home.setup': onOff('store', true, { harmless: true }),

  'guarantee_days.Likes': guaranteed(30),
  'guarantee_days.Views': guaranteed(30),
} satisfies Record<string, SettingField>;

type Rows = typeof settingFields;
export type FieldPath = keyof Rows;
type Head<P> = P extends `${infer H}.${string}` ? H : P;
type Under<T, H extends string> = { [P in keyof T as P extends `${H}.${infer Inner}` ? Inner : never]: T[P] };
type Tree<T> = {
  [H in Head<keyof T> & string]: H extends keyof T
    ? T[H] extends SettingField<infer V>
      ? V
      : never
    : Tree<Under<T, H>>;
};
/** The part of the document that has the fields. */
export type FieldSettings = Tree<Rows>;
type NameOf<T> = Extract<keyof T, string>;
export type PlainName = Extract<NameOf<FieldSettings>, FieldPath>;
export type GroupName = Exclude<NameOf<FieldSettings>, PlainName>;
export type PlainSettings = Pick<FieldSettings, PlainName>;
/** The fields that are on or off. */
export type SwitchPath = { [P in FieldPath]: Rows[P] extends SettingField<boolean> ? P : never }[FieldPath];

export const fieldPaths = Object.keys(settingFields) as FieldPath[];
export const plainNames = fieldPaths.filter((path): path is PlainName => !path.includes('.'));
export const groupNames = [
  ...new Set(fieldPaths.filter((path) => path.includes('.')).map((path) => path.split('.')[0])),
] as GroupName[];

export function fieldAt(path: FieldPath): SettingField {
  return settingFields[path];
}

export function fieldsOfSection(section: FieldSection): FieldPath[] {
  return fieldPaths.filter((path) => fieldAt(path).section === section);
}

/** The value at a path of a document; undefined where its group is omitted. */
export function fieldValue(settings: Partial<Record<NameOf<FieldSettings>, unknown>>, path: FieldPath): unknown {
  return path.split('.').reduce<unknown>((at, name) => (at as Record<string, unknown> | undefined)?.[name], settings);
}

/** A document of the fields. */
export function fieldTree(read: (path: FieldPath) => unknown): FieldSettings {
  const tree: Record<string, unknown> = {};
  for (const path of fieldPaths) {
    const names = path.split('.');
    const last = names.pop() ?? '';
    let at = tree;
    for (const name of names) {
      at[name] ??= {};
      at = at[name] as Record<string, unknown>;
    }
    at[last] = read(path);
  }
  return tree as FieldSettings;
}

/** The initial values. */
export function firstFields(): FieldSettings {
  return fieldTree((path) => fieldAt(path).first);
}

export const {
  retention: firstRetention,
  sessions: firstSessions,
  spending_caps: firstSpendingCaps,
  card_testing: firstCardTesting,
} = firstFields();

/** `field`: a path, or the group of it. What has no row is for managers, too. */
export function mayChangeSetting(role: Role, field: string): boolean {
  return isAllowed(role, 'owner') || !rowsAt(field).some(({ ownerOnly }) => ownerOnly);
}

/** True when a change of the field needs no proof of the admin. */
export function isHarmless(field: string): boolean {
  const rows = rowsAt(field);
  return field.startsWith('support_hours.') || (rows.length > 0 && rows.every(({ harmless }) => harmless));
}

function rowsAt(field: string): SettingField[] {
  return fieldPaths.filter((path) => path === field || path.startsWith(`${field}.`)).map(fieldAt);
}
