// SQL of orders and idempotency keys.

import { and, desc, eq, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import { placedDispatchStates } from '../../../contract/dispatch-status.ts';
import { openAttemptStates } from '../../../contract/payment-status.ts';
import { StoreError } from '../../../contract/store-error.ts';
import { sqlList, texts } from '../../database/columns.ts';
import { dbNow, getDatabase, oncePerDatabase, type Queryable, type Tx } from '../../database/database.ts';
import { isCompletedStatus } from '../../database/status-words.ts';
import { createBatcher } from '../../platform/batching.ts';
import { dispatches } from '../dispatch/dispatch.schema.ts';
import { paymentAttempts } from '../payments/payments.schema.ts';
import type { OrderRow } from './order-rows.ts';
import { idempotencyKeys, orderColumns, orderCounts, orders } from './orders.schema.ts';

const visible = isNull(orders.deletedAt);

export type NewOrder = Pick<
  OrderRow,
  | 'id'
  | 'customerEmail'
  | 'category'
  | 'offer'
  | 'quantity'
  | 'amountCents'
  | 'language'
  | 'postLinks'
  | 'addressKey'
  | 'termsVersion'
  | 'termsHash'
  | 'networkCountry'
  | 'source'
  | 'deviceType'
>;

/** New values, or SQL expressions for them. */
type OrderChange = { [K in keyof OrderRow]?: OrderRow[K] | SQL };

type Answered = Pick<typeof idempotencyKeys.$inferSelect, 'key' | 'bodyHash' | 'answer'>;

// `openDatabase` replaces its plan while the table grows.
const visibleOrders = oncePerDatabase(({ db }) =>
  db
    .select(orderColumns)
    .from(orders)
    .where(and(sql`${orders.id} = any(${sql.placeholder('ids')}::text[])`, visible))
    .prepare('visible_orders'),
);
// An email to many buyers leads to many lookups at once: concurrent ones share one query.
const findVisible = oncePerDatabase(({ db, stall }) =>
  createBatcher<string, OrderRow | null>({
    most: 64,
    atOnce: 2,
    isCommon: () => true,
    stall,
    work: async (ids) => {
      const found = await visibleOrders(db).execute({ ids });
      const byId = new Map(found.map((order) => [order.id, order]));
      return ids.map((id) => byId.get(id) ?? null);
    },
  }),
);

export async function findOrder(db: Queryable, id: string): Promise<OrderRow | null> {
  return isOrderId(id) ? findVisible(db)(id) : null;
}

/** Includes deleted orders. */
export async function findAny(at: Queryable, id: string): Promise<OrderRow | null> {
  const [found] = await at.select(orderColumns).from(orders).where(eq(orders.id, id));
  return found ?? null;
}

export async function hasPaidOrder(db: Queryable): Promise<boolean> {
  return (await db.select({ id: orders.id }).from(orders).where(isNotNull(orders.paidAt)).limit(1)).length > 0;
}

/** Throws order_not_found, also for a deleted order. */
export async function getOrder(db: Queryable, id: string): Promise<OrderRow> {
  const found = await findOrder(db, id);
  if (!found) throw new StoreError('order_not_found');
  return found;
}

/** Includes deleted orders, which keep their payments. Locks until the end of the transaction. */
export async function lockOrder(tx: Tx, id: string): Promise<OrderRow | null> {
  if (!isOrderId(id)) return null;
  const [found] = await tx.select(orderColumns).from(orders).where(eq(orders.id, id)).for('update');
  return found ?? null;
}

/** As `lockOrder`. Throws order_not_found, also for a deleted order. */
export async function lockVisible(tx: Tx, id: string): Promise<OrderRow> {
  const found = await lockOrder(tx, id);
  if (!found || found.deletedAt) throw new StoreError('order_not_found');
  return found;
}

export async function addOrders(tx: Tx, added: NewOrder[]): Promise<void> {
  await getDatabase(tx)
    .prepared(tx)
    .execute(sql`
    insert into ${orders} (id, customer_email, customer_username, category, quantity, amount_cents, currency, language,
      post_links, status, payment_status, address_key, terms_version, terms_hash, network_country, source,
      device_type, offer, created_at, updated_at)
    select id, "customerEmail", 'customer', category, quantity, "amountCents", 'USD', language, "postLinks", 'pending',
      'none', "addressKey", "termsVersion", "termsHash", "networkCountry", source, "deviceType", offer, ${dbNow(tx)}, ${dbNow(tx)}
    from json_to_recordset(${JSON.stringify(added)}) as o(id text, "customerEmail" text, category text, quantity int,
      "amountCents" int, language text, "postLinks" text[], "addressKey" text, "termsVersion" int, "termsHash" text,
      "networkCountry" text, source jsonb, "deviceType" text, offer jsonb)`);
}

export async function changeOrder(tx: Tx, id: string, change: OrderChange): Promise<OrderRow> {
  // The caller holds the row lock.
  const [changed] = await tx
    .update(orders)
    .set({ ...change, updatedAt: dbNow(tx) })
    .where(eq(orders.id, id))
    .returning(orderColumns);
  if (!changed) throw new Error('The order to change is gone.');
  return changed;
}

export async function isUndoOpen(tx: Tx, id: string, seconds: number): Promise<boolean> {
  const isRecent = sql`${orders.changedByHandAt} > ${dbNow(tx)} - ${seconds} * interval '1 second'`;
  return (await tx.$count(orders, and(eq(orders.id, id), isRecent))) > 0;
}

/** True while a payment form with the current amount may be open. */
export async function isBeingPaid(tx: Tx, id: string): Promise<boolean> {
  const isOpen = and(eq(paymentAttempts.orderId, id), inArray(paymentAttempts.state, openAttemptStates));
  return (await tx.$count(paymentAttempts, isOpen)) > 0;
}

export async function isDispatched(tx: Tx, id: string): Promise<boolean> {
  return (await tx.$count(dispatches, eq(dispatches.orderId, id))) > 0;
}

/** none: no link is known to be at the provider. all: every link is completed there. */
export async function readDelivery(tx: Tx, id: string): Promise<'none' | 'some' | 'all'> {
  const [found] = await tx
    .select({
      links: sql<number>`cardinality(${orders.postLinks})`,
      placed: sql<number>`(count(*) filter (where ${dispatches.state} in (${sqlList(placedDispatchStates)})))::int`,
      completed: sql<number>`(count(*) filter (where ${isCompletedStatus(dispatches.liveStatus)}))::int`,
    })
    .from(orders)
    .leftJoin(dispatches, eq(dispatches.orderId, orders.id))
    .where(eq(orders.id, id))
    .groupBy(orders.id);
  if (!found || found.placed === 0) return 'none';
  return found.completed === found.links ? 'all' : 'some';
}

export async function holdBuyers(tx: Tx, addressKeys: string[]): Promise<void> {
  // One order of a buyer at a time, so that parallel ones are counted exactly; in one order, so that no two wait
  // for each other.
  await getDatabase(tx)
    .prepared(tx)
    .execute(sql`
    select pg_advisory_xact_lock(lock) from (
      select distinct hashtextextended(key, 5) as lock from unnest(${texts(addressKeys)}) as key order by 1) as locks`);
}

/** Marks them as checked, so that two processes do not check the same ones; the delays grow with the age. */
export async function takeToExpire(db: Queryable, ageHours: number, limit: number): Promise<string[]> {
  const over = sql`(${dbNow(db)} - ${orders.createdAt} - ${ageHours} * interval '1 hour')`;
  const due = db
    .select({ id: orders.id })
    .from(orders)
    .where(
      and(
        sql`${orders.createdAt} <= ${dbNow(db)} - ${ageHours} * interval '1 hour'`,
        eq(orders.status, 'pending'),
        isNull(orders.paidAt),
        sql`not ${orders.statusByHand}`,
        visible,
        sql`coalesce(${orders.expiryLookAt} <= ${dbNow(db)}, true)`,
      ),
    )
    .orderBy(orders.createdAt)
    .limit(limit)
    .for('update', { skipLocked: true });
  const taken = await db
    .update(orders)
    .set({
      expiryLookAt: sql`${dbNow(db)} + greatest(interval '5 minutes', least(${over} * 0.5, interval '6 hours'))`,
    })
    .where(sql`${orders.id} in ${due}`)
    .returning({ id: orders.id });
  return taken.map(({ id }) => id);
}

export async function endedOrders(db: Queryable, limit: number): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select o.id from ${orders} o
    where o.deleted_at is null and o.payment_status = 'paid' and o.status in ('paid', 'processing') and not o.status_by_hand
      and cardinality(o.post_links) = (select count(*) from ${dispatches} d
        where d.order_id = o.id and d.state = 'sent' and d.live_status is not null
          and (not d.following or ${isCompletedStatus(sql`d.live_status`)})
          and not (d.shortfall is null and d.remains > 0 and not ${isCompletedStatus(sql`d.live_status`)}))
    order by o.paid_at limit ${limit}`);
  return rows.map(({ id }) => id);
}

/** Folds the appended counts of each kind into one row; counts appended meanwhile wait for the next run. */
export async function foldCounts(db: Queryable): Promise<void> {
  await db.execute(sql`
    with taken as (delete from ${orderCounts} returning status, category, count)
    insert into ${orderCounts} (status, category, count)
    select status, category, sum(count) from taken group by status, category having sum(count) <> 0`);
}

/** The newest orders of an email, compared without case. `only`: of these IDs. */
export async function ordersOfEmail(
  db: Queryable,
  email: string,
  limit: number,
  only?: readonly string[],
): Promise<OrderRow[]> {
  return db
    .select(orderColumns)
    .from(orders)
    .where(
      and(
        visible,
        eq(sql`lower(${orders.customerEmail})`, sql`lower(${email})`),
        only ? inArray(orders.id, [...only]) : undefined,
      ),
    )
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(limit);
}

export async function readCategories(
  db: Queryable,
  ids: readonly string[],
): Promise<Map<string, OrderRow['category']>> {
  const wellFormed = [...new Set(ids)].filter(isOrderId);
  if (wellFormed.length === 0) return new Map();
  const found = await db
    .select({ id: orders.id, category: orders.category })
    .from(orders)
    .where(and(visible, inArray(orders.id, wellFormed)));
  return new Map(found.map(({ id, category }) => [id, category]));
}

/** By address key; absent without orders. */
export async function countRecentUnpaid(
  tx: Tx,
  addressKeys: string[],
  windowSeconds: number,
): Promise<Map<string, number>> {
  const rows = await getDatabase(tx)
    .prepared(tx)
    .execute<{ key: string; made: number }>(sql`
    select address_key as key, count(*)::int as made from ${orders}
    where address_key = any(${texts(addressKeys)}) and paid_at is null
      and created_at > ${dbNow(tx)} - ${windowSeconds} * interval '1 second'
    group by 1`);
  return new Map(rows.map(({ key, made }) => [key, made]));
}

/** The keys that this transaction could lock; other transactions hold the rest. */
export async function tryKeys(tx: Tx, scope: string, keys: string[]): Promise<Set<string>> {
  // Skips keys that another request holds.
  const rows = await getDatabase(tx)
    .prepared(tx)
    .execute<{ key: string }>(sql`
    select key from unnest(${texts(keys)}) as key
    where pg_try_advisory_xact_lock(hashtextextended(${scope} || ' ' || key, 3))`);
  return new Set(rows.map(({ key }) => key));
}

/** By key; absent without a stored answer. */
export async function findAnswers(tx: Tx, scope: string, keys: string[]) {
  const rows = await getDatabase(tx)
    .prepared(tx)
    .execute<Answered>(sql`
    select key, body_hash as "bodyHash", answer from ${idempotencyKeys}
    where scope = ${scope} and key = any(${texts(keys)})`);
  return new Map(rows.map(({ key, ...kept }) => [key, kept]));
}

export async function keepAnswers(
  tx: Tx,
  kept: { scope: string; key: string; bodyHash: string; answer: Record<string, unknown> }[],
) {
  if (kept.length === 0) return;
  // Stores the answers in the same transaction as the changes that they describe.
  await getDatabase(tx)
    .prepared(tx)
    .execute(sql`
    insert into ${idempotencyKeys} (scope, key, body_hash, answer, created_at)
    select scope, key, "bodyHash", answer, ${dbNow(tx)}
    from json_to_recordset(${JSON.stringify(kept)}) as kept(scope text, key text, "bodyHash" text, answer jsonb)`);
}

export async function purgeAnswers(at: Queryable, ageHours: number): Promise<void> {
  // Kept for at least 24 hours.
  await at.execute(
    sql`delete from ${idempotencyKeys} where created_at < ${dbNow(at)} - ${ageHours} * interval '1 hour'`,
  );
}

// Any other form is no order ID, and needs no query.
function isOrderId(id: string): boolean {
  return /^[0-9A-HJKMNP-TV-Z]{12}$/.test(id);
}
