// The latest visits, and the number of visits that were not stored.
import { desc, inArray, sql } from 'drizzle-orm';
import type { Database } from '../../../database/database.ts';
import { visitExclusions, visits } from '../visitors.schema.ts';
import type { Period } from './period.ts';

export async function findRecent({ db }: Database, { from }: Period, limit: number) {
  return db
    .select()
    .from(visits)
    .where(sql`${visits.visitedAt} >= ${from}`)
    .orderBy(sql`${visits.visitedAt} desc nulls first`)
    .limit(limit);
}

export async function findVisits({ db }: Database, ids: readonly number[]) {
  if (ids.length === 0) return [];
  return db
    .select()
    .from(visits)
    .where(inArray(visits.id, [...ids]))
    .orderBy(sql`${visits.visitedAt} desc nulls first`, desc(visits.id));
}

export async function findExclusions(
  { db }: Database,
  { fromDay }: Period,
): Promise<{ reason: string; count: number }[]> {
  const { rows } = await db.execute<{ reason: string; count: number }>(sql`
    select reason, sum(count)::int as count from ${visitExclusions}
    where day >= ${fromDay} group by reason order by count desc, reason`);
  return rows;
}
