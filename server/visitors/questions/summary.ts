// How many visited, how often and how long? (DATA-22) And how far did they come? (the funnel)
import { sql } from 'drizzle-orm';
import type { Database } from '../../store/database.ts';
import { orderDays, orders, visitHours } from '../../store/schema.ts';
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

export async function askSums({ db }: Database, { from }: Period): Promise<Sums> {
  // What do the hours of the period add up to?
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

export async function askOrders(
  { db }: Database,
  { grain, from }: Period,
): Promise<{ paid: number; delivered: number }> {
  // How many orders of these hours, few enough to be counted, or of these days were paid, and how many are delivered?
  const { rows } = await db.execute<{ paid: number; delivered: number }>(
    grain === 'hour'
      ? sql`
        select count(*) filter (where paid_at is not null)::int as paid,
          count(*) filter (where paid_at is not null and status = 'completed')::int as delivered
        from ${orders} where deleted_at is null and created_at >= ${from}`
      : sql`
        select coalesce(sum(paid), 0)::int as paid,
          coalesce(sum(paid) filter (where status = 'completed'), 0)::int as delivered
        from ${orderDays} where day >= (${from} at time zone 'UTC')::date`,
  );
  return rows[0] ?? { paid: 0, delivered: 0 };
}
