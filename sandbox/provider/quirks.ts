// Fault injection of the provider: the kinds of rules, and the effect of each on a response.
import type { Answer } from '../http.ts';
import type { Rule } from '../rules.ts';
import { type ProviderRefusal, REFUSALS } from './services.ts';

/** Refusals without the field `error`, as some panels write them. */
const wordyRefusals = ['unauthenticated', 'error_message', 'errors', 'answer'] as const;

/** These respond instead of the action. */
export const REFUSING_KINDS = ['lose_before', 'rate', 'error_5xx', 'error', 'maintenance', ...wordyRefusals] as const;

/** These change the response of a completed action. */
export const CHANGING_KINDS = [
  ...['lose', 'delay', 'html', 'garbage', 'missing_id', 'numbers', 'strings', 'text_ids', 'remains', 'batch_array'],
  ...['skip_bad_ids', 'localised', 'error_keys', 'empty_balance', 'text_html', 'http_status', 'status_text'],
  ...['unknown_keys', 'balance_text', 'nested'],
] as const;

const HTML_PAGE =
  '<!doctype html><html><head><title>Just a moment...</title></head><body>Checking your browser</body></html>';

export function refusingAnswer(rule: Rule): Answer {
  const delayMs = rule.delayMs;
  if (rule.kind === 'lose_before') return { status: 500, body: '', lost: true, delayMs };
  if (rule.kind === 'rate') return { status: rule.status ?? 429, body: { error: REFUSALS.rate.text }, delayMs };
  if (rule.kind === 'error')
    return { status: rule.status ?? 200, body: { error: rule.text ?? 'Something else' }, delayMs };
  if (rule.kind === 'answer') return { status: rule.status ?? 200, body: rule.text ?? '', delayMs };
  const text = rule.text ?? 'Not enough funds';
  if (rule.kind === 'error_message')
    return { status: rule.status ?? 200, body: { status: 'error', message: text }, delayMs };
  if (rule.kind === 'errors') return { status: rule.status ?? 422, body: { errors: [text] }, delayMs };
  const html = { 'content-type': 'text/html; charset=utf-8' };
  if (rule.kind === 'unauthenticated')
    return { status: 401, body: rule.text ?? 'Unauthenticated', headers: html, delayMs };
  return { status: rule.status ?? (rule.kind === 'maintenance' ? 503 : 502), body: HTML_PAGE, headers: html, delayMs };
}

export function refusalText(refusal: ProviderRefusal, rules: Rule[]): string {
  const known = REFUSALS[refusal.code];
  const has = (kind: string) => rules.some((rule) => rule.kind === kind);
  const text = has('localised') ? known.localised : has('error_keys') ? (known.key ?? known.text) : known.text;
  return text.replace('{limit}', String(refusal.limit));
}

export function changedAnswer(action: string, body: unknown, rules: Rule[]): Answer {
  const rule = (kind: string) => rules.find((rule) => rule.kind === kind);
  let changed = body;
  if (rule('missing_id') && isObject(changed)) changed = without(changed, ['order', 'refill']);
  if (action === 'status') changed = eachStatus(changed, rules);
  if (rule('numbers')) changed = mapValues(changed, (value) => (isNumeric(value) ? Number(value) : value));
  if (rule('strings')) changed = mapValues(changed, (value) => (typeof value === 'number' ? String(value) : value));
  const balance = rule('balance_text')?.text;
  if (balance !== undefined && action === 'balance' && isObject(changed)) changed = { ...changed, balance };
  if (rule('nested')) changed = { status: 'success', data: changed };
  if (rule('unknown_keys') && isObject(changed)) changed = { ...changed, panel: 'v3', extra: { nested: true } };
  if (rule('batch_array') && action === 'status' && isBatch(changed)) {
    changed = Object.entries(changed).map(([order, entry]) => ({ order, ...(isObject(entry) ? entry : {}) }));
  }
  const html = { 'content-type': 'text/html; charset=utf-8' };
  const common = { delayMs: rule('delay')?.delayMs, lost: rule('lose') !== undefined };
  const status = rule('http_status')?.status ?? 200;
  if (rule('html')) return { ...common, status, body: HTML_PAGE, headers: html };
  if (rule('garbage')) return { ...common, status, body: rule('garbage')?.text ?? '{"order": 235', headers: html };
  return { ...common, status, body: changed, ...(rule('text_html') ? { headers: html } : {}) };
}

function eachStatus(body: unknown, rules: Rule[]): unknown {
  const remains = rules.find((rule) => rule.kind === 'remains')?.text;
  const status = rules.find((rule) => rule.kind === 'status_text')?.text;
  const isSkipping = rules.some((rule) => rule.kind === 'skip_bad_ids');
  const one = (entry: unknown): unknown =>
    isObject(entry) && 'remains' in entry
      ? { ...entry, ...(remains === undefined ? {} : { remains }), ...(status === undefined ? {} : { status }) }
      : entry;
  if (!isBatch(body)) return one(body);
  const entries = Object.entries(body).filter(([, entry]) => !isSkipping || !(isObject(entry) && 'error' in entry));
  return Object.fromEntries(entries.map(([id, entry]) => [id, one(entry)]));
}

function mapValues(value: unknown, change: (value: unknown) => unknown): unknown {
  if (Array.isArray(value)) return value.map((part) => mapValues(part, change));
  if (!isObject(value)) return change(value);
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, mapValues(part, change)]));
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isBatch = (value: unknown): value is Record<string, unknown> =>
  isObject(value) && Object.values(value).length > 0 && Object.values(value).every(isObject);
const isNumeric = (value: unknown) => typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value);
const without = (value: Record<string, unknown>, keys: string[]) =>
  Object.fromEntries(Object.entries(value).filter(([key]) => !keys.includes(key)));
