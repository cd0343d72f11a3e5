// Tables of transfers: what an order waits for, and what an admin decided about the lines of a bank.
import { sql } from 'drizzle-orm';
import {
  check,
  date,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import {
  bankFileLimits,
  type LineDecision,
  lineDecisions,
  type TransferCurrency,
  transferCurrencies,
} from '../../../contract/transfer-rules.ts';
import { at, sqlList } from '../../database/columns.ts';
import { orders } from '../orders/orders.schema.ts';
import { paymentAttempts } from '../payments/payments.schema.ts';

/** What the page of an order shows of an attempt with the gateway `manual`. */
export const transfers = pgTable(
  'transfers',
  {
    orderId: text('order_id').notNull(),
    number: smallint('number').notNull(),
    reference: text('reference').notNull(),
    /** What the buyer sends: the price, or its amount in reais. */
    dueCents: integer('due_cents').notNull(),
    dueCurrency: text('due_currency').$type<TransferCurrency>().notNull(),
    openedAt: at('opened_at').notNull(),
    expiresAt: at('expires_at').notNull(),
    /** Null while the order waits for it. */
    closedAt: at('closed_at'),
  },
  (t) => [
    primaryKey({ columns: [t.orderId, t.number] }),
    foreignKey({
      name: 'transfers_attempt',
      columns: [t.orderId, t.number],
      foreignColumns: [paymentAttempts.orderId, paymentAttempts.number],
    }),
    uniqueIndex('transfers_reference').on(t.reference),
    index('transfers_due').on(t.dueCents, t.dueCurrency, t.openedAt).where(sql`${t.closedAt} is null`),
    check('transfers_reference_form', sql`${t.reference} ~ '^[2-9A-Z]{8}$'`),
    check('transfers_due_amount', sql`${t.dueCents} > 0`),
    check('transfers_due_currency', sql`${t.dueCurrency} in (${sqlList(transferCurrencies)})`),
  ],
);

/** One a line of a bank's file. The text of the line is not stored: it names people. */
export const transferDecisions = pgTable(
  'transfer_decisions',
  {
    /** A hash of the line. */
    lineKey: text('line_key').primaryKey(),
    decision: text('decision').$type<LineDecision>().notNull(),
    /** Null: left without an order. */
    orderId: text('order_id').references(() => orders.id),
    day: date('day', { mode: 'string' }).notNull(),
    amountCents: integer('amount_cents').notNull(),
    currency: text('currency').$type<TransferCurrency>().notNull(),
    note: text('note').notNull(),
    /** The admin's email. */
    decidedBy: text('decided_by').notNull(),
    decidedAt: at('decided_at').notNull(),
  },
  (t) => [
    index('transfer_decisions_order').on(t.orderId).where(sql`${t.orderId} is not null`),
    check('transfer_decisions_decision', sql`${t.decision} in (${sqlList(lineDecisions)})`),
    check('transfer_decisions_order_of_accepted', sql`${t.decision} <> 'accepted' or ${t.orderId} is not null`),
    check('transfer_decisions_amount', sql`${t.amountCents} > 0`),
    check('transfer_decisions_note', sql`char_length(${t.note}) <= ${sql.raw(String(bankFileLimits.note))}`),
  ],
);
