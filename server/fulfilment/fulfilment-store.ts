// SQL of what went to the provider and what became of it.
import { and, asc, eq, getTableColumns, inArray, isNotNull, isNull, notExists, or, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Database, Queryable, Tx } from '../store/database.ts';
import { dispatches, orders } from '../store/schema.ts';
import type { DispatchRow } from './dispatch-rows.ts';

export type NewClaim = Pick<
  DispatchRow,
  'orderId' | 'position' | 'postLink' | 'linkKey' | 'serviceId' | 'providerId' | 'quantity' | 'claimId'
>;
/** New values, or SQL that gives them. */
export type DispatchChange = { [K in keyof DispatchRow]?: DispatchRow[K] | SQL };
export type DispatchKey = Pick<DispatchRow, 'orderId' | 'position'>;

/** What the provider said of a link that goes on. */
export type FoundLive = {
  row: Pick<DispatchRow, 'orderId' | 'position' | 'providerOrderId'>;
  live: { status: string; remains: number | null; charge: string | null };
  /** It was not under way before. */
  begins: boolean;
};

export type FulfilmentStore = ReturnType<typeof createFulfilmentStore>;

export function createFulfilmentStore(database: Database) {
  const keyOf = ({ orderId, position }: DispatchKey) =>
    and(eq(dispatches.orderId, orderId), eq(dispatches.position, position));

  const later = (seconds: number) => sql`${database.now()} + ${seconds} * (0.9 + 0.2 * random()) * interval '1 second'`;

  return {
    async dispatchesOf(at: Queryable, orderIds: readonly string[]): Promise<DispatchRow[]> {
      // What was sent for these orders, in the order of their links?
      if (orderIds.length === 0) return [];
      return at
        .select()
        .from(dispatches)
        .where(inArray(dispatches.orderId, [...orderIds]))
        .orderBy(asc(dispatches.orderId), asc(dispatches.position));
    },

    async findVisible(providerOrderId: string): Promise<DispatchRow | null> {
      // Which link of an order that is not deleted is this provider order?
      const [found] = await database.db
        .select(getTableColumns(dispatches))
        .from(dispatches)
        .innerJoin(orders, and(eq(orders.id, dispatches.orderId), isNull(orders.deletedAt)))
        .where(eq(dispatches.providerOrderId, providerOrderId));
      return found ?? null;
    },

    async lockDispatch(tx: Tx, key: DispatchKey): Promise<DispatchRow | null> {
      // The link's row, held for this transaction; its order is locked first, always.
      const [found] = await tx.select().from(dispatches).where(keyOf(key)).for('update');
      return found ?? null;
    },

    /** The unique keys refuse a second claim of a link, and of a post that is active elsewhere (D-20). */
    async claim(tx: Tx, claim: NewClaim): Promise<void> {
      // Claims a link before the provider hears of it (rule 2).
      const claimed = { ...claim, state: 'sending' as const, claimedAt: database.now(), updatedAt: database.now() };
      await tx
        .insert(dispatches)
        .values({ ...claimed, createdAt: database.now() })
        .onConflictDoUpdate({
          target: [dispatches.orderId, dispatches.position],
          set: { ...claimed, error: null, hint: null, nextTryAt: null },
          setWhere: inArray(dispatches.state, ['failed', 'waiting']),
        });
    },

    /** Without a claim: nothing was sent, and an admin may send it at any time. */
    async putOff(tx: Tx, claim: NewClaim, error: string | null, seconds: number): Promise<void> {
      // This link waits until it may be sent (D-20).
      const waiting = { ...claim, state: 'waiting' as const, error, hint: null, nextTryAt: later(seconds) };
      await tx
        .insert(dispatches)
        .values({ ...waiting, claimedAt: database.now(), createdAt: database.now(), updatedAt: database.now() })
        .onConflictDoUpdate({
          target: [dispatches.orderId, dispatches.position],
          set: { state: 'waiting', error, nextTryAt: later(seconds), updatedAt: database.now() },
          setWhere: eq(dispatches.state, 'waiting'),
        });
    },

    async today(tx: Tx): Promise<string> {
      // Which day is it, in UTC?
      const { rows } = await tx.execute(sql`select to_char(${database.now()} at time zone 'UTC', 'YYYY-MM-DD') as day`);
      return String(rows[0]?.day);
    },

    /** When something is due so many seconds from now, give or take a tenth, so that not all come at once. */
    later,

    async notDue(orderId: string): Promise<Set<number>> {
      // Which links of this order wait for a time that has not come?
      const found = await database.db
        .select({ position: dispatches.position })
        .from(dispatches)
        .where(
          and(
            eq(dispatches.orderId, orderId),
            eq(dispatches.state, 'waiting'),
            sql`${dispatches.nextTryAt} > ${database.now()}`,
          ),
        );
      return new Set(found.map(({ position }) => position));
    },

    /** Oldest first; a post that is active at the provider is left out, for its end wakes the next one. */
    async ordersToRetry(limit: number): Promise<string[]> {
      // Which orders have links whose wait is over?
      const active = alias(dispatches, 'active');
      const found = await database.db
        .selectDistinct({ orderId: dispatches.orderId })
        .from(dispatches)
        .where(
          and(
            eq(dispatches.state, 'waiting'),
            sql`${dispatches.nextTryAt} <= ${database.now()}`,
            notExists(
              database.db
                .select({ one: sql`1` })
                .from(active)
                .where(
                  and(
                    eq(active.serviceId, dispatches.serviceId),
                    eq(active.linkKey, dispatches.linkKey),
                    or(inArray(active.state, ['sending', 'unknown']), and(eq(active.state, 'sent'), active.following)),
                  ),
                ),
            ),
          ),
        )
        .limit(limit);
      return found.map(({ orderId }) => orderId);
    },

    /** Its order, to be tried at once; null where none waits. */
    async wakeNext(tx: Tx, { serviceId, linkKey }: Pick<DispatchRow, 'serviceId' | 'linkKey'>): Promise<string | null> {
      // Which link has waited longest for this post (D-20)? Its time has come.
      const next = tx
        .select({ orderId: dispatches.orderId, position: dispatches.position })
        .from(dispatches)
        .where(
          and(eq(dispatches.state, 'waiting'), eq(dispatches.serviceId, serviceId), eq(dispatches.linkKey, linkKey)),
        )
        .orderBy(asc(dispatches.createdAt))
        .limit(1)
        .for('update', { skipLocked: true });
      const [woken] = await tx
        .update(dispatches)
        .set({ nextTryAt: database.now() })
        .where(sql`(${dispatches.orderId}, ${dispatches.position}) in ${next}`)
        .returning({ orderId: dispatches.orderId });
      return woken?.orderId ?? null;
    },

    async isFreshClaim(claimId: string, seconds: number): Promise<boolean> {
      // Is this claim still ours and young enough to start its call?
      const found = await database.db
        .select({ claimId: dispatches.claimId })
        .from(dispatches)
        .where(
          and(
            eq(dispatches.claimId, claimId),
            eq(dispatches.state, 'sending'),
            sql`${dispatches.claimedAt} > ${database.now()} - ${seconds} * interval '1 second'`,
          ),
        );
      return found.length === 1;
    },

    async changeDispatch(at: Queryable, key: DispatchKey, change: DispatchChange): Promise<DispatchRow> {
      // Changes a link's row; its holder has locked it.
      const [changed] = await at
        .update(dispatches)
        .set({ ...change, updatedAt: database.now() })
        .where(keyOf(key))
        .returning();
      if (!changed) throw new Error('The dispatch to change is gone.');
      return changed;
    },

    async secondsUntilRefill(tx: Tx, key: DispatchKey, secondsBetween: number): Promise<number> {
      // How long until this link may be refilled again? 0 when it may now.
      const [found] = await tx
        .select({
          wait: sql<number>`coalesce(greatest(0, ${secondsBetween} - extract(epoch from ${database.now()} - ${dispatches.refillRequestedAt})), 0)::float8`,
        })
        .from(dispatches)
        .where(keyOf(key));
      return found?.wait ?? 0;
    },

    async expireClaims(tx: Tx, seconds: number): Promise<DispatchRow[]> {
      // Which claims are older than a call can take? Their outcome is unknown.
      return tx
        .update(dispatches)
        .set({
          state: 'unknown',
          error: 'The store stopped while this link was being sent.',
          updatedAt: database.now(),
        })
        .where(
          and(
            eq(dispatches.state, 'sending'),
            sql`${dispatches.claimedAt} < ${database.now()} - ${seconds} * interval '1 second'`,
          ),
        )
        .returning();
    },

    /** Of links that are still followed; a link that ended meanwhile stays as it ended. */
    async keepLive(found: readonly FoundLive[]): Promise<void> {
      if (found.length === 0) return;
      const list = <T>(values: readonly T[]) => sql.param(values);
      // What did the provider say of links that go on? Locked in the order in which everybody locks them.
      await database.db.execute(sql`
        with said as (
          select * from unnest(
            ${list(found.map(({ row }) => row.orderId))}::text[], ${list(found.map(({ row }) => row.position))}::smallint[],
            ${list(found.map(({ row }) => row.providerOrderId))}::text[], ${list(found.map(({ live }) => live.status))}::text[],
            ${list(found.map(({ live }) => live.remains))}::int[], ${list(found.map(({ live }) => live.charge))}::numeric[],
            ${list(found.map(({ begins }) => begins))}::boolean[]
          ) as t(order_id, position, provider_order_id, status, remains, charge, begins)
        ), held as (
          select d.order_id, d.position from ${dispatches} d join said using (order_id, position)
          where d.following and d.provider_order_id = said.provider_order_id
          order by d.order_id, d.position for update of d
        )
        update ${dispatches} d
        set live_status = said.status, remains = coalesce(said.remains, d.remains), misses = 0,
          charge = coalesce(said.charge, d.charge), updated_at = ${database.now()},
          started_at = coalesce(d.started_at, case when said.begins then ${database.now()} end)
        from said join held using (order_id, position)
        where d.order_id = said.order_id and d.position = said.position`);
    },

    async countMisses(rows: readonly DispatchKey[]): Promise<void> {
      // The provider told nothing of these links: the next look comes later.
      if (rows.length === 0) return;
      const keys = sql.join(
        rows.map(({ orderId, position }) => sql`(${orderId}, ${position}::smallint)`),
        sql`, `,
      );
      await database.db
        .update(dispatches)
        .set({ misses: sql`least(${dispatches.misses} + 1, 100)` })
        .where(sql`(${dispatches.orderId}, ${dispatches.position}) in (${keys})`);
    },

    /**
     * Marked as looked at, so that two processes do not ask the same. A link of which the provider told nothing n times in
     * a row is due after 2^n times as long, an hour at most.
     */
    async takeToFollow(providerId: string, limit: number, staleSeconds: number): Promise<DispatchRow[]> {
      // Which open links at this provider were not looked at for a while?
      const due = database.db
        .select({ orderId: dispatches.orderId, position: dispatches.position })
        .from(dispatches)
        .where(
          and(
            dispatches.following,
            eq(dispatches.providerId, providerId),
            or(
              sql`${dispatches.checkedAt} is null`,
              sql`${dispatches.checkedAt} < ${database.now()} - ${staleSeconds} * power(2, least(${dispatches.misses}, 6))
                * interval '1 second'`,
            ),
          ),
        )
        .orderBy(sql`${dispatches.checkedAt} nulls first`)
        .limit(limit)
        .for('update', { skipLocked: true });
      return database.db
        .update(dispatches)
        .set({ checkedAt: database.now() })
        .where(
          and(isNotNull(dispatches.providerOrderId), sql`(${dispatches.orderId}, ${dispatches.position}) in ${due}`),
        )
        .returning();
    },

    async lookSooner(key: DispatchKey, seconds: number): Promise<void> {
      // The look was in vain: the next one may come in some seconds.
      await database.db
        .update(dispatches)
        .set({ checkedAt: sql`${database.now()} - interval '55 seconds' + ${seconds} * interval '1 second'` })
        .where(keyOf(key));
    },

    /** True for the one caller that may ask the provider; false while the stored status is fresh enough. */
    async takeToLook(key: DispatchKey, staleSeconds: number): Promise<boolean> {
      // Is the live status older than it may be? Then this caller looks.
      const taken = await database.db
        .update(dispatches)
        .set({ checkedAt: database.now() })
        .where(
          and(
            keyOf(key),
            dispatches.following,
            or(
              sql`${dispatches.checkedAt} is null`,
              sql`${dispatches.checkedAt} < ${database.now()} - ${staleSeconds} * interval '1 second'`,
            ),
          ),
        )
        .returning({ position: dispatches.position });
      return taken.length === 1;
    },
  };
}
