// Checks recent orders for unusual patterns: many from one address, many cards, one email over many links. Alerts the
// operator; blocks nothing. Runs in a job, so that buying never waits for it.
import { sql } from 'drizzle-orm';
import { type StoreMessage, storeMessage } from '../../../contract/store-messages.ts';
import type { StoreContext } from '../../context.ts';
import { orders } from '../orders/orders.schema.ts';
import { paymentAttempts } from '../payments/payments.schema.ts';

/** Counts from which an alert is raised. */
export const suspicious = { ordersPerHour: 8, refusedCardsPerHour: 6, linksPerDay: 12 } as const;

/** `email` and `orderId` come from the newest order of the group. */
type Found = { about: string; email: string; orderId: string; count: number; period: string };

/** One alert per address or email, and hour or day. */
export async function alertSuspiciousOrders(ctx: StoreContext): Promise<void> {
  for (const found of await manyOrders(ctx)) {
    const ip = ctx.addressCodes.findAddress(found.about);
    await raise(ctx, 'orders', found, ip, storeMessage('orders_of_address', { count: found.count, ip }));
  }
  for (const found of await manyCards(ctx)) {
    const ip = ctx.addressCodes.findAddress(found.about);
    await raise(ctx, 'cards', found, ip, storeMessage('refused_payments_of_address', { count: found.count, ip }));
  }
  for (const found of await manyLinks(ctx)) {
    await raise(ctx, 'links', found, null, storeMessage('links_of_email', { count: found.count }));
  }
}

async function raise(
  ctx: StoreContext,
  what: string,
  found: Found,
  ip: string | null,
  message: StoreMessage,
): Promise<void> {
  const { about, email, orderId, count, period } = found;
  await ctx.alerts.raise(ctx.database.db, {
    type: 'suspicious_order',
    severity: 'medium',
    message,
    details: { email, orderId, attempts: count, ...(ip === null ? {} : { ip }) },
    onceKey: `suspicious ${what} ${about} ${period}`,
  });
}

async function manyOrders({ database }: StoreContext): Promise<Found[]> {
  const found = await database.db.execute<Found>(sql`
    select address_key as about, ${newest('customer_email')} as email, ${newest('id')} as "orderId",
      count(*)::int as count, to_char(${database.now()} at time zone 'UTC', 'YYYY-MM-DD"T"HH24') as period
    from ${orders}
    where deleted_at is null and address_key is not null and created_at > ${database.now()} - interval '1 hour'
    group by address_key having count(*) >= ${suspicious.ordersPerHour} limit 50`);
  return found.rows;
}

async function manyCards({ database }: StoreContext): Promise<Found[]> {
  const found = await database.db.execute<Found>(sql`
    select address_key as about, ${newest('customer_email')} as email, ${newest('id')} as "orderId",
      sum(a.failed_tries)::int as count, to_char(${database.now()} at time zone 'UTC', 'YYYY-MM-DD"T"HH24') as period
    from ${paymentAttempts} a join ${orders} on ${orders.id} = a.order_id
    where a.opened_at > ${database.now()} - interval '1 hour' and a.failed_tries > 0 and address_key is not null
    group by address_key having sum(a.failed_tries) >= ${suspicious.refusedCardsPerHour} limit 50`);
  return found.rows;
}

async function manyLinks({ database }: StoreContext): Promise<Found[]> {
  const found = await database.db.execute<Found>(sql`
    select lower(customer_email) as about, ${newest('customer_email')} as email, ${newest('id')} as "orderId",
      count(distinct link)::int as count, to_char(${database.now()} at time zone 'UTC', 'YYYY-MM-DD') as period
    from ${orders}, unnest(post_links) as link
    where deleted_at is null and created_at > ${database.now()} - interval '1 day'
    group by lower(customer_email) having count(distinct link) >= ${suspicious.linksPerDay} limit 50`);
  return found.rows;
}

/** A value of the group's newest order, so that all details belong to the same order. */
function newest(column: 'id' | 'customer_email') {
  const value = orders[column === 'id' ? 'id' : 'customerEmail'];
  return sql`(array_agg(${value} order by ${orders.createdAt} desc, ${orders.id} desc))[1]`;
}
