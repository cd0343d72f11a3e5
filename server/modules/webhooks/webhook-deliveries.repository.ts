// SQL of deliveries to endpoints: enqueue, claim, store the result, delete.
import { and, desc, eq, ne, type SQL, sql } from 'drizzle-orm';
import { dbNow, type Queryable, type Tx } from '../../database/database.ts';
import type { TimePosition } from '../../platform/time-cursor.ts';
import { webhookDeliveries, webhookEndpoints } from './webhooks.schema.ts';

export type DeliveryRow = typeof webhookDeliveries.$inferSelect;
export type ListedDelivery = Omit<DeliveryRow, 'payload' | 'claimId' | 'claimedAt'> & { url: string };
type DueDelivery = Pick<DeliveryRow, 'id' | 'endpointId' | 'event' | 'orderId' | 'payload'>;
export type DeliveryFilter = { webhook?: string | undefined; only?: 'undelivered' | undefined };

const keptDays = 30;
const forgottenAtOnce = 5_000;

const listed = {
  id: webhookDeliveries.id,
  endpointId: webhookDeliveries.endpointId,
  event: webhookDeliveries.event,
  orderId: webhookDeliveries.orderId,
  state: webhookDeliveries.state,
  attempts: webhookDeliveries.attempts,
  nextAttemptAt: webhookDeliveries.nextAttemptAt,
  lastStatus: webhookDeliveries.lastStatus,
  lastError: webhookDeliveries.lastError,
  createdAt: webhookDeliveries.createdAt,
  deliveredAt: webhookDeliveries.deliveredAt,
  url: webhookEndpoints.url,
};

const { id } = webhookDeliveries;

function withUrl(db: Queryable) {
  return db
    .select(listed)
    .from(webhookDeliveries)
    .innerJoin(webhookEndpoints, eq(webhookEndpoints.id, webhookDeliveries.endpointId))
    .$dynamic();
}

export async function owe(at: Queryable, owed: DueDelivery[]): Promise<void> {
  const times = { createdAt: dbNow(at), nextAttemptAt: dbNow(at) };
  await at.insert(webhookDeliveries).values(owed.map((one) => ({ ...one, state: 'waiting' as const, ...times })));
}

/** Locks until the end of the transaction. `stale`: the claim is older than `staleSeconds`. */
export async function lockDelivery(
  tx: Tx,
  of: string,
  staleSeconds: number,
): Promise<(DeliveryRow & { stale: boolean }) | null> {
  const stale = sql<boolean>`coalesce(${webhookDeliveries.claimedAt}
    < ${dbNow(tx)} - ${staleSeconds} * interval '1 second', true)`;
  const [found] = await tx
    .select({ delivery: webhookDeliveries, stale })
    .from(webhookDeliveries)
    .where(eq(id, of))
    .for('update');
  return found ? { ...found.delivery, stale: found.stale } : null;
}

export async function claim(tx: Tx, of: string, claimId: string): Promise<void> {
  await tx
    .update(webhookDeliveries)
    .set({
      state: 'sending',
      claimId,
      nextAttemptAt: null,
      claimedAt: dbNow(tx),
      attempts: sql`${webhookDeliveries.attempts} + 1`,
    })
    .where(eq(id, of));
}

export async function changeDelivery(
  tx: Tx,
  of: string,
  change: { [K in keyof DeliveryRow]?: DeliveryRow[K] | SQL },
): Promise<void> {
  // The caller holds the row lock.
  await tx.update(webhookDeliveries).set(change).where(eq(id, of));
}

export async function findListed(db: Queryable, of: string): Promise<ListedDelivery | null> {
  const [found] = await withUrl(db).where(eq(id, of));
  return found ?? null;
}

export async function listDeliveries(
  db: Queryable,
  { webhook, only }: DeliveryFilter,
  { after, limit }: { after: TimePosition | null; limit: number },
): Promise<ListedDelivery[]> {
  const older = after
    ? sql`(${webhookDeliveries.createdAt}, ${id}) < (${after.createdAt.toISOString()}::timestamptz, ${after.id}::uuid)`
    : undefined;
  return withUrl(db)
    .where(
      and(
        webhook ? eq(webhookDeliveries.endpointId, webhook) : undefined,
        only ? ne(webhookDeliveries.state, 'delivered') : undefined,
        older,
      ),
    )
    .orderBy(desc(webhookDeliveries.createdAt), desc(id))
    .limit(limit);
}

export async function purge(db: Queryable): Promise<void> {
  for (;;) {
    // In small steps, oldest first.
    const gone = await db.execute(sql`
      delete from ${webhookDeliveries} where id in (
        select id from ${webhookDeliveries} where created_at < ${dbNow(db)} - ${keptDays} * interval '1 day'
        order by created_at limit ${forgottenAtOnce})`);
    if ((gone.rowCount ?? 0) < forgottenAtOnce) return;
  }
}
