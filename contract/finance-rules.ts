// The steps of the statement, the kinds of other costs, and their limits. Pure, without zod: the pages use it too.

/** The length of a column of the statement. A week begins on Monday. */
export const statementSteps = ['day', 'week', 'month', 'quarter', 'year'] as const;
export type StatementStep = (typeof statementSteps)[number];

/** Columns of a statement: at most a year of months, and what a screen shows. */
export const mostColumns = 12;
export const usualColumns = 6;

export const otherCostKinds = ['ads', 'hosting', 'other'] as const;
export type OtherCostKind = (typeof otherCostKinds)[number];

/** Amounts in their own currency. */
export const otherCostLimits = { least: 0.01, most: 1_000_000, note: 200, source: 100 } as const;

/** Characters of the name of a currency: a code, or whatever a provider names its own. */
export const longestCurrency = 40;

/** Of a rate: what one unit of a currency is worth in USD. */
const rateLimits = { least: 0.000_000_01, most: 100_000, decimals: 8 } as const;

export function isRate(usd: number): boolean {
  const { least, most, decimals } = rateLimits;
  return usd >= least && usd <= most && Number(usd.toFixed(decimals)) === usd;
}

/**
 * What an import does with a line beside a saved cost of its day, kind and source. Without a choice nothing is saved while there
 * is such a line.
 */
export const besideSaved = ['add', 'replace'] as const;
export type BesideSaved = (typeof besideSaved)[number];

/** Of a file with other costs. */
export const costFileLimits = { characters: 200_000, lines: 2_000, columns: 40, problems: 100, shown: 20 } as const;

/** The columns that a file of costs can have. `kind` may be missing: every line is then of one kind. */
export const costColumns = ['day', 'amount', 'kind', 'source', 'note', 'currency'] as const;
export type CostColumn = (typeof costColumns)[number];

/** The order of day, month and year in a file. */
export const dayOrders = ['ymd', 'dmy', 'mdy'] as const;
export type DayOrder = (typeof dayOrders)[number];
