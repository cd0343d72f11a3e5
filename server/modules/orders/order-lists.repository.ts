// SQL of order lists: pages, totals, searches and saved views.
import { and, asc, eq, inArray, isNull, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { gateways } from '../../../contract/gateways.ts';
import { countedAtMost, searchWindow } from '../../../contract/list-limits.ts';
import type { OrderQueue } from '../../../contract/order-queues.ts';
import { type OrderSearchTerms, readOrderSearch } from '../../../contract/order-search.ts';
import { completeDay, type SearchFacts } from '../../../contract/search-facts.ts';
import { sqlList } from '../../database/columns.ts';
import { type Database, dbNow, type Queryable, type Tx } from '../../database/database.ts';
import { dayStart, ordersZone, toZonedDay } from '../../database/zones.ts';
import { orderDays } from '../analytics/analytics.schema.ts';
import { dispatches, linkReplacements } from '../dispatch/dispatch.schema.ts';
import { paymentAttempts, refunds } from '../payments/payments.schema.ts';
import { providers } from '../providers/providers.schema.ts';
import {
  after,
  countQueues,
  hasStatus,
  isDay,
  isFound,
  matching,
  type OrderFilter,
  type OrderPosition,
  type OrderSort,
  orderBy,
  type ResolvedFacts,
} from './order-filter.ts';
import type { OrderRow } from './order-rows.ts';
import { orderColumns, orderCounts, orders, orderViews } from './orders.schema.ts';

/** A text with this many matches among the first orders of a list counts as common. */
const common = 51;

/** Of four digits that can be a card or a part of a text: the newest payments by this card. */
const mostByCard = 1_000;

/** With `capped`, the real total is higher. */
type OrderTotal = { total: number; capped: boolean };
/** `isMore`: the limit was reached. Rows deleted since may be missing. */
type OrderPage = OrderTotal & { rows: OrderRow[]; isMore: boolean };
export type OrderView = typeof orderViews.$inferSelect;

/** The first `limit` orders of a filter after a position. */
export async function listOrders(
  database: Database,
  filter: OrderFilter,
  position: OrderPosition | null,
  limit: number,
): Promise<OrderRow[]> {
  return selectOrders(database.db, await resolveSearch(database, await resolveDays(database, filter)), position, limit);
}

/** The first `limit` orders of a filter after a position, and the total. */
export async function listPage(
  database: Database,
  requestedFilter: OrderFilter,
  position: OrderPosition | null,
  limit: number,
): Promise<OrderPage> {
  const filter = await resolveSearch(database, await resolveDays(database, requestedFilter));
  const { search } = filter;
  if (search) return searchPage(database, { ...filter, search }, position, limit);
  const [rows, counted] = await Promise.all([
    selectOrders(database.db, filter, position, limit),
    countOrders(database.db, filter),
  ]);
  return { rows, isMore: rows.length === limit, ...counted };
}

/** The sizes of the queues, up to `countedAtMost`, and the number of all orders. */
export async function countAllQueues(db: Queryable): Promise<Record<OrderQueue | 'all', number>> {
  const [queues, all] = await Promise.all([countQueues(db, countedAtMost), countKind(db, {})]);
  return { ...queues, all };
}

export async function listViews(db: Queryable): Promise<OrderView[]> {
  return db
    .select()
    .from(orderViews)
    .orderBy(asc(sql`lower(${orderViews.name})`));
}

/** Replaces the view with the same name. Null when `most` other views exist. */
export async function saveView(tx: Tx, view: Pick<OrderView, 'id' | 'name' | 'filter' | 'savedBy'>, most: number) {
  // A lock, so that concurrent saves are counted.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('order views', 17))`);
  const others = await tx.$count(orderViews, sql`lower(${orderViews.name}) <> lower(${view.name})`);
  if (others >= most) return null;
  await tx.delete(orderViews).where(sql`lower(${orderViews.name}) = lower(${view.name})`);
  const [saved] = await tx
    .insert(orderViews)
    .values({ ...view, savedAt: dbNow(tx) })
    .returning();
  return saved ?? null;
}

export async function deleteView(db: Queryable, id: string): Promise<boolean> {
  const gone = await db.delete(orderViews).where(eq(orderViews.id, id)).returning({ id: orderViews.id });
  return gone.length > 0;
}

/**
 * When more than `searchWindow` orders pass the other filters, matches of a common text are not counted. Others are
 * found by the text index or the other filters, and counted in the same query.
 */
async function searchPage(
  database: Database,
  search: OrderSearch,
  position: OrderPosition | null,
  limit: number,
): Promise<OrderPage> {
  const { db } = database;
  const enough = Math.max(limit, common);
  const counting = countOrders(db, { ...search, search: undefined, named: undefined });
  const isKnown = isRolledUp(search) && isFew(await counting);
  const [ids, others] = await Promise.all([isKnown ? [] : findInList(database, search, position, enough), counting]);
  if (ids.length === enough && !isFew(others)) return readPage(ids, { total: enough - 1, capped: true });
  const { ids: found, ...counted } = await findByText(database, search, position, limit);
  if (ids.length >= limit) return readPage(ids, counted);
  if (found) return readPage(found, counted);
  const rows = await selectOrders(db, search, position, limit);
  return { rows, isMore: rows.length === limit, ...counted };

  async function readPage(of: string[], counted: OrderTotal): Promise<OrderPage> {
    return { rows: await readOrders(db, of.slice(0, limit), search.sort), isMore: of.length >= limit, ...counted };
  }
}

async function selectOrders(
  db: Queryable,
  filter: OrderFilter,
  position: OrderPosition | null,
  limit: number,
): Promise<OrderRow[]> {
  const behind = and(matching(filter), position ? after(filter.sort, position) : undefined);
  if (!filter.search && !isNarrowedByAmount(filter)) {
    return db
      .select(orderColumns)
      .from(orders)
      .where(behind)
      .orderBy(...orderBy(filter.sort))
      .limit(limit);
  }
  // The indexes of times and amounts contain every filter column, so that no row is read here.
  const first = db
    .select({ id: orders.id })
    .from(orders)
    .where(behind)
    .orderBy(...orderBy(filter.sort))
    .limit(limit);
  return readOrders(db, first, filter.sort);
}

async function readOrders(db: Queryable, ids: string[] | SQLWrapper, sort: OrderSort): Promise<OrderRow[]> {
  return db
    .select(orderColumns)
    .from(orders)
    .where(and(inArray(orders.id, ids), isNull(orders.deletedAt)))
    .orderBy(...orderBy(sort));
}

/** Exact for kinds and whole days, from roll-ups; filters by amount or hour are counted up to `countedAtMost`. */
async function countOrders(db: Queryable, filter: OrderFilter): Promise<OrderTotal> {
  if (!isRolledUp(filter)) return countMatching(db, filter);
  return { total: await (filter.days ? countOnDays(db, filter) : countKind(db, filter)), capped: false };
}

async function countMatching(db: Queryable, filter: OrderFilter): Promise<OrderTotal> {
  const found = db
    .select({ one: sql`1` })
    .from(orders)
    .where(matching(filter))
    .limit(countedAtMost + 1)
    .as('found');
  const count = await db.$count(found);
  return { total: Math.min(count, countedAtMost), capped: count > countedAtMost };
}

async function countOnDays(db: Queryable, { status, offerKeys, days }: OrderFilter): Promise<number> {
  const [found] = await db
    .select({ count: sql<number>`coalesce(sum(${orderDays.placed}), 0)::int` })
    .from(orderDays)
    .where(
      and(
        days?.from ? sql`${orderDays.day} >= ${days.from}::date` : undefined,
        days?.to ? sql`${orderDays.day} <= ${days.to}::date` : undefined,
        status ? hasStatus(orderDays.status, status) : undefined,
        offerKeys ? inArray(orderDays.offer, offerKeys) : undefined,
      ),
    );
  return found?.count ?? 0;
}

async function countKind(
  db: Queryable,
  { status, offerKeys }: Pick<OrderFilter, 'status' | 'offerKeys'>,
): Promise<number> {
  const [found] = await db
    .select({ count: sql<number>`coalesce(sum(${orderCounts.count}), 0)::int` })
    .from(orderCounts)
    .where(
      and(
        status ? hasStatus(orderCounts.status, status) : undefined,
        offerKeys ? inArray(orderCounts.offer, offerKeys) : undefined,
      ),
    );
  return found?.count ?? 0;
}

/** True when roll-ups have the total, except for a text. */
function isRolledUp(filter: OrderFilter): boolean {
  const { from, to, days, amountMin, amountMax, named, search, payment, delivery, queue, facts } = filter;
  if ((named && !search) || facts || payment || delivery || queue) return false;
  const isWhole = days !== undefined || (from === undefined && to === undefined);
  return isWhole && amountMin === undefined && amountMax === undefined;
}

function isFew({ total, capped }: OrderTotal): boolean {
  return !capped && total <= searchWindow;
}

/** Sorted by amount, and filtered by columns that the amount index includes. */
function isNarrowedByAmount({ from, to, payment, delivery, sort }: OrderFilter): boolean {
  const isNarrowed = [from, to, payment, delivery].some((each) => each !== undefined);
  return isNarrowed && (sort === 'highest' || sort === 'lowest');
}

/** The filter with the IDs that the search matches exactly, and the rest of its text. */
async function resolveSearch<F extends OrderFilter>(database: Database, filter: F): Promise<F> {
  if (!filter.search) return filter;
  const terms = readOrderSearch(filter.search);
  if (terms.facts && terms.isExact) {
    return { ...filter, search: undefined, facts: await resolveFacts(database, terms.facts) };
  }
  const named = await findNamed(database, terms);
  if (terms.isExact) return { ...filter, search: undefined, named };
  return { ...filter, search: terms.text, named };
}

async function resolveFacts({ db }: Database, { day, ...facts }: SearchFacts): Promise<ResolvedFacts> {
  if (day === null) return { ...facts, since: null, until: null };
  const { rows } = await db.execute<{ today: string }>(sql`select ${toZonedDay(dbNow(db), ordersZone)}::text as today`);
  const wanted = completeDay(day, rows[0]?.today ?? '');
  const { from = null, to = null } = await resolveDays({ db }, { from: wanted, to: wanted });
  return { ...facts, since: from, until: to };
}

async function findNamed(
  { db }: Database,
  { orderId, code, providerOrderId, gatewayId, facts }: OrderSearchTerms,
): Promise<string[]> {
  const searches = [
    ...(orderId ? [sql`select id from ${orders} where id = ${orderId}`] : []),
    ...(code ? [sql`select id from ${orders} where link_codes(post_links) @> array[${code}]`] : []),
    ...(providerOrderId ? [dispatches, linkReplacements].map((sends) => sentAs(sends, providerOrderId)) : []),
    ...(gatewayId ? paidAs(gatewayId) : []),
    ...(facts?.cardLast4 ? [paidByCard(facts.cardLast4)] : []),
  ];
  if (searches.length === 0) return [];
  const { rows } = await db.execute<{ id: string }>(
    sql`select id from (${sql.join(searches, sql` union `)}) as named(id) limit ${searchWindow}`,
  );
  return rows.map(({ id }) => id);
}

/** At any provider: the ID as it is, and with the ID of each other provider in front (`contract/provider-order-id.ts`). */
function sentAs(sends: typeof dispatches | typeof linkReplacements, id: string): SQL {
  return sql`select order_id from ${sends} where provider_order_id = any(array(
    select ${id} union all select ${providers.id} || ':' || ${id} from ${providers} where ${providers.id} <> 'default'))`;
}

/** Each condition has its index. */
function paidAs(id: string): SQL[] {
  const { gateway, gatewayOrderId, transactionId, paymentId, sessionId } = paymentAttempts;
  const ofAttempt = [
    sql`${gateway} in (${sqlList(gateways)}) and ${gatewayOrderId} = ${id}`,
    sql`${transactionId} = ${id}`,
    sql`${paymentId} = ${id}`,
    sql`split_part(${sessionId}, '_secret_', 1) = ${id}`,
  ];
  return [
    ...ofAttempt.map((isOne) => sql`select ${paymentAttempts.orderId} from ${paymentAttempts} where ${isOne}`),
    ...[refunds.refundId, refunds.gatewayRefundId].map(
      (column) => sql`select ${refunds.orderId} from ${refunds} where ${column} = ${id}`,
    ),
  ];
}

function paidByCard(last4: string): SQL {
  const { orderId, cardLast4, openedAt } = paymentAttempts;
  return sql`(select ${orderId} from ${paymentAttempts} where ${cardLast4} = ${last4} order by ${openedAt} desc limit ${mostByCard})`;
}

/**
 * Resolves the filter to a begin (included) and an end (excluded); a `to` that is a day includes all of it. Times stay
 * as they are.
 */
async function resolveDays<F extends Pick<OrderFilter, 'from' | 'to' | 'days'>>(
  { db }: Pick<Database, 'db'>,
  filter: F,
): Promise<F> {
  const { from, to } = filter;
  const given = [from, to].filter((end) => end !== undefined);
  if (!given.some(isDay)) return filter;
  const day = (end: string | undefined) => sql`${end && isDay(end) ? end : null}::date`;
  const { rows } = await db.execute<{ first: string | null; end: string | null }>(sql`
    select ${dayStart(day(from), ordersZone)}::text as first, ${dayStart(sql`${day(to)} + 1`, ordersZone)}::text as end`);
  const [found] = rows;
  return {
    ...filter,
    from: found?.first ?? from,
    to: found?.end ?? to,
    days: given.every(isDay) ? { from, to } : undefined,
  };
}

type OrderSearch = OrderFilter & { search: string };

/**
 * The first `limit` IDs with the text after a position, among the first orders of the list: a common text is found
 * there. The indexes of times and amounts contain every needed column.
 */
async function findInList(
  { db }: Database,
  { search, named, ...others }: OrderSearch,
  position: OrderPosition | null,
  limit: number,
): Promise<string[]> {
  const looked = db
    .select({ id: orders.id, holds: isFound(search, named).as('holds') })
    .from(orders)
    .where(and(matching(others), position ? after(others.sort, position) : undefined))
    .orderBy(...orderBy(others.sort))
    .limit(searchWindow)
    .as('looked');
  // Without `order by`: the subquery is already sorted.
  const found = await db.select({ id: looked.id }).from(looked).where(sql`${looked.holds}`).limit(limit);
  return found.map(({ id }) => id);
}

/** The total up to `searchWindow`, and, unless it is capped, the first `limit` IDs after a position. */
async function findByText(
  { db }: Database,
  search: OrderSearch,
  position: OrderPosition | null,
  limit: number,
): Promise<{ total: number; capped: boolean; ids: string[] | null }> {
  // The text index has no order.
  const found = db.$with('found').as(
    db
      .select({ id: orders.id, createdAt: orders.createdAt, amountCents: orders.amountCents })
      .from(orders)
      .where(matching(search))
      .limit(searchWindow + 1),
  );
  const first = db
    .select({ id: found.id })
    .from(found)
    .where(position ? after(search.sort, position, found) : undefined)
    .orderBy(...orderBy(search.sort, found))
    .limit(limit);
  const [all] = await db
    .with(found)
    .select({ total: sql<number>`count(*)::int`, ids: sql<string[]>`array${first}` })
    .from(found);
  const { total = 0, ids = [] } = all ?? {};
  return total > searchWindow ? { total: searchWindow, capped: true, ids: null } : { total, capped: false, ids };
}
