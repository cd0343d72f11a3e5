// SQL of declined cards. Every count is a range of an index that ends at the limit.
import { sql } from 'drizzle-orm';
import {
  type CardTestingSettings,
  type DeclineScope,
  declineScopes,
  declineWindowNames,
  declineWindows,
} from '../../../contract/card-testing.ts';
import { dbNow, type Queryable, type Tx } from '../../database/database.ts';
import { orders } from '../orders/orders.schema.ts';
import { cardDeclines } from './card-declines.schema.ts';
import { paymentEvents } from './payments.schema.ts';

/** Keyed hashes. */
export type DeclineKeys = { addressKey: string | null; networkKey: string | null; emailKey: string };
/** `seconds`: until the oldest counted decline leaves the window. */
export type ReachedLimit = { scope: DeclineScope; seconds: number };

const payingCustomerDays = 90;
const keptSeconds = declineWindows.per_day;
const forgottenAtOnce = 5_000;

/** Adds the tries from `from` to `to`; a known one stays as it is. */
export async function add(
  tx: Tx,
  { orderId, number, from, to }: { orderId: string; number: number; from: number; to: number },
  { addressKey, networkKey, emailKey }: DeclineKeys,
): Promise<void> {
  await tx.execute(sql`
    insert into ${cardDeclines}
      (order_id, attempt_number, try_number, address_key, network_key, email_key, declined_at)
    select ${orderId}, ${number}::int, try, ${addressKey}, ${networkKey}, ${emailKey}, ${dbNow(tx)}
    from generate_series(${from}::int, ${to}::int) as try
    on conflict do nothing`);
}

/** The reached limits. `factor` multiplies each, rounded down to one at least. */
export async function reachedLimits(
  at: Queryable,
  limits: CardTestingSettings,
  keys: DeclineKeys,
  factor: number,
): Promise<ReachedLimit[]> {
  const isOf: Record<DeclineScope, ReturnType<typeof sql> | null> = {
    address: keys.addressKey === null ? null : sql`address_key = ${keys.addressKey}`,
    network: keys.networkKey === null ? null : sql`network_key = ${keys.networkKey}`,
    email: sql`email_key = ${keys.emailKey}`,
    all: sql`true`,
  };
  const parts = declineScopes.flatMap((scope) =>
    declineWindowNames.flatMap((window) => {
      const [limit, isCounted] = [limits[scope][window], isOf[scope]];
      if (limit === null || isCounted === null) return [];
      const seconds = declineWindows[window];
      const most = Math.max(1, Math.min(Math.floor(limit * factor), Number.MAX_SAFE_INTEGER));
      const length = sql`${seconds}::int * interval '1 second'`;
      // The limit is reached while as many declines are in the window; it is free when this one leaves it.
      return sql`(select ${scope}::text as scope, declined_at + ${length} as free_at from ${cardDeclines}
        where ${isCounted} and declined_at > ${dbNow(at)} - ${length}
        order by declined_at desc offset ${most - 1}::bigint limit 1)`;
    }),
  );
  if (parts.length === 0) return [];
  const { rows } = await at.execute<{ scope: DeclineScope; seconds: number }>(sql`
    select scope, extract(epoch from free_at - ${dbNow(at)})::float8 as seconds
    from (${sql.join(parts, sql` union all `)}) as reached`);
  return rows;
}

/** True: the gateway captured money of an order of this email lately, and the store still has it. */
export async function isPayingCustomer(db: Queryable, email: string): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select from ${orders} o join ${paymentEvents} e on e.order_id = o.id
    where lower(o.customer_email) = lower(${email}) and o.payment_status = 'paid' and e.conclusion = 'captured'
      and e.happened_at > ${dbNow(db)} - ${payingCustomerDays}::int * interval '1 day' limit 1`);
  return rows.length > 0;
}

export async function purgeOld(db: Queryable): Promise<void> {
  for (;;) {
    const gone = await db.execute(sql`
      delete from ${cardDeclines} where (order_id, attempt_number, try_number) in (
        select order_id, attempt_number, try_number from ${cardDeclines}
        where declined_at < ${dbNow(db)} - ${keptSeconds}::int * interval '1 second'
        order by declined_at limit ${forgottenAtOnce})`);
    if ((gone.rowCount ?? 0) < forgottenAtOnce) return;
  }
}
