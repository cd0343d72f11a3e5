// The refunds that a support admin may make. Pure, without zod: the form uses it too.
import { centsFromDollars } from './cents-from-dollars.ts';

/** Dollars with at most two decimals. `largest`: one refund. `per_day`: the sum of one admin in 24 hours. */
export type SupportRefund = { largest: number; per_day: number };

export const firstSupportRefund: SupportRefund = { largest: 20, per_day: 100 };

export const supportRefundTitles: Record<keyof SupportRefund, string> = {
  largest: 'Largest refund by support',
  per_day: 'Refunds by one support admin in 24 hours',
};

/** Dollars. */
const mostDollars = 100_000;

/** The message for an invalid limit, or null. Zero: no refunds by support. */
export function supportRefundProblem(dollars: number): string | null {
  if (centsFromDollars(dollars) !== null && dollars >= 0 && dollars <= mostDollars) return null;
  return 'Enter an amount from $0.00 to $100,000.00, with at most two decimals.';
}
