// The filter of an order list as SQL, and the cursor of its pages.
import { and, asc, desc, eq, gte, inArray, isNull, lte, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { z } from 'zod';
import { categories } from '../../../contract/category.ts';
import { type OrderQueue, orderQueues } from '../../../contract/order-queues.ts';
import { endedStatuses, openStatuses } from '../../../contract/order-status.ts';
import type { orderFilter } from '../../../contract/orders.ts';
import { sqlList } from '../../database/columns.ts';
import type { Queryable } from '../../database/database.ts';
import { holdsText, holdsTextUnindexed, holdsWordFrom, holdsWordFromUnindexed } from '../../database/substring.ts';
import { readCursor, writeCursor } from '../../platform/cursor.ts';
import { dispatches, linkRequests } from '../dispatch/dispatch.schema.ts';
import { isOpenRequest } from '../dispatch/link-acts.schema.ts';
import { unsentLinks } from '../dispatch/unsent-links.schema.ts';
import { paymentAttempts } from '../payments/payments.schema.ts';
import type { OrderRow } from './order-rows.ts';
import { isOfOtherOffer, orders } from './orders.schema.ts';

export type OrderFilter = z.output<typeof orderFilter> & {
  ids?: string[] | undefined;
  /** `offerKey()` of `offer`. */
  offerKey?: string | undefined;
  /** `offerKey()` of the offers that `category` and `offer` leave. */
  offerKeys?: string[] | undefined;
  /** Exact matches of the search: listed beside text matches, or alone without a text. */
  named?: string[] | undefined;
  /** The days of `from` and `to`, after both are resolved to times. */
  days?: { from: string | undefined; to: string | undefined } | undefined;
  facts?: ResolvedFacts | undefined;
};
/** The facts of an order that the search names; `since` is included, `until` is not. */
export type ResolvedFacts = {
  amountCents: number | null;
  cardLast4: string | null;
  since: string | null;
  until: string | null;
};
export type OrderSort = OrderFilter['sort'];
/** The last order of a page: its sort value and its ID. */
export type OrderPosition = { by: string; id: string };
/** The sort columns, of the table or of a subquery. */
type Sorted = Record<'createdAt' | 'amountCents' | 'id', SQLWrapper>;

/** Excludes deleted orders. `from` is included, `to` is not; days are resolved to times before. */
export function matching(filter: OrderFilter): SQL | undefined {
  const { search, named, status, category, offerKey, payment, delivery, queue, from, to, ids, facts } = filter;
  const { amountMin, amountMax } = filter;
  const conditions: (SQL | undefined)[] = [isNull(orders.deletedAt)];
  if (search || named) conditions.push(isFound(search, named, holds));
  if (status) conditions.push(hasStatus(orders.status, status));
  if (category) conditions.push(eq(orders.category, category));
  if (offerKey !== undefined) conditions.push(ofOffer(offerKey));
  // Constants, so that every plan can use the partial indexes; both values come from the contract's lists.
  if (payment) conditions.push(sql`${orders.paymentState} = ${sql.raw(`'${payment}'`)}`);
  if (delivery) conditions.push(sql`${orders.deliveryState} = ${sql.raw(`'${delivery}'`)}`);
  if (queue) conditions.push(inQueue[queue]);
  if (from) conditions.push(sql`${orders.createdAt} >= ${from}::timestamptz`);
  if (to) conditions.push(sql`${orders.createdAt} < ${to}::timestamptz`);
  if (amountMin !== undefined) conditions.push(gte(orders.amountCents, Math.round(amountMin * 100)));
  if (amountMax !== undefined) conditions.push(lte(orders.amountCents, Math.round(amountMax * 100)));
  if (ids) conditions.push(inArray(orders.id, ids));
  if (facts) conditions.push(...hasFacts(facts));
  return and(...conditions);
}

/** By its key: a specified offer is in most orders, another one has an index. */
function ofOffer(key: string): SQL | undefined {
  if (categories.some((category) => category === key))
    return sql`offer_key(${orders.category}, ${orders.offer}) = ${key}`;
  return and(sql`${orders.offer} ->> 'id' = ${key}`, isOfOtherOffer);
}

function hasFacts({ amountCents, cardLast4, since, until }: ResolvedFacts): SQL[] {
  const withCard = sql`select ${paymentAttempts.orderId} from ${paymentAttempts} where ${paymentAttempts.cardLast4} = ${cardLast4}`;
  return [
    ...(amountCents === null ? [] : [eq(orders.amountCents, amountCents)]),
    ...(since === null ? [] : [sql`${orders.createdAt} >= ${since}::timestamptz`]),
    ...(until === null ? [] : [sql`${orders.createdAt} < ${until}::timestamptz`]),
    ...(cardLast4 === null ? [] : [sql`${orders.id} in (${withCard})`]),
  ];
}

/** One status, or several separated by commas. */
export function hasStatus(column: SQLWrapper, status: string): SQL {
  return inArray(column, status.toLowerCase().split(','));
}

/** True for a text match by the given rule, and for an exact match. */
export function isFound(
  search: string | undefined,
  named: readonly string[] = [],
  holdsSearch: (search: string) => SQL = holdsUnindexed,
): SQL {
  const isNamed = inArray(orders.id, [...named]);
  if (!search) return isNamed;
  return named.length > 0 ? sql`(${holdsSearch(search)} or ${isNamed})` : holdsSearch(search);
}

/** Text match of an order, with the trigram index. */
export function holds(search: string): SQL {
  const text = search.toLowerCase();
  // The index has trigrams: shorter texts match at the beginning of words.
  return [...text].length >= 3 ? holdsText(orders.searchText, text) : holdsWordFrom(orders.searchText, text);
}

/** The same without an index. */
export function holdsUnindexed(search: string): SQL {
  const text = search.toLowerCase();
  return [...text].length >= 3
    ? holdsTextUnindexed(orders.searchText, text)
    : holdsWordFromUnindexed(orders.searchText, text);
}

export function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text);
}

const byTime = (sort: OrderSort) => sort === 'newest' || sort === 'oldest';
const goesDown = (sort: OrderSort) => sort === 'newest' || sort === 'highest';

export function orderBy(sort: OrderSort, of: Sorted = orders): SQL[] {
  const direction = goesDown(sort) ? desc : asc;
  return [direction(byTime(sort) ? of.createdAt : of.amountCents), direction(of.id)];
}

/** Rows after a position. */
export function after(sort: OrderSort, { by, id }: OrderPosition, of: Sorted = orders): SQL {
  const compare = sql.raw(goesDown(sort) ? '<' : '>');
  return byTime(sort)
    ? sql`(${of.createdAt}, ${of.id}) ${compare} (${by}::timestamptz, ${id})`
    : sql`(${of.amountCents}, ${of.id}) ${compare} (${Number(by)}::int, ${id})`;
}

export function toPosition(sort: OrderSort, { createdAt, amountCents, id }: OrderRow): OrderPosition {
  return { by: byTime(sort) ? createdAt.toISOString() : String(amountCents), id };
}

/** Throws invalid_input for a cursor of another sort order. */
export function readOrderCursor(sort: OrderSort, cursor: string | undefined): OrderPosition | null {
  const read = ([by = '', id = '']: readonly string[]) => {
    const isGood = byTime(sort) ? z.iso.datetime().safeParse(by).success : /^\d{1,9}$/.test(by);
    return isGood && /^[0-9A-Z]{12}$/.test(id) ? { by, id } : null;
  };
  return readCursor(cursor, read, 'this list');
}

export function writeOrderCursor(sort: OrderSort, last: OrderRow): string {
  const { by, id } = toPosition(sort, last);
  return writeCursor([by, id]);
}

// The queues of the order list as SQL. Each is found by indexes that contain few other orders: a count reads little more
// than it counts, and stops at its limit.

/** The parts are a union, because a condition with `or` would read the whole table. */
const problems = sql`
  select o.id from ${orders} o
  where o.deleted_at is null and o.delivery_state in ('partial', 'not_delivered') and o.payment_status = 'paid'
    and o.status in (${sqlList(openStatuses)})
  union all
  select o.id from ${orders} o where o.deleted_at is null and o.payment_state = 'disputed'
  union all
  select o.id from ${orders} o
  where o.deleted_at is null and o.status_by_hand and o.status = 'failed' and o.payment_status = 'paid'
  union all
  select r.order_id from (select * from ${linkRequests} where state = 'requested' offset 0) r
    join ${orders} o on o.id = r.order_id left join ${dispatches} d on d.order_id = r.order_id and d.position = r.position
  where ${isOpenRequest}
  union all
  select d.order_id from ${dispatches} d where d.state = 'unknown'
  union all
  select d.order_id from ${dispatches} d join ${orders} o on o.id = d.order_id
  where d.state = 'failed' and o.payment_status = 'paid' and o.status not in (${sqlList(endedStatuses)})`;

/** Conditions on rows of `orders`. Constants, so that every plan can use the partial indexes. */
export const inQueue: Record<OrderQueue, SQL> = {
  to_send: sql`${orders.id} in (select u.id from (${unsentLinks}) u)`,
  in_delivery: sql`${orders.deliveryState} in ('sending', 'in_progress')`,
  problems: sql`${orders.id} in (${problems})`,
  done: sql`(${orders.status} = 'completed' or (${orders.status} = 'failed' and ${orders.paymentState} = 'refunded'))`,
  // The constraint orders_paid_has_time: unpaid, confirming, declined or expired. The index orders_address has these.
  unpaid: sql`${orders.paidAt} is null`,
};

/** Each count stops at `most`. */
export async function countQueues(db: Queryable, most: number): Promise<Record<OrderQueue, number>> {
  const counts = orderQueues.map(
    (queue) => sql`(select count(*)::int from (
      select 1 from ${orders} where ${orders.deletedAt} is null and ${inQueue[queue]} limit ${most}) c
    ) as ${sql.identifier(queue)}`,
  );
  const { rows } = await db.execute<Record<OrderQueue, number>>(sql`select ${sql.join(counts, sql`, `)}`);
  return rows[0] ?? { to_send: 0, in_delivery: 0, problems: 0, done: 0, unpaid: 0 };
}
