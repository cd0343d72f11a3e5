import fc from 'fast-check';
import { expect, expectTypeOf, test } from 'vitest';
import { roles } from './account-rules.ts';
import { byName } from './by-name.ts';
import { categories } from './category.ts';
import { claimNames } from './claim-names.ts';
import { databaseOutages } from './health.ts';
import { languages } from './languages.ts';
import { launchStatementIds } from './launch.ts';
import { linkRules } from './link-rule-names.ts';
import { englishTexts } from './message-texts/en.ts';
import { englishMessage } from './message-texts/english-message.ts';
import type { MessageParam, MessageParams } from './message-texts/forms.ts';
import { portugueseTexts } from './message-texts/pt.ts';
import { usualStatuses } from './message-texts/usual-statuses.ts';
import { orderStatuses } from './order-status.ts';
import { priceFacts } from './price-fact-names.ts';
import { retentionNames } from './retention.ts';
import { capWindows, spendingKinds } from './spending-caps.ts';
import { StoreError } from './store-error.ts';
import { formatMessage, type MessageTexts, storeMessage } from './store-messages.ts';
import { legalNames } from './store-profile.ts';

/** Texts that the specification has in Portuguese in every set of the admin. */
const alike = [
  'bad_credentials',
  'code_required',
  'wrong_passkey',
  'wrong_code',
  'passkey_required',
  'passkey_refused',
  'login_locked',
  // The words of another service alone.
  'peer_words',
];

test('D-64: a message has the text of each language, with amounts in its form', () => {
  const message = storeMessage('refund_at_most', { leftCents: 123_450 });
  expect(message).toEqual({ code: 'refund_at_most', params: { leftCents: 123_450 } });
  expect(englishMessage(message)).toBe('At most $1,234.50 can be refunded.');
  expect(formatMessage(portugueseTexts, 'pt', message)).toBe('No máximo US$\u00a01.234,50 pode ser reembolsado.');
});

test('D-96: a message names a country in its language', () => {
  const message = storeMessage('tax_rate_twice', { country: 'DE', day: '2026-01-01' });
  expect(englishMessage(message)).toBe('Germany has a rate from 2026-01-01 already. Change that one.');
  expect(formatMessage(portugueseTexts, 'pt', message)).toMatch(/^Alemanha já tem/);
  const unknown = storeMessage('tax_rate_twice', { country: 'a country', day: '2026-01-01' });
  expect(englishMessage(unknown)).toMatch(/^a country has/);
});

test('D-64: every code has a text of its own in Portuguese', () => {
  const codes = Object.keys(englishTexts) as (keyof MessageTexts)[];
  expect(Object.keys(portugueseTexts).sort()).toEqual([...codes].sort());
  const same = codes.filter((code) => englishTexts[code] === portugueseTexts[code]);
  expect(same.filter((code) => !alike.includes(code))).toEqual([]);
});

/** Values of parameters, by name. The others get those of `anyValues`. */
const values: Record<string, readonly MessageParam[]> = {
  after: ['1.5', 'true', null],
  before: ['1.5', 'true', null],
  category: categories,
  claim: claimNames,
  cost: ['1.5', '0.7'],
  country: ['DE', 'BR'],
  fact: priceFacts,
  factors: [['passkey'], ['passkey', 'code'], ['password']],
  field: ['name', 'email', 'amount', 'postUrls', 'apiUrl', 'apiKey'],
  ip: ['203.0.113.9', '203.0.113.0/24', null],
  kind: [...spendingKinds, 'home', 'about'],
  lang: languages,
  legal: legalNames,
  list: ['a list', 'this list'],
  name: [...retentionNames, 'x'],
  number: ['quantity', 'runs'],
  outage: databaseOutages,
  parameter: ['order', 'link'],
  question: ['delivery', 'figures'],
  opens: ['profile', 'channel', 'other'],
  role: roles,
  rule: linkRules,
  secret: ['api_key', 'token'],
  statement: launchStatementIds,
  status: [...orderStatuses, 429],
  timeZone: ['Europe/Berlin', 'America/Sao_Paulo'],
  until: ['2026-01-01T00:00:00Z', '2026-07-01T00:00:00Z'],
  who: ['provider', 'ntfy'],
  window: capWindows,
};
const [oneMessage, otherMessage] = [{ code: 'conflict' }, { code: 'not_found' }];
const anyValues: readonly MessageParam[] = [
  1,
  250_000,
  'a',
  oneMessage,
  otherMessage,
  [oneMessage],
  [otherMessage],
  true,
  false,
];

const languageTexts = [
  ['en', englishTexts],
  ['pt', portugueseTexts],
] as const;
type LanguageOfTexts = (typeof languageTexts)[number];

/** The names that a text reads. */
function paramsOf(code: keyof MessageTexts, texts: MessageTexts): string[] {
  const names = new Set<string>();
  const params = new Proxy({}, { get: (_, name) => void names.add(String(name)) });
  try {
    formatMessage(texts, 'en', { code, params });
  } catch {
    // All are read before a text is made.
  }
  return [...names].sort();
}

/** Null for parameters that this text does not take, for example of another one with a parameter of this name. */
function sentenceOf(code: string, params: MessageParams, [lang, texts]: LanguageOfTexts): string | null {
  try {
    const text = formatMessage(texts, lang, { code, params });
    return text && !/undefined|NaN|\[object/.test(text) ? text : null;
  } catch {
    return null;
  }
}

/** The parameters of which no other value makes another sentence. */
function unusedParams(code: string, names: readonly string[], language: LanguageOfTexts): string[] {
  const listOf = (name: string) => values[name] ?? anyValues;
  const anyParams = fc.record(byName(names, (name) => fc.constantFrom(...listOf(name))));
  const tried = fc
    .sample(anyParams, { numRuns: 3_000, seed: 64 })
    .map((params) => ({ params, text: sentenceOf(code, params, language) }))
    .filter(({ text }) => text !== null)
    .slice(0, 40);
  return names.filter(
    (name) =>
      !tried.some(({ params, text }) =>
        listOf(name).some((value) => {
          const other = sentenceOf(code, { ...params, [name]: value }, language);
          return other !== null && other !== text;
        }),
      ),
  );
}

const codesWithParams = (Object.keys(englishTexts) as (keyof MessageTexts)[]).filter(
  (code) => typeof englishTexts[code] === 'function',
);
test.each(codesWithParams)('D-64: both texts of %s use every parameter', (code) => {
  const names = paramsOf(code, englishTexts);
  expect(paramsOf(code, portugueseTexts)).toEqual(names);
  for (const language of languageTexts) expect(unusedParams(code, names, language), language[0]).toEqual([]);
});

test('D-64: a refusal takes a code, and no sentence', () => {
  const details = { message: 'This is not possible.' };
  // @ts-expect-error a sentence is no detail of a refusal
  expect(new StoreError('conflict', details).reason).toBeNull();
});

test('D-64: a code of another version has no text, and keeps its code in English', () => {
  const message = { code: 'of_tomorrow', params: { count: 3 } };
  expect(formatMessage(portugueseTexts, 'pt', message)).toBeNull();
  expect(englishMessage(message)).toBe('of_tomorrow');
});

test('D-64: a code without its parameters, or with others, does not compile', () => {
  expectTypeOf(storeMessage<'refund_at_most'>).parameters.toEqualTypeOf<['refund_at_most', { leftCents: number }]>();
  expectTypeOf(storeMessage<'conflict'>).parameters.toEqualTypeOf<['conflict']>();
});

test('D-64: the English text of a usual status is the word of the providers', () => {
  expect(Object.entries(usualStatuses).filter(([word, code]) => englishTexts[code] !== word)).toEqual([]);
});
