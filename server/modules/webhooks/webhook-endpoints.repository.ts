// SQL of the endpoints that receive order events.
import { and, asc, eq, getTableColumns, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import type { WebhookEvent } from '../../../contract/webhook-rules.ts';
import { dbNow, type Queryable, type Tx } from '../../database/database.ts';
import { admins } from '../auth/auth.schema.ts';
import { webhookEndpoints } from './webhooks.schema.ts';

type Row = typeof webhookEndpoints.$inferSelect;
/** `live`: enabled and not expired. */
export type WebhookRow = Row & { live: boolean };

const { id } = webhookEndpoints;

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
export async function disableEndpointsOf(tx: Tx, adminId: string): Promise<string[]> {
  const disabled = await tx
    .update(webhookEndpoints)
    .set({ enabled: false, failingSince: null })
    .where(and(eq(webhookEndpoints.adminId, adminId), eq(webhookEndpoints.enabled, true)))
    .returning({ id });
  return disabled.map((row) => row.id);
}

export async function emailOf(at: Queryable, adminId: string | null): Promise<string | null> {
  if (adminId === null) return null;
  const [found] = await at.select({ email: admins.email }).from(admins).where(eq(admins.id, adminId));
  return found?.email ?? null;
}

export async function findEndpoint(at: Queryable, of: string): Promise<WebhookRow | null> {
  const [found] = await at.select(columns(at)).from(webhookEndpoints).where(eq(id, of));
  return found ?? null;
}

/** Prevents the endpoint's deletion until the end of the transaction. */
export async function keepEndpoint(tx: Tx, of: string): Promise<WebhookRow | null> {
  const [found] = await tx.select(columns(tx)).from(webhookEndpoints).where(eq(id, of)).for('key share');
  return found ?? null;
}

/** Locks the endpoint until the end of the transaction. */
export async function lockEndpoint(tx: Tx, of: string): Promise<WebhookRow | null> {
  const [found] = await tx.select(columns(tx)).from(webhookEndpoints).where(eq(id, of)).for('update');
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
