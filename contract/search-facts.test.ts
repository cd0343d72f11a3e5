// D-89: a search by the facts of an order.
import { describe, expect, test } from 'vitest';
import { readOrderSearch } from './order-search.ts';
import { completeDay, readSearchFacts } from './search-facts.ts';

const amount = (amountCents: number) => ({ amountCents, day: null, cardLast4: null });
const day = (month: number, number: number, year: number | null = null) => ({
  amountCents: null,
  day: { year, month, day: number },
  cardLast4: null,
});
const card = (cardLast4: string) => ({ amountCents: null, day: null, cardLast4 });

test.each([
  ['31.20', amount(3_120)],
  ['$31.20', amount(3_120)],
  ['31,20', amount(3_120)],
  ['US$ 31,20', amount(3_120)],
  ['9998.25$', amount(999_825)],
  ['$31', amount(3_100)],
  ['$31.2', amount(3_120)],
  ['1,234.50', amount(123_450)],
  ['1.234,50', amount(123_450)],
  ['$1,234', amount(123_400)],
  ['nov 28', day(11, 28)],
  ['November 28, 2025', day(11, 28, 2025)],
  ['28 nov', day(11, 28)],
  ['28 de novembro de 2025', day(11, 28, 2025)],
  ['1 março', day(3, 1)],
  ['28/11', day(11, 28)],
  ['11/28', day(11, 28)],
  ['05/11/25', day(11, 5, 2025)],
  ['2025-11-28', day(11, 28, 2025)],
  ['4242', card('4242')],
  ['•••• 4242', card('4242')],
  ['card ending in 4242', card('4242')],
  ['Cartão final 4242', card('4242')],
  ['31.20 nov 28', { ...day(11, 28), amountCents: 3_120 }],
  ['28/11, $31.20', { ...day(11, 28), amountCents: 3_120 }],
  ['4242 28/11 31,20', { ...day(11, 28), amountCents: 3_120, cardLast4: '4242' }],
])('%s', (typed, facts) => {
  expect(readSearchFacts(typed)).toEqual(facts);
});

test.each([
  '',
  'ana@mail.example',
  '31',
  '31.2',
  '0.00',
  '10.20.30.40',
  '$99,999,999.00',
  '32/11',
  '30/02',
  '13/13',
  // No year of PostgreSQL, and none of an order.
  '0000-01-01',
  '28/11/0000',
  'marina 12',
  'nov',
  '31.20 41.20',
  '31.20 ana',
  '12345',
])('%s is a text', (typed) => {
  expect(readSearchFacts(typed)).toBeNull();
});

describe('a day without a year', () => {
  test.each([
    ['nov 28', '2026-11-28', '2026-11-28'],
    ['nov 29', '2026-11-28', '2025-11-29'],
    ['feb 29', '2027-03-01', '2024-02-29'],
    ['feb 29', '2104-02-28', '2096-02-29'],
  ])('%s on %s is %s', (typed, today, expected) => {
    const found = readSearchFacts(typed)?.day;
    expect(found && completeDay(found, today)).toBe(expected);
  });
});

test('only four digits alone are a text, too', () => {
  const isExact = (typed: string) => readOrderSearch(typed).isExact;
  expect(['4242', '31.20', '28/11', '2025-11-28', 'card 4242'].map(isExact)).toEqual([false, true, true, true, true]);
});
