// Looks at the orders of the last while for what people do not do: many from one address, many cards, one e-mail over many
// links. Tells the operator; stops nobody. Run as a job, so that buying never waits for it.
import { sql } from 'drizzle-orm';
import type { Alerts } from '../ports/alerts.ts';
import type { Database } from '../store/database.ts';
import { orders, paymentAttempts } from '../store/schema.ts';

/** From so many on it is told. */
export const suspicious = { ordersPerHour: 8, refusedCardsPerHour: 6, linksPerDay: 12 } as const;

type Found = { about: string; email: string; orderId: string; count: number; period: string };

export function createSuspiciousOrders({ database, alerts }: { database: Database; alerts: Alerts }) {
  /** Once per address or e-mail, and hour or day. */
  return async function lookForSuspiciousOrders(): Promise<void> {
    for (const found of await manyOrders()) {
      await tell('orders', found, `${found.count} orders came from one address within an hour.`);
    }
    for (const found of await manyCards()) {
      await tell('cards', found, `${found.count} payments from one address were refused within an hour.`);
    }
    for (const found of await manyLinks()) {
      await tell('links', found, `One e-mail ordered for ${found.count} different links within a day.`);
    }
  };

  async function tell(what: string, { about, email, orderId, count, period }: Found, message: string): Promise<void> {
    await alerts.raise(database.db, {
      ...{ type: 'suspicious_order', severity: 'medium', message },
      details: { email, orderId, attempts: count },
      onceKey: `suspicious ${what} ${about} ${period}`,
    });
  }

  async function manyOrders(): Promise<Found[]> {
    // From which addresses did many orders come within the hour?
    const found = await database.db.execute<Found>(sql`
      select address_key as about, max(customer_email) as email, max(id) as "orderId", count(*)::int as count,
        to_char(${database.now()} at time zone 'UTC', 'YYYY-MM-DD"T"HH24') as period
      from ${orders}
      where deleted_at is null and address_key is not null and created_at > ${database.now()} - interval '1 hour'
      group by address_key having count(*) >= ${suspicious.ordersPerHour} limit 50`);
    return found.rows;
  }

  async function manyCards(): Promise<Found[]> {
    // From which addresses were many payments refused, in attempts of the last hour?
    const found = await database.db.execute<Found>(sql`
      select o.address_key as about, max(o.customer_email) as email, max(o.id) as "orderId",
        sum(a.failed_tries)::int as count, to_char(${database.now()} at time zone 'UTC', 'YYYY-MM-DD"T"HH24') as period
      from ${paymentAttempts} a join ${orders} o on o.id = a.order_id
      where a.opened_at > ${database.now()} - interval '1 hour' and a.failed_tries > 0 and o.address_key is not null
      group by o.address_key having sum(a.failed_tries) >= ${suspicious.refusedCardsPerHour} limit 50`);
    return found.rows;
  }

  async function manyLinks(): Promise<Found[]> {
    // Which e-mails ordered for many different links within the day?
    const found = await database.db.execute<Found>(sql`
      select lower(customer_email) as about, max(customer_email) as email, max(id) as "orderId",
        count(distinct link)::int as count, to_char(${database.now()} at time zone 'UTC', 'YYYY-MM-DD') as period
      from ${orders}, unnest(post_links) as link
      where deleted_at is null and created_at > ${database.now()} - interval '1 day'
      group by lower(customer_email) having count(distinct link) >= ${suspicious.linksPerDay} limit 50`);
    return found.rows;
  }
}
