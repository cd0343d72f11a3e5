// SQL of the rates of currencies.
import { and, desc, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import { dbNow, type Queryable, type Tx } from '../../database/database.ts';
import { currencyRates, usdRate } from './currency-rates.schema.ts';

export type CurrencyRate = typeof currencyRates.$inferSelect;
export type NewRate = Pick<CurrencyRate, 'currency' | 'day' | 'usd'>;
export type RatePosition = Pick<CurrencyRate, 'day' | 'id'>;

/** Until the end of the transaction no other one changes a rate. */
export async function lockRates(tx: Tx): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('currency rates', 69))`);
}

/** Newest day first. */
export async function listRates(db: Queryable, after: RatePosition | null, limit: number): Promise<CurrencyRate[]> {
  const older = after && sql`(${currencyRates.day}, ${currencyRates.id}) < (${after.day}::date, ${after.id}::uuid)`;
  return db
    .select()
    .from(currencyRates)
    .where(and(isNull(currencyRates.deletedAt), older ?? undefined))
    .orderBy(desc(currencyRates.day), desc(currencyRates.id))
    .limit(limit);
}

/** Also a deleted one. */
export async function findRate(at: Queryable, id: string): Promise<CurrencyRate | null> {
  const [found] = await at.select().from(currencyRates).where(eq(currencyRates.id, id));
  return found ?? null;
}

/** The rate of a currency that begins on a day. */
export async function findRateOf(
  at: Queryable,
  { currency, day }: Pick<NewRate, 'currency' | 'day'>,
): Promise<CurrencyRate | null> {
  const [found] = await at
    .select()
    .from(currencyRates)
    .where(
      and(
        eq(currencyRates.currency, sql`upper(${currency})`),
        eq(currencyRates.day, day),
        isNull(currencyRates.deletedAt),
      ),
    );
  return found ?? null;
}

export async function hasRate(at: Queryable, currency: string): Promise<boolean> {
  const { rows } = await at.execute<{ found: boolean }>(sql`
    select exists (select from ${currencyRates} where currency = upper(${currency}) and deleted_at is null) as found`);
  return rows[0]?.found === true;
}

export async function listRatedCurrencies(at: Queryable): Promise<Set<string>> {
  const rows = await at
    .selectDistinct({ currency: currencyRates.currency })
    .from(currencyRates)
    .where(isNull(currencyRates.deletedAt));
  return new Set(rows.map(({ currency }) => currency));
}

export async function addRate(tx: Tx, id: string, rate: NewRate): Promise<CurrencyRate | null> {
  const [added] = await tx
    .insert(currencyRates)
    .values({ ...inSql(rate), id, createdAt: dbNow(tx), updatedAt: dbNow(tx) })
    .returning();
  return added ?? null;
}

/** Null when it is deleted, or never was. */
export async function changeRate(tx: Tx, id: string, change: NewRate): Promise<CurrencyRate | null> {
  return setRate(tx, id, inSql(change), isNull(currencyRates.deletedAt));
}

/** Null when it is deleted already, or never was. */
export async function deleteRate(tx: Tx, id: string): Promise<CurrencyRate | null> {
  return setRate(tx, id, { deletedAt: dbNow(tx) }, isNull(currencyRates.deletedAt));
}

/** Null when it is not deleted, or never was. */
export async function restoreRate(tx: Tx, id: string): Promise<CurrencyRate | null> {
  return setRate(tx, id, { deletedAt: null }, isNotNull(currencyRates.deletedAt));
}

/** An amount in USD cents by the rate of a day, rounded once; null without a rate. */
export async function convertCents(
  at: Queryable,
  { amountCents, currency, day }: { amountCents: number; currency: string; day: string },
): Promise<number | null> {
  if (currency === 'USD') return amountCents;
  const { rows } = await at.execute<{ cents: number | null }>(sql`
    select round(${amountCents}::numeric * ${usdRate(sql`${currency}::text`, sql`${day}::date`)})::float8 as cents`);
  return rows[0]?.cents ?? null;
}

/** In upper case as the database writes the currencies of providers. */
function inSql({ currency, ...rate }: NewRate) {
  return { ...rate, currency: sql<string>`upper(${currency})` };
}

type RateChange = { [K in keyof NewRate]?: NewRate[K] | SQL<string> } & { deletedAt?: SQL<Date> | null };

async function setRate(tx: Tx, id: string, change: RateChange, only: SQL): Promise<CurrencyRate | null> {
  const [changed] = await tx
    .update(currencyRates)
    .set({ ...change, updatedAt: dbNow(tx) })
    .where(and(eq(currencyRates.id, id), only))
    .returning();
  return changed ?? null;
}
