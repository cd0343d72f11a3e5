// Maps a panel's values to those of the store. Pure: no network, no secrets.
import type { LiveStatus, RefusalReason, ServiceOffer, StatusAnswer } from '../../provider.ts';
import { type WireStatus, wireBalance, wireError, wireService, wireStatus } from './panel-wire-types.ts';

/** Removes the key and limits the length of a panel's text. */
export type Redact = (text: string) => string;

// Matched in lower case; an unlisted text is "other".
const reasonOf: readonly (readonly [RefusalReason, RegExp])[] = [
  ['request', /^(incorrect request|invalid action)$/],
  ['key', /^(invalid api key|api key is incorrect|your account is inactive)$/],
  ['service', /^(incorrect service id|(neworder\.)?error\.incorrect_service_id)$/],
  ['same_link', /^(neworder\.error\.link_duplicate|you have active order with this link\b.*)$/],
  ['link', /^(neworder\.error\.(link|invalid_link)|bad link|invalid link)$/],
  ['quantity', /^(neworder\.error\.(min|max)_quantity|quantity (less than minimal|more than maximum)\b.*)$/],
  ['funds', /^(neworder\.error\.not_enough_funds|not enough funds( on balance)?|insufficient balance)$/],
  ['order', /^(incorrect order id|order not found)$/],
  ['refill', /^(incorrect refill id|refill is disabled for this service|the order is not completed)$/],
  ['rate', /^(rate limit exceeded|too many requests)$/],
];

/** The class of a panel's error text; of several texts, the first listed one decides. */
export function refusalReason(text: string): RefusalReason {
  for (const part of text.toLowerCase().split(';')) {
    const plain = part.trim().replace(/\.+$/, '');
    const listed = reasonOf.find(([, pattern]) => pattern.test(plain));
    if (listed) return listed[0];
  }
  return 'other';
}

const wordFields: ReadonlySet<string> = new Set([
  ...['message', 'messages', 'msg', 'errors', 'error_message', 'error_description', 'description', 'reason', 'detail'],
]);

/** The error of a JSON body as text, or null. Checked before anything else (provider rule 3). */
export function errorTextIn(json: unknown): string | null {
  const { data } = wireError.safeParse(json);
  const text = errorText(data?.error);
  const isFlag = data?.error === true || data?.error === 1;
  if (data === undefined || text === null || (!isFlag && /\p{L}/u.test(text))) return text;
  // The words of a flag or a code are beside it.
  const words = Object.entries(data).flatMap(([name, value]) =>
    wordFields.has(name.toLowerCase()) ? textsIn(value) : [],
  );
  return [...(isFlag && words.length > 0 ? [] : [text]), ...words].join('; ');
}

/** An ID as text; null when missing or not exactly representable. */
export function idText(value: unknown): string | null {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value > 0 ? String(value) : null;
  const text = typeof value === 'string' ? value.trim() : '';
  return /^[^\s,\p{C}]{1,100}$/u.test(text) && !/^(-\d*|0*)$/.test(text) ? text : null;
}

/** A whole number of at least 0, else null: "Unknown" and over-delivery give no count (provider rule 8). */
export function wholeCount(value: string | number | undefined): number | null {
  const text = String(value ?? '').trim();
  return /^\d+$/.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) : null;
}

/** ambiguous: its only separator is the decimal sign in one language and that of thousands in another. */
type Amount = { outcome: 'read'; decimal: string } | { outcome: 'ambiguous' | 'invalid' };

/** The patterns below take long for a long run of blanks. */
const longestAmount = 60;
const currencyBefore = /^(-?)\s*(?:[A-Z]{0,3}\p{Sc}|[A-Z]{3,4})\s*/iu;
const currencyAfter = /\s*(?:\p{Sc}|[A-Z]{3,4})$/iu;

/**
 * An amount with either decimal sign, separators of thousands, and the sign or code of a currency. A point in a text without
 * any of these is the decimal sign of the API.
 */
function readAmount(value: string | number | undefined): Amount {
  const text = String(value ?? '').trim();
  if (text.length > longestAmount) return { outcome: 'invalid' };
  const plain = text
    .replace(currencyBefore, '$1')
    .replace(currencyAfter, '')
    .replace(/(?<=\d)[\s'’](?=\d{3}(?!\d))/g, '');
  const [minus = '', digits = ''] = /^(-?)(\d+(?:[.,]\d+)*)$/.exec(plain)?.slice(1) ?? [];
  const parts = digits.split(/[.,]/);
  const separators = digits.match(/[.,]/g) ?? [];
  const [first] = separators;
  const last = separators.at(-1);
  if (digits === '' || separators.slice(0, -1).some((sign) => sign !== first)) return { outcome: 'invalid' };
  if (separators.length === 1 && /^[1-9]\d{0,2}[.,]\d{3}$/.test(digits) && !(text === plain && first === '.')) {
    return { outcome: 'ambiguous' };
  }
  const hasFraction = separators.length === 1 || first !== last;
  const whole = hasFraction && parts.length > 1 ? parts.slice(0, -1) : parts;
  if (whole.length > 1 && !/^\d{1,3}(,\d{2,3})*,\d{3}$/.test(whole.join())) return { outcome: 'invalid' };
  const fraction = whole.length < parts.length ? `.${parts.at(-1)}` : '';
  return { outcome: 'read', decimal: `${minus}${whole.join('')}${fraction}` };
}

/** An amount as a plain decimal string; null for an invalid or ambiguous one. */
export function decimalText(value: string | number | undefined): string | null {
  const amount = readAmount(value);
  return amount.outcome === 'read' ? amount.decimal : null;
}

const deepestBalance = 3;

/** Its point cannot be a decimal sign: "1.234" of a currency without decimals. A number of JSON has no separators of thousands. */
function isThousands(value: string | number | undefined): boolean {
  return typeof value === 'string' && /^-?[1-9]\d{0,2}\.\d{3}$/.test(value.trim());
}

/** Currencies whose amounts are whole, though ISO 4217 gives these hundredths. */
const wholeInUse: ReadonlySet<string> = new Set(['COP', 'IDR', 'IRR', 'LAK', 'LBP', 'MMK']);

function isWholeCurrency(currency: string): boolean {
  const code = currency.trim().toUpperCase();
  if (!/^[A-Z]{3}$/.test(code)) return false;
  const { maximumFractionDigits } = new Intl.NumberFormat('en', {
    style: 'currency',
    currency: code,
  }).resolvedOptions();
  return maximumFractionDigits === 0 || wholeInUse.has(code);
}

/** `balance`: null when it is ambiguous. `text`: as received. */
export type FoundBalance = { balance: string | null; text: string; currency: string };

/** The balance of a response, also in an object within it. Null without one. */
export function balanceIn(json: unknown, depth = 0, outer = ''): FoundBalance | null {
  if (typeof json !== 'object' || json === null || depth > deepestBalance) return null;
  const wire = wireBalance.safeParse(json).data;
  const currency = wire?.currency || outer;
  const amount = readAmount(wire?.balance);
  if (amount.outcome !== 'invalid') {
    const text = String(wire?.balance);
    const isRead = amount.outcome === 'read' && !(isWholeCurrency(currency) && isThousands(wire?.balance));
    return { balance: isRead ? amount.decimal : null, text, currency };
  }
  for (const part of Object.values(json)) {
    const found = balanceIn(part, depth + 1, currency);
    if (found) return found;
  }
  return null;
}

/** One order's status. Null without a status or an error. */
export function statusAnswer(json: unknown, redact: Redact): StatusAnswer | null {
  const error = errorTextIn(json);
  if (error !== null) return { outcome: 'refused', reason: refusalReason(error), text: redact(error) };
  const wire = wireStatus.safeParse(json);
  const live = wire.success ? liveStatus(wire.data, redact) : null;
  return live && { outcome: 'known', live };
}

/**
 * A batch, keyed by ID or as a list whose entries name their order. Null for an invalid whole; an ID without a valid
 * entry is absent.
 */
export function batchAnswers(json: unknown, ids: readonly string[], redact: Redact): Map<string, StatusAnswer> | null {
  const entries = batchEntries(json);
  if (!entries) return null;
  const answers = new Map<string, StatusAnswer>();
  for (const id of ids) {
    const answer = entries.has(id) ? statusAnswer(entries.get(id), redact) : null;
    if (answer) answers.set(id, answer);
  }
  return answers.size === 0 && entries.size > 0 ? null : answers;
}

/** Every service with an ID. Null for an invalid whole; invalid entries are left out. */
export function serviceOffers(json: unknown, redact: Redact): ServiceOffer[] | null {
  if (typeof json !== 'object' || json === null) return null;
  const entries = Object.values(json);
  const offers = entries.flatMap((entry) => serviceOffer(entry, redact) ?? []);
  return offers.length === 0 && entries.length > 0 ? null : offers;
}

function serviceOffer(entry: unknown, redact: Redact): ServiceOffer | null {
  const wire = wireService.safeParse(entry).data;
  const serviceId = idText(wire?.service) ?? idText(wire?.id);
  if (!wire || serviceId === null) return null;
  return {
    serviceId,
    name: redact(String(wire.name ?? '')),
    category: redact(String(wire.category ?? '')),
    type: wire.type === undefined ? null : redact(String(wire.type)).trim() || null,
    ratePerThousand: decimalText(wire.rate),
    min: wholeCount(wire.min),
    max: wholeCount(wire.max),
    refill: yesOrNo(wire.refill),
    cancel: yesOrNo(wire.cancel),
  };
}

function yesOrNo(value: unknown): boolean | null {
  if (typeof value === 'boolean') return value;
  const text = String(value ?? '').toLowerCase();
  if (['1', 'true', 'yes'].includes(text)) return true;
  return ['0', 'false', 'no'].includes(text) ? false : null;
}

function batchEntries(json: unknown): Map<string, unknown> | null {
  if (Array.isArray(json)) {
    return new Map(json.map((entry, at) => [idText(wireStatus.safeParse(entry).data?.order) ?? `#${at}`, entry]));
  }
  return typeof json === 'object' && json !== null ? new Map(Object.entries(json)) : null;
}

function liveStatus(wire: WireStatus, redact: Redact): LiveStatus | null {
  const status = redact(String(wire.status ?? ''));
  if (status === '') return null;
  return {
    status,
    remains: wholeCount(wire.remains),
    startCount: wholeCount(wire.start_count),
    charge: decimalText(wire.charge),
  };
}

// All texts in an object or list. Some panels return an empty text for "no error".
function errorText(error: unknown): string | null {
  if (error === true) return 'error';
  return textsIn(error).join('; ') || null;
}

function textsIn(value: unknown, depth = 0): string[] {
  if (typeof value === 'string') return value.trim() === '' ? [] : [value.trim()];
  if (typeof value === 'number') return value === 0 ? [] : [String(value)];
  if (typeof value !== 'object' || value === null || depth > 4) return [];
  return Object.values(value).flatMap((part) => textsIn(part, depth + 1));
}
