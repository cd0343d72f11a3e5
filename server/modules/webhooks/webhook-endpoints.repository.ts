// SQL of the endpoints that receive order events.
import { and, asc, eq, getTableColumns, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import type { WebhookEvent } from '../../../contract/webhook-rules.ts';
import type { Database, Queryable, Tx } from '../../database/database.ts';
import { admins } from '../auth/auth.schema.ts';
import { webhookEndpoints } from './webhooks.schema.ts';

type Row = typeof webhookEndpoints.$inferSelect;
/** `live`: enabled and not expired. */
export type WebhookRow = Row & { live: boolean };

export type WebhookEndpointsRepository = ReturnType<typeof createWebhookEndpointsRepository>;

export function createWebhookEndpointsRepository(database: Database) {
  const { id } = webhookEndpoints;
  const isLive = () => sql<boolean>`(${webhookEndpoints.enabled}
    and coalesce(${webhookEndpoints.expiresAt} > ${database.now()}, true))`;
  const columns = () => ({ ...getTableColumns(webhookEndpoints), live: isLive() });
  return {
    /** With the emails of their admins. */
    async listEndpoints(): Promise<(WebhookRow & { createdBy: string | null })[]> {
      return database.db
        .select({ ...columns(), createdBy: admins.email })
        .from(webhookEndpoints)
        .leftJoin(admins, eq(admins.id, webhookEndpoints.adminId))
        .orderBy(asc(webhookEndpoints.createdAt), asc(id));
    },

    /** Switches off the endpoints of an admin; returns their IDs. */
    async disableEndpointsOf(tx: Tx, adminId: string): Promise<string[]> {
      const disabled = await tx
        .update(webhookEndpoints)
        .set({ enabled: false, failingSince: null })
        .where(and(eq(webhookEndpoints.adminId, adminId), eq(webhookEndpoints.enabled, true)))
        .returning({ id });
      return disabled.map((row) => row.id);
    },

    async emailOf(at: Queryable, adminId: string | null): Promise<string | null> {
      if (adminId === null) return null;
      const [found] = await at.select({ email: admins.email }).from(admins).where(eq(admins.id, adminId));
      return found?.email ?? null;
    },

    async findEndpoint(at: Queryable, of: string): Promise<WebhookRow | null> {
      const [found] = await at.select(columns()).from(webhookEndpoints).where(eq(id, of));
      return found ?? null;
    },

    /** Prevents the endpoint's deletion until the end of the transaction. */
    async keepEndpoint(tx: Tx, of: string): Promise<WebhookRow | null> {
      const [found] = await tx.select(columns()).from(webhookEndpoints).where(eq(id, of)).for('key share');
      return found ?? null;
    },

    /** Locks the endpoint until the end of the transaction. */
    async lockEndpoint(tx: Tx, of: string): Promise<WebhookRow | null> {
      const [found] = await tx.select(columns()).from(webhookEndpoints).where(eq(id, of)).for('update');
      return found ?? null;
    },

    /** Takes a lock, so that concurrent additions are counted exactly. */
    async countEndpoints(tx: Tx): Promise<number> {
      await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('webhook endpoints', 19))`);
      return tx.$count(webhookEndpoints);
    },

    async addEndpoint(
      tx: Tx,
      {
        lifeDays,
        ...endpoint
      }: Pick<Row, 'id' | 'adminId' | 'url' | 'events' | 'secret'> & { lifeDays: number | null },
    ): Promise<WebhookRow> {
      const [added] = await tx
        .insert(webhookEndpoints)
        .values({ ...endpoint, enabled: true, createdAt: database.now(), expiresAt: endAfter(lifeDays) })
        .returning(columns());
      if (!added) throw new Error('The endpoint was not written.');
      return added;
    },

    /** `lifeDays`: from now on; null: without end; undefined: the end stays. */
    async changeEndpoint(
      tx: Tx,
      of: string,
      { lifeDays, ...change }: Partial<Row> & { lifeDays: number | null | undefined },
    ): Promise<WebhookRow> {
      const end = lifeDays === undefined ? {} : { expiresAt: endAfter(lifeDays) };
      // The caller holds the row lock.
      const [changed] = await tx
        .update(webhookEndpoints)
        .set({ ...change, ...end })
        .where(eq(id, of))
        .returning(columns());
      if (!changed) throw new Error('The endpoint to change is gone.');
      return changed;
    },

    async removeEndpoint(tx: Tx, of: string): Promise<boolean> {
      // Also deletes the deliveries of the endpoint.
      return (await tx.delete(webhookEndpoints).where(eq(id, of)).returning({ id })).length > 0;
    },

    /** Prevents the endpoints' deletion until the end of the transaction. */
    async idsFor(at: Queryable, event: WebhookEvent): Promise<string[]> {
      const found = await at
        .select({ id })
        .from(webhookEndpoints)
        .where(and(isLive(), sql`${event} = any(${webhookEndpoints.events})`))
        .for('key share');
      return found.map((row) => row.id);
    },

    /** Written only when it changes, so that deliveries do not wait for each other. */
    async noteOutcome(tx: Tx, of: string, arrived: boolean): Promise<void> {
      await tx
        .update(webhookEndpoints)
        .set({ failingSince: arrived ? null : database.now() })
        .where(
          and(eq(id, of), arrived ? isNotNull(webhookEndpoints.failingSince) : isNull(webhookEndpoints.failingSince)),
        );
    },
  };

  function endAfter(lifeDays: number | null): SQL | null {
    return lifeDays === null ? null : sql`${database.now()} + ${lifeDays} * interval '1 day'`;
  }
}
