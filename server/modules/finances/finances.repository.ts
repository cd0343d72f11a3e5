// SQL of the statement and of other costs. Reads roll-ups by day, never orders, except those that wait to be sent.
import { and, desc, eq, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import type { OtherCostKind } from '../../../contract/finance-rules.ts';
import { dbNow, type Queryable, type Tx } from '../../database/database.ts';
import { dayStart, ordersZone, toZonedDay } from '../../database/zones.ts';
import { orders } from '../orders/orders.schema.ts';
import { financeDays, financeSources } from './finance-days.schema.ts';
import { otherCosts } from './other-costs.schema.ts';
import type { Span } from './periods.ts';

export type OtherCost = typeof otherCosts.$inferSelect;
export type NewOtherCost = Pick<OtherCost, 'day' | 'kind' | 'source' | 'amountCents' | 'currency' | 'note'>;
export type CostPosition = Pick<OtherCost, 'day' | 'id'>;

/** Of some days, amounts in cents. */
export type DaySums = {
  paid: number;
  salesCents: number;
  refundedCents: number;
  disputedCents: number;
  feeCents: number;
  knownFees: number;
  estimatedFees: number;
  /** Dollars with six decimals, exact. */
  cost: string;
  estimatedCosts: number;
  unknownCosts: number;
};
export type OtherCostSums = Record<OtherCostKind, number>;
export type SpanSums = DaySums & { otherCents: OtherCostSums };

export async function readToday(db: Queryable): Promise<string> {
  const { rows } = await db.execute<{ day: string }>(sql`
    select to_char(${toZonedDay(dbNow(db), ordersZone)}, 'YYYY-MM-DD') as day`);
  return rows[0]?.day ?? '';
}

const measureNames = [
  ...['paid', 'sales_cents', 'refunded_cents', 'disputed_cents', 'fee_cents', 'known_fees', 'estimated_fees'],
  ...['cost', 'sends', 'estimated_costs', 'unknown_costs'],
];

/** A cost in another currency is left out, and its sends are unknown costs. */
const sums = sql`coalesce(sum(paid), 0)::int as paid,
  coalesce(sum(sales_cents), 0)::float8 as "salesCents", coalesce(sum(refunded_cents), 0)::float8 as "refundedCents",
  coalesce(sum(disputed_cents), 0)::float8 as "disputedCents", coalesce(sum(fee_cents), 0)::float8 as "feeCents",
  coalesce(sum(known_fees), 0)::int as "knownFees", coalesce(sum(estimated_fees), 0)::int as "estimatedFees",
  coalesce(sum(cost) filter (where currency = 'USD'), 0)::text as cost,
  coalesce(sum(estimated_costs) filter (where currency = 'USD'), 0)::int as "estimatedCosts",
  coalesce(sum(case when currency = 'USD' then unknown_costs else sends end), 0)::int as "unknownCosts"`;

/** The sums of each span, in their order, of all or of one source. Each day is read once, however many spans contain it. */
export async function readSpans(
  db: Queryable,
  spans: readonly Span[],
  source: string | null = null,
): Promise<SpanSums[]> {
  const columns = sql.raw(`day, currency, ${measureNames.join(', ')}`);
  const kept =
    source === null
      ? sql`select ${columns} from ${financeDays} where is_total and ${inAnySpan(spans)}
        union all
        select ${columns} from ${financeDays} where sold_at is not null and ${inAnySpan(spans)}`
      : sql`select ${columns} from ${financeSources} where source = ${source} and campaign is null and ${inAnySpan(spans)}`;
  const listed = sql`(select n, first, last from unnest(${sql.param(spans.map(({ from }) => from))}::date[],
    ${sql.param(spans.map(({ to }) => to))}::date[]) with ordinality as s(first, last, n))`;
  const { rows } = await db.execute<DaySums & OtherCostSums>(sql`
    with spans as materialized ${listed},
    days as materialized (
      select day, currency, ${sql.raw(measureNames.map((name) => `sum(${name}) as ${name}`).join(', '))}
      from (${kept}) as kept group by day, currency
    ),
    costs as materialized (
      select day, kind, sum(amount_cents) as cents from ${otherCosts}
      where deleted_at is null and ${inAnySpan(spans)} ${ofSource(source)} group by day, kind
    )
    select f.*, c.* from spans,
      lateral (select ${sums} from days where day between first and last) as f,
      lateral (select coalesce(sum(cents) filter (where kind = 'ads'), 0)::float8 as ads,
          coalesce(sum(cents) filter (where kind = 'hosting'), 0)::float8 as hosting,
          coalesce(sum(cents) filter (where kind = 'other'), 0)::float8 as other
        from costs where day between first and last) as c
    order by n`);
  return rows.map(({ ads, hosting, other, ...rest }) => ({ ...rest, otherCents: { ads, hosting, other } }));
}

/** Only ads have one. */
function ofSource(source: string | null): SQL {
  return source === null ? sql`` : sql`and source = ${source}`;
}

/** The parts that the spans cover, so that a gap of years between them is not read. */
function inAnySpan(spans: readonly Span[]): SQL {
  const covered: Span[] = [];
  for (const span of [...spans].sort((one, other) => one.from.localeCompare(other.from))) {
    const last = covered.at(-1);
    if (!last || span.from > last.to) covered.push({ ...span });
    else if (span.to > last.to) last.to = span.to;
  }
  const parts = covered.map(({ from, to }) => sql`day between ${from}::date and ${to}::date`);
  return sql`(${sql.join(parts, sql` or `)})`;
}

/** Paid orders with links that are at no provider yet, by the span of their payment. By a small index of these orders. */
export async function countUnsent(
  db: Queryable,
  spans: readonly Span[],
  source: string | null = null,
): Promise<number[]> {
  const ofOrders = source === null ? sql`` : sql`and coalesce(o.source ->> 'source', 'unknown') = ${source}`;
  const { rows } = await db.execute<{ count: number }>(sql`
    select (select count(*)::int from ${orders} o
      where o.deleted_at is null and o.delivery_state in ('to_send', 'sending') and o.payment_status = 'paid'
        and o.paid_at >= ${dayStart(sql`first`, ordersZone)} and o.paid_at < ${dayStart(sql`last + 1`, ordersZone)}
        ${ofOrders}) as count
    from unnest(${sql.param(spans.map(({ from }) => from))}::date[], ${sql.param(spans.map(({ to }) => to))}::date[])
      with ordinality as s(first, last, n)
    order by n`);
  return rows.map(({ count }) => count);
}

const groupColumns = {
  category: sql`category`,
  country: sql`country`,
  provider: sql`provider_id`,
  currency: sql`currency`,
};
export type GroupBy = keyof typeof groupColumns;
const mostGroups = 300;

export async function readGroups(
  db: Queryable,
  by: GroupBy,
  { from, to }: Span,
): Promise<(DaySums & { name: string })[]> {
  const column = groupColumns[by];
  const { rows } = await db.execute<DaySums & { name: string }>(sql`
    select ${column} as name, ${sums} from ${financeDays}
    where not is_total and day between ${from}::date and ${to}::date
    group by ${column} order by sum(sales_cents) desc, sum(cost) desc, ${column} limit ${mostGroups}`);
  return rows;
}

/** Anyone can write a link with a new campaign: of more totals the newest count, so that the work is bounded. */
const mostCampaignTotals = 50_000;

/** By source with the costs of its ads, also where it sold nothing. */
export async function readSourceGroups(
  db: Queryable,
  by: 'source' | 'campaign' | 'currency',
  { from, to }: Span,
  source: string | null,
): Promise<(DaySums & { name: string; adsCents: number })[]> {
  const measures = sql.raw(measureNames.join(', '));
  const zeros = sql.raw(measureNames.map(() => '0').join(', '));
  const ads = sql`union all
    select coalesce(source, ''), 'USD', ${zeros}, amount_cents from ${otherCosts}
    where deleted_at is null and kind = 'ads' and day between ${from}::date and ${to}::date ${ofSource(source)}`;
  const { rows } = await db.execute<DaySums & { name: string; adsCents: number }>(sql`
    select name, ${sums}, coalesce(sum(ads_cents), 0)::float8 as "adsCents" from (
      (select ${sql.raw(by)} as name, currency, ${measures}, 0 as ads_cents from ${financeSources}
      where campaign is ${by === 'campaign' ? sql`not` : sql``} null and day between ${from}::date and ${to}::date
        ${ofSource(source)} ${by === 'campaign' ? sql`order by day desc limit ${mostCampaignTotals}` : sql``})
      ${by === 'source' ? ads : sql``}
    ) as parts
    group by name order by sum(sales_cents) desc, sum(ads_cents) desc, sum(cost) desc, name limit ${mostGroups}`);
  return rows;
}

/** Newest day first. */
export async function listCosts(db: Queryable, after: CostPosition | null, limit: number): Promise<OtherCost[]> {
  const older = after && sql`(${otherCosts.day}, ${otherCosts.id}) < (${after.day}::date, ${after.id}::uuid)`;
  return db
    .select()
    .from(otherCosts)
    .where(and(isNull(otherCosts.deletedAt), older ?? undefined))
    .orderBy(desc(otherCosts.day), desc(otherCosts.id))
    .limit(limit);
}

export async function addCost(tx: Tx, id: string, cost: NewOtherCost): Promise<OtherCost | null> {
  const [added] = await tx
    .insert(otherCosts)
    .values({ ...cost, id, createdAt: dbNow(tx), updatedAt: dbNow(tx) })
    .returning();
  return added ?? null;
}

/** Null when it is deleted, or never was. */
export async function changeCost(tx: Tx, id: string, change: NewOtherCost): Promise<OtherCost | null> {
  return setCost(tx, id, change, isNull(otherCosts.deletedAt));
}

/** Null when it is deleted already, or never was. */
export async function deleteCost(tx: Tx, id: string): Promise<OtherCost | null> {
  return setCost(tx, id, { deletedAt: dbNow(tx) }, isNull(otherCosts.deletedAt));
}

/** Null when it is not deleted, or never was. */
export async function restoreCost(tx: Tx, id: string): Promise<OtherCost | null> {
  return setCost(tx, id, { deletedAt: null }, isNotNull(otherCosts.deletedAt));
}

export async function findCost(at: Queryable, id: string): Promise<OtherCost | null> {
  const [found] = await at.select().from(otherCosts).where(eq(otherCosts.id, id));
  return found ?? null;
}

type CostChange = Partial<NewOtherCost> & { deletedAt?: SQL<Date> | null };

async function setCost(tx: Tx, id: string, change: CostChange, only?: SQL): Promise<OtherCost | null> {
  const [changed] = await tx
    .update(otherCosts)
    .set({ ...change, updatedAt: dbNow(tx) })
    .where(and(eq(otherCosts.id, id), only))
    .returning();
  return changed ?? null;
}

/** Which lines an earlier import saved. */
export async function findImported(at: Queryable, keys: readonly string[]): Promise<Set<string>> {
  const found = await at
    .select({ key: otherCosts.importKey })
    .from(otherCosts)
    .where(inArray(otherCosts.importKey, [...keys]));
  return new Set(found.flatMap(({ key }) => key ?? []));
}

/** Returns those that are new: of two imports of one file at once, the second adds none. */
export async function importCosts(
  tx: Tx,
  costs: readonly (NewOtherCost & { id: string; importKey: string })[],
): Promise<OtherCost[]> {
  return tx
    .insert(otherCosts)
    .values(costs.map((cost) => ({ ...cost, createdAt: dbNow(tx), updatedAt: dbNow(tx) })))
    .onConflictDoNothing()
    .returning();
}
