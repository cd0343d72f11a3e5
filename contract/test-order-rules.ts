// Validates the numbers of a provider test order. The page checks them before the confirmation, the server again.
import { countText } from './count-text.ts';
import { defaultLanguage } from './languages.ts';

export const testOrderMax = 1_000_000_000;

/** As typed or as sent; empty and undefined both mean "not given". */
export type TestOrderNumbers = {
  quantity: string | number;
  runs?: string | number | undefined;
  interval?: string | number | undefined;
};

export type TestOrderProblem = { field: 'quantity' | 'runs' | 'interval'; message: string };

/**
 * The first violated rule, or null. The provider repeats the whole quantity in every run and charges for all of them.
 */
export function checkTestOrder({ quantity, runs, interval }: TestOrderNumbers): TestOrderProblem | null {
  const given = Object.entries({ quantity, runs, interval }).filter(([, value]) => isGiven(value));
  for (const [name, value] of given) {
    if (countFrom(value) === null) return problem(name as TestOrderProblem['field'], outOfRange(labels[name] ?? name));
  }
  if (isGiven(runs) && !isGiven(interval)) return problem('interval', 'Enter the interval between runs in minutes.');
  if (isGiven(interval) && !isGiven(runs)) return problem('runs', 'Enter the number of runs, or clear the interval.');
  if (testOrderTotal({ quantity, runs }) > testOrderMax) return problem('runs', outOfRange('Quantity times runs'));
  return null;
}

/** The total quantity that the provider delivers and charges. Expects valid numbers. */
export function testOrderTotal({ quantity, runs }: Pick<TestOrderNumbers, 'quantity' | 'runs'>): number {
  return Number(quantity) * (isGiven(runs) ? Number(runs) : 1);
}

const labels: Record<string, string> = { quantity: 'Quantity', runs: 'Runs', interval: 'Interval' };

const outOfRange = (what: string) =>
  `${what} must be a whole number from 1 to ${countText(testOrderMax, defaultLanguage)}.`;

const isGiven = (value: string | number | undefined) => value !== undefined && String(value).trim() !== '';

function problem(field: TestOrderProblem['field'], message: string): TestOrderProblem {
  return { field, message };
}

function countFrom(value: string | number | undefined): number | null {
  const text = String(value).trim();
  const count = /^\d{1,10}$/.test(text) ? Number(text) : 0;
  return count >= 1 && count <= testOrderMax ? count : null;
}
