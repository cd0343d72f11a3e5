// Tables of payments: attempts, refunds, the ledger, reconciliations, notifications.
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
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
} from 'drizzle-orm/pg-core';
import {
  type AttemptState,
  attemptStates,
  openAttemptStates,
  openRefundStates,
  type RefundState,
  refundStates,
  settledRefundStates,
  watchedAttemptStates,
} from '../../../contract/payment-status.ts';
import type { AnyMessage } from '../../../contract/store-messages.ts';
import type { Wallet } from '../../../contract/wallets.ts';
import { at, sqlList } from '../../database/columns.ts';
import { orders } from '../orders/orders.schema.ts';

/** One gateway order of an order (gateway rule 8). */
export const paymentAttempts = pgTable(
  'payment_attempts',
  {
    orderId: text('order_id')
      .notNull()
      .references(() => orders.id),
    number: smallint('number').notNull(),
    gateway: text('gateway').notNull(),
    gatewayOrderId: text('gateway_order_id').notNull(),
    amountCents: integer('amount_cents').notNull(),
    currency: text('currency').$type<'USD'>().notNull(),
    state: text('state').$type<AttemptState>().notNull(),
    sessionId: text('session_id'),
    successIndicator: text('success_indicator'),
    /** All who got the session had the key of the order: its payer may get the links of the order. */
    withKey: boolean('with_key').notNull().default(false),
    /** The gateway's time of the last applied view. */
    gatewayUpdatedAt: at('gateway_updated_at'),
    /** The furthest progress of all responses; an older response changes nothing (gateway rule 8). */
    gatewayProgress: jsonb('gateway_progress').$type<{
      /** Null where no response included a count. */
      transactions: number | null;
      /** The highest total of any response. */
      capturedCents: number;
      refundedCents: number;
      /** Cancelled, with no captured money left. */
      isVoided: boolean;
      isDisputed: boolean;
    }>(),
    /** A status that the store does not support, since when, and in how many queries (2 at most). */
    unknownStatus: text('unknown_status'),
    unknownSince: at('unknown_since'),
    unknownLooks: smallint('unknown_looks').notNull().default(0),
    /** Start of a payment without a final state from the gateway. */
    confirmingSince: at('confirming_since'),
    failedTries: integer('failed_tries').notNull().default(0),
    /** The failed tries in `card_declines`; null: opened by a version that did not count them. */
    countedDeclines: integer('counted_declines'),
    /** Keyed hashes of the address that opened the form, and of its network. */
    callerKey: text('caller_key'),
    callerNetworkKey: text('caller_network_key'),
    /** The gateway's details of the try that counts, for display only. */
    gatewayStatus: text('gateway_status'),
    cardBrand: text('card_brand'),
    cardLast4: text('card_last4'),
    cardWallet: text('card_wallet').$type<Wallet>(),
    /** Where the card was issued: two letters. */
    cardCountry: text('card_country'),
    declineCode: text('decline_code'),
    transactionId: text('transaction_id'),
    /** The gateway's ID of the payment, where it has one beside the transaction: Stripe's payment intent. */
    paymentId: text('payment_id'),
    /** Until when the gateway takes evidence of the last dispute; null where it returned none. */
    disputeDueAt: at('dispute_due_at'),
    openedAt: at('opened_at').notNull(),
    updatedAt: at('updated_at').notNull(),
    /** Time of the sweeper's next check; null when no money can come. */
    lookAt: at('look_at'),
  },
  (t) => [
    primaryKey({ columns: [t.orderId, t.number] }),
    index('payment_attempts_opened').on(t.openedAt, t.orderId, t.number),
    index('payment_attempts_sweep')
      .on(t.lookAt)
      .where(sql`${t.state} in (${sqlList(watchedAttemptStates)})`),
    index('payment_attempts_unknown_status').on(t.unknownSince).where(sql`${t.unknownStatus} is not null`),
    // Searched by admins.
    index('payment_attempts_card')
      .on(t.cardLast4, t.openedAt.desc().nullsFirst())
      .where(sql`${t.cardLast4} is not null`),
    index('payment_attempts_transaction').on(t.transactionId).where(sql`${t.transactionId} is not null`),
    index('payment_attempts_payment').on(t.paymentId).where(sql`${t.paymentId} is not null`),
    // Stripe's client secret begins with the ID of the session.
    index('payment_attempts_session')
      .on(sql`split_part(${t.sessionId}, '_secret_', 1)`)
      .where(sql`${t.sessionId} is not null`),
    uniqueIndex('payment_attempts_gateway_order').on(t.gateway, t.gatewayOrderId),
    uniqueIndex('payment_attempts_one_open')
      .on(t.orderId)
      .where(sql`${t.state} in (${sqlList(openAttemptStates)})`),
    uniqueIndex('payment_attempts_one_paid').on(t.orderId).where(sql`${t.state} = 'paid'`),
    check('payment_attempts_number', sql`${t.number} > 0`),
    check('payment_attempts_amount', sql`${t.amountCents} > 0`),
    check('payment_attempts_state', sql`${t.state} in (${sqlList(attemptStates)})`),
    // Rejects a full card number, whatever an adapter returns.
    check('payment_attempts_card_brand', sql`${t.cardBrand} ~ '^[A-Za-z][A-Za-z _-]{1,29}$'`),
    check('payment_attempts_card_last4', sql`${t.cardLast4} ~ '^[0-9]{4}$'`),
    check('payment_attempts_open_has_session', sql`${t.state} <> 'open' or ${t.sessionId} is not null`),
  ],
);

/** The gateway has not returned the result of the payment, or an amount needs a decision. For queries of this table. */
export const isConfirmingAttempt = sql<boolean>`(${paymentAttempts.confirmingSince} is not null
  or ${paymentAttempts.unknownStatus} is not null or ${paymentAttempts.state} = 'mismatch')`;

/** The buyer chose a transfer, and it has not arrived. For queries of this table. */
export const isAwaitedTransfer = sql<boolean>`(${paymentAttempts.gateway} = 'manual' and ${paymentAttempts.state} = 'open')`;

/**
 * Refunds; written before the request to the gateway. Only a failed refund frees its amount: a trigger limits the sum
 * of the others to the captured amount.
 */
export const refunds = pgTable(
  'refunds',
  {
    orderId: text('order_id')
      .notNull()
      .references(() => orders.id),
    number: smallint('number').notNull(),
    /** The refunded payment; null: one that an admin confirmed, without a gateway. */
    attemptNumber: smallint('attempt_number'),
    /** The transaction ID at the gateway: the same at every repeat (gateway rule 8). */
    refundId: text('refund_id').notNull(),
    /** The gateway's own ID of the refund; null where it has none beside `refundId`. */
    gatewayRefundId: text('gateway_refund_id'),
    amountCents: integer('amount_cents').notNull(),
    currency: text('currency').$type<'USD'>().notNull(),
    reason: text('reason').notNull(),
    /** The units that it stands for, where it was computed. */
    undeliveredQuantity: integer('undelivered_quantity'),
    state: text('state').$type<RefundState>().notNull(),
    /** The reason of the failure or of the delay, in one sentence. */
    problem: text('problem'),
    problemCoded: jsonb('problem_coded').$type<AnyMessage>(),
    /** The Idempotency-Key and the request. */
    requestKey: text('request_key').notNull(),
    requestHash: text('request_hash').notNull(),
    /** The admin's email. */
    requestedBy: text('requested_by').notNull(),
    createdAt: at('created_at').notNull(),
    updatedAt: at('updated_at').notNull(),
    /** Time of the next check; null when settled. */
    lookAt: at('look_at'),
  },
  (t) => [
    primaryKey({ columns: [t.orderId, t.number] }),
    foreignKey({
      name: 'refunds_attempt',
      columns: [t.orderId, t.attemptNumber],
      foreignColumns: [paymentAttempts.orderId, paymentAttempts.number],
    }),
    uniqueIndex('refunds_refund_id').on(t.refundId),
    index('refunds_gateway_id').on(t.gatewayRefundId).where(sql`${t.gatewayRefundId} is not null`),
    uniqueIndex('refunds_request').on(t.orderId, t.requestKey),
    index('refunds_open')
      .on(t.lookAt)
      .where(sql`${t.state} in (${sqlList(openRefundStates)})`),
    index('refunds_made').on(t.updatedAt).where(sql`${t.state} = 'refunded'`),
    index('refunds_requester').on(t.requestedBy, t.createdAt),
    check('refunds_number', sql`${t.number} > 0`),
    check('refunds_amount', sql`${t.amountCents} > 0`),
    check('refunds_reason', sql`char_length(${t.reason}) between 1 and 500`),
    check('refunds_undelivered', sql`${t.undeliveredQuantity} > 0`),
    check('refunds_state', sql`${t.state} in (${sqlList(refundStates)})`),
    check('refunds_open_is_watched', sql`(${t.state} in (${sqlList(settledRefundStates)})) = (${t.lookAt} is null)`),
  ],
);

/** Entries after which a payment is worth something else. */
export const movingWords = [
  'second_capture',
  'overcharged',
  'mismatch',
  'part_refunded',
  'refunded',
  'charged_back',
  'won_back',
  'refund_refunded',
] as const;
const moneyWords = ['captured', 'confirmed', ...movingWords];

/**
 * The ledger. Append-only, enforced by triggers: the requests about an order's money, the responses by an allow-list of
 * fields (never a name, a card or an address), and the outcomes. The rows of orders and attempts derive from it.
 */
export const paymentEvents = pgTable(
  'payment_events',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    orderId: text('order_id')
      .notNull()
      .references(() => orders.id),
    attemptNumber: smallint('attempt_number'),
    refundNumber: smallint('refund_number'),
    /** The cause of the query: session, return, notification, job, admin, upgrade; demo: invented data. */
    source: text('source').notNull(),
    conclusion: text('conclusion').notNull(),
    asked: jsonb('asked').$type<Record<string, unknown>>().notNull().default({}),
    said: jsonb('said').$type<Record<string, unknown>>().notNull(),
    happenedAt: at('happened_at').notNull(),
  },
  (t) => [
    index('payment_events_order').on(t.orderId, t.id),
    // The entries that move money, for what a payout should contain.
    index('payment_events_money')
      .on(t.happenedAt)
      .where(sql`${t.conclusion} in (${sqlList(moneyWords)})`),
    check(
      'payment_events_asked_allowed',
      sql`${t.asked} - array['gatewayOrderId', 'refundId', 'amountCents', 'currency'] = '{}'`,
    ),
    check(
      'payment_events_said_allowed',
      sql`${t.said} - array['gatewayOrderId', 'refundId', 'status', 'rawStatus', 'rawResult', 'amountCents',
        'capturedCents', 'refundedCents', 'paidCents', 'currency', 'failedTries', 'formOpen', 'lastUpdatedAt', 'fault',
        'note', 'state', 'paymentStatus'] = '{}'`,
    ),
  ],
);

/**
 * One comparison of the ledger with the gateway, over every attempt opened on these days (UTC, both included), in their
 * order. A run that stopped continues behind its last attempt.
 */
export const reconciliations = pgTable(
  'reconciliations',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    fromDay: date('from_day', { mode: 'string' }).notNull(),
    toDay: date('to_day', { mode: 'string' }).notNull(),
    state: text('state').$type<'running' | 'done'>().notNull(),
    /** Number of gateway orders compared so far. */
    compared: integer('compared').notNull().default(0),
    /** The cursor: the last compared attempt. */
    afterOpenedAt: at('after_opened_at'),
    afterOrderId: text('after_order_id'),
    afterNumber: smallint('after_number'),
    /** The reason for a pause. */
    problem: text('problem'),
    problemCoded: jsonb('problem_coded').$type<AnyMessage>(),
    startedAt: at('started_at').notNull(),
    updatedAt: at('updated_at').notNull(),
  },
  (t) => [
    uniqueIndex('reconciliations_one_running').on(t.fromDay, t.toDay).where(sql`${t.state} = 'running'`),
    check('reconciliations_days', sql`${t.fromDay} <= ${t.toDay}`),
    check('reconciliations_state', sql`${t.state} in ('running', 'done')`),
  ],
);

/** One fact of one gateway order that differs between ledger and gateway. */
export const reconciliationDifferences = pgTable(
  'reconciliation_differences',
  {
    reconciliationId: bigint('reconciliation_id', { mode: 'number' }).notNull(),
    orderId: text('order_id')
      .notNull()
      .references(() => orders.id),
    attemptNumber: smallint('attempt_number').notNull(),
    kind: text('kind').$type<'captured' | 'refunded' | 'currency' | 'disputed' | 'unknown' | 'not_asked'>().notNull(),
    gatewayOrderId: text('gateway_order_id').notNull(),
    ours: text('ours').notNull(),
    theirs: text('theirs').notNull(),
  },
  (t) => [
    primaryKey({
      name: 'reconciliation_differences_pk',
      columns: [t.reconciliationId, t.orderId, t.attemptNumber, t.kind],
    }),
    foreignKey({
      name: 'reconciliation_differences_of',
      columns: [t.reconciliationId],
      foreignColumns: [reconciliations.id],
    }).onDelete('cascade'),
    check(
      'reconciliation_differences_kind',
      sql`${t.kind} in ('captured', 'refunded', 'currency', 'disputed', 'unknown', 'not_asked')`,
    ),
  ],
);

/** A notification of the gateway, once per its own ID (gateway rule 6). */
export const paymentNotifications = pgTable(
  'payment_notifications',
  {
    gateway: text('gateway').notNull(),
    notificationId: text('notification_id').notNull(),
    gatewayOrderId: text('gateway_order_id').notNull(),
    receivedAt: at('received_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.gateway, t.notificationId] }),
    index('payment_notifications_newest').on(t.gateway, t.receivedAt.desc().nullsLast()),
  ],
);
