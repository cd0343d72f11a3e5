// Tables of orders, with notes, saved views and idempotency keys.
import { getTableColumns, sql } from 'drizzle-orm';
import {
  boolean,
  check,
  customType,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { type OrderCategory, orderCategories } from '../../../contract/category.ts';
import { defaultLanguage, isLanguage, type Language } from '../../../contract/languages.ts';
import type { DeclineKind } from '../../../contract/losses.ts';
import { type OrderOffer, specifiedOffers } from '../../../contract/offers.ts';
import type { DeliveryState, PaymentState } from '../../../contract/order-progress.ts';
import { type OrderStatus, openStatuses, orderStatuses } from '../../../contract/order-status.ts';
import { capturedPaymentStatuses, type PaymentStatus, paymentStatuses } from '../../../contract/payment-status.ts';
import type { DeviceType } from '../../../contract/user-agents.ts';
import type { VisitSource } from '../../../contract/visit-source.ts';
import { isUncleanAddress } from '../../database/address-sql.ts';
import { at, sqlList } from '../../database/columns.ts';

// The contract's list validates it, so a new language needs no migration.
/** A language that only a newer version has is read as the default one. */
const languageColumn = customType<{ data: Language; driverData: string }>({
  dataType: () => 'text',
  fromDriver: (stored) => (isLanguage(stored) ? stored : defaultLanguage),
});

/** Of orders that were not erased: `isErasedEmail` of contract/retention.ts as SQL. */
export const hasPersonalData = sql.raw("customer_email not like 'erased-%@erased.invalid'");

/** Of an offer beside the specified ones. */
export const isOfOtherOffer = sql.raw(
  `offer ->> 'id' not in (${Object.values(specifiedOffers)
    .map((id) => `'${id}'`)
    .join(', ')})`,
);

/** Of an order `o` that has ended: its delivery needs no action any more. */
export const isOverOrder = sql`(o.deleted_at is not null or o.payment_status in ('refunded', 'disputed'))`;

/**
 * An order of a visitor. Written before any payment; never removed. An erasure replaces its personal data
 * (contract/retention.ts).
 */
export const orders = pgTable(
  'orders',
  {
    id: text('id').primaryKey(),
    customerEmail: text('customer_email').notNull(),
    customerUsername: text('customer_username').notNull(),
    category: text('category').$type<OrderCategory>().notNull(),
    /** What was sold. Null: an order of an earlier version, the offer that stands for its category. */
    offer: jsonb('offer').$type<OrderOffer>(),
    quantity: integer('quantity').notNull(),
    amountCents: integer('amount_cents').notNull(),
    refundedCents: integer('refunded_cents').notNull().default(0),
    currency: text('currency').$type<'USD'>().notNull(),
    /** The language of the page that the order was placed on. */
    language: languageColumn('language').notNull().default(defaultLanguage),
    postLinks: text('post_links').array().notNull(),
    status: text('status').$type<OrderStatus>().notNull(),
    /** Cause of a failed order: payment, expired. */
    statusReason: text('status_reason'),
    /** Set once an admin chose the status: automation does not change it. */
    statusByHand: boolean('status_by_hand').notNull().default(false),
    /** The results of the contract's `paymentStateOf()` and `deliveryOf()`; kept by triggers, for filters only. */
    paymentState: text('payment_state').$type<PaymentState>().notNull().default('unpaid'),
    deliveryState: text('delivery_state').$type<DeliveryState>().notNull().default('none'),
    /** The status before an admin's last change, and its time: the change can be undone for a while. */
    statusBefore: text('status_before').$type<OrderStatus>(),
    byHandBefore: boolean('by_hand_before'),
    changedByHandAt: at('changed_by_hand_at'),
    paymentStatus: text('payment_status').$type<PaymentStatus>().notNull(),
    paidAt: at('paid_at'),
    /** When this unpaid order is next checked for expiry; null: when it is a day old. */
    expiryLookAt: at('expiry_look_at'),
    /** Keyed code of the buyer's IP address: counts unpaid orders. */
    addressKey: text('address_key'),
    /** The settings and the texts (`accepted_terms`) that the buyer accepted; null: of a version that recorded none. */
    termsVersion: integer('terms_version'),
    termsHash: text('terms_hash'),
    /** The country of the buyer's IP address, in English. */
    networkCountry: text('network_country'),
    /** Where the visit came from. Null: an order of an earlier version, `unknown`. */
    source: jsonb('source').$type<VisitSource>(),
    /** By the browser's user agent; null where it is not recorded. */
    deviceType: text('device_type').$type<DeviceType>(),
    /** Of the last declined card, by `decline_kind()`; kept by a trigger on the attempts, for figures only. */
    declineKind: text('decline_kind').$type<DeclineKind>(),
    createdAt: at('created_at').notNull(),
    updatedAt: at('updated_at').notNull(),
    deletedAt: at('deleted_at'),
    searchText: text('search_text').generatedAlwaysAs(
      sql`lower(id || ' ' || customer_email || ' @' || customer_username || ' ' || status)`,
    ),
  },
  (t) => [
    // The indexes of times and amounts contain every filter column: they find a page without reading rows.
    index('orders_newest')
      .on(t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst(), t.amountCents, t.status, t.category, t.searchText)
      .where(sql`${t.deletedAt} is null`),
    index('orders_status')
      .on(t.status, t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst())
      .where(sql`${t.deletedAt} is null`),
    index('orders_by_amount')
      .on(
        t.amountCents.desc().nullsFirst(),
        t.id.desc().nullsFirst(),
        t.createdAt,
        t.status,
        t.category,
        t.searchText,
        t.paymentState,
        t.deliveryState,
      )
      .where(sql`${t.deletedAt} is null`),
    index('orders_to_deliver')
      .on(t.paidAt)
      .where(sql`${t.deletedAt} is null and ${t.deliveryState} in ('to_send', 'sending')`),
    // Excludes the most frequent states: for these a list uses the time and amount indexes.
    index('orders_payment_state')
      .on(t.paymentState, t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst())
      .where(sql`${t.deletedAt} is null and ${t.paymentState} not in ('expired', 'paid')`),
    index('orders_delivery_state')
      .on(t.deliveryState, t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst())
      .where(sql`${t.deletedAt} is null and ${t.deliveryState} not in ('none', 'completed')`),
    index('orders_by_hand')
      .on(t.updatedAt)
      .where(
        sql`${t.deletedAt} is null and ${t.statusByHand}
          and (${t.status} in (${sqlList(openStatuses)}) or (${t.status} = 'failed' and ${t.paymentStatus} = 'paid'))`,
      ),
    // Of the offers beside the specified ones.
    index('orders_offer')
      .on(sql`(offer ->> 'id')`, t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst())
      .where(sql`${t.deletedAt} is null and ${isOfOtherOffer}`),
    index('orders_paid').on(t.paidAt).where(sql`${t.paidAt} is not null`),
    index('orders_email').on(sql`lower(${t.customerEmail})`, t.createdAt.desc().nullsFirst()),
    index('orders_unclean_email').on(t.createdAt).where(isUncleanAddress(t.customerEmail)),
    index('orders_personal').on(t.createdAt).where(hasPersonalData),
    index('orders_address').on(t.addressKey, t.createdAt).where(sql`${t.paidAt} is null`),
    // link_codes() computes the searchable codes of links, like linkCode() of contract/order-search.ts.
    index('orders_link_codes').using('gin', sql`link_codes(${t.postLinks})`),
    index('orders_search').using('gin', sql`${t.searchText} gin_trgm_ops`),
    check('orders_id', sql`${t.id} ~ '^[0-9A-HJKMNP-TV-Z]{12}$'`),
    check('orders_category', sql`${t.category} in (${sqlList(orderCategories)})`),
    check('orders_quantity', sql`${t.quantity} between 1 and 1000000`),
    check('orders_amount', sql`${t.amountCents} > 0`),
    check('orders_refunded', sql`${t.refundedCents} between 0 and ${t.amountCents}`),
    check('orders_currency', sql`${t.currency} = 'USD'`),
    check('orders_links', sql`cardinality(${t.postLinks}) between 1 and 5`),
    check('orders_status_known', sql`${t.status} in (${sqlList(orderStatuses)})`),
    check('orders_payment_known', sql`${t.paymentStatus} in (${sqlList(paymentStatuses)})`),
    check(
      'orders_paid_has_time',
      sql`(${t.paymentStatus} in (${sqlList(capturedPaymentStatuses)})) = (${t.paidAt} is not null)`,
    ),
    check(
      'orders_undo',
      sql`(${t.statusBefore} is null) = (${t.changedByHandAt} is null)
        and (${t.byHandBefore} is null) = (${t.changedByHandAt} is null)`,
    ),
    check('orders_paid_status_is_paid', sql`${t.status} <> 'paid' or ${t.paidAt} is not null`),
  ],
);

/** Of a whole order: without the text of the search, which only the database reads. */
export const orderColumns = withoutSearchText(getTableColumns(orders));

function withoutSearchText<T extends { searchText: unknown }>({ searchText: _, ...columns }: T) {
  return columns;
}

/** A named filter of the order list, visible to every admin. */
export const orderViews = pgTable(
  'order_views',
  {
    id: uuid('id').primaryKey(),
    name: text('name').notNull(),
    /** The list's query parameters. */
    filter: jsonb('filter').$type<Record<string, string>>().notNull(),
    /** The admin's email. */
    savedBy: text('saved_by').notNull(),
    savedAt: at('saved_at').notNull(),
  },
  (t) => [
    uniqueIndex('order_views_name').on(sql`lower(${t.name})`),
    check('order_views_name_length', sql`char_length(${t.name}) between 1 and 60`),
  ],
);

/** Notes of admins; never shown to the buyer. Never changed; deleted when the buyer is erased. */
export const orderNotes = pgTable(
  'order_notes',
  {
    id: uuid('id').primaryKey(),
    orderId: text('order_id')
      .notNull()
      .references(() => orders.id),
    note: text('note').notNull(),
    /** The admin's email. */
    writtenBy: text('written_by').notNull(),
    writtenAt: at('written_at').notNull(),
  },
  (t) => [
    index('order_notes_order').on(t.orderId, t.writtenAt),
    check('order_notes_length', sql`char_length(${t.note}) between 1 and 2000`),
  ],
);

/** The response under an Idempotency-Key; kept for at least 24 hours. */
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
 * The number of visible orders by status and offer, so that no list counts the whole table. A trigger on orders
 * appends changes without locks; a job folds the rows of one kind into one.
 */
export const orderCounts = pgTable(
  'order_counts',
  {
    status: text('status').notNull(),
    /** `offerKey()` of what was ordered. */
    offer: text('category').notNull(),
    count: integer('count').notNull(),
  },
  (t) => [index('order_counts_kind').on(t.status, t.offer)],
);
