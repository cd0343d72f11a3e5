import { expect, expectTypeOf, test } from 'vitest';
import { englishMessage } from './message-texts/english-message.ts';
import { englishTexts } from './message-texts/en.ts';
import { portugueseTexts } from './message-texts/pt.ts';
import { formatMessage, type MessageTexts, storeMessage } from './store-messages.ts';

/** Texts that the specification has in Portuguese in every set of the admin. */
const alike = [
  'bad_credentials',
  'code_required',
  'wrong_passkey',
  'wrong_code',
  'passkey_required',
  'passkey_refused',
  'login_locked',
];

test('D-64: a message has the text of each language, with amounts in its form', () => {
  const message = storeMessage('refund_at_most', { leftCents: 123_450 });
  expect(message).toEqual({ code: 'refund_at_most', params: { leftCents: 123_450 } });
  expect(englishMessage(message)).toBe('At most $1,234.50 can be refunded.');
  expect(formatMessage(portugueseTexts, 'pt', message)).toBe('No máximo US$\u00a01.234,50 pode ser reembolsado.');
});

test('D-64: every code has a text of its own in Portuguese', () => {
  const codes = Object.keys(englishTexts) as (keyof MessageTexts)[];
  expect(Object.keys(portugueseTexts).sort()).toEqual([...codes].sort());
  const same = codes.filter((code) => String(englishTexts[code]) === String(portugueseTexts[code]));
  expect(same.filter((code) => !alike.includes(code))).toEqual([]);
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
