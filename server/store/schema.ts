// Every table, as it stands after all migrations. Comments say what a row is; rules that SQL can hold are held here.
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
  numeric,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { ApiScope } from '../../contract/api-scopes.ts';
import type { DeliveryState, PaymentState } from '../../contract/order-progress.ts';
import type { SettingsChange, StoreSettings } from '../../contract/store-settings.ts';
import type { WebhookEvent } from '../../contract/webhook-rules.ts';
import { isStoppedStatus, isUnknownStatus } from './status-words.ts';

// Milliseconds, as JavaScript keeps them: a time that was read finds its row again.
const at = (name: string) => timestamp(name, { withTimezone: true, mode: 'date', precision: 3 });

/** One row: what this database belongs to. A start in another mode refuses. */
export const storeMeta = pgTable(
  'store_meta',
  { id: boolean('id').primaryKey().default(true), mode: text('mode').notNull(), createdAt: at('created_at').notNull() },
  (t) => [check('store_meta_one_row', sql`${t.id}`), check('store_meta_mode', sql`${t.mode} in ('sandbox', 'live')`)],
);

/** An operator. The e-mail is compared in lower case. */
export const admins = pgTable(
  'admins',
  {
    id: uuid('id').primaryKey(),
    email: text('email').notNull(),
    passwordHash: text('password_hash').notNull(),
    /** Of the authenticator app, sealed. Asked for once it was confirmed. */
    totpSecret: text('totp_secret'),
    totpConfirmedAt: at('totp_confirmed_at'),
    /** The time step of the code taken last: none is good twice. */
    totpLastStep: bigint('totp_last_step', { mode: 'number' }),
    createdAt: at('created_at').notNull(),
  },
  (t) => [uniqueIndex('admins_email').on(sql`lower(${t.email})`)],
);

/** One sign-in; its id is the token's jti. A token without a live row is dead (D-14). */
export const adminSessions = pgTable(
  'admin_sessions',
  {
    id: uuid('id').primaryKey(),
    adminId: uuid('admin_id')
      .notNull()
      .references(() => admins.id, { onDelete: 'cascade' }),
    ip: text('ip').notNull(),
    userAgent: text('user_agent').notNull(),
    loginAt: at('login_at').notNull(),
    expiresAt: at('expires_at').notNull(),
    /** When the password was last given again in this session (D-30). */
    steppedUpAt: at('stepped_up_at'),
    /** A second factor was given in this session: at its beginning, again, or when it was set up. */
    secondFactor: boolean('second_factor').notNull().default(false),
    revokedAt: at('revoked_at'),
  },
  (t) => [index('admin_sessions_admin').on(t.adminId, t.expiresAt)],
);

/** What a program shows instead of an admin's token. Never deleted: the audit names it. */
export const apiKeys = pgTable(
  'api_keys',
  {
    id: uuid('id').primaryKey(),
    name: text('name').notNull(),
    /** The first characters, by which people tell it. */
    prefix: text('prefix').notNull(),
    /** SHA-256, in hexadecimal. */
    keyHash: text('key_hash').notNull(),
    scopes: text('scopes').array().$type<ApiScope[]>().notNull(),
    /** The admin's e-mail. */
    createdBy: text('created_by').notNull(),
    createdAt: at('created_at').notNull(),
    lastUsedAt: at('last_used_at'),
    expiresAt: at('expires_at'),
    revokedAt: at('revoked_at'),
  },
  (t) => [
    uniqueIndex('api_keys_hash').on(t.keyHash),
    check('api_keys_name', sql`char_length(${t.name}) between 1 and 60`),
    check('api_keys_scopes', sql`cardinality(${t.scopes}) > 0`),
  ],
);

/** A browser that signed in before: its guesses have a count of their own (D-22). */
export const adminDevices = pgTable(
  'admin_devices',
  {
    id: uuid('id').primaryKey(),
    adminId: uuid('admin_id')
      .notNull()
      .references(() => admins.id, { onDelete: 'cascade' }),
    keyHash: text('key_hash').notNull(),
    userAgent: text('user_agent').notNull(),
    createdAt: at('created_at').notNull(),
    lastUsedAt: at('last_used_at').notNull(),
  },
  (t) => [uniqueIndex('admin_devices_key').on(t.keyHash), index('admin_devices_admin').on(t.adminId, t.lastUsedAt)],
);

/** Each stands for one code of the authenticator app; gone once it was used. */
export const adminBackupCodes = pgTable(
  'admin_backup_codes',
  {
    adminId: uuid('admin_id')
      .notNull()
      .references(() => admins.id, { onDelete: 'cascade' }),
    codeHash: text('code_hash').notNull(),
  },
  (t) => [primaryKey({ columns: [t.adminId, t.codeHash] })],
);

/** What an admin signs in with instead of a password; the id is the authenticator's. */
export const adminPasskeys = pgTable(
  'admin_passkeys',
  {
    id: text('id').primaryKey(),
    adminId: uuid('admin_id')
      .notNull()
      .references(() => admins.id, { onDelete: 'cascade' }),
    /** COSE, in base 64 for addresses. */
    publicKey: text('public_key').notNull(),
    /** How often the authenticator said it was used; always 0 with some. */
    counter: bigint('counter', { mode: 'number' }).notNull(),
    transports: text('transports').array().notNull(),
    name: text('name').notNull(),
    createdAt: at('created_at').notNull(),
    lastUsedAt: at('last_used_at'),
  },
  (t) => [index('admin_passkeys_admin').on(t.adminId)],
);

/** What a browser was asked to sign, until it answers. No admin for a sign-in. */
export const passkeyChallenges = pgTable(
  'passkey_challenges',
  {
    challenge: text('challenge').primaryKey(),
    adminId: uuid('admin_id').references(() => admins.id, { onDelete: 'cascade' }),
    expiresAt: at('expires_at').notNull(),
  },
  (t) => [index('passkey_challenges_expiry').on(t.expiresAt)],
);

/** A password guess, written before the password is looked at, so that parallel guesses are counted exactly. */
export const loginGuesses = pgTable(
  'login_guesses',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    accountKey: text('account_key').notNull(),
    addressKey: text('address_key').notNull(),
    guessedAt: at('guessed_at').notNull(),
    succeeded: boolean('succeeded').notNull().default(false),
  },
  (t) => [
    index('login_guesses_account').on(t.accountKey, t.guessedAt),
    index('login_guesses_address').on(t.addressKey, t.guessedAt),
  ],
);

/** What one visitor bought. Written before any payment; never removed, but for what names a person (contract/people-rules.ts). */
export const orders = pgTable(
  'orders',
  {
    id: text('id').primaryKey(),
    customerEmail: text('customer_email').notNull(),
    customerUsername: text('customer_username').notNull(),
    category: text('category').$type<'Likes' | 'Views'>().notNull(),
    quantity: integer('quantity').notNull(),
    amountCents: integer('amount_cents').notNull(),
    refundedCents: integer('refunded_cents').notNull().default(0),
    currency: text('currency').$type<'USD'>().notNull(),
    /** Of the page that it was placed on. */
    language: text('language').$type<'en' | 'pt'>().notNull().default('en'),
    postLinks: text('post_links').array().notNull(),
    status: text('status').$type<'pending' | 'paid' | 'processing' | 'completed' | 'failed'>().notNull(),
    /** Why it failed: payment, expired. */
    statusReason: text('status_reason'),
    /** Set once an admin chose the status: automation leaves it alone. */
    statusByHand: boolean('status_by_hand').notNull().default(false),
    /** As `paymentStateOf()` and `deliveryOf()` of the contract compute them; kept by triggers, for filters only. */
    paymentState: text('payment_state').$type<PaymentState>().notNull().default('unpaid'),
    deliveryState: text('delivery_state').$type<DeliveryState>().notNull().default('none'),
    /** What an admin's last change of the status replaced, and when: it can be undone for a while. */
    statusBefore: text('status_before').$type<'pending' | 'paid' | 'processing' | 'completed' | 'failed'>(),
    byHandBefore: boolean('by_hand_before'),
    changedByHandAt: at('changed_by_hand_at'),
    paymentStatus: text('payment_status')
      .$type<'none' | 'session' | 'paid' | 'failed' | 'expired' | 'refunded' | 'disputed'>()
      .notNull(),
    paidAt: at('paid_at'),
    /** When it is looked at next whether this unpaid order is given up; null: when it is a day old. */
    expiryLookAt: at('expiry_look_at'),
    /** Code of the buyer's address, unreadable without the store's key: counts unpaid orders (S-1, D-23). */
    addressKey: text('address_key'),
    createdAt: at('created_at').notNull(),
    updatedAt: at('updated_at').notNull(),
    deletedAt: at('deleted_at'),
    searchText: text('search_text').generatedAlwaysAs(
      sql`lower(id || ' ' || customer_email || ' @' || customer_username || ' ' || status)`,
    ),
  },
  (t) => [
    // The indexes of times and of amounts know all that a list is narrowed by: they find its page without a look at each order.
    index('orders_newest')
      .on(t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst(), t.amountCents, t.status, t.category, t.searchText)
      .where(sql`${t.deletedAt} is null`),
    index('orders_status')
      .on(t.status, t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst())
      .where(sql`${t.deletedAt} is null`),
    index('orders_by_amount')
      .on(t.amountCents.desc().nullsFirst(), t.id.desc().nullsFirst(), t.createdAt, t.status, t.category, t.searchText)
      .where(sql`${t.deletedAt} is null`),
    index('orders_to_deliver')
      .on(t.paidAt)
      .where(sql`${t.deletedAt} is null and ${t.deliveryState} in ('to_send', 'sending')`),
    // The states that most orders are in have no entries: a list finds those orders by the indexes of times and amounts.
    index('orders_payment_state')
      .on(t.paymentState, t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst())
      .where(sql`${t.deletedAt} is null and ${t.paymentState} not in ('unpaid', 'expired', 'paid')`),
    index('orders_delivery_state')
      .on(t.deliveryState, t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst())
      .where(sql`${t.deletedAt} is null and ${t.deliveryState} not in ('none', 'completed')`),
    index('orders_by_hand')
      .on(t.updatedAt)
      .where(
        sql`${t.deletedAt} is null and ${t.statusByHand}
          and (${t.status} in ('pending', 'paid', 'processing') or (${t.status} = 'failed' and ${t.paymentStatus} = 'paid'))`,
      ),
    index('orders_paid').on(t.paidAt).where(sql`${t.paidAt} is not null`),
    index('orders_email').on(sql`lower(${t.customerEmail})`, t.createdAt.desc().nullsFirst()),
    index('orders_address').on(t.addressKey, t.createdAt).where(sql`${t.paidAt} is null`),
    // link_codes() reads what a link is searched by, as linkCode() of contract/post-links.ts does.
    index('orders_link_codes').using('gin', sql`link_codes(${t.postLinks})`),
    index('orders_search').using('gin', sql`${t.searchText} gin_trgm_ops`),
    check('orders_id', sql`${t.id} ~ '^[0-9A-HJKMNP-TV-Z]{12}$'`),
    check('orders_category', sql`${t.category} in ('Likes', 'Views')`),
    check('orders_quantity', sql`${t.quantity} between 1 and 1000000`),
    check('orders_amount', sql`${t.amountCents} > 0`),
    check('orders_refunded', sql`${t.refundedCents} between 0 and ${t.amountCents}`),
    check('orders_currency', sql`${t.currency} = 'USD'`),
    check('orders_language', sql`${t.language} in ('en', 'pt')`),
    check('orders_links', sql`cardinality(${t.postLinks}) between 1 and 5`),
    check('orders_status_known', sql`${t.status} in ('pending', 'paid', 'processing', 'completed', 'failed')`),
    check(
      'orders_payment_known',
      sql`${t.paymentStatus} in ('none', 'session', 'paid', 'failed', 'expired', 'refunded', 'disputed')`,
    ),
    check(
      'orders_paid_has_time',
      sql`(${t.paymentStatus} in ('paid', 'refunded', 'disputed')) = (${t.paidAt} is not null)`,
    ),
    check(
      'orders_undo',
      sql`(${t.statusBefore} is null) = (${t.changedByHandAt} is null)
        and (${t.byHandBefore} is null) = (${t.changedByHandAt} is null)`,
    ),
    check('orders_paid_status_is_paid', sql`${t.status} <> 'paid' or ${t.paidAt} is not null`),
  ],
);

/**
 * How many visible orders there are by status and category, so that no list counts the whole table. A trigger on orders
 * appends what changed, without waiting for anybody; a job folds the rows of one kind into one.
 */
export const orderCounts = pgTable(
  'order_counts',
  {
    status: text('status').notNull(),
    category: text('category').notNull(),
    count: integer('count').notNull(),
  },
  (t) => [index('order_counts_kind').on(t.status, t.category)],
);

/**
 * Totals of the orders by day in the zone `timeZones.orders`, so that no figure reads all orders. Triggers on orders append
 * what changed, without waiting for a lock; a job folds the rows of one kind into one. `rebuild_figures()` rebuilds all of it.
 */
export const orderDays = pgTable(
  'order_days',
  {
    /** When they were placed. */
    day: date('day').notNull(),
    /** The quarter of an hour, until the row is folded: the fold sets the day anew, should the zone have changed since. */
    placedAt: at('placed_at'),
    category: text('category').$type<'Likes' | 'Views'>().notNull(),
    status: text('status').notNull(),
    /** Visible orders, and how many of them were ever paid. */
    placed: integer('placed').notNull(),
    paid: integer('paid').notNull(),
  },
  (t) => [index('order_days_day').on(t.day)],
);

/**
 * One row: the zone whose days the totals of orders hold, and the one of the totals of visits. They follow the time zone of the
 * settings once the totals are rebuilt; orders_zone() and visits_zone() read them.
 */
export const timeZones = pgTable(
  'time_zones',
  { id: boolean('id').primaryKey().default(true), orders: text('orders').notNull(), visits: text('visits').notNull() },
  (t) => [check('time_zones_one_row', sql`${t.id}`)],
);

/** As orderDays, of the money; deleted orders are in it (D-18). */
export const revenueDays = pgTable(
  'revenue_days',
  {
    /** When they were paid, also for what was given back later. */
    day: date('day').notNull(),
    /** As orderDays.placedAt. */
    paidAt: at('paid_at'),
    category: text('category').$type<'Likes' | 'Views'>().notNull(),
    /** Orders whose payment stands, at least in part. */
    payments: integer('payments').notNull(),
    /** Captured and confirmed payments less refunds; what was charged back is gone whole. */
    revenueCents: bigint('revenue_cents', { mode: 'number' }).notNull(),
  },
  (t) => [index('revenue_days_day').on(t.day)],
);

/** Who ordered, by the e-mail in lower case. As of the last fold of customerChanges. */
export const customers = pgTable(
  'customers',
  {
    emailKey: text('email_key').primaryKey(),
    /** As the newest order writes it. */
    email: text('email').notNull(),
    username: text('username').notNull(),
    /** Visible ones. */
    orders: integer('orders').notNull(),
    spentCents: bigint('spent_cents', { mode: 'number' }).notNull(),
    lastOrderAt: at('last_order_at').notNull(),
  },
  (t) => [
    index('customers_spent')
      .on(t.spentCents.desc().nullsFirst(), t.emailKey.desc().nullsFirst())
      .where(sql`${t.orders} > 0`),
    index('customers_orders')
      .on(t.orders.desc().nullsFirst(), t.emailKey.desc().nullsFirst())
      .where(sql`${t.orders} > 0`),
    index('customers_recent')
      .on(t.lastOrderAt.desc().nullsFirst(), t.emailKey.desc().nullsFirst())
      .where(sql`${t.orders} > 0`),
    index('customers_search').using('gin', sql`${t.emailKey} gin_trgm_ops`),
  ],
);

/** What triggers on orders append about customers; a fold takes it into their rows. */
export const customerChanges = pgTable('customer_changes', {
  emailKey: text('email_key').notNull(),
  email: text('email').notNull(),
  username: text('username').notNull(),
  orders: integer('orders').notNull(),
  spentCents: bigint('spent_cents', { mode: 'number' }).notNull(),
  lastOrderAt: at('last_order_at').notNull(),
});

/** One row: how many customers have a visible order. */
export const customerTotal = pgTable(
  'customer_total',
  { id: boolean('id').primaryKey().default(true), customers: integer('customers').notNull() },
  (t) => [check('customer_total_one_row', sql`${t.id}`)],
);

/** How many links were placed at the provider, by what it last said. As orderCounts. */
export const placedCounts = pgTable('placed_counts', {
  outcome: text('outcome').$type<'completed' | 'pending' | 'ended'>().notNull(),
  count: integer('count').notNull(),
});

/** A filter of the list of orders that an admin gave a name; every admin sees it. */
export const orderViews = pgTable(
  'order_views',
  {
    id: uuid('id').primaryKey(),
    name: text('name').notNull(),
    /** As in the address of the list. */
    filter: jsonb('filter').$type<Record<string, string>>().notNull(),
    /** The admin's e-mail. */
    savedBy: text('saved_by').notNull(),
    savedAt: at('saved_at').notNull(),
  },
  (t) => [
    uniqueIndex('order_views_name').on(sql`lower(${t.name})`),
    check('order_views_name_length', sql`char_length(${t.name}) between 1 and 60`),
  ],
);

/** What an admin wrote beside an order; never shown to the buyer. Never changed; gone when its buyer is erased. */
export const orderNotes = pgTable(
  'order_notes',
  {
    id: uuid('id').primaryKey(),
    orderId: text('order_id')
      .notNull()
      .references(() => orders.id),
    note: text('note').notNull(),
    /** The admin's e-mail. */
    writtenBy: text('written_by').notNull(),
    writtenAt: at('written_at').notNull(),
  },
  (t) => [
    index('order_notes_order').on(t.orderId, t.writtenAt),
    check('order_notes_length', sql`char_length(${t.note}) between 1 and 2000`),
  ],
);

/** The answer given under an Idempotency-Key; kept at least 24 hours (D-31). */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    scope: text('scope').notNull(),
    key: text('key').notNull(),
    bodyHash: text('body_hash').notNull(),
    answer: jsonb('answer').$type<Record<string, unknown>>().notNull(),
    createdAt: at('created_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.scope, t.key] }), index('idempotency_keys_age').on(t.createdAt)],
);

/**
 * One gateway order opened for an order (rule 8). opening: claimed, the call is under way. open: the payer has a session.
 * lost: the answer to the opening was lost. refused: the gateway would not open it. closed: over without money.
 * paid: this one paid the order. second_capture: it took money for an order that was already paid.
 * mismatch: it took another amount or currency than asked.
 */
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
    state: text('state')
      .$type<'opening' | 'open' | 'lost' | 'refused' | 'closed' | 'paid' | 'second_capture' | 'mismatch'>()
      .notNull(),
    sessionId: text('session_id'),
    successIndicator: text('success_indicator'),
    /** The gateway's own time of the last view that was applied. */
    gatewayUpdatedAt: at('gateway_updated_at'),
    /** The furthest that any answer went; one that is behind it changes nothing (gateway rule 8). */
    gatewayProgress: jsonb('gateway_progress').$type<{
      transactions: number | null;
      capturedCents: number;
      refundedCents: number;
      isVoided: boolean;
      isDisputed: boolean;
    }>(),
    /** A status of the gateway that the store does not know, since when, and in how many looks (2 at most). */
    unknownStatus: text('unknown_status'),
    unknownSince: at('unknown_since'),
    unknownLooks: smallint('unknown_looks').notNull().default(0),
    /** Since when a payment is under way whose end the gateway has not told. */
    confirmingSince: at('confirming_since'),
    failedTries: integer('failed_tries').notNull().default(0),
    /** What the gateway shows of the try that counts, for people: nothing is decided by it. */
    gatewayStatus: text('gateway_status'),
    cardBrand: text('card_brand'),
    cardLast4: text('card_last4'),
    declineCode: text('decline_code'),
    transactionId: text('transaction_id'),
    openedAt: at('opened_at').notNull(),
    updatedAt: at('updated_at').notNull(),
    /** When the sweeper asks next; null once nothing can come any more. */
    lookAt: at('look_at'),
  },
  (t) => [
    primaryKey({ columns: [t.orderId, t.number] }),
    index('payment_attempts_opened').on(t.openedAt, t.orderId, t.number),
    index('payment_attempts_sweep')
      .on(t.lookAt)
      .where(sql`${t.state} in ('opening', 'open', 'lost', 'closed', 'mismatch')`),
    index('payment_attempts_unknown_status').on(t.unknownSince).where(sql`${t.unknownStatus} is not null`),
    uniqueIndex('payment_attempts_gateway_order').on(t.gateway, t.gatewayOrderId),
    uniqueIndex('payment_attempts_one_open').on(t.orderId).where(sql`${t.state} in ('opening', 'open')`),
    uniqueIndex('payment_attempts_one_paid').on(t.orderId).where(sql`${t.state} = 'paid'`),
    check('payment_attempts_number', sql`${t.number} > 0`),
    check('payment_attempts_amount', sql`${t.amountCents} > 0`),
    check(
      'payment_attempts_state',
      sql`${t.state} in ('opening', 'open', 'lost', 'refused', 'closed', 'paid', 'second_capture', 'mismatch')`,
    ),
    // Never a full card number, whatever an adapter returns.
    check('payment_attempts_card_brand', sql`${t.cardBrand} ~ '^[A-Za-z][A-Za-z _-]{1,29}$'`),
    check('payment_attempts_card_last4', sql`${t.cardLast4} ~ '^[0-9]{4}$'`),
    check('payment_attempts_open_has_session', sql`${t.state} <> 'open' or ${t.sessionId} is not null`),
  ],
);

/**
 * Money that goes back to a payer; written before the gateway hears of it. asking: the call may be under way, or could not
 * be made yet. pending: the gateway has it. unclear: its answer was lost, or says nothing. refunded, failed: settled; only
 * a failed one leaves its amount free. A trigger holds the sum of the others to what the payment brought.
 */
export const refunds = pgTable(
  'refunds',
  {
    orderId: text('order_id')
      .notNull()
      .references(() => orders.id),
    number: smallint('number').notNull(),
    /** The payment that is given back; null: one that an admin vouched for, which no gateway knows. */
    attemptNumber: smallint('attempt_number'),
    /** The transaction id at the gateway: the same at every repeat (rule 8). */
    refundId: text('refund_id').notNull(),
    amountCents: integer('amount_cents').notNull(),
    currency: text('currency').$type<'USD'>().notNull(),
    reason: text('reason').notNull(),
    /** So much of the quantity it stands for, where it was computed. */
    undeliveredQuantity: integer('undelivered_quantity'),
    state: text('state').$type<'asking' | 'pending' | 'unclear' | 'refunded' | 'failed'>().notNull(),
    /** Why it failed, or what is in its way, in one sentence. */
    problem: text('problem'),
    /** The Idempotency-Key it was asked under, and what was asked (D-31). */
    requestKey: text('request_key').notNull(),
    requestHash: text('request_hash').notNull(),
    /** The admin's e-mail. */
    requestedBy: text('requested_by').notNull(),
    createdAt: at('created_at').notNull(),
    updatedAt: at('updated_at').notNull(),
    /** When the store looks next; null once it is settled. */
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
    uniqueIndex('refunds_request').on(t.orderId, t.requestKey),
    index('refunds_open').on(t.lookAt).where(sql`${t.state} in ('asking', 'pending', 'unclear')`),
    check('refunds_number', sql`${t.number} > 0`),
    check('refunds_amount', sql`${t.amountCents} > 0`),
    check('refunds_reason', sql`char_length(${t.reason}) between 1 and 500`),
    check('refunds_undelivered', sql`${t.undeliveredQuantity} > 0`),
    check('refunds_state', sql`${t.state} in ('asking', 'pending', 'unclear', 'refunded', 'failed')`),
    check('refunds_open_is_watched', sql`(${t.state} in ('refunded', 'failed')) = (${t.lookAt} is null)`),
  ],
);

/**
 * Append-only, held by triggers: what was asked about an order's money, what was said to it by an allow-list of fields
 * (never a name, a card or an address), and what was concluded. What orders and attempts hold follows from it.
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
    /** What made us ask: session, return, notification, job, admin, upgrade; demo: nobody did, it is invented. */
    source: text('source').notNull(),
    conclusion: text('conclusion').notNull(),
    asked: jsonb('asked').$type<Record<string, unknown>>().notNull().default({}),
    said: jsonb('said').$type<Record<string, unknown>>().notNull(),
    happenedAt: at('happened_at').notNull(),
  },
  (t) => [
    index('payment_events_order').on(t.orderId, t.id),
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
 * One comparing of the ledger with what the gateway says of every attempt that was opened on these days (UTC, both
 * included). Goes through them in their order; after the last look it goes on behind `afterAttempt`.
 */
export const reconciliations = pgTable(
  'reconciliations',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    fromDay: date('from_day', { mode: 'string' }).notNull(),
    toDay: date('to_day', { mode: 'string' }).notNull(),
    state: text('state').$type<'running' | 'done'>().notNull(),
    /** The gateway orders that both sides were asked about so far. */
    compared: integer('compared').notNull().default(0),
    /** The last attempt that was compared: when it was opened, its order and its number. */
    afterOpenedAt: at('after_opened_at'),
    afterOrderId: text('after_order_id'),
    afterNumber: smallint('after_number'),
    /** Why it does not go on for now. */
    problem: text('problem'),
    startedAt: at('started_at').notNull(),
    updatedAt: at('updated_at').notNull(),
  },
  (t) => [
    uniqueIndex('reconciliations_one_running').on(t.fromDay, t.toDay).where(sql`${t.state} = 'running'`),
    check('reconciliations_days', sql`${t.fromDay} <= ${t.toDay}`),
    check('reconciliations_state', sql`${t.state} in ('running', 'done')`),
  ],
);

/** One fact of one gateway order that the ledger and the gateway tell differently. */
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

/** A notification of the gateway, once per its own id (rule 6). */
export const paymentNotifications = pgTable(
  'payment_notifications',
  {
    gateway: text('gateway').notNull(),
    notificationId: text('notification_id').notNull(),
    gatewayOrderId: text('gateway_order_id').notNull(),
    receivedAt: at('received_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.gateway, t.notificationId] })],
);

/**
 * One post link of an order at the provider; the key is the order and the link's position (5.3).
 * sending: claimed, the call may be under way. sent: placed. failed: refused, or never left. unknown: the answer was lost.
 */
export const dispatches = pgTable(
  'dispatches',
  {
    orderId: text('order_id')
      .notNull()
      .references(() => orders.id),
    position: smallint('position').notNull(),
    postLink: text('post_link').notNull(),
    /** Equal for two links to one post (D-20). */
    linkKey: text('link_key').notNull(),
    serviceId: text('service_id').notNull(),
    /** Where it was sent, or goes first; `default` is the provider of the API tab. */
    providerId: text('provider_id').notNull().default('default'),
    quantity: integer('quantity').notNull(),
    state: text('state').$type<'sending' | 'sent' | 'failed' | 'unknown' | 'waiting'>().notNull(),
    /** One per claim: a late answer is matched with the claim it belongs to. */
    claimId: uuid('claim_id').notNull(),
    claimedAt: at('claimed_at').notNull(),
    providerOrderId: text('provider_order_id'),
    /** The provider's words at the last refusal, or what was lost. */
    error: text('error'),
    hint: text('hint'),
    liveStatus: text('live_status'),
    remains: integer('remains'),
    /** What settled the part of an ended link that was not delivered; null while it waits for a person, or none is missing. */
    shortfall: text('shortfall').$type<'refilled' | 'refunded' | 'dismissed'>(),
    /** What the provider charges for it, in its currency. */
    charge: numeric('charge', { precision: 18, scale: 6 }),
    /** When it was first told that delivery runs. */
    startedAt: at('started_at'),
    /** The id was entered by an admin (D-17), and can be corrected while the provider does not know it. */
    settledByHand: boolean('settled_by_hand').notNull().default(false),
    /** False once the live status is terminal; true again after a refill. */
    following: boolean('following').notNull().default(false),
    checkedAt: at('checked_at'),
    /** Looks in a row that told nothing of this link: the next one comes later. */
    misses: smallint('misses').notNull().default(0),
    /** When a waiting link is tried again (D-20), and how often it was put off in a row. */
    nextTryAt: at('next_try_at'),
    tries: smallint('tries').notNull().default(0),
    refillId: text('refill_id'),
    refillRequestedAt: at('refill_requested_at'),
    createdAt: at('created_at').notNull(),
    updatedAt: at('updated_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.orderId, t.position] }),
    uniqueIndex('dispatches_provider_order').on(t.providerOrderId).where(sql`${t.providerOrderId} is not null`),
    uniqueIndex('dispatches_one_active_per_link')
      .on(t.serviceId, t.linkKey)
      .where(sql`${t.state} in ('sending', 'unknown') or (${t.state} = 'sent' and ${t.following})`),
    index('dispatches_following').on(t.checkedAt).where(sql`${t.following}`),
    index('dispatches_unsettled').on(t.state, t.claimedAt).where(sql`${t.state} in ('sending', 'unknown')`),
    index('dispatches_failed').on(t.claimedAt.desc().nullsFirst()).where(sql`${t.state} = 'failed'`),
    index('dispatches_stopped')
      .on(t.claimedAt.desc().nullsFirst())
      .where(
        sql`${t.state} = 'sent' and not ${t.following} and ${t.shortfall} is null and ${isStoppedStatus(t.liveStatus)}`,
      ),
    index('dispatches_unknown_status')
      .on(t.claimedAt.desc().nullsFirst())
      .where(sql`${t.state} = 'sent' and ${t.following} and ${isUnknownStatus(t.liveStatus)}`),
    index('dispatches_of_service').on(t.providerId, t.serviceId, t.claimedAt.desc().nullsFirst()),
    check('dispatches_position', sql`${t.position} between 0 and 4`),
    check('dispatches_quantity', sql`${t.quantity} > 0`),
    index('dispatches_waiting').on(t.nextTryAt).where(sql`${t.state} = 'waiting'`),
    index('dispatches_waiting_for_link').on(t.serviceId, t.linkKey, t.createdAt).where(sql`${t.state} = 'waiting'`),
    check('dispatches_shortfall', sql`${t.shortfall} in ('refilled', 'refunded', 'dismissed')`),
    check('dispatches_state', sql`${t.state} in ('sending', 'sent', 'failed', 'unknown', 'waiting')`),
    check('dispatches_sent_has_id', sql`(${t.state} = 'sent') = (${t.providerOrderId} is not null)`),
    check('dispatches_remains', sql`${t.remains} is null or ${t.remains} between 0 and ${t.quantity}`),
  ],
);

/** What an admin asked the provider to do about a sent link, and what became of it. Never erased. */
export const deliveryRequests = pgTable(
  'delivery_requests',
  {
    id: uuid('id').primaryKey(),
    orderId: text('order_id').notNull(),
    position: smallint('position').notNull(),
    kind: text('kind').$type<'refill' | 'cancel'>().notNull(),
    state: text('state').$type<'asking' | 'accepted' | 'done' | 'rejected' | 'refused' | 'unknown'>().notNull(),
    /** The provider's id of a refill; it gives none for a cancel. */
    providerRefillId: text('provider_refill_id'),
    /** The provider's last words about it. */
    words: text('words'),
    requestedBy: text('requested_by').notNull(),
    requestedAt: at('requested_at').notNull(),
    checkedAt: at('checked_at'),
    endedAt: at('ended_at'),
  },
  (t) => [
    foreignKey({ columns: [t.orderId], foreignColumns: [orders.id] }),
    index('delivery_requests_of_link').on(t.orderId, t.position, t.requestedAt),
    uniqueIndex('delivery_requests_one_open')
      .on(t.orderId, t.position, t.kind)
      .where(sql`${t.state} in ('asking', 'accepted')`),
    index('delivery_requests_open').on(t.kind, t.checkedAt).where(sql`${t.state} in ('asking', 'accepted')`),
    index('delivery_requests_in_vain')
      .on(t.requestedAt.desc().nullsFirst())
      .where(sql`${t.kind} = 'refill' and ${t.state} in ('rejected', 'refused', 'unknown')`),
    check('delivery_requests_kind', sql`${t.kind} in ('refill', 'cancel')`),
    check(
      'delivery_requests_state',
      sql`${t.state} in ('asking', 'accepted', 'done', 'rejected', 'refused', 'unknown')`,
    ),
    check('delivery_requests_end', sql`(${t.endedAt} is null) = (${t.state} in ('asking', 'accepted'))`),
  ],
);

/** A link that an admin replaced by another one, with what the provider had delivered of it until then. */
export const linkReplacements = pgTable(
  'link_replacements',
  {
    id: uuid('id').primaryKey(),
    orderId: text('order_id')
      .notNull()
      .references(() => orders.id),
    position: smallint('position').notNull(),
    oldLink: text('old_link').notNull(),
    newLink: text('new_link').notNull(),
    reason: text('reason'),
    /** Of the old link's last dispatch; null where it was never placed. */
    providerId: text('provider_id'),
    serviceId: text('service_id'),
    providerOrderId: text('provider_order_id'),
    liveStatus: text('live_status'),
    charge: numeric('charge', { precision: 18, scale: 6 }),
    /** Units that are there under the old link. */
    delivered: integer('delivered').notNull(),
    /** The admin's e-mail. */
    replacedBy: text('replaced_by').notNull(),
    replacedAt: at('replaced_at').notNull(),
  },
  (t) => [
    index('link_replacements_order').on(t.orderId, t.replacedAt),
    uniqueIndex('link_replacements_provider_order').on(t.providerOrderId),
    check('link_replacements_position', sql`${t.position} between 0 and 4`),
    check('link_replacements_delivered', sql`${t.delivered} >= 0`),
    check('link_replacements_reason', sql`char_length(${t.reason}) between 1 and 500`),
  ],
);

/** Append-only: what an admin tried at the provider from the API tab, and what came back. */
export const providerTests = pgTable(
  'provider_tests',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    testedAt: at('tested_at').notNull(),
    /** The admin's e-mail. */
    testedBy: text('tested_by').notNull(),
    action: text('action').notNull(),
    /** Without the key. */
    parameters: jsonb('parameters').$type<Record<string, string>>().notNull(),
    outcome: text('outcome').$type<'answered' | 'refused' | 'not_sent' | 'lost'>().notNull(),
    httpStatus: smallint('http_status'),
    /** The provider's error or ours, or the answer in short. */
    words: text('words').notNull(),
  },
  (t) => [check('provider_tests_outcome', sql`${t.outcome} in ('answered', 'refused', 'not_sent', 'lost')`)],
);

/** A security or money alert. Cleared ones are hidden, not erased. */
export const alerts = pgTable(
  'alerts',
  {
    id: uuid('id').primaryKey(),
    type: text('type').notNull(),
    severity: text('severity').$type<'critical' | 'high' | 'medium' | 'low'>().notNull(),
    message: text('message').notNull(),
    details: jsonb('details').$type<Record<string, unknown>>().notNull(),
    /** The same fact is told once: a repeat under the same key changes nothing. */
    onceKey: text('once_key'),
    raisedAt: at('raised_at').notNull(),
    clearedAt: at('cleared_at'),
  },
  (t) => [
    uniqueIndex('alerts_once').on(t.onceKey).where(sql`${t.onceKey} is not null`),
    index('alerts_newest').on(t.raisedAt.desc().nullsFirst()),
    index('alerts_email').on(sql`lower(${t.details} ->> 'email')`).where(sql`${t.details} ? 'email'`),
    index('alerts_order').on(sql`(${t.details} ->> 'orderId')`).where(sql`${t.details} ? 'orderId'`),
    index('alerts_open').on(t.raisedAt.desc().nullsFirst(), t.severity).where(sql`${t.clearedAt} is null`),
    index('alerts_of_money')
      .on(t.type, t.raisedAt.desc().nullsFirst())
      .where(
        sql`${t.type} in ('payment_mismatch', 'second_capture', 'chargeback', 'late_payment', 'money_difference',
          'refund_failed')`,
      ),
    check('alerts_severity', sql`${t.severity} in ('critical', 'high', 'medium', 'low')`),
  ],
);

/** What waited for a person, and was left as it is. The subject names it within its kind. */
export const attentionAside = pgTable(
  'attention_aside',
  {
    kind: text('kind').notNull(),
    subject: text('subject').notNull(),
    note: text('note').notNull(),
    /** The admin's e-mail. */
    setBy: text('set_by').notNull(),
    setAt: at('set_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.kind, t.subject] }),
    check('attention_aside_note', sql`char_length(${t.note}) between 1 and 500`),
  ],
);

/** Append-only: who did what to which order or setting. */
export const auditLog = pgTable(
  'audit_log',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    happenedAt: at('happened_at').notNull(),
    /** `system`, `visitor`, or the admin's id. */
    actor: text('actor').notNull(),
    action: text('action').notNull(),
    /** The order, setting or session that it is about. */
    subject: text('subject').notNull(),
    details: jsonb('details').$type<Record<string, unknown>>().notNull(),
  },
  (t) => [
    index('audit_log_subject').on(t.subject, t.id),
    index('audit_log_action').on(sql`${t.action} text_pattern_ops`, t.id),
    index('audit_log_actor').on(t.actor, t.id),
    // Of admins and of programs with a key: has one of them done something just now?
    index('audit_log_acts').on(t.happenedAt).where(sql`${t.actor} like 'admin:%' or ${t.actor} like 'key:%'`),
  ],
);

/** What an audit entry says of a person: outside of the chain, so that it can be erased. */
export const auditPersonal = pgTable(
  'audit_personal',
  {
    auditId: bigint('audit_id', { mode: 'number' })
      .primaryKey()
      .references(() => auditLog.id),
    details: jsonb('details').$type<Record<string, unknown>>().notNull(),
  },
  // Of an e-mail that is exported or erased.
  (t) => [index('audit_personal_naming').using('gin', sql`(${t.details}::text) gin_trgm_ops`)],
);

/** Entries that the chain does not hold yet; the database writes them itself, in the transaction of the entry. */
export const auditUnchained = pgTable('audit_unchained', {
  auditId: bigint('audit_id', { mode: 'number' }).primaryKey(),
});

/** Append-only: each hash covers an entry and the hash before it. Written by one job over what is committed. */
export const auditChain = pgTable(
  'audit_chain',
  {
    seq: bigint('seq', { mode: 'number' }).primaryKey(),
    auditId: bigint('audit_id', { mode: 'number' }).notNull(),
    hash: text('hash').notNull(),
  },
  (t) => [uniqueIndex('audit_chain_entry').on(t.auditId), uniqueIndex('audit_chain_hash').on(t.hash)],
);

/** Append-only: what the operator decided about the store (D-1), a whole document per version; the highest one counts. */
export const storeSettingsVersions = pgTable(
  'store_settings_versions',
  {
    version: integer('version').primaryKey(),
    settings: jsonb('settings').$type<StoreSettings>().notNull(),
    /** What differs from the version before, shortened, for the history. */
    changes: jsonb('changes').$type<SettingsChange[]>().notNull(),
    /** The admin's e-mail; null for the values that a store starts with. */
    changedBy: text('changed_by'),
    changedAt: at('changed_at').notNull(),
  },
  (t) => [check('store_settings_versions_version', sql`${t.version} > 0`)],
);

/** One row once an admin saved any: what is null still has its first value, from the environment or the sandbox. */
export const providerSettings = pgTable(
  'provider_settings',
  {
    id: boolean('id').primaryKey().default(true),
    apiUrl: text('api_url'),
    /** Encrypted with SECRETS_KEY. */
    apiKeySealed: text('api_key_sealed'),
    likesServiceId: text('likes_service_id'),
    viewsServiceId: text('views_service_id'),
    changedBy: text('changed_by').notNull(),
    changedAt: at('changed_at').notNull(),
  },
  (t) => [check('provider_settings_one_row', sql`${t.id}`)],
);

/**
 * Where links can be sent, the lowest priority number first. Of `default` only this is here: how it is reached stands in
 * `provider_settings`.
 */
export const providers = pgTable(
  'providers',
  {
    id: text('id').primaryKey(),
    name: text('name').notNull(),
    priority: integer('priority').notNull(),
    /** Gets new links. What it has is followed all the same. */
    enabled: boolean('enabled').notNull(),
    apiUrl: text('api_url'),
    /** Encrypted with SECRETS_KEY. */
    apiKeySealed: text('api_key_sealed'),
    likesServiceId: text('likes_service_id').notNull().default(''),
    viewsServiceId: text('views_service_id').notNull().default(''),
    /** Below it the operator is warned; in the provider's currency. */
    lowBalance: numeric('low_balance', { precision: 18, scale: 2 }),
    changedBy: text('changed_by'),
    changedAt: at('changed_at').notNull(),
  },
  (t) => [check('providers_id', sql`${t.id} ~ '^(default|p[0-9]+)$'`)],
);

/** What was last seen at a provider: its funds and its catalogue. */
export const providerLooks = pgTable('provider_looks', {
  providerId: text('provider_id').primaryKey(),
  balance: numeric('balance', { precision: 18, scale: 5 }),
  currency: text('currency'),
  balanceAt: at('balance_at'),
  servicesAt: at('services_at'),
  /** Why the last look was in vain. */
  problem: text('problem'),
  /** The last test call with key and services; it counts only for what `checkedWith` stands for. */
  checkState: text('check_state').$type<'passed' | 'key_refused' | 'unreachable' | 'service_missing'>(),
  checkProblem: text('check_problem'),
  checkedAt: at('checked_at'),
  checkedWith: text('checked_with'),
});

/** The services that a provider offers, or offered. */
export const providerServices = pgTable(
  'provider_services',
  {
    providerId: text('provider_id').notNull(),
    serviceId: text('service_id').notNull(),
    name: text('name').notNull(),
    category: text('category').notNull(),
    /** What 1,000 units cost; null where it was not told. */
    ratePerThousand: numeric('rate_per_thousand', { precision: 18, scale: 6 }),
    min: bigint('min', { mode: 'number' }),
    max: bigint('max', { mode: 'number' }),
    refill: boolean('refill'),
    cancel: boolean('cancel'),
    seenAt: at('seen_at').notNull(),
    /** No longer in the catalogue since. */
    goneAt: at('gone_at'),
  },
  (t) => [primaryKey({ columns: [t.providerId, t.serviceId] })],
);

/** Append-only: an operator stated that the store may open for real money (D-25). */
export const launchAttestations = pgTable('launch_attestations', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  /** The sentences that were confirmed, as they were shown. */
  statements: text('statements').array().notNull(),
  /** How delivery is made, and which figures are substantiated, in the operator's words. */
  delivery: text('delivery').notNull(),
  figures: text('figures').notNull(),
  attestedBy: text('attested_by').notNull(),
  attestedAt: at('attested_at').notNull(),
});

/** A message that a visitor wrote to the support (D-5). */
export const contactMessages = pgTable(
  'contact_messages',
  {
    id: uuid('id').primaryKey(),
    name: text('name').notNull(),
    email: text('email').notNull(),
    subject: text('subject').notNull(),
    message: text('message').notNull(),
    urgent: boolean('urgent').notNull(),
    receivedAt: at('received_at').notNull(),
    readAt: at('read_at'),
    answeredAt: at('answered_at'),
  },
  (t) => [
    index('contact_messages_newest').on(t.receivedAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index('contact_messages_unanswered')
      .on(t.receivedAt.desc().nullsFirst(), t.id.desc().nullsFirst())
      .where(sql`${t.answeredAt} is null`),
    index('contact_messages_email').on(sql`lower(${t.email})`),
    check('contact_messages_name', sql`char_length(${t.name}) between 1 and 100`),
    check('contact_messages_email_length', sql`char_length(${t.email}) between 3 and 254`),
    check('contact_messages_subject', sql`char_length(${t.subject}) between 1 and 150`),
    check('contact_messages_message', sql`char_length(${t.message}) between 1 and 5000`),
  ],
);

/**
 * A mail, to a customer about an order (one per kind and order, or refund) or to the support about a message or an alert.
 * kept: no mail server is configured, it stays here only (D-10). queued: a job sends it. sending: claimed, the call may be under way.
 */
export const mails = pgTable(
  'mails',
  {
    id: uuid('id').primaryKey(),
    kind: text('kind').notNull(),
    orderId: text('order_id').references(() => orders.id),
    contactMessageId: uuid('contact_message_id').references(() => contactMessages.id, { onDelete: 'cascade' }),
    alertId: uuid('alert_id').references(() => alerts.id, { onDelete: 'cascade' }),
    /** The refund of the order that it tells of. */
    refundNumber: smallint('refund_number'),
    linkReplacementId: uuid('link_replacement_id').references(() => linkReplacements.id),
    recipient: text('recipient').notNull(),
    state: text('state').$type<'kept' | 'queued' | 'sending' | 'sent' | 'failed'>().notNull(),
    /** How often it was handed to the mail server. */
    attempts: smallint('attempts').notNull().default(0),
    /** How often nobody knows whether the mail server took it. */
    unknownOutcomes: smallint('unknown_outcomes').notNull().default(0),
    lastError: text('last_error'),
    claimId: uuid('claim_id'),
    claimedAt: at('claimed_at'),
    sentAt: at('sent_at'),
    createdAt: at('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('mails_once')
      .on(t.kind, t.orderId, sql`coalesce(${t.refundNumber}, 0)`)
      .where(sql`${t.linkReplacementId} is null`),
    uniqueIndex('mails_once_per_replacement').on(t.linkReplacementId),
    uniqueIndex('mails_once_per_message').on(t.contactMessageId),
    index('mails_newest').on(t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index('mails_order').on(t.orderId).where(sql`${t.orderId} is not null`),
    index('mails_undelivered').on(t.createdAt.desc().nullsFirst()).where(sql`${t.state} = 'failed'`),
    index('mails_unsent')
      .on(t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst())
      .where(sql`${t.state} <> 'sent'`),
    uniqueIndex('mails_once_per_alert').on(t.alertId),
    index('mails_of_alerts').on(t.createdAt).where(sql`${t.kind} = 'alert'`),
    index('mails_recipient').on(sql`lower(${t.recipient})`, t.kind, t.createdAt),
    check('mails_state', sql`${t.state} in ('kept', 'queued', 'sending', 'sent', 'failed')`),
    check('mails_about', sql`(${t.kind} = 'contact') = (${t.contactMessageId} is not null)`),
    check('mails_about_alert', sql`(${t.kind} = 'alert') = (${t.alertId} is not null)`),
    check('mails_about_one', sql`num_nonnulls(${t.orderId}, ${t.contactMessageId}, ${t.alertId}) = 1`),
    check('mails_sending_is_claimed', sql`${t.state} <> 'sending' or ${t.claimId} is not null`),
    check('mails_sent_has_time', sql`${t.state} <> 'sent' or ${t.sentAt} is not null`),
  ],
);

/** Another program that is told what becomes of orders. */
export const webhookEndpoints = pgTable(
  'webhook_endpoints',
  {
    id: uuid('id').primaryKey(),
    url: text('url').notNull(),
    /** What is sent there is signed with it; sealed. */
    secret: text('secret').notNull(),
    events: text('events').array().$type<WebhookEvent[]>().notNull(),
    enabled: boolean('enabled').notNull(),
    createdAt: at('created_at').notNull(),
    /** Since when nothing arrives there; null while it does. */
    failingSince: at('failing_since'),
  },
  (t) => [
    index('webhook_endpoints_failing')
      .on(t.failingSince.desc().nullsFirst())
      .where(sql`${t.enabled} and ${t.failingSince} is not null`),
  ],
);

/**
 * An event that is told to one endpoint; its id is the webhook-id. waiting: a job sends it. sending: claimed, the call may be
 * under way. failed: it is tried no more. Kept for 30 days.
 */
export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    id: uuid('id').primaryKey(),
    endpointId: uuid('endpoint_id')
      .notNull()
      .references(() => webhookEndpoints.id, { onDelete: 'cascade' }),
    event: text('event').$type<WebhookEvent | 'test'>().notNull(),
    orderId: text('order_id').references(() => orders.id),
    /** What is sent, each time. */
    payload: jsonb('payload').$type<Record<string, unknown>>().notNull(),
    state: text('state').$type<'waiting' | 'sending' | 'delivered' | 'failed'>().notNull(),
    attempts: smallint('attempts').notNull().default(0),
    nextAttemptAt: at('next_attempt_at'),
    lastStatus: smallint('last_status'),
    lastError: text('last_error'),
    claimId: uuid('claim_id'),
    claimedAt: at('claimed_at'),
    createdAt: at('created_at').notNull(),
    deliveredAt: at('delivered_at'),
  },
  (t) => [
    index('webhook_deliveries_newest').on(t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index('webhook_deliveries_endpoint').on(t.endpointId, t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index('webhook_deliveries_undelivered')
      .on(t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst())
      .where(sql`${t.state} <> 'delivered'`),
    index('webhook_deliveries_order').on(t.orderId),
    index('webhook_deliveries_email').on(sql`lower(${t.payload} -> 'order' ->> 'customer_email')`),
    check('webhook_deliveries_state', sql`${t.state} in ('waiting', 'sending', 'delivered', 'failed')`),
    check('webhook_deliveries_sending_is_claimed', sql`${t.state} <> 'sending' or ${t.claimId} is not null`),
    check('webhook_deliveries_delivered_has_time', sql`${t.state} <> 'delivered' or ${t.deliveredAt} is not null`),
  ],
);

/** One visit of a page, as the browser and the connection tell it (DATA-26, DATA-27). Kept for 30 days. */
export const visits = pgTable(
  'visits',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    visitorKey: text('visitor_key').notNull(),
    visitedAt: at('visited_at').notNull(),
    /** When the page was last heard of. */
    lastSeenAt: at('last_seen_at').notNull().default(sql`now()`),
    /** The visitor was not heard of for half an hour before. */
    startsSession: boolean('starts_session').notNull().default(true),
    pageUrl: text('page_url').notNull(),
    referrer: text('referrer'),
    ipAddress: text('ip_address').notNull(),
    country: text('country').notNull(),
    city: text('city').notNull(),
    deviceType: text('device_type').notNull(),
    browser: text('browser').notNull(),
    os: text('os').notNull(),
    language: text('language'),
    timezone: text('timezone'),
    screenResolution: text('screen_resolution'),
    sessionSeconds: integer('session_seconds').notNull(),
    /** Of the visitor, the same on all visits of one key. */
    returning: boolean('returning').notNull(),
  },
  (t) => [
    index('visits_time').on(t.visitedAt.desc().nullsFirst()),
    index('visits_visitor').on(t.visitorKey, t.id),
    check('visits_session', sql`${t.sessionSeconds} >= 0`),
  ],
);

/** A visitor of today, as far as the next visit needs it. Not the only record of anything: visits tell it all. */
export const visitPeople = pgTable('visit_people', {
  visitorKey: text('visitor_key').primaryKey(),
  /** The hour of the last visit that began: the visitor is counted in it. */
  lastHour: at('last_hour').notNull(),
  lastSeenAt: at('last_seen_at').notNull(),
  pages: integer('pages').notNull(),
  returning: boolean('returned').notNull(),
  country: text('country').notNull(),
  city: text('city').notNull(),
  deviceType: text('device_type').notNull(),
  browser: text('browser').notNull(),
  os: text('os').notNull(),
  sawPicker: boolean('saw_picker').notNull(),
  sawCheckout: boolean('saw_checkout').notNull(),
});

/** Visits by the hour, in the zone `timeZones.visits`, in which they began. Made anew by rebuild_visits(). */
export const visitHours = pgTable('visit_hours', {
  hour: at('hour').primaryKey(),
  pageViews: integer('page_views').notNull(),
  sessions: integer('sessions').notNull(),
  seconds: bigint('seconds', { mode: 'number' }).notNull(),
  /** Who visited in this hour. */
  visitors: integer('visitors').notNull(),
  /** Visitors whose last visit of the day began in this hour: added up over hours, each is counted once a day. Of these: */
  people: integer('people').notNull(),
  returning: integer('returned').notNull(),
  sawPicker: integer('saw_picker').notNull(),
  sawCheckout: integer('saw_checkout').notNull(),
});

/** Those people by place, per hour and per day. */
export const visitPlaces = pgTable(
  'visit_places',
  {
    grain: text('grain').$type<'hour' | 'day'>().notNull(),
    startsAt: at('starts_at').notNull(),
    country: text('country').notNull(),
    city: text('city').notNull(),
    people: integer('people').notNull(),
  },
  (t) => [primaryKey({ columns: [t.grain, t.startsAt, t.country, t.city] })],
);

/** Those people by what they visit with, per hour and per day. */
export const visitMachines = pgTable(
  'visit_machines',
  {
    grain: text('grain').$type<'hour' | 'day'>().notNull(),
    startsAt: at('starts_at').notNull(),
    deviceType: text('device_type').notNull(),
    browser: text('browser').notNull(),
    os: text('os').notNull(),
    people: integer('people').notNull(),
  },
  (t) => [primaryKey({ columns: [t.grain, t.startsAt, t.deviceType, t.browser, t.os] })],
);

/** How many records were not kept on a day, and why. There is nothing else of them. */
export const visitExclusions = pgTable(
  'visit_exclusions',
  { day: date('day').notNull(), reason: text('reason').notNull(), count: integer('count').notNull() },
  (t) => [primaryKey({ columns: [t.day, t.reason] })],
);

/** One row per day: what the visitors of that day are hashed with. Thrown away when the day is over (D-8). */
export const visitSalts = pgTable('visit_salts', { day: date('day').primaryKey(), salt: text('salt').notNull() });

/** A page that was open within the last day, and when it was heard of last. */
export const presence = pgTable(
  'presence',
  {
    id: text('id').primaryKey(),
    visitorKey: text('visitor_key').notNull(),
    /** Cut to its network, unless the operator keeps it whole (D-8). */
    ipAddress: text('ip_address').notNull(),
    country: text('country').notNull(),
    page: text('page').notNull(),
    userAgent: text('user_agent').notNull(),
    startedAt: at('started_at').notNull(),
    seenAt: at('seen_at').notNull(),
  },
  (t) => [index('presence_seen').on(t.seenAt.desc().nullsFirst(), t.visitorKey)],
);

/** Who was here on a day, for as long as the day lasts. */
export const presenceVisitors = pgTable(
  'presence_visitors',
  { day: date('day').notNull(), visitorKey: text('visitor_key').notNull() },
  (t) => [primaryKey({ columns: [t.day, t.visitorKey] })],
);

/** How many were here on a day. */
export const presenceDays = pgTable('presence_days', {
  day: date('day').primaryKey(),
  visitors: integer('visitors').notNull(),
});

/** What all processes counted of one caller under one limit. Not logged: a crash of the database empties it. */
export const limitWindows = pgTable(
  'limit_windows',
  {
    name: text('name').notNull(),
    /** Keyed hash of the caller's address. */
    key: text('key').notNull(),
    count: integer('count').notNull(),
    /** Keyed hashes of the different things that were asked for, where those are counted. */
    seen: text('seen').array().notNull(),
    endsAt: at('ends_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.name, t.key] }), index('limit_windows_end').on(t.endsAt)],
);

/** One row per lock holder of a living process. Without a heartbeat for a minute its jobs are freed. */
export const workerHeartbeats = pgTable('worker_heartbeats', {
  workerId: text('worker_id').primaryKey(),
  beatAt: at('beat_at').notNull(),
  /** Set while no job is taken although some are due. */
  stalledSince: at('stalled_since'),
  /** Of the oldest due job. */
  dueSince: at('due_since'),
  /** Due jobs, counted up to 10,000. */
  waiting: integer('waiting'),
});
