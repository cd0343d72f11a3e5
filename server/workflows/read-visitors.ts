// The figures of visits beside those of orders. They may come from a replica.
import { plainHost } from '../../contract/visit-source.ts';
import type { StoreContext } from '../context.ts';
import { orderFiguresFrom } from '../modules/analytics/analytics.repository.ts';
import {
  type Dashboard,
  readBreakdown,
  readDashboard,
  readOrders,
  type VisitorBreakdown,
} from '../modules/visitors/dashboard.ts';
import type { VisitFilter } from '../modules/visitors/visit-breakdown.repository.ts';
import type { PeriodName } from '../modules/visitors/visit-figures.repository.ts';

/** Visits of a period, in days of the store, with the orders of the same period. */
export function readVisitorDashboard({ replicaReads }: StoreContext, period: PeriodName): Promise<Dashboard> {
  return replicaReads.run((from) => readDashboard(from, orderFiguresFrom(from.db), period));
}

/** Without the store's own pages among the referrers. With the orders of the same period. */
export function readVisitorBreakdown(
  { config, replicaReads }: StoreContext,
  period: PeriodName,
  filter: VisitFilter,
): Promise<VisitorBreakdown> {
  const ownHost = plainHost(new URL(config.publicUrl).hostname);
  return replicaReads.run(async (from) => {
    const [figures, orders] = await Promise.all([
      readBreakdown(from, period, filter, ownHost),
      readOrders(from, orderFiguresFrom(from.db), period, filter),
    ]);
    return { ...figures, orders };
  });
}
