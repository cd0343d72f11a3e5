// Table of the fees that gateways take.
import { sql } from 'drizzle-orm';
import { bigint, boolean, check, jsonb, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core';
import { at } from '../../database/columns.ts';
import { orders } from '../orders/orders.schema.ts';

/**
 * The fee of a payment with its refunds and disputes: estimated by the rule of its day, until the gateway returns it. A
 * trigger adds it to `finance_days`.
 */
export const paymentFees = pgTable(
  'payment_fees',
  {
    orderId: text('order_id')
      .notNull()
      .references(() => orders.id),
    /** Zero: confirmed by an admin, without a gateway. */
    attemptNumber: smallint('attempt_number').notNull(),
    /** Null without a rule. */
    amountCents: bigint('amount_cents', { mode: 'number' }),
    currency: text('currency').notNull(),
    state: text('state').$type<'unknown' | 'estimated' | 'final'>().notNull(),
    /** True for the payment of the order; false for a second one. */
    ofSale: boolean('of_sale').notNull(),
    /** Those whose fee is in an estimate. */
    refunds: smallint('refunds').notNull().default(0),
    /** What refunds, disputes and further charges added to an estimate, and when. */
    laterParts: jsonb('later_parts').$type<{ cents: number; at: string }[]>().notNull().default([]),
    chargedAt: at('charged_at').notNull(),
    updatedAt: at('updated_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.orderId, t.attemptNumber] }),
    check('payment_fees_state', sql`${t.state} in ('unknown', 'estimated', 'final')`),
    check('payment_fees_known', sql`(${t.state} = 'unknown') = (${t.amountCents} is null)`),
  ],
);
