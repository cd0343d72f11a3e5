import { describe, expect, test } from 'vitest';
import { englishMessage } from './message-texts/english-message.ts';
import { checkTestOrder, testOrderTotal } from './test-order-rules.ts';

describe('the numbers of a test order', () => {
  test.each([
    [{ quantity: '100', runs: '', interval: '' }, 100],
    [{ quantity: ' 100 ' }, 100],
    [{ quantity: 100, runs: 2, interval: 60 }, 200],
    [{ quantity: '1000000000', runs: '1', interval: '1' }, 1_000_000_000],
  ])('A-72: %j is accepted, and its total is %i', (numbers, total) => {
    expect(checkTestOrder(numbers)).toBeNull();
    expect(testOrderTotal(numbers)).toBe(total);
  });

  test.each([
    [{ quantity: '-1' }, 'quantity', 'Quantity must be a whole number from 1 to 1,000,000,000.'],
    [{ quantity: '0' }, 'quantity', 'Quantity must be'],
    [{ quantity: '2.5' }, 'quantity', 'Quantity must be'],
    [{ quantity: '1e3' }, 'quantity', 'Quantity must be'],
    [{ quantity: '1000000001' }, 'quantity', 'Quantity must be'],
    [{ quantity: '100', runs: '0', interval: '5' }, 'runs', 'Runs must be a whole number'],
    [{ quantity: '100', runs: '2', interval: '1.5' }, 'interval', 'Interval must be a whole number'],
    [{ quantity: '100', runs: '2' }, 'interval', 'Enter the interval between runs in minutes.'],
    [{ quantity: '100', interval: '60' }, 'runs', 'Enter the number of runs, or clear the interval.'],
    [{ quantity: '1000000000', runs: '2', interval: '60' }, 'runs', 'Quantity times runs must be a whole number'],
  ])('ADM-API-26: %j is refused for its %s', (numbers, field, message) => {
    const found = checkTestOrder(numbers);
    expect(found?.field).toBe(field);
    expect(found && englishMessage(found.reason)).toContain(message);
  });
});
