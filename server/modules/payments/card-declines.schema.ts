// The table of declined cards, for limits against card testing.
import { index, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core';
import { at } from '../../database/columns.ts';

/**
 * One failed try of a payment form, once, however often the gateway reports it. Names nobody: the keys are keyed hashes.
 * Deleted after a day.
 */
export const cardDeclines = pgTable(
  'card_declines',
  {
    orderId: text('order_id').notNull(),
    attemptNumber: smallint('attempt_number').notNull(),
    tryNumber: smallint('try_number').notNull(),
    /** Of the visitor who opened the form; null when unknown. */
    addressKey: text('address_key'),
    networkKey: text('network_key'),
    emailKey: text('email_key').notNull(),
    declinedAt: at('declined_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.orderId, t.attemptNumber, t.tryNumber] }),
    index('card_declines_address').on(t.addressKey, t.declinedAt),
    index('card_declines_network').on(t.networkKey, t.declinedAt),
    index('card_declines_email').on(t.emailKey, t.declinedAt),
    index('card_declines_newest').on(t.declinedAt),
  ],
);
