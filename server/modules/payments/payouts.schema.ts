// Tables of payouts: what a gateway pays to the bank, and the transactions that each contains.
import { sql } from 'drizzle-orm';
import {
  bigint,
  check,
  date,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import {
  type PayoutContents,
  type PayoutDifference,
  type PayoutState,
  type PayoutTransactionKind,
  payoutContents,
  payoutDifferences,
  payoutStates,
  payoutStatesOnTheWay,
  payoutTransactionKinds,
} from '../../../contract/payout-rules.ts';
import type { AnyMessage } from '../../../contract/store-messages.ts';
import { at, sqlList } from '../../database/columns.ts';
import { orders } from '../orders/orders.schema.ts';

const cents = (name: string) => bigint(name, { mode: 'number' });

/** Those of a gateway that lists them, and those that a person entered. A deleted one stays, so that it can be restored. */
export const payouts = pgTable(
  'payouts',
  {
    id: uuid('id').primaryKey(),
    gateway: text('gateway').notNull(),
    /** Null: typed. */
    gatewayPayoutId: text('gateway_payout_id'),
    state: text('state').$type<PayoutState>().notNull(),
    amountCents: cents('amount_cents').notNull(),
    currency: text('currency').notNull(),
    day: date('day', { mode: 'string' }).notNull(),
    /** The period of a typed payout, both days included. */
    fromDay: date('from_day', { mode: 'string' }),
    toDay: date('to_day', { mode: 'string' }),
    note: text('note').notNull().default(''),
    failure: text('failure'),
    contents: text('contents').$type<PayoutContents>().notNull(),
    /** The sum of its transactions after fees; null before they are read. */
    contentsCents: cents('contents_cents'),
    differences: integer('differences').notNull().default(0),
    /** What the ledger has for the period of a typed payout. */
    payments: integer('payments'),
    capturedCents: cents('captured_cents'),
    refundedCents: cents('refunded_cents'),
    disputedCents: cents('disputed_cents'),
    feeCents: cents('fee_cents'),
    unknownFees: integer('unknown_fees'),
    /** Of an action item: other differences have another key, and return after a dismissal. */
    differenceKey: text('difference_key'),
    differsSince: at('differs_since'),
    createdAt: at('created_at').notNull(),
    updatedAt: at('updated_at').notNull(),
    deletedAt: at('deleted_at'),
  },
  (t) => [
    index('payouts_newest').on(t.day.desc().nullsFirst(), t.id.desc().nullsFirst()).where(sql`${t.deletedAt} is null`),
    uniqueIndex('payouts_gateway').on(t.gateway, t.gatewayPayoutId).where(sql`${t.gatewayPayoutId} is not null`),
    index('payouts_on_the_way')
      .on(t.currency)
      .where(sql`${t.state} in (${sqlList(payoutStatesOnTheWay)})`),
    index('payouts_differing')
      .on(t.differsSince.desc().nullsFirst())
      .where(sql`${t.differsSince} is not null and ${t.deletedAt} is null`),
    index('payouts_typed').on(t.toDay).where(sql`${t.toDay} is not null and ${t.deletedAt} is null`),
    check('payouts_state', sql`${t.state} in (${sqlList(payoutStates)})`),
    check('payouts_contents', sql`${t.contents} in (${sqlList(payoutContents)})`),
    check('payouts_currency', sql`${t.currency} ~ '^[A-Z]{3}$'`),
    check(
      'payouts_typed_period',
      sql`(${t.contents} = 'typed') = (${t.gatewayPayoutId} is null) and (${t.contents} = 'typed') = (${t.fromDay} is not null)
        and (${t.fromDay} is null) = (${t.toDay} is null) and ${t.fromDay} <= ${t.toDay}`,
    ),
    check('payouts_difference', sql`(${t.differenceKey} is null) = (${t.differsSince} is null)`),
    check('payouts_note', sql`char_length(${t.note}) <= 200`),
  ],
);

/** In the order of the gateway. */
export const payoutTransactions = pgTable(
  'payout_transactions',
  {
    payoutId: uuid('payout_id').notNull(),
    number: integer('number').notNull(),
    transactionId: text('transaction_id').notNull(),
    kind: text('kind').$type<PayoutTransactionKind>().notNull(),
    /** In the currency of the payout. Negative: taken from the operator. */
    amountCents: cents('amount_cents').notNull(),
    feeCents: cents('fee_cents').notNull(),
    /** The same amount in the currency of the payment; null where the gateway did not return it. */
    paidCents: cents('paid_cents'),
    paidCurrency: text('paid_currency'),
    /** Of the charge, the refund or the dispute at the gateway. */
    sourceId: text('source_id'),
    /** The payment that it is about, where known. */
    orderId: text('order_id').references(() => orders.id),
    attemptNumber: smallint('attempt_number'),
    difference: text('difference').$type<PayoutDifference>(),
  },
  (t) => [
    primaryKey({ columns: [t.payoutId, t.number] }),
    foreignKey({ name: 'payout_transactions_of', columns: [t.payoutId], foreignColumns: [payouts.id] }).onDelete(
      'cascade',
    ),
    uniqueIndex('payout_transactions_id').on(t.payoutId, t.transactionId),
    index('payout_transactions_payment').on(t.orderId, t.attemptNumber).where(sql`${t.orderId} is not null`),
    index('payout_transactions_differing').on(t.payoutId, t.number).where(sql`${t.difference} is not null`),
    check('payout_transactions_kind', sql`${t.kind} in (${sqlList(payoutTransactionKinds)})`),
    check('payout_transactions_difference', sql`${t.difference} in (${sqlList(payoutDifferences)})`),
    check('payout_transactions_payment_known', sql`(${t.orderId} is null) = (${t.attemptNumber} is null)`),
  ],
);

/** The last reading of each gateway. */
export const payoutReads = pgTable('payout_reads', {
  gateway: text('gateway').primaryKey(),
  /** The last complete one. */
  readAt: at('read_at'),
  /** Why the last one failed. */
  problem: text('problem'),
  problemCoded: jsonb('problem_coded').$type<AnyMessage>(),
});
