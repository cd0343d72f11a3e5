// SQL of refunds. The order of a refund is always locked first; the database limits their sum to the captured amount.
import { and, asc, eq, inArray, ne, type SQL, sql } from 'drizzle-orm';
import { isSettledRefund, openRefundStates } from '../../../contract/payment-status.ts';
import { dbNow, type Queryable, type Tx } from '../../database/database.ts';
import { refunds } from './payments.schema.ts';

export type RefundRow = typeof refunds.$inferSelect;
/** Age by the database's clock. */
type AgedRefund = RefundRow & { ageSeconds: number };
type NewRefund = Omit<RefundRow, 'createdAt' | 'updatedAt' | 'lookAt' | 'problem' | 'problemCoded' | 'gatewayRefundId'>;

/** Longer than the timeout of a gateway request. */
const firstLookSeconds = 60;

export async function listRefunds(at: Queryable, orderIds: readonly string[]): Promise<RefundRow[]> {
  return at
    .select()
    .from(refunds)
    .where(inArray(refunds.orderId, [...orderIds]))
    .orderBy(asc(refunds.number));
}

/** True while a refund of this order may be in progress (gateway rule 11). The caller holds the order. */
export async function hasOpenRefund(tx: Tx, orderId: string): Promise<boolean> {
  return (await tx.$count(refunds, and(eq(refunds.orderId, orderId), inArray(refunds.state, openRefundStates)))) > 0;
}

/** Cents, without failed refunds, by the admin's email. The caller holds the admin's row lock. */
export async function sumOfLastDay(tx: Tx, requestedBy: string): Promise<number> {
  const [found] = await tx
    .select({ cents: sql<number>`coalesce(sum(${refunds.amountCents}), 0)::float8` })
    .from(refunds)
    .where(
      and(
        eq(refunds.requestedBy, requestedBy),
        sql`${refunds.createdAt} > ${dbNow(tx)} - interval '24 hours'`,
        ne(refunds.state, 'failed'),
      ),
    );
  return found?.cents ?? 0;
}

export async function findRefund(db: Queryable, refundId: string): Promise<AgedRefund | null> {
  const ageSeconds = sql<number>`extract(epoch from ${dbNow(db)} - ${refunds.createdAt})::float8`;
  const [found] = await db.select({ refund: refunds, ageSeconds }).from(refunds).where(eq(refunds.refundId, refundId));
  return found ? { ...found.refund, ageSeconds: found.ageSeconds } : null;
}

export async function lockRefund(tx: Tx, refundId: string): Promise<RefundRow | null> {
  const [found] = await tx.select().from(refunds).where(eq(refunds.refundId, refundId)).for('update');
  return found ?? null;
}

/** The database refuses a sum above the captured amount, as `refunds_within_captured`. */
export async function addRefund(tx: Tx, refund: NewRefund): Promise<RefundRow> {
  const lookAt = isSettledRefund(refund.state) ? null : sql`${dbNow(tx)} + ${firstLookSeconds} * interval '1 second'`;
  // Written before the request to the gateway.
  const [added] = await tx
    .insert(refunds)
    .values({ ...refund, createdAt: dbNow(tx), updatedAt: dbNow(tx), lookAt })
    .returning();
  if (!added) throw new Error('The refund was not written.');
  return added;
}

export async function changeRefund(
  tx: Tx,
  { refundId }: Pick<RefundRow, 'refundId'>,
  change: { [K in keyof RefundRow]?: RefundRow[K] | SQL },
): Promise<RefundRow> {
  // The caller holds the refund's row lock.
  const [changed] = await tx
    .update(refunds)
    .set({ ...change, updatedAt: dbNow(tx) })
    .where(eq(refunds.refundId, refundId))
    .returning();
  if (!changed) throw new Error('The refund to change is gone.');
  return changed;
}

/** Marks them as checked, so that two processes do not query the same ones; the delays grow with the age. */
export async function takeToSettle(db: Queryable, limit: number): Promise<string[]> {
  const due = db
    .select({ refundId: refunds.refundId })
    .from(refunds)
    .where(and(inArray(refunds.state, openRefundStates), sql`${refunds.lookAt} <= ${dbNow(db)}`))
    .orderBy(asc(refunds.lookAt))
    .limit(limit)
    .for('update', { skipLocked: true });
  const age = sql`(${dbNow(db)} - ${refunds.createdAt})`;
  const taken = await db
    .update(refunds)
    .set({
      lookAt: sql`${dbNow(db)} + greatest(interval '1 minute', least(${age} * 0.5, interval '6 hours'))`,
    })
    .where(inArray(refunds.refundId, due))
    .returning({ refundId: refunds.refundId });
  return taken.map(({ refundId }) => refundId);
}
