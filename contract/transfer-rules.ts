// The file of a bank, and what its lines are for the orders that wait for a transfer. Pure, without zod: the pages use it too.

/** `note`: of a decision about a line. `shown`: proposals in one answer. */
export const bankFileLimits = {
  characters: 200_000,
  lines: 2_000,
  columns: 40,
  text: 500,
  shown: 200,
  note: 500,
} as const;

export const bankColumns = ['day', 'amount', 'text'] as const;
export type BankColumn = (typeof bankColumns)[number];

/** Of an account, and of the amount that a buyer was shown. */
export const transferCurrencies = ['USD', 'BRL'] as const;
export type TransferCurrency = (typeof transferCurrencies)[number];

/** Cents of one transfer at most. */
export const mostTransferCents = 100_000_000;

/**
 * What differs from the transfer that the order waits for. deleted: an admin deleted the order, so the line can only be left. late: after its last day, or the order is closed. short, over: another
 * amount. currency: another currency than the buyer was shown. recorded: an admin marked the order as paid already. second:
 * the order is paid otherwise.
 */
export const transferIssues = ['deleted', 'late', 'short', 'over', 'currency', 'recorded', 'second'] as const;
export type TransferIssue = (typeof transferIssues)[number];

/** accepted: the order is paid by it. left: it belongs to no order, or is returned. */
export const lineDecisions = ['accepted', 'left'] as const;
export type LineDecision = (typeof lineDecisions)[number];
