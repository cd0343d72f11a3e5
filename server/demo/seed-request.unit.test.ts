import { expect, test } from 'vitest';
import { readSeedRequest } from './seed-request.ts';

test('both spellings of an option are read', () => {
  expect(readSeedRequest(['--orders', '1000', '--visits=20', '--seed', '7'])).toEqual({
    orderCount: 1000,
    visitCount: 20,
    seed: 7,
  });
  expect(readSeedRequest(['--orders', '10000000'])).toEqual({ orderCount: 10_000_000, visitCount: 0, seed: undefined });
});

test.each(['-1', '1.5', '1e3', 'many', '', '10000001', '١'])('%j is no number of orders', (text) => {
  expect(() => readSeedRequest(['--orders', text])).toThrow('--orders must be a whole number from 0 to 10,000,000.');
});

test('what cannot be meant is refused with how it is used', () => {
  expect(() => readSeedRequest([])).toThrow('Nothing is asked for. Use: npm run seed -- --orders N --visits N');
  expect(() => readSeedRequest(['--order', '5'])).toThrow('There is no option --order.');
  expect(() => readSeedRequest(['--orders', '5', '--orders', '6'])).toThrow('--orders is given twice.');
  expect(() => readSeedRequest(['--orders'])).toThrow('--orders must be a whole number');
});
