// SQL of what the file of orders has beside the orders: payments at the gateway, and what the links cost.
import { and, inArray, sql } from 'drizzle-orm';
import { texts } from '../../database/columns.ts';
import type { Queryable } from '../../database/database.ts';
import { dispatches, linkReplacements } from '../dispatch/dispatch.schema.ts';
import { paymentFees } from '../payments/payment-fees.schema.ts';
import { paymentAttempts } from '../payments/payments.schema.ts';
import { providers } from '../providers/providers.schema.ts';

/** `cost`: a decimal in `currency`, null while no charge is known. `unknown`: the links without a known charge. */
export type LinkCosts = {
  orderId: string;
  providers: string[];
  currency: string;
  cost: string | null;
  unknown: number;
};
export type SaleFee = Pick<typeof paymentFees.$inferSelect, 'orderId' | 'amountCents' | 'state'>;
export type OrderPayment = { orderId: string; gateway: string; gatewayId: string };

/** The payment that counts, or the latest attempt, by the ID that the gateway shows. */
export async function listOrderPayments(db: Queryable, orderIds: readonly string[]): Promise<OrderPayment[]> {
  const { orderId, gateway, paymentId, gatewayOrderId, state, number } = paymentAttempts;
  const { rows } = await db.execute<OrderPayment>(sql`
    select distinct on (${orderId}) ${orderId} as "orderId", ${gateway} as gateway,
      coalesce(${paymentId}, ${gatewayOrderId}) as "gatewayId"
    from ${paymentAttempts} where ${orderId} = any(${texts(orderIds)})
    order by ${orderId}, (${state} = 'paid') desc, ${number} desc`);
  return rows;
}

/** The fees of the payments that count. Null: not known. */
export async function listSaleFees(db: Queryable, orderIds: readonly string[]): Promise<SaleFee[]> {
  const { orderId, amountCents, state, ofSale } = paymentFees;
  return db
    .select({ orderId, amountCents, state })
    .from(paymentFees)
    .where(and(inArray(orderId, [...orderIds]), ofSale));
}

/** Sent links, also replaced ones, of these orders: a row per order and currency. */
export async function listLinkCosts(db: Queryable, orderIds: readonly string[]): Promise<LinkCosts[]> {
  const ids = sql`any(${texts(orderIds)})`;
  const { rows } = await db.execute<LinkCosts>(sql`
    select s.order_id as "orderId", array_agg(distinct coalesce(p.name, s.provider_id)) as providers,
      coalesce(s.cost_currency, 'USD') as currency, sum(s.charge)::text as cost,
      (count(*) - count(s.charge))::int as unknown
    from (
      select order_id, provider_id, charge, cost_currency from ${dispatches} where order_id = ${ids} and state = 'sent'
      union all
      select order_id, provider_id, charge, cost_currency from ${linkReplacements}
      where order_id = ${ids} and provider_order_id is not null
    ) as s left join ${providers} p on p.id = s.provider_id
    group by 1, 3 order by 1, 3`);
  return rows;
}
