// SQL of links that are tracked at the provider: the next ones to query, and their stored status.
import { and, eq, isNotNull, or, type SQL, sql } from 'drizzle-orm';
import { dbNow, getDatabase, type Queryable } from '../../database/database.ts';
import { begunOrders, rolledUp } from './delivery-marks.repository.ts';
import { deliveryMarks, markInterval, markShares } from './delivery-marks.schema.ts';
import { type DispatchKey, whereSend } from './dispatch.repository.ts';
import { deliveryRounds, dispatches } from './dispatch.schema.ts';
import type { DispatchRow } from './dispatch-rows.ts';

/** The provider's status of a link that is still in delivery. */
export type FoundLive = {
  row: Pick<DispatchRow, 'orderId' | 'position' | 'providerOrderId'>;
  live: { status: string; remains: number | null; charge: string | null; startCount: number | null };
  /** True when this status starts the delivery. */
  begins: boolean;
};

/** A check time further in the future comes from a clock that ran ahead, and is ignored. */
const clockSlack = sql.raw("interval '1 minute'");

/** True for the one caller that may call the provider; false while the stored status is fresh. */
export async function claimCheck(db: Queryable, key: DispatchKey, staleSeconds: number): Promise<boolean> {
  const taken = await db
    .update(dispatches)
    .set({ checkedAt: dbNow(db) })
    .where(
      and(
        whereSend(key),
        dispatches.following,
        or(
          sql`${dispatches.checkedAt} is null`,
          sql`${dispatches.checkedAt} > ${dbNow(db)} + ${clockSlack}`,
          sql`${dispatches.checkedAt} < ${dbNow(db)} - ${staleSeconds} * interval '1 second'`,
        ),
      ),
    )
    .returning({ position: dispatches.position });
  return taken.length === 1;
}

export async function checkSooner(db: Queryable, key: DispatchKey, seconds: number): Promise<void> {
  // After a failed check, the next one may follow after `seconds`; 55 s is the normal interval.
  await db
    .update(dispatches)
    .set({ checkedAt: sql`${dbNow(db)} - interval '55 seconds' + ${seconds} * interval '1 second'` })
    .where(whereSend(key));
}

/** Due within this time: a round may take a minute to come to a link. */
const roundSeconds = 60;

/** Links that are due, or soon, those that were not checked for the longest time first. Reads every open link once. */
export async function listToFollow(
  db: Queryable,
  providerId: string,
  limit: number,
  staleSeconds: number,
): Promise<DispatchKey[]> {
  return db
    .select({ orderId: dispatches.orderId, position: dispatches.position })
    .from(dispatches)
    .where(and(eq(dispatches.providerId, providerId), isDue(db, staleSeconds, roundSeconds)))
    .orderBy(sql`${dispatches.checkedAt} nulls first`)
    .limit(limit);
}

/**
 * Takes or extends the round of a provider, and returns the time. Null while another process has it. A round ends with
 * `endRound`, or `seconds` after its last extension.
 */
export async function holdRound(
  db: Queryable,
  round: { providerId: string; roundId: string },
  seconds: number,
): Promise<Date | null> {
  const heldAt = dbNow(db);
  const isOver = or(
    sql`${deliveryRounds.heldAt} < ${heldAt} - ${seconds} * interval '1 second'`,
    sql`${deliveryRounds.heldAt} > ${heldAt} + ${clockSlack}`,
  );
  const [held] = await db
    .insert(deliveryRounds)
    .values({ ...round, heldAt })
    .onConflictDoUpdate({
      target: deliveryRounds.providerId,
      set: { roundId: round.roundId, heldAt },
      setWhere: or(eq(deliveryRounds.roundId, round.roundId), isOver),
    })
    .returning({ heldAt: deliveryRounds.heldAt });
  return held?.heldAt ?? null;
}

export async function endRound(db: Queryable, { roundId }: { roundId: string }): Promise<void> {
  await db.delete(deliveryRounds).where(eq(deliveryRounds.roundId, roundId));
}

/** Those of these links that are due. */
export async function readDue(
  db: Queryable,
  keys: readonly DispatchKey[],
  staleSeconds: number,
): Promise<DispatchRow[]> {
  return db
    .select()
    .from(dispatches)
    .where(and(isOneOf(keys), isNotNull(dispatches.providerOrderId), isDue(db, staleSeconds)));
}

/** The interval doubles with each miss in a row, up to 64 times. */
function isDue(db: Queryable, staleSeconds: number, withinSeconds = 0): SQL | undefined {
  return and(
    dispatches.following,
    or(
      sql`${dispatches.checkedAt} is null`,
      sql`${dispatches.checkedAt} > ${dbNow(db)} + ${clockSlack}`,
      sql`${dispatches.checkedAt} < ${dbNow(db)} + ${withinSeconds} * interval '1 second'
        - ${staleSeconds} * power(2, least(${dispatches.misses}, 6)) * interval '1 second'`,
    ),
  );
}

function isOneOf(keys: readonly DispatchKey[]): SQL {
  return sql`(${dispatches.orderId}, ${dispatches.position}) in (select * from unnest(
    ${sql.param(keys.map(({ orderId }) => orderId))}::text[], ${sql.param(keys.map(({ position }) => position))}::smallint[]))`;
}

/**
 * Updates open, tracked links only: one that ended or is refilled since the read waits for the next check. `checkedAt`: of
 * the check; null when it is stored already.
 */
export async function keepLive(db: Queryable, found: readonly FoundLive[], checkedAt: Date | null): Promise<void> {
  if (found.length === 0) return;
  const list = <T>(values: readonly T[]) => sql.param(values);
  const share = (remains: SQL) => sql`${sql.raw(String(markShares))}::bigint * (d.quantity - ${remains}) / d.quantity`;
  // Locked in the order that all statements use: links, then orders, then histograms.
  await getDatabase(db)
    .prepared(db)
    .execute(sql`
    with said as (
      select * from unnest(
        ${list(found.map(({ row }) => row.orderId))}::text[], ${list(found.map(({ row }) => row.position))}::smallint[],
        ${list(found.map(({ row }) => row.providerOrderId))}::text[], ${list(found.map(({ live }) => live.status))}::text[],
        ${list(found.map(({ live }) => live.remains))}::int[], ${list(found.map(({ live }) => live.charge))}::numeric[],
        ${list(found.map(({ live }) => live.startCount))}::bigint[], ${list(found.map(({ begins }) => begins))}::boolean[]
      ) as t(order_id, position, provider_order_id, status, remains, charge, start_count, begins)
    ), held as (
      select d.order_id, d.position, m.*, m.has_moved and (m.has_begun or said.status is distinct from d.live_status
          or d.remains is null or said.remains > d.remains or ${share(sql`said.remains`)} <> ${share(sql`d.remains`)}
          or d.marked_at is null or d.marked_at > ${dbNow(db)} + ${clockSlack}
          or d.marked_at <= ${dbNow(db)} - ${markInterval}) as is_marked
      from ${dispatches} d join said using (order_id, position) cross join lateral (select
        d.first_progress_at is null and coalesce(said.remains, d.quantity) < d.quantity as has_begun,
        (said.status, coalesce(said.remains, d.remains)) is distinct from (d.live_status, d.remains) as has_moved) m
      where d.following and d.provider_order_id = said.provider_order_id and not link_has_ended(d)
      order by d.order_id, d.position for update of d
    ), changed as (
      update ${dispatches} d
      set live_status = said.status, remains = coalesce(said.remains, d.remains), misses = 0,
        checked_at = coalesce(${sql.param(checkedAt)}::timestamptz, d.checked_at),
        charge = coalesce(said.charge, d.charge), updated_at = ${dbNow(db)},
        start_count = case when d.first_progress_at is null then coalesce(said.start_count, d.start_count)
          else coalesce(d.start_count, said.start_count) end,
        started_at = coalesce(d.started_at, case when said.begins then ${dbNow(db)} end),
        first_progress_at = coalesce(d.first_progress_at, case when held.has_begun then ${dbNow(db)} end),
        moved_at = case when held.has_moved and coalesce(d.moved_at <= ${dbNow(db)} - interval '1 hour', true)
          then ${dbNow(db)} else d.moved_at end,
        marked_at = case when held.is_marked then ${dbNow(db)} else d.marked_at end
      from said join held using (order_id, position)
      where d.order_id = said.order_id and d.position = said.position
      returning d.*, held.has_begun, held.is_marked
    ), marked as (
      insert into ${deliveryMarks} (order_id, position, kind, provider_id, service_id, quantity, provider_order_id,
        sent_at, marked_at, live_status, remains, begins)
      select order_id, position, 'status', provider_id, service_id, quantity, provider_order_id, claimed_at,
        ${dbNow(db)}, live_status, remains, has_begun
      from changed where is_marked
      returning *
    ), ${begunOrders(sql`select order_id from marked where begins`, dbNow(db))},
    ${rolledUp(sql`(select * from marked where begins)`)} select`);
}

/**
 * Stores that these links were checked, and what a check without a result counts. `checkedAt`: as in `keepLive`. A link that is
 * being changed is left out, and is checked again in the next round.
 */
export async function noteChecks(
  db: Queryable,
  checks: readonly { row: DispatchKey; isMiss: boolean }[],
  checkedAt: Date | null,
): Promise<void> {
  if (checks.length === 0) return;
  await getDatabase(db)
    .prepared(db)
    .execute(sql`
    with held as (
      select d.order_id, d.position, checked.is_miss from ${dispatches} d join unnest(
        ${sql.param(checks.map(({ row }) => row.orderId))}::text[], ${sql.param(checks.map(({ row }) => row.position))}::smallint[],
        ${sql.param(checks.map(({ isMiss }) => isMiss))}::boolean[]
      ) as checked(order_id, position, is_miss) using (order_id, position)
      for update of d skip locked
    )
    update ${dispatches} d
    set checked_at = coalesce(${sql.param(checkedAt)}::timestamptz, d.checked_at),
      misses = case when held.is_miss then least(d.misses + 1, 100) else d.misses end
    from held where d.order_id = held.order_id and d.position = held.position`);
}
