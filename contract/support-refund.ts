// The refunds that a support admin may make. Pure, without zod: the form uses it too.

/** Dollars with at most two decimals. `largest`: one refund. `per_day`: the sum of one admin in 24 hours. */
export type SupportRefund = { largest: number; per_day: number };

export const firstSupportRefund: SupportRefund = { largest: 20, per_day: 100 };

export const supportRefundTitles: Record<keyof SupportRefund, string> = {
  largest: 'Largest refund by support',
  per_day: 'Refunds by one support admin in 24 hours',
};

/** Dollars. */
export const mostSupportRefund = 100_000;
