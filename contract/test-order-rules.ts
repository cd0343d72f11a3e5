// Validates the numbers of a provider test order. The page checks them before the confirmation, the server again.
import { type StoreMessage, storeMessage } from './store-messages.ts';

export const testOrderMax = 1_000_000_000;

/** As typed or as sent; empty and undefined both mean "not given". */
export type TestOrderNumbers = {
  quantity: string | number;
  runs?: string | number | undefined;
  interval?: string | number | undefined;
};

type Field = 'quantity' | 'runs' | 'interval';
export type TestOrderProblem = { field: Field; reason: StoreMessage };

/**
 * The first violated rule, or null. The provider repeats the whole quantity in every run and charges for all of them.
 */
export function checkTestOrder({ quantity, runs, interval }: TestOrderNumbers): TestOrderProblem | null {
  const given = Object.entries({ quantity, runs, interval }).filter(([, value]) => isGiven(value));
  for (const [name, value] of given) {
    if (countFrom(value) === null) return outOfRange(name as Field, name as Field);
  }
  if (isGiven(runs) && !isGiven(interval)) return { field: 'interval', reason: { code: 'test_interval_missing' } };
  if (isGiven(interval) && !isGiven(runs)) return { field: 'runs', reason: { code: 'test_runs_missing' } };
  if (testOrderTotal({ quantity, runs }) > testOrderMax) return outOfRange('runs', 'total');
  return null;
}

/** The total quantity that the provider delivers and charges. Expects valid numbers. */
export function testOrderTotal({ quantity, runs }: Pick<TestOrderNumbers, 'quantity' | 'runs'>): number {
  return Number(quantity) * (isGiven(runs) ? Number(runs) : 1);
}

const isGiven = (value: string | number | undefined) => value !== undefined && String(value).trim() !== '';

function outOfRange(field: Field, number: Field | 'total'): TestOrderProblem {
  return { field, reason: storeMessage('test_number_range', { number, most: testOrderMax }) };
}

function countFrom(value: string | number | undefined): number | null {
  const text = String(value).trim();
  const count = /^\d{1,10}$/.test(text) ? Number(text) : 0;
  return count >= 1 && count <= testOrderMax ? count : null;
}
