// SQL of what the ledger has for a typed payout: the money that moved at one gateway on some days, by the time of its entries.
import { type SQL, sql } from 'drizzle-orm';
import { sqlList } from '../../database/columns.ts';
import type { Queryable } from '../../database/database.ts';
import { dayStart, ordersZone } from '../../database/zones.ts';
import type { LedgerWord } from './ledger-totals.ts';
import { paymentFees } from './payment-fees.schema.ts';
import { movingWords, paymentAttempts, paymentEvents, refunds } from './payments.schema.ts';

export type ExpectedMoney = {
  payments: number;
  capturedCents: number;
  refundedCents: number;
  disputedCents: number;
  feeCents: number;
  unknownFees: number;
};
type Days = { fromDay: string; toDay: string };

/** Reads the payments of the period only, by an index of the entries that move money. */
export async function readExpected(db: Queryable, gateway: string, days: Days): Promise<ExpectedMoney> {
  const { rows } = await db.execute<ExpectedMoney>(expectedSql(gateway, days));
  const [found] = rows;
  if (!found) throw new Error('A sum has no row.');
  return found;
}

export function expectedSql(gateway: string, days: Days): SQL {
  return gateway === 'by_hand' ? byHand(days) : atGateway(gateway, days);
}

function selectBounds({ fromDay, toDay }: Days): SQL {
  return sql`bounds as materialized (select ${dayStart(sql`${fromDay}::date`, ordersZone)} as first,
    ${dayStart(sql`${toDay}::date + 1`, ordersZone)} as next)`;
}

const inBounds = sql`e.happened_at >= (select first from bounds) and e.happened_at < (select next from bounds)`;

/** Payments that an admin confirmed, and their refunds. No gateway takes fees of them. */
function byHand(days: Days): SQL {
  return sql`
    with ${selectBounds(days)},
    paid as (select count(*) as payments, sum((e.said ->> 'amountCents')::bigint) as cents from ${paymentEvents} e
      where e.conclusion = 'confirmed' and ${inBounds}),
    given as (select sum(r.amount_cents) as cents from ${paymentEvents} e
      join ${refunds} r on r.order_id = e.order_id and r.number = e.refund_number
      where e.conclusion = 'refund_refunded' and e.attempt_number is null and ${inBounds})
    select payments::int, coalesce(paid.cents, 0)::float8 as "capturedCents",
      coalesce(given.cents, 0)::float8 as "refundedCents", 0::float8 as "disputedCents", 0::float8 as "feeCents",
      0 as "unknownFees"
    from paid, given`;
}

/**
 * A payment with an entry of `movingWords` is read at both ends of the period. An estimated fee is on the days on which its
 * parts arose, a final one on that of the payment.
 */
function atGateway(gateway: string, days: Days): SQL {
  return sql`
    with ${selectBounds(days)},
    moved as materialized (
      select distinct a.order_id, a.number, a.currency from ${paymentEvents} e
      join ${paymentAttempts} a on a.order_id = e.order_id and a.number = e.attempt_number
      where e.conclusion in (${sqlList(movingWords satisfies readonly LedgerWord[])}) and ${inBounds} and a.gateway = ${gateway}
    ),
    plain as (
      select e.order_id, e.attempt_number as number, (e.said ->> 'capturedCents')::bigint as captured, 0::bigint as refunded,
        0::bigint as disputed, true as is_new
      from ${paymentEvents} e join ${paymentAttempts} a on a.order_id = e.order_id and a.number = e.attempt_number
      where e.conclusion = 'captured' and ${inBounds} and a.gateway = ${gateway}
        and not exists (select from moved m where m.order_id = e.order_id and m.number = e.attempt_number)
    ),
    changed as (
      select m.order_id, m.number, later.captured - earlier.captured as captured, later.refunded - earlier.refunded as refunded,
        later.disputed - earlier.disputed as disputed, earlier.captured = 0 and later.captured > 0 as is_new
      from moved m, lateral (${worthAt(sql`(select first from bounds)`)}) earlier,
        lateral (${worthAt(sql`(select next from bounds)`)}) later
    ),
    whole as materialized (select * from plain union all select * from changed)
    select count(*) filter (where is_new)::int as payments, coalesce(sum(captured), 0)::float8 as "capturedCents",
      coalesce(sum(refunded), 0)::float8 as "refundedCents", coalesce(sum(disputed), 0)::float8 as "disputedCents",
      coalesce(sum(case when is_new then f.amount_cents - added.whole else 0 end + added.here), 0)::float8 as "feeCents",
      count(*) filter (where is_new and f.amount_cents is null)::int as "unknownFees"
    from whole w left join ${paymentFees} f on f.order_id = w.order_id and f.attempt_number = w.number
    left join lateral (
      select coalesce(sum((p ->> 'cents')::bigint), 0) as whole,
        coalesce(sum((p ->> 'cents')::bigint) filter (where (p ->> 'at')::timestamptz >= (select first from bounds)
          and (p ->> 'at')::timestamptz < (select next from bounds)), 0) as here
      from jsonb_array_elements(f.later_parts) p where f.state = 'estimated'
    ) added on true`;
}

/** What one payment had brought until a moment, as the ledger has it. Refunds of a charged back payment are not disputed. */
function worthAt(moment: SQL): SQL {
  return sql`
    select captured, refunded, case when disputed then greatest(0, captured - refunded) else 0 end as disputed
    from (
      select captured, case when is_whole then captured else least(captured, greatest(reported, given)) end as refunded, disputed
      from (
        select coalesce(max((e.said ->> 'capturedCents')::bigint)
            filter (where e.refund_number is null and e.said ->> 'currency' = m.currency), 0) as captured,
          coalesce(max((e.said ->> 'refundedCents')::bigint) filter (where e.refund_number is null), 0) as reported,
          coalesce(bool_or(e.conclusion = 'refunded'), false) as is_whole,
          coalesce(sum(r.amount_cents) filter (where e.conclusion = 'refund_refunded'), 0) as given,
          coalesce((array_agg(e.said ->> 'status' order by e.id desc)
            filter (where e.refund_number is null and e.said ? 'status'))[1] = 'disputed', false) as disputed
        from ${paymentEvents} e
        left join ${refunds} r on r.order_id = e.order_id and r.number = e.refund_number
        where e.order_id = m.order_id and e.attempt_number = m.number and e.happened_at < ${moment}
      ) as entries
    ) as totals`;
}
