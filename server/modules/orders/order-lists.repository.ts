// SQL of order lists: pages, totals and saved views.
import { and, asc, eq, getTableColumns, inArray, isNull, type SQLWrapper, sql } from 'drizzle-orm';
import { countedAtMost, searchWindow } from '../../../contract/list-limits.ts';
import type { OrderQueue } from '../../../contract/order-progress.ts';
import type { Database, Tx } from '../../database/database.ts';
import { orderDays } from '../analytics/analytics.schema.ts';
import { resolveSearch } from './exact-search.repository.ts';
import { resolveDays } from './filter-days.ts';
import { after, matching, type OrderFilter, type OrderPosition, type OrderSort, orderBy } from './order-filter.ts';
import { countQueues } from './order-queues.ts';
import type { OrderRow } from './order-rows.ts';
import { findByText, findInList, type OrderSearch } from './order-search.repository.ts';
import { orderCounts, orders, orderViews } from './orders.schema.ts';

const { searchText: _, ...columns } = getTableColumns(orders);

/** A text with this many matches among the first orders of a list counts as common. */
const common = 51;

/** With `capped`, the real total is higher. */
type OrderTotal = { total: number; capped: boolean };
/** `isMore`: the limit was reached. Rows deleted since may be missing. */
type OrderPage = OrderTotal & { rows: OrderRow[]; isMore: boolean };
export type OrderView = typeof orderViews.$inferSelect;
export type OrderListsRepository = ReturnType<typeof createOrderListsRepository>;

export function createOrderListsRepository(database: Database) {
  const { db } = database;
  return {
    /** The first `limit` orders of a filter after a position. */
    async listOrders(filter: OrderFilter, position: OrderPosition | null, limit: number): Promise<OrderRow[]> {
      return listOrders(await resolveSearch(database, await resolveDays(database, filter)), position, limit);
    },

    /** The first `limit` orders of a filter after a position, and the total. */
    async listPage(requestedFilter: OrderFilter, position: OrderPosition | null, limit: number): Promise<OrderPage> {
      const filter = await resolveSearch(database, await resolveDays(database, requestedFilter));
      const { search } = filter;
      if (search) return searchPage({ ...filter, search }, position, limit);
      const [rows, counted] = await Promise.all([listOrders(filter, position, limit), countOrders(filter)]);
      return { rows, isMore: rows.length === limit, ...counted };
    },

    /** The sizes of the queues, up to `countedAtMost`, and the number of all orders. */
    async countQueues(): Promise<Record<OrderQueue | 'all', number>> {
      const [queues, all] = await Promise.all([countQueues(db, countedAtMost), countKind({})]);
      return { ...queues, all };
    },

    async listViews(): Promise<OrderView[]> {
      return db
        .select()
        .from(orderViews)
        .orderBy(asc(sql`lower(${orderViews.name})`));
    },

    /** Replaces the view with the same name. Null when `most` other views exist. */
    async saveView(tx: Tx, view: Pick<OrderView, 'id' | 'name' | 'filter' | 'savedBy'>, most: number) {
      // A lock, so that concurrent saves are counted.
      await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('order views', 17))`);
      const others = await tx.$count(orderViews, sql`lower(${orderViews.name}) <> lower(${view.name})`);
      if (others >= most) return null;
      await tx.delete(orderViews).where(sql`lower(${orderViews.name}) = lower(${view.name})`);
      const [saved] = await tx
        .insert(orderViews)
        .values({ ...view, savedAt: database.now() })
        .returning();
      return saved ?? null;
    },

    async deleteView(id: string): Promise<boolean> {
      const gone = await db.delete(orderViews).where(eq(orderViews.id, id)).returning({ id: orderViews.id });
      return gone.length > 0;
    },
  };

  /**
   * When more than `searchWindow` orders pass the other filters, matches of a common text are not counted. Others are
   * found by the text index or the other filters, and counted in the same query.
   */
  async function searchPage(search: OrderSearch, position: OrderPosition | null, limit: number): Promise<OrderPage> {
    const enough = Math.max(limit, common);
    const counting = countOrders({ ...search, search: undefined, named: undefined });
    const isKnown = isRolledUp(search) && isFew(await counting);
    const [ids, others] = await Promise.all([isKnown ? [] : findInList(database, search, position, enough), counting]);
    if (ids.length === enough && !isFew(others)) return pageOf(ids, { total: enough - 1, capped: true });
    const { ids: found, ...counted } = await findByText(database, search, position, limit);
    if (ids.length >= limit) return pageOf(ids, counted);
    if (found) return pageOf(found, counted);
    const rows = await listOrders(search, position, limit);
    return { rows, isMore: rows.length === limit, ...counted };

    async function pageOf(of: string[], counted: OrderTotal): Promise<OrderPage> {
      return { rows: await ordersOf(of.slice(0, limit), search.sort), isMore: of.length >= limit, ...counted };
    }
  }

  async function listOrders(filter: OrderFilter, position: OrderPosition | null, limit: number): Promise<OrderRow[]> {
    const behind = and(matching(filter), position ? after(filter.sort, position) : undefined);
    if (!filter.search && !isNarrowedByAmount(filter)) {
      return db
        .select(columns)
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
    return ordersOf(first, filter.sort);
  }

  async function ordersOf(ids: string[] | SQLWrapper, sort: OrderSort): Promise<OrderRow[]> {
    return db
      .select(columns)
      .from(orders)
      .where(and(inArray(orders.id, ids), isNull(orders.deletedAt)))
      .orderBy(...orderBy(sort));
  }

  /** Exact for kinds and whole days, from roll-ups; filters by amount or hour are counted up to `countedAtMost`. */
  async function countOrders(filter: OrderFilter): Promise<OrderTotal> {
    if (!isRolledUp(filter)) return countMatching(filter);
    return { total: await (filter.days ? countOnDays(filter) : countKind(filter)), capped: false };
  }

  async function countMatching(filter: OrderFilter): Promise<OrderTotal> {
    const found = db
      .select({ one: sql`1` })
      .from(orders)
      .where(matching(filter))
      .limit(countedAtMost + 1)
      .as('found');
    const count = await db.$count(found);
    return { total: Math.min(count, countedAtMost), capped: count > countedAtMost };
  }

  async function countOnDays({ status, category, days }: OrderFilter): Promise<number> {
    const [found] = await db
      .select({ count: sql<number>`coalesce(sum(${orderDays.placed}), 0)::int` })
      .from(orderDays)
      .where(
        and(
          days?.from ? sql`${orderDays.day} >= ${days.from}::date` : undefined,
          days?.to ? sql`${orderDays.day} <= ${days.to}::date` : undefined,
          status ? eq(orderDays.status, status.toLowerCase()) : undefined,
          category ? eq(orderDays.category, category) : undefined,
        ),
      );
    return found?.count ?? 0;
  }

  async function countKind({ status, category }: Pick<OrderFilter, 'status' | 'category'>): Promise<number> {
    const [found] = await db
      .select({ count: sql<number>`coalesce(sum(${orderCounts.count}), 0)::int` })
      .from(orderCounts)
      .where(
        and(
          status ? eq(orderCounts.status, status.toLowerCase()) : undefined,
          category ? eq(orderCounts.category, category) : undefined,
        ),
      );
    return found?.count ?? 0;
  }
}

/** True when roll-ups have the total, except for a text. */
function isRolledUp(filter: OrderFilter): boolean {
  const { from, to, days, amountMin, amountMax, named, search, payment, delivery, queue } = filter;
  if ((named && !search) || payment || delivery || queue) return false;
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
