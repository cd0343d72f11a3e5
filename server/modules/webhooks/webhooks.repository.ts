// SQL of webhooks: the endpoints that receive order events, and the deliveries to them.
import { and, asc, desc, eq, getTableColumns, isNotNull, isNull, ne, type SQL, sql } from 'drizzle-orm';
import type { WebhookEvent } from '../../../contract/api-access.ts';
import { dbNow, type Queryable, type Tx } from '../../database/database.ts';
import { isOlder, type TimePosition } from '../../platform/cursor.ts';
import { admins } from '../auth/auth.schema.ts';
import { webhookDeliveries, webhookEndpoints } from './webhooks.schema.ts';

const keptDays = 30;
const purgedAtOnce = 5_000;

type Row = typeof webhookEndpoints.$inferSelect;
/** `live`: enabled and not expired. */
export type WebhookRow = Row & { live: boolean };

export type DeliveryRow = typeof webhookDeliveries.$inferSelect;
export type ListedDelivery = Omit<DeliveryRow, 'payload' | 'claimId' | 'claimedAt'> & { url: string };
type DueDelivery = Pick<DeliveryRow, 'id' | 'endpointId' | 'event' | 'orderId' | 'payload'>;
export type DeliveryFilter = { webhook?: string | undefined; only?: 'undelivered' | undefined };

const { id } = webhookEndpoints;
const {
  payload: _payload,
  claimId: _claimId,
  claimedAt: _claimedAt,
  ...deliveryColumns
} = getTableColumns(webhookDeliveries);

function isLive(db: Queryable) {
  return sql<boolean>`(${webhookEndpoints.enabled}
  and coalesce(${webhookEndpoints.expiresAt} > ${dbNow(db)}, true))`;
}

function columns(db: Queryable) {
  return { ...getTableColumns(webhookEndpoints), live: isLive(db) };
}

function endAfter(db: Queryable, lifeDays: number | null): SQL | null {
  return lifeDays === null ? null : sql`${dbNow(db)} + ${lifeDays} * interval '1 day'`;
}

/** With the emails of their admins. */
export async function listEndpoints(db: Queryable): Promise<(WebhookRow & { createdBy: string | null })[]> {
  return db
    .select({ ...columns(db), createdBy: admins.email })
    .from(webhookEndpoints)
    .leftJoin(admins, eq(admins.id, webhookEndpoints.adminId))
    .orderBy(asc(webhookEndpoints.createdAt), asc(id));
}

/** Switches off the endpoints of an admin; returns their IDs. */
export async function disableEndpoints(tx: Tx, adminId: string): Promise<string[]> {
  const disabled = await tx
    .update(webhookEndpoints)
    .set({ enabled: false, failingSince: null })
    .where(and(eq(webhookEndpoints.adminId, adminId), eq(webhookEndpoints.enabled, true)))
    .returning({ id });
  return disabled.map((row) => row.id);
}

export async function findEmail(at: Queryable, adminId: string | null): Promise<string | null> {
  if (adminId === null) return null;
  const [found] = await at.select({ email: admins.email }).from(admins).where(eq(admins.id, adminId));
  return found?.email ?? null;
}

/** Until the end of the transaction, `update` locks the endpoint, and `key share` prevents its deletion. */
export async function findEndpoint(tx: Tx, of: string, lock?: 'update' | 'key share'): Promise<WebhookRow | null> {
  const query = tx.select(columns(tx)).from(webhookEndpoints).where(eq(id, of));
  const [found] = lock ? await query.for(lock) : await query;
  return found ?? null;
}

/** Takes a lock, so that concurrent additions are counted exactly. */
export async function countEndpoints(tx: Tx): Promise<number> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('webhook endpoints', 19))`);
  return tx.$count(webhookEndpoints);
}

export async function addEndpoint(
  tx: Tx,
  { lifeDays, ...endpoint }: Pick<Row, 'id' | 'adminId' | 'url' | 'events' | 'secret'> & { lifeDays: number | null },
): Promise<WebhookRow> {
  const [added] = await tx
    .insert(webhookEndpoints)
    .values({ ...endpoint, enabled: true, createdAt: dbNow(tx), expiresAt: endAfter(tx, lifeDays) })
    .returning(columns(tx));
  if (!added) throw new Error('The endpoint was not written.');
  return added;
}

/** `lifeDays`: from now on; null: without end; undefined: the end stays. */
export async function changeEndpoint(
  tx: Tx,
  of: string,
  { lifeDays, ...change }: Partial<Row> & { lifeDays: number | null | undefined },
): Promise<WebhookRow> {
  const end = lifeDays === undefined ? {} : { expiresAt: endAfter(tx, lifeDays) };
  // The caller holds the row lock.
  const [changed] = await tx
    .update(webhookEndpoints)
    .set({ ...change, ...end })
    .where(eq(id, of))
    .returning(columns(tx));
  if (!changed) throw new Error('The endpoint to change is gone.');
  return changed;
}

export async function removeEndpoint(tx: Tx, of: string): Promise<boolean> {
  // Also deletes the deliveries of the endpoint.
  return (await tx.delete(webhookEndpoints).where(eq(id, of)).returning({ id })).length > 0;
}

/** Prevents the endpoints' deletion until the end of the transaction. */
export async function idsFor(at: Queryable, event: WebhookEvent): Promise<string[]> {
  const found = await at
    .select({ id })
    .from(webhookEndpoints)
    .where(and(isLive(at), sql`${event} = any(${webhookEndpoints.events})`))
    .for('key share');
  return found.map((row) => row.id);
}

/** Written only when it changes, so that deliveries do not wait for each other. */
export async function noteOutcome(tx: Tx, of: string, arrived: boolean): Promise<void> {
  await tx
    .update(webhookEndpoints)
    .set({ failingSince: arrived ? null : dbNow(tx) })
    .where(and(eq(id, of), arrived ? isNotNull(webhookEndpoints.failingSince) : isNull(webhookEndpoints.failingSince)));
}

function withUrl(db: Queryable) {
  return db
    .select({ ...deliveryColumns, url: webhookEndpoints.url })
    .from(webhookDeliveries)
    .innerJoin(webhookEndpoints, eq(webhookEndpoints.id, webhookDeliveries.endpointId))
    .$dynamic();
}

export async function addDeliveries(at: Queryable, owed: DueDelivery[]): Promise<void> {
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
    .where(eq(webhookDeliveries.id, of))
    .for('update');
  return found ? { ...found.delivery, stale: found.stale } : null;
}

export async function claimDelivery(tx: Tx, of: string, claimId: string): Promise<void> {
  await tx
    .update(webhookDeliveries)
    .set({
      state: 'sending',
      claimId,
      nextAttemptAt: null,
      claimedAt: dbNow(tx),
      attempts: sql`${webhookDeliveries.attempts} + 1`,
    })
    .where(eq(webhookDeliveries.id, of));
}

export async function changeDelivery(
  tx: Tx,
  of: string,
  change: { [K in keyof DeliveryRow]?: DeliveryRow[K] | SQL },
): Promise<void> {
  // The caller holds the row lock.
  await tx.update(webhookDeliveries).set(change).where(eq(webhookDeliveries.id, of));
}

export async function findListed(db: Queryable, of: string): Promise<ListedDelivery | null> {
  const [found] = await withUrl(db).where(eq(webhookDeliveries.id, of));
  return found ?? null;
}

export async function listDeliveries(
  db: Queryable,
  { webhook, only }: DeliveryFilter,
  { after, limit }: { after: TimePosition | null; limit: number },
): Promise<ListedDelivery[]> {
  return withUrl(db)
    .where(
      and(
        webhook ? eq(webhookDeliveries.endpointId, webhook) : undefined,
        only ? ne(webhookDeliveries.state, 'delivered') : undefined,
        isOlder(webhookDeliveries.createdAt, webhookDeliveries.id, after),
      ),
    )
    .orderBy(desc(webhookDeliveries.createdAt), desc(webhookDeliveries.id))
    .limit(limit);
}

export async function purgeDeliveries(db: Queryable): Promise<void> {
  for (;;) {
    // In small steps, oldest first.
    const gone = await db.execute(sql`
      delete from ${webhookDeliveries} where id in (
        select id from ${webhookDeliveries} where created_at < ${dbNow(db)} - ${keptDays} * interval '1 day'
        order by created_at limit ${purgedAtOnce})`);
    if ((gone.rowCount ?? 0) < purgedAtOnce) return;
  }
}
