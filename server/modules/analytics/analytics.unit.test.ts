import { expect, test } from 'vitest';
import { distribution, maskedEmail } from './analytics.routes.ts';

test.each([
  ['ana.lima@mail.example', 'an***@mail.example'],
  ['a@mail.example', 'a***@mail.example'],
  ['ab@mail.example', 'ab***@mail.example'],
  ['"odd@name"@mail.example', '"o***@mail.example'],
  ['@mail.example', '***@mail.example'],
  ['no address', '***'],
])('A-61, ADM-ANA-9: %s is shown as %s', (email, shown) => {
  expect(maskedEmail(email)).toBe(shown);
});

test('DATA-14, A-61: shares of all have one decimal and follow the way of an order; unknown statuses come last', () => {
  const counts = [
    { status: 'failed', count: 1 },
    { status: 'lost', count: 1 },
    { status: 'pending', count: 4 },
    { status: 'paid', count: 1 },
  ];
  expect(distribution(counts)).toEqual([
    { status: 'pending', count: 4, percentage: 57.1 },
    { status: 'paid', count: 1, percentage: 14.3 },
    { status: 'failed', count: 1, percentage: 14.3 },
    { status: 'lost', count: 1, percentage: 14.3 },
  ]);
  expect(distribution([])).toEqual([]);
});
