// The figures of a statement from the sums of its days.
import type { OtherCostKind } from '../../../contract/finance-rules.ts';
import type { AnswerFor } from '../../../contract/index.ts';
import { dollarsFromCents } from '../../../contract/money.ts';
import type { Queryable } from '../../database/database.ts';
import type { Span } from './periods.ts';
import { countUnsent, type OtherCostSums, readSpans, type SpanSums } from './statement.repository.ts';

type Figures = AnswerFor<'GET /api/admin/finances'>['total']['figures'];

export const noCosts: OtherCostSums = { ads: 0, hosting: 0, other: 0 };
const noSums: SpanSums = {
  paid: 0,
  salesCents: 0,
  refundedCents: 0,
  disputedCents: 0,
  feeCents: 0,
  knownFees: 0,
  estimatedFees: 0,
  costCents: 0,
  estimatedCosts: 0,
  unknownCosts: 0,
  otherCents: noCosts,
  unknownOtherCosts: 0,
};

export function toFigures(sums: SpanSums = noSums): Figures {
  const { otherCents } = sums;
  const cents = keptCents(sums);
  const dollars = dollarsFromCents;
  return {
    paid: sums.paid,
    sales: dollars(sums.salesCents),
    refunds: dollars(sums.refundedCents),
    disputes: dollars(sums.disputedCents),
    net_sales: dollars(cents.net),
    provider_cost: dollars(cents.cost),
    fees: dollars(sums.feeCents),
    other_costs: dollars(cents.other),
    costs_by_kind: {
      ads: dollars(otherCents.ads),
      hosting: dollars(otherCents.hosting),
      other: dollars(otherCents.other),
    },
    kept: dollars(cents.kept),
    share_kept: cents.net > 0 ? Math.round((cents.kept / cents.net) * 1_000) / 10 : null,
    estimated_costs: sums.estimatedCosts,
    unknown_costs: sums.unknownCosts,
    estimated_fees: sums.estimatedFees,
    unknown_fees: Math.max(0, sums.paid - sums.knownFees),
    unknown_other_costs: sums.unknownOtherCosts,
  };
}

function keptCents({ salesCents, refundedCents, disputedCents, feeCents, costCents, otherCents }: SpanSums) {
  const net = salesCents - refundedCents - disputedCents;
  const other = otherCents.ads + otherCents.hosting + otherCents.other;
  return { net, cost: costCents, other, kept: net - costCents - feeCents - other };
}

type Amount = Exclude<keyof Figures, 'costs_by_kind' | 'share_kept'>;

/** The total adds up the columns as they are shown. */
export function addUp(columns: readonly Figures[]): Figures {
  const sum = (read: (figures: Figures) => number) =>
    Math.round(columns.reduce((all, one) => all + read(one) * 100, 0)) / 100;
  const amounts = (Object.keys(toFigures()) as (keyof Figures)[]).filter(
    (name): name is Amount => name !== 'costs_by_kind' && name !== 'share_kept',
  );
  const added = Object.fromEntries(amounts.map((name) => [name, sum((figures) => figures[name])])) as Record<
    Amount,
    number
  >;
  const byKind = (kind: OtherCostKind) => sum((figures) => figures.costs_by_kind[kind]);
  return {
    ...added,
    costs_by_kind: { ads: byKind('ads'), hosting: byKind('hosting'), other: byKind('other') },
    share_kept: added.net_sales > 0 ? Math.round((added.kept / added.net_sales) * 1_000) / 10 : null,
  };
}

/** For a digest. `isKeptOpen`: a cost of these days is not known yet. */
export async function readKept(db: Queryable, span: Span): Promise<{ keptCents: number; isKeptOpen: boolean }> {
  const [[sums = noSums], [unsent = 0]] = await Promise.all([readSpans(db, [span]), countUnsent(db, [span])]);
  const { unknown_costs, unknown_fees, unknown_other_costs } = toFigures(sums);
  const open = unknown_costs + unknown_fees + unknown_other_costs + unsent;
  return { keptCents: keptCents(sums).kept, isKeptOpen: open > 0 };
}
