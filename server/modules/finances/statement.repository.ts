// SQL of the statement. Reads roll-ups by day, never orders, except those that wait to be sent.
import { type SQL, sql } from 'drizzle-orm';
import { unsettledDispatchStates } from '../../../contract/dispatch-status.ts';
import type { OtherCostKind } from '../../../contract/finance-rules.ts';
import { sqlList } from '../../database/columns.ts';
import type { Queryable } from '../../database/database.ts';
import { dayStart, ordersZone, toZonedDay } from '../../database/zones.ts';
import { dispatches } from '../dispatch/dispatch.schema.ts';
import { orders } from '../orders/orders.schema.ts';
import { plainCurrency, usdRate } from './currency-rates.schema.ts';
import { financeDays, financeSources } from './finance-days.schema.ts';
import { otherCosts, usdCents } from './other-costs.schema.ts';
import type { Span } from './periods.ts';

/** Of some days, amounts in cents. */
export type DaySums = {
  paid: number;
  salesCents: number;
  refundedCents: number;
  disputedCents: number;
  feeCents: number;
  knownFees: number;
  estimatedFees: number;
  costCents: number;
  estimatedCosts: number;
  unknownCosts: number;
};
export type OtherCostSums = Record<OtherCostKind, number>;
export type SpanSums = DaySums & {
  otherCents: OtherCostSums;
  /** Other costs in a currency without a rate. */
  unknownOtherCosts: number;
};

/** Adds up whatever the currency and the day. Casts, because a sum of bigints is a numeric, which is slow to add up again. */
const counted = sql`sum(paid)::bigint as paid, sum(sales_cents)::bigint as sales_cents,
  sum(refunded_cents)::bigint as refunded_cents, sum(disputed_cents)::bigint as disputed_cents,
  sum(fee_cents)::bigint as fee_cents, sum(known_fees)::bigint as known_fees, sum(estimated_fees)::bigint as estimated_fees`;

/** As plainCurrency, without its work for almost all rows. */
function plainUnlessUsd(currency: SQL): SQL {
  return sql`case when ${currency} = 'USD' then 'USD' else ${plainCurrency(currency)} end`;
}

/**
 * The costs in `parts` of each day, or of each name of a day, in USD and exact. A cost without a rate is left out, and its sends are
 * unknown costs. A currency that is written in two ways is two rows.
 */
function costsBy(keys: SQL): SQL {
  return sql`(
    select ${keys}, coalesce(sum(cost * usd), 0) as cost,
      sum(case when usd is null then 0 else estimated_costs end)::bigint as estimated_costs,
      sum(case when usd is null then sends else unknown_costs end)::bigint as unknown_costs
    from (select d.*, ${usdRate(sql`d.currency`, sql`d.day`)} as usd
      from (select ${keys}, ${plainUnlessUsd(sql`parts.currency`)} as currency, sum(cost) as cost, sum(sends)::bigint as sends,
          sum(estimated_costs)::bigint as estimated_costs, sum(unknown_costs)::bigint as unknown_costs
        from parts group by ${keys}, parts.currency) as d) as rated
    group by ${keys})`;
}

const sums = sql`coalesce(sum(paid), 0)::int as paid,
  coalesce(sum(sales_cents), 0)::float8 as "salesCents", coalesce(sum(refunded_cents), 0)::float8 as "refundedCents",
  coalesce(sum(disputed_cents), 0)::float8 as "disputedCents", coalesce(sum(fee_cents), 0)::float8 as "feeCents",
  coalesce(sum(known_fees), 0)::int as "knownFees", coalesce(sum(estimated_fees), 0)::int as "estimatedFees",
  coalesce(sum(cost_cents), 0)::float8 as "costCents", coalesce(sum(estimated_costs), 0)::int as "estimatedCosts",
  coalesce(sum(unknown_costs), 0)::int as "unknownCosts"`;

/** Sends whose result is unknown: the provider may have charged them. A few rows, by a small index. */
function unsettledSends(spans: readonly Span[], columns: SQL, source: string | null): SQL {
  const day = toZonedDay(sql`o.paid_at`, ordersZone);
  return sql`select ${columns} from (
    select ${day} as day, offer_key(o.category, o.offer) as category, coalesce(o.network_country, '') as country, s.provider_id,
      coalesce(o.source ->> 'source', 'unknown') as source, coalesce(o.source ->> 'campaign', '') as campaign,
      coalesce(s.cost_currency, 'USD') as currency, 0 as paid, 0 as sales_cents, 0 as refunded_cents, 0 as disputed_cents,
      0 as fee_cents, 0 as known_fees, 0 as estimated_fees, 0 as cost, 1 as sends, 0 as estimated_costs, 1 as unknown_costs
    from ${dispatches} s join ${orders} o on o.id = s.order_id
    where s.state in (${sqlList(unsettledDispatchStates)}) and o.paid_at is not null) as unsettled
    where ${inAnySpan(spans)} ${ofSource(source)}`;
}

const measures = sql`paid, sales_cents, refunded_cents, disputed_cents, fee_cents, known_fees, estimated_fees, cost, sends,
  estimated_costs, unknown_costs`;
const dayColumns = sql`day, currency, ${measures}`;

/** The totals of the days, and what was appended since. */
function totalsOf(spans: readonly Span[], source: string | null): SQL {
  if (source !== null)
    return sql`select ${dayColumns} from ${financeSources} where campaign is null and ${inAnySpan(spans)} ${ofSource(source)}`;
  return sql`select ${dayColumns} from ${financeDays} where is_total and ${inAnySpan(spans)}
    union all
    select ${dayColumns} from ${financeDays} where sold_at is not null and ${inAnySpan(spans)}`;
}

/** Of the other costs only ads have one. */
function ofSource(source: string | null): SQL {
  return source === null ? sql`` : sql`and source = ${source}`;
}

/**
 * The sums of each span, in their order, of all or of one source. Each day is read once, however many spans contain it, and
 * rounds its cost once.
 */
export async function readSpans(
  db: Queryable,
  spans: readonly Span[],
  source: string | null = null,
): Promise<SpanSums[]> {
  const listed = sql`(select n, first, last from unnest(${sql.param(spans.map(({ from }) => from))}::date[],
    ${sql.param(spans.map(({ to }) => to))}::date[]) with ordinality as s(first, last, n))`;
  const parts = sql`${totalsOf(spans, source)} union all ${unsettledSends(spans, dayColumns, source)}`;
  type Row = DaySums & OtherCostSums & { unknownOtherCosts: number };
  const { rows } = await db.execute<Row>(sql`
    with spans as materialized ${listed},
    parts as materialized (${parts}),
    days as materialized (
      select *, round(100 * cost)::bigint as cost_cents
      from (select day, ${counted} from parts group by day) as c join ${costsBy(sql`day`)} as by_day using (day)
    ),
    costs as materialized (
      select day, kind, sum(cents) as cents, count(*) filter (where cents is null) as unknown
      from (select day, kind, ${usdCents} as cents from ${otherCosts}
        where deleted_at is null and ${inAnySpan(spans)} ${ofSource(source)}) as converted_costs
      group by day, kind
    )
    select f.*, c.* from spans,
      lateral (select ${sums} from days where day between first and last) as f,
      lateral (select coalesce(sum(cents) filter (where kind = 'ads'), 0)::float8 as ads,
          coalesce(sum(cents) filter (where kind = 'hosting'), 0)::float8 as hosting,
          coalesce(sum(cents) filter (where kind = 'other'), 0)::float8 as other,
          coalesce(sum(unknown), 0)::int as "unknownOtherCosts"
        from costs where day between first and last) as c
    order by n`);
  return rows.map(({ ads, hosting, other, ...rest }) => ({ ...rest, otherCents: { ads, hosting, other } }));
}

export type MissingRate = { currency: string; links: number; costs: number; from: string };

/** The currencies of which costs are left out. */
export async function readMissingRates(
  db: Queryable,
  span: Span,
  source: string | null = null,
): Promise<MissingRate[]> {
  const { rows } = await db.execute<MissingRate>(sql`
    select currency, sum(links)::int as links, sum(costs)::int as costs, min(day)::text as "from"
    from (
      select day, ${plainCurrency(sql`currency`)} as currency, sum(sends) as links, 0 as costs
      from (${totalsOf([span], source)}) as kept where currency <> 'USD' group by 1, 2
      union all
      select day, currency, 0, count(*) from ${otherCosts}
      where deleted_at is null and currency <> 'USD' and ${inAnySpan([span])} ${ofSource(source)} group by 1, 2
    ) as used
    where (links <> 0 or costs <> 0) and ${usdRate(sql`used.currency`, sql`used.day`)} is null
    group by currency order by currency limit ${mostCurrencies}`);
  return rows;
}

const mostCurrencies = 20;

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

/** The name of a group in the rows of the totals. */
const groupColumns = {
  category: sql`category`,
  country: sql`country`,
  provider: sql`provider_id`,
  source: sql`source`,
  campaign: sql`campaign`,
  currency: plainUnlessUsd(sql`currency`),
};
export type GroupBy = keyof typeof groupColumns;
export type GroupSums = DaySums & {
  name: string;
  /** Costs of the ads of a source. */
  adsCents: number;
  /** Ads in a currency without a rate. */
  unknownAds: number;
};
const mostGroups = 300;
/** Anyone can write a link with a new campaign: of more totals the newest count, so that the work is bounded. */
const mostCampaignTotals = 50_000;

/** `source`: only by source, campaign or currency. By source with its ads, also where it sold nothing. */
export async function readGroups(
  db: Queryable,
  by: GroupBy,
  span: Span,
  source: string | null = null,
): Promise<GroupSums[]> {
  const columns = sql`${groupColumns[by]} as name, ${dayColumns}`;
  const ofSources = sql`(select ${columns} from ${financeSources}
    where campaign is ${by === 'campaign' ? sql`not` : sql``} null and ${inAnySpan([span])} ${ofSource(source)}
    ${by === 'campaign' ? sql`order by day desc limit ${mostCampaignTotals}` : sql``})`;
  const ofDays = sql`select ${columns} from ${financeDays} where not is_total and ${inAnySpan([span])}`;
  const isOfSources = by === 'source' || by === 'campaign' || source !== null;
  const parts = sql`${isOfSources ? ofSources : ofDays} union all ${unsettledSends([span], columns, source)}`;
  const ads = sql`select coalesce(source, '') as name, ${usdCents} as cents from ${otherCosts}
    where ${by === 'source' ? sql`` : sql`false and`} deleted_at is null and kind = 'ads' and ${inAnySpan([span])} ${ofSource(source)}`;
  const { rows } = await db.execute<GroupSums>(sql`
    with parts as materialized (${parts}),
    counted as (select name, ${counted} from parts group by name),
    costs as (
      select name, sum(cost) as cost, sum(cost_cents) as cost_cents, sum(estimated_costs) as estimated_costs,
        sum(unknown_costs) as unknown_costs
      from (
        -- The running sum of a day is rounded, so that its groups add up to the rounded cost of the day.
        select *, round(100 * sum(cost) over running) - round(100 * (sum(cost) over running - cost)) as cost_cents
        from ${costsBy(sql`day, name`)} as by_day window running as (partition by day order by name collate "C")
      ) as cut group by name
    ),
    ads as (select name, sum(cents) as ads_cents, count(*) filter (where cents is null) as unknown_ads
      from (${ads}) as a group by name)
    select name, ${sums}, coalesce(sum(ads_cents), 0)::float8 as "adsCents", coalesce(sum(unknown_ads), 0)::int as "unknownAds"
    from (counted join costs using (name)) full join ads using (name) group by name
    order by "salesCents" desc, "adsCents" desc, coalesce(sum(cost), 0) desc, name limit ${mostGroups}`);
  return rows;
}
