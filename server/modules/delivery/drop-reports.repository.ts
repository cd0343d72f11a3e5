// SQL of the drops that buyers report. The caller holds the order, so that reports get distinct numbers.
import { and, asc, desc, eq, getTableColumns, inArray, sql } from 'drizzle-orm';
import type { DropState } from '../../../contract/guarantee.ts';
import { dbNow, type Queryable, type Tx } from '../../database/database.ts';
import type { DispatchKey } from '../dispatch/dispatch.repository.ts';
import { dispatches } from '../dispatch/dispatch.schema.ts';
import { providers } from '../providers/providers.schema.ts';
import { dropReports } from './delivery.schema.ts';

export type DropReport = typeof dropReports.$inferSelect;
type LinkFacts = Pick<
  typeof dispatches.$inferSelect,
  'postLink' | 'completedAt' | 'quantity' | 'serviceId' | 'providerOrderId'
>;
export type ReportedDrop = DropReport & { [K in keyof LinkFacts]: LinkFacts[K] | null } & {
  providerName: string | null;
};
/** Newest first. */
export async function listOrderReports(at: Queryable, orderIds: readonly string[]): Promise<DropReport[]> {
  return at
    .select()
    .from(dropReports)
    .where(inArray(dropReports.orderId, [...orderIds]))
    .orderBy(desc(dropReports.number));
}

export async function findLast(at: Queryable, { orderId, position }: DispatchKey): Promise<DropReport | null> {
  const [found] = await at
    .select()
    .from(dropReports)
    .where(and(eq(dropReports.orderId, orderId), eq(dropReports.position, position)))
    .orderBy(desc(dropReports.number))
    .limit(1);
  return found ?? null;
}

/** In the order of the key, after this one. With the post as it is now: without one while its rest is moved. */
export async function listReports(
  db: Queryable,
  after: Pick<DropReport, 'orderId' | 'number'> | null,
  limit: number,
): Promise<ReportedDrop[]> {
  const { postLink, completedAt, quantity, serviceId, providerOrderId } = dispatches;
  const link = { postLink, completedAt, quantity, serviceId, providerOrderId, providerName: providers.name };
  return db
    .select({ ...getTableColumns(dropReports), ...link })
    .from(dropReports)
    .leftJoin(
      dispatches,
      and(eq(dispatches.orderId, dropReports.orderId), eq(dispatches.position, dropReports.position)),
    )
    .leftJoin(providers, eq(providers.id, dispatches.providerId))
    .where(
      after ? sql`(${dropReports.orderId}, ${dropReports.number}) > (${after.orderId}, ${after.number})` : undefined,
    )
    .orderBy(asc(dropReports.orderId), asc(dropReports.number))
    .limit(limit);
}

export async function add(tx: Tx, { orderId, position }: DispatchKey): Promise<void> {
  const number = sql`(select coalesce(max(d.number), 0) + 1 from ${dropReports} d where d.order_id = ${orderId})`;
  const times = { reportedAt: dbNow(tx), changedAt: dbNow(tx) };
  await tx.insert(dropReports).values({ orderId, number, position, state: 'reported', ...times });
}

export async function change(
  tx: Tx,
  { orderId, number }: DropReport,
  state: DropState,
  reason: string | null,
): Promise<void> {
  await tx
    .update(dropReports)
    .set({ state, reason, changedAt: dbNow(tx) })
    .where(and(eq(dropReports.orderId, orderId), eq(dropReports.number, number)));
}
