// SQL that keeps the roll-up of the tax report: folds what triggers appended, and compares it with the orders.
import { sql } from 'drizzle-orm';
import type { Database, Queryable } from '../../database/database.ts';
import { foldFigures, rebuildFigures } from '../../database/figures-lock.ts';
import { ordersZone, toZonedDay } from '../../database/zones.ts';
import { taxDays } from './tax-days.schema.ts';

const key = sql.raw('day, country, card_country, currency');
const names = ['paid', 'sales_cents', 'refunded_cents', 'disputed_cents'];
const measures = sql.raw(names.join(', '));
const negated = sql.raw(names.map((name) => `-${name}`).join(', '));
const sums = sql.raw(names.map((name) => `sum(${name})`).join(', '));
const hasAny = sql.raw(names.map((name) => `sum(${name}) <> 0`).join(' or '));
/** The day of an appended row, by the zone of now. */
const soldDay = sql`coalesce(${toZonedDay(sql`sold_at`, ordersZone)}, day)`;

export async function fold(database: Database): Promise<void> {
  await foldFigures(database, async (tx) => {
    await tx.execute(sql`
      with appended as (select distinct ${key} from ${taxDays} where sold_at is not null),
        taken as (delete from ${taxDays} d using appended a
          where (d.day, d.country, d.card_country, d.currency) = (a.day, a.country, a.card_country, a.currency)
          returning d.*)
      insert into ${taxDays} (${key}, ${measures})
      select ${soldDay}, country, card_country, currency, ${sums} from taken group by 1, 2, 3, 4 having ${hasAny}`);
  });
}

export async function rebuild(database: Database): Promise<void> {
  await rebuildFigures(database, async (tx) => void (await tx.execute(sql`select rebuild_tax_days()`)));
}

/** How many groups differ between the roll-up and the orders. Reads all orders: for a job at night. */
export async function countWrong(db: Queryable): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from (
      select from (
        select ${soldDay} as day, country, card_country, currency, ${measures} from ${taxDays}
        union all
        select ${key}, ${negated} from compute_tax_days(orders_zone())
      ) as compared group by ${key} having ${hasAny}
    ) as wrong`);
  return rows[0]?.count ?? 0;
}
