// Visitors, visits and durations.
import { sql } from 'drizzle-orm';
import type { Database } from '../../../database/database.ts';
import { visitHours } from '../visitors.schema.ts';
import type { Period } from './period.ts';

export type Sums = {
  pageViews: number;
  sessions: number;
  seconds: number;
  people: number;
  returning: number;
  sawPicker: number;
  sawCheckout: number;
};

export async function findSums({ db }: Database, { from }: Period): Promise<Sums> {
  const { rows } = await db.execute<Sums>(sql`
    select coalesce(sum(page_views), 0)::int as "pageViews", coalesce(sum(sessions), 0)::int as sessions,
      coalesce(sum(seconds), 0)::bigint as seconds, coalesce(sum(people), 0)::int as people,
      coalesce(sum(returned), 0)::int as "returning", coalesce(sum(saw_picker), 0)::int as "sawPicker",
      coalesce(sum(saw_checkout), 0)::int as "sawCheckout"
    from ${visitHours} where hour >= ${from}`);
  const [found] = rows;
  if (!found) throw new Error('A sum is always answered.');
  return found;
}
