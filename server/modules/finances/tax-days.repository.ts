// SQL that keeps the roll-up of the tax report: folds what triggers appended, and compares it with the orders.
import { sql } from 'drizzle-orm';
import { type Database, onlyRow, type Queryable } from '../../database/database.ts';
import { foldFigures, rebuildFigures } from '../../database/figures-lock.ts';
import { buildRollUp } from './roll-up.ts';
import { taxDays } from './tax-days.schema.ts';

const days = buildRollUp(
  ['country', 'card_country', 'currency'],
  ['paid', 'sales_cents', 'refunded_cents', 'disputed_cents'],
);

export async function fold(database: Database): Promise<void> {
  await foldFigures(database, async (tx) => {
    const isSame = sql`(d.day, d.country, d.card_country, d.currency) = (a.day, a.country, a.card_country, a.currency)`;
    await tx.execute(days.foldAppended(taxDays, isSame));
  });
}

export async function rebuild(database: Database): Promise<void> {
  await rebuildFigures(database, async (tx) => void (await tx.execute(sql`select rebuild_tax_days()`)));
}

/** How many groups differ between the roll-up and the orders. Reads all orders: for a job at night. */
export async function countWrong(db: Queryable): Promise<number> {
  const wrong = days.selectWrong(days.selectKept(sql`${taxDays}`), sql`compute_tax_days(orders_zone())`);
  const found = await db.execute<{ count: number }>(sql`select count(*)::int as count from ${wrong}`);
  return onlyRow(found).count;
}
