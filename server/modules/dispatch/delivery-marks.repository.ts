// SQL of the marks of deliveries and of their histograms. Each mark is rolled up in the statement that writes it.
import { and, eq, min, type SQL, sql } from 'drizzle-orm';
import { orderOfferKey } from '../../../contract/offers.ts';
import { providerStatusKind } from '../../../contract/provider-status.ts';
import { type Database, dbNow, type Queryable, type Tx } from '../../database/database.ts';
import { isCompletedStatus } from '../../database/status-words.ts';
import type { orders } from '../orders/orders.schema.ts';
import {
  deliveryMarks,
  deliveryTimeDays,
  deliveryTimes,
  type MarkKind,
  serviceCostDays,
  serviceSpeedDays,
} from './delivery-marks.schema.ts';
import type { DispatchKey } from './dispatch.repository.ts';
import type { DispatchRow } from './dispatch-rows.ts';

type NewMark = { kind: MarkKind; begins?: boolean; ends?: boolean };

async function noteBegan(tx: Queryable, orderIds: SQL): Promise<void> {
  await tx.execute(sql`with ${begunOrders(orderIds, dbNow(tx))} select`);
}

// What is left shows the course: each other status, and each quarter of the quantity.
async function thin(tx: Tx, { orderId, position, providerOrderId }: DispatchRow): Promise<void> {
  await tx.execute(sql`
    delete from ${deliveryMarks} m using (
      select id, live_status is not distinct from lag(live_status) over marks
        and quarter is not distinct from lag(quarter) over marks as is_between
      from (select id, live_status, 4 * (quantity - remains) / quantity as quarter from ${deliveryMarks}
        where order_id = ${orderId} and position = ${position} and provider_order_id = ${providerOrderId}
          and kind = 'status') as course
      window marks as (order by id)
    ) as seen
    where m.order_id = ${orderId} and m.position = ${position} and m.id = seen.id and seen.is_between
      and not m.begins and not m.ends`);
}

/** Call it last in the transaction: the rows of the histograms are shared by all links. */
export async function mark(tx: Tx, link: DispatchRow, { kind, begins = false, ends = false }: NewMark): Promise<void> {
  await tx.execute(sql`
    with marked as (
      insert into ${deliveryMarks} (order_id, position, kind, provider_id, service_id, quantity, provider_order_id,
        sent_at, marked_at, live_status, remains, begins, ends, charge)
      values (${link.orderId}, ${link.position}, ${kind}, ${link.providerId}, ${link.serviceId}, ${link.quantity},
        ${link.providerOrderId}, ${link.claimedAt}, ${dbNow(tx)}, ${link.liveStatus}, ${link.remains}, ${begins}, ${ends},
        ${ends ? link.charge : null})
      returning *
    ), ${rolledUp(sql`marked`)} select`);
  if (begins) await noteBegan(tx, sql`select ${link.orderId}::text as order_id`);
  if (ends) await thin(tx, link);
}

/** True when the link has a mark of a refill that was done. */
export async function isRefilled(tx: Tx, { orderId, position }: DispatchKey): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    select from ${deliveryMarks} where order_id = ${orderId} and position = ${position} and kind = 'refilled' limit 1`);
  return rows.length > 0;
}

/**
 * The first status that showed a running delivery, at whatever provider. It never moves: marks outlive a link that is
 * sent again. Null before, and for orders from before the marks.
 */
export async function findStartedAt(db: Queryable, orderId: string): Promise<Date | null> {
  const { liveStatus, markedAt, kind } = deliveryMarks;
  const first = await db
    .select({ liveStatus, at: min(markedAt) })
    .from(deliveryMarks)
    .where(and(eq(deliveryMarks.orderId, orderId), eq(kind, 'status')))
    .groupBy(liveStatus);
  const running = first.filter((one) => startingKinds.includes(providerStatusKind(one.liveStatus ?? '')));
  return running.reduce<Date | null>((found, { at }) => (at && (!found || at < found) ? at : found), null);
}

const startingKinds: readonly string[] = ['active', 'completed', 'partial'];

/** A provider accepted a link of a paid order. True for the first one. Safe to repeat. */
export async function noteSent(
  tx: Tx,
  order: Pick<typeof orders.$inferSelect, 'id' | 'category' | 'offer' | 'paidAt'>,
): Promise<boolean> {
  if (order.paidAt === null) return false;
  const added = await tx
    .insert(deliveryTimes)
    .values({ orderId: order.id, offer: orderOfferKey(order), paidAt: order.paidAt })
    .onConflictDoNothing();
  return added.rowCount === 1;
}

/** The last link of the order was completed. Only the first time counts. Call it last in the transaction. */
export async function noteCompleted(tx: Tx, orderId: string): Promise<void> {
  await noteBegan(tx, sql`select ${orderId}::text as order_id`);
  await tx.execute(sql`
    with completed as (
      update ${deliveryTimes} set completed_at = ${dbNow(tx)} where order_id = ${orderId} and completed_at is null
      returning category, paid_at, completed_at as reached_at
    ), ${countedTimes(sql`completed`, 'completed')} select`);
}

/** Computes the histograms from the marks and the times. Status checks wait until it has ended. */
export async function rebuild(database: Database): Promise<void> {
  await database.transaction(async (tx) => {
    // Waits for transactions that have rolled up a mark, and lets no other one begin.
    await tx.execute(
      sql`lock table ${serviceSpeedDays}, ${serviceCostDays}, ${deliveryTimeDays} in share row exclusive mode`,
    );
    await tx.execute(sql`delete from ${serviceSpeedDays}`);
    await tx.execute(sql`delete from ${serviceCostDays}`);
    await tx.execute(sql`delete from ${deliveryTimeDays}`);
    await tx.execute(sql`with ${rolledUp(deliveryMarks)} select`);
    for (const measure of ['began', 'completed'] as const) {
      const reachedAt = sql.identifier(`${measure}_at`);
      await tx.execute(sql`
        with reached as (select category, paid_at, ${reachedAt} as reached_at from ${deliveryTimes}
          where ${reachedAt} is not null), ${countedTimes(sql`reached`, measure)} select`);
    }
  });
}

/** Common table expressions: adds these marks to the histograms and the costs of their services. */
export function rolledUp(marks: SQL | typeof deliveryMarks): SQL {
  const seconds = sql`extract(epoch from m.marked_at - m.sent_at)::double precision`;
  const isCompleted = isCompletedStatus(sql`m.live_status`);
  // In the order of the key, as all statements lock them.
  return sql`rolled_up as (
    insert into ${serviceSpeedDays} as d (day, provider_id, service_id, band, measure, bucket, count)
    select (m.sent_at at time zone 'UTC')::date, m.provider_id, m.service_id, quantity_band(m.quantity), measure, bucket,
      count(*)
    from ${marks} m cross join lateral (values
      ('first_progress', case when m.begins then speed_bucket(${seconds}) end),
      ('completed', case when m.ends and ${isCompleted} then speed_bucket(${seconds}) end),
      ('units_per_hour', case when m.ends and ${isCompleted} then speed_bucket(m.quantity * 3600::float8 / greatest(${seconds}, 1)) end),
      ('short', case when m.ends and not ${isCompleted} then 0::smallint end),
      ('refused', case when m.kind = 'refused' then 0::smallint end),
      ('refilled', case when m.kind = 'refilled' then 0::smallint end)
    ) as measures (measure, bucket)
    where bucket is not null
    group by 1, 2, 3, 4, 5, 6 order by 1, 2, 3, 4, 5, 6
    on conflict (day, provider_id, service_id, band, measure, bucket) do update set count = d.count + excluded.count
  ), costs_rolled_up as (
    insert into ${serviceCostDays} as c (day, provider_id, service_id, band, charge, units)
    select (m.sent_at at time zone 'UTC')::date, m.provider_id, m.service_id, quantity_band(m.quantity), sum(m.charge),
      sum(m.quantity - m.remains)
    from ${marks} m
    where m.ends and m.charge is not null and m.remains is not null
    group by 1, 2, 3, 4 order by 1, 2, 3, 4
    on conflict (day, provider_id, service_id, band) do update
      set charge = c.charge + excluded.charge, units = c.units + excluded.units
  )`;
}

/** Common table expressions: notes the first delivered units of these orders, once an order. */
export function begunOrders(orderIds: SQL, at: SQL): SQL {
  return sql`unbegun as (
    select order_id from ${deliveryTimes} where began_at is null and order_id in (${orderIds})
    order by order_id for update
  ), begun as (
    update ${deliveryTimes} t set began_at = ${at} from unbegun where t.order_id = unbegun.order_id
    returning t.category, t.paid_at, t.began_at as reached_at
  ), ${countedTimes(sql`begun`, 'began')}`;
}

function countedTimes(reached: SQL, measure: 'began' | 'completed'): SQL {
  return sql`${sql.identifier(`counted_${measure}`)} as (
    insert into ${deliveryTimeDays} as d (day, category, measure, bucket, count)
    select (paid_at at time zone 'UTC')::date, category, ${measure}::text,
      speed_bucket(extract(epoch from reached_at - paid_at)::double precision), count(*)
    from ${reached} group by 1, 2, 3, 4 order by 1, 2, 3, 4
    on conflict (day, category, measure, bucket) do update set count = d.count + excluded.count
  )`;
}
