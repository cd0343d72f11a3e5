import { and, asc, desc, eq, gte, inArray, isNull, lt, ne, sql } from 'drizzle-orm';
import { type Database, dbNow, type Queryable, type Tx } from '../../database/database.ts';
import { byOrder, type LedgerEntry } from './ledger-totals.ts';
import { paymentAttempts, paymentEvents, reconciliationDifferences, reconciliations } from './payments.schema.ts';

export type Reconciliation = typeof reconciliations.$inferSelect;
export type FoundDifference = Omit<typeof reconciliationDifferences.$inferSelect, 'reconciliationId'>;
export type ComparedAttempt = typeof paymentAttempts.$inferSelect;

/** With the cause of the entry. */
export type SourcedEntry = LedgerEntry & { source: string };

/** An unfinished run without progress for this long starts again: its first results are too old. */
const resumableHours = 20;

/** The unfinished run of these days, or a new one. */
export async function begin(database: Database, fromDay: string, toDay: string): Promise<Reconciliation> {
  const days = and(eq(reconciliations.fromDay, fromDay), eq(reconciliations.toDay, toDay));
  return database.transaction(async (tx) => {
    // Ends runs that stopped too long ago.
    await tx
      .delete(reconciliations)
      .where(
        and(
          eq(reconciliations.state, 'running'),
          sql`${reconciliations.updatedAt} < ${database.now()} - ${resumableHours} * interval '1 hour'`,
        ),
      );
    await tx
      .insert(reconciliations)
      .values({ fromDay, toDay, state: 'running', startedAt: database.now(), updatedAt: database.now() })
      .onConflictDoNothing();
    const [found] = await tx
      .select()
      .from(reconciliations)
      .where(and(days, eq(reconciliations.state, 'running')));
    if (!found) throw new Error('A reconciliation that was begun is not there.');
    return found;
  });
}

export async function nextAttempts(db: Queryable, run: Reconciliation, limit: number): Promise<ComparedAttempt[]> {
  const { afterOpenedAt, afterOrderId, afterNumber } = run;
  return db
    .select()
    .from(paymentAttempts)
    .where(
      and(
        // No gateway has these.
        ne(paymentAttempts.gateway, 'manual'),
        gte(paymentAttempts.openedAt, sql`${run.fromDay}::date::timestamp at time zone 'UTC'`),
        lt(paymentAttempts.openedAt, sql`(${run.toDay}::date + 1)::timestamp at time zone 'UTC'`),
        afterOpenedAt
          ? sql`(${paymentAttempts.openedAt}, ${paymentAttempts.orderId}, ${paymentAttempts.number})
              > (${afterOpenedAt.toISOString()}::timestamptz, ${afterOrderId}, ${afterNumber}::smallint)`
          : undefined,
      ),
    )
    .orderBy(asc(paymentAttempts.openedAt), asc(paymentAttempts.orderId), asc(paymentAttempts.number))
    .limit(limit);
}

export async function readLedgers(db: Queryable, orderIds: readonly string[]): Promise<Map<string, SourcedEntry[]>> {
  const entries = await db
    .select()
    .from(paymentEvents)
    .where(inArray(paymentEvents.orderId, [...new Set(orderIds)]))
    .orderBy(asc(paymentEvents.orderId), asc(paymentEvents.id));
  return byOrder(entries);
}

/** Null: another process advanced the run first, and nothing was written. */
export async function advance(
  tx: Tx,
  run: Reconciliation,
  taken: { compared: number; last: ComparedAttempt },
  differences: FoundDifference[],
): Promise<Reconciliation | null> {
  // Only when no other process advanced it.
  const [moved] = await tx
    .update(reconciliations)
    .set({
      compared: sql`${reconciliations.compared} + ${taken.compared}`,
      afterOpenedAt: taken.last.openedAt,
      afterOrderId: taken.last.orderId,
      afterNumber: taken.last.number,
      problem: null,
      updatedAt: dbNow(tx),
    })
    .where(
      and(
        eq(reconciliations.id, run.id),
        eq(reconciliations.state, 'running'),
        run.afterOrderId === null
          ? isNull(reconciliations.afterOrderId)
          : and(
              eq(reconciliations.afterOrderId, run.afterOrderId),
              eq(reconciliations.afterNumber, run.afterNumber ?? 0),
            ),
      ),
    )
    .returning();
  if (!moved) return null;
  if (differences.length > 0) {
    await tx
      .insert(reconciliationDifferences)
      .values(differences.map((difference) => ({ ...difference, reconciliationId: run.id })))
      .onConflictDoNothing();
  }
  return moved;
}

export async function change(
  at: Queryable,
  id: number,
  change: Partial<Pick<Reconciliation, 'state' | 'problem'>>,
): Promise<Reconciliation | null> {
  const [changed] = await at
    .update(reconciliations)
    .set({ ...change, updatedAt: dbNow(at) })
    .where(and(eq(reconciliations.id, id), eq(reconciliations.state, 'running')))
    .returning();
  return changed ?? null;
}

export async function find(db: Queryable, id: number): Promise<Reconciliation | null> {
  const [found] = await db.select().from(reconciliations).where(eq(reconciliations.id, id));
  return found ?? null;
}

export async function findLast(db: Queryable): Promise<Reconciliation | null> {
  const [found] = await db.select().from(reconciliations).orderBy(desc(reconciliations.id)).limit(1);
  return found ?? null;
}

export async function countDifferences(db: Queryable, id: number): Promise<number> {
  return db.$count(reconciliationDifferences, eq(reconciliationDifferences.reconciliationId, id));
}

export async function listDifferences(db: Queryable, id: number, limit: number): Promise<FoundDifference[]> {
  return db
    .select()
    .from(reconciliationDifferences)
    .where(eq(reconciliationDifferences.reconciliationId, id))
    .orderBy(
      asc(reconciliationDifferences.orderId),
      asc(reconciliationDifferences.attemptNumber),
      asc(reconciliationDifferences.kind),
    )
    .limit(limit);
}
