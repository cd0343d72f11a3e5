// SQL of the tax report and of its rates. The report reads the roll-up of its days, never orders.
import { and, asc, desc, eq, sql } from 'drizzle-orm';
import { dbNow, type Queryable, type Tx } from '../../database/database.ts';
import { taxDays } from './tax-days.schema.ts';
import { taxRates } from './tax-rates.schema.ts';

export type TaxRate = typeof taxRates.$inferSelect;
export type NewTaxRate = Pick<TaxRate, 'countryCode' | 'hundredths' | 'validFrom'>;

/** Amounts in cents. */
export type TaxSums = { paid: number; salesCents: number; refundedCents: number; disputedCents: number };
/** `span`: of which start, from 0. `country`: a name, `cardCountry`: a code, each empty where it is unknown. */
export type TaxGroup = TaxSums & { span: number; country: string; cardCountry: string };

/** By spans of days: each from its start to the next one, the last one to `end`, which is no part of it. Starts ascend. */
export async function readTaxGroups(db: Queryable, starts: readonly string[], end: string): Promise<TaxGroup[]> {
  const { rows } = await db.execute<TaxGroup>(sql`
    select width_bucket(day, ${sql.param([...starts])}::date[]) - 1 as span, country, card_country as "cardCountry",
      sum(paid)::int as paid, sum(sales_cents)::float8 as "salesCents", sum(refunded_cents)::float8 as "refundedCents",
      sum(disputed_cents)::float8 as "disputedCents"
    from ${taxDays} where day >= ${starts[0]}::date and day < ${end}::date
    group by 1, 2, 3
    having sum(paid) <> 0 or sum(sales_cents) <> 0 or sum(refunded_cents) <> 0 or sum(disputed_cents) <> 0`);
  return rows;
}

/** By country, the newest first. */
export async function listRates(at: Queryable): Promise<TaxRate[]> {
  return at.select().from(taxRates).orderBy(asc(taxRates.countryCode), desc(taxRates.validFrom));
}

/** Locks the table against others that add or change rates, so that the checks before hold. */
export async function lockRates(tx: Tx): Promise<void> {
  await tx.execute(sql`lock table ${taxRates} in share row exclusive mode`);
}

export async function countRates(tx: Tx): Promise<number> {
  return tx.$count(taxRates);
}

/** The rate of a country that begins on the day; null without one. */
export async function findRateFrom(
  at: Queryable,
  { countryCode, validFrom }: Pick<NewTaxRate, 'countryCode' | 'validFrom'>,
): Promise<TaxRate | null> {
  const [found] = await at
    .select()
    .from(taxRates)
    .where(and(eq(taxRates.countryCode, countryCode), eq(taxRates.validFrom, validFrom)));
  return found ?? null;
}

export async function addRate(tx: Tx, id: string, rate: NewTaxRate): Promise<TaxRate | null> {
  const [added] = await tx
    .insert(taxRates)
    .values({ ...rate, id, createdAt: dbNow(tx), updatedAt: dbNow(tx) })
    .returning();
  return added ?? null;
}

/** Null when there is none. */
export async function changeRate(tx: Tx, id: string, rate: NewTaxRate): Promise<TaxRate | null> {
  const [changed] = await tx
    .update(taxRates)
    .set({ ...rate, updatedAt: dbNow(tx) })
    .where(eq(taxRates.id, id))
    .returning();
  return changed ?? null;
}

/** Null when there is none. */
export async function deleteRate(tx: Tx, id: string): Promise<TaxRate | null> {
  const [deleted] = await tx.delete(taxRates).where(eq(taxRates.id, id)).returning();
  return deleted ?? null;
}
