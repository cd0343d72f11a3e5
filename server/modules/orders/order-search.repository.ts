// SQL of order searches. Their cost hardly depends on the number of orders.
import { and, sql } from 'drizzle-orm';
import { searchWindow } from '../../../contract/list-limits.ts';
import type { Database } from '../../database/database.ts';
import { after, isFound, matching, type OrderFilter, type OrderPosition, orderBy } from './order-filter.ts';
import { orders } from './orders.schema.ts';

export type OrderSearch = OrderFilter & { search: string };

/**
 * The first `limit` IDs with the text after a position, among the first orders of the list: a common text is found
 * there. The indexes of times and amounts contain every needed column.
 */
export async function findInList(
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
export async function findByText(
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
