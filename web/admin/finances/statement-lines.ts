// The lines of the statement, and how a figure is written that is not final.
import type { AnswerFor } from '../../../contract/index.ts';
import { minusSign } from '../../../contract/numbers.ts';
import { dash, formatPercent } from '../analytics/rate.ts';
import { formatDollars } from '../dollars.ts';
import { tabPath } from '../paths.ts';
import type { Texts } from '../texts/texts.ts';

export type Statement = AnswerFor<'GET /api/admin/finances'>;
export type StatementColumn = Statement['columns'][number];
export type Figures = StatementColumn['figures'];
type LineName = keyof Texts['finances']['lines'];
type Words = Texts['finances'];

export const comparisons = ['year', 'before', 'none'] as const;
export type Comparison = (typeof comparisons)[number];

/** atLeast: a cost is missing. estimate: a part is an estimate. atMost: what is left once all costs are known. */
export type Mark = 'atLeast' | 'estimate' | 'atMost' | null;

export type Line = {
  name: LineName;
  /** Dollars; null: it has no value. */
  value: (figures: Figures) => number | null;
  look?: 'cost' | 'part' | 'sum' | 'kept' | 'share';
  mark?: (figures: Figures, unsentOrders: number) => Mark;
  /** The payment state by which the order list shows the orders of the figure; empty: all orders of the days. */
  payment?: string;
};

/** What a figure needs to be marked. */
type Known = Pick<Figures, 'unknown_costs' | 'estimated_costs' | 'unknown_fees' | 'estimated_fees'> &
  Partial<Pick<Figures, 'unknown_other_costs'>>;

export const costMark = (figures: Known, unsentOrders: number): Mark => {
  if (figures.unknown_costs + unsentOrders > 0) return 'atLeast';
  return figures.estimated_costs > 0 ? 'estimate' : null;
};
/** Groups have no other costs. */
export const otherMark = ({ unknown_other_costs: count = 0 }: Known): Mark => (count > 0 ? 'atLeast' : null);
export const feeMark = (figures: Known): Mark => {
  if (figures.unknown_fees > 0) return 'atLeast';
  return figures.estimated_fees > 0 ? 'estimate' : null;
};
export const keptMark = (figures: Known, unsentOrders: number): Mark => {
  const marks = [costMark(figures, unsentOrders), feeMark(figures), otherMark(figures)];
  if (marks.includes('atLeast')) return 'atMost';
  return marks.includes('estimate') ? 'estimate' : null;
};

export const lines: readonly Line[] = [
  { name: 'sales', value: ({ sales }) => sales, payment: '' },
  { name: 'refunds', value: ({ refunds }) => refunds, look: 'cost', payment: 'refunded' },
  { name: 'disputes', value: ({ disputes }) => disputes, look: 'cost', payment: 'disputed' },
  { name: 'net_sales', value: ({ net_sales }) => net_sales, look: 'sum' },
  { name: 'provider_cost', value: ({ provider_cost }) => provider_cost, look: 'cost', mark: costMark },
  { name: 'fees', value: ({ fees }) => fees, look: 'cost', mark: feeMark },
  { name: 'other_costs', value: ({ other_costs }) => other_costs, look: 'cost', mark: otherMark },
  { name: 'ads', value: ({ costs_by_kind }) => costs_by_kind.ads, look: 'part' },
  { name: 'hosting', value: ({ costs_by_kind }) => costs_by_kind.hosting, look: 'part' },
  { name: 'other', value: ({ costs_by_kind }) => costs_by_kind.other, look: 'part' },
  { name: 'kept', value: ({ kept }) => kept, look: 'kept', mark: keptMark },
  { name: 'share_kept', value: ({ share_kept }) => share_kept, look: 'share' },
];

/** Costs with a minus; a dash for nothing. */
export function formatValue({ look }: Line, value: number | null): string {
  if (value === null) return dash;
  if (look === 'share') return formatPercent(value);
  if (value === 0 && look !== 'kept' && look !== 'sum') return dash;
  const isCost = look === 'cost' || look === 'part';
  return isCost && value > 0 ? `${minusSign}${formatDollars(value)}` : formatDollars(value);
}

/** The title of a column. A running one has its days. */
export function titleOf(step: Statement['step'], column: StatementColumn, words: Words, dates: Texts['dates']): string {
  const [year = '', month = ''] = column.from.split('-');
  if (column.running && step !== 'day') return dates.span(column.from, column.to);
  switch (step) {
    case 'day':
      return dates.short(column.from);
    case 'week':
      return words.weekFrom(dates.short(column.from));
    case 'month':
      return words.month(column.from);
    case 'quarter':
      return words.quarter(Math.ceil(Number(month) / 3), year);
    default:
      return year;
  }
}

/** The order list of the days. It has orders by the day they were placed, most of which were paid on the same day. */
export function ordersPathOf({ payment }: Line, { from, to }: { from: string; to: string }): string {
  return `${tabPath('orders')}&${new URLSearchParams({ ...(payment ? { payment } : {}), from, to })}`;
}

/** Without payments and other costs. */
export function hasNothing({ paid, other_costs, unknown_other_costs }: Figures): boolean {
  return paid === 0 && other_costs === 0 && unknown_other_costs === 0;
}
