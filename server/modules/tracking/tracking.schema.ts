// Table of the codes that were requested for My Orders.

import { sql } from 'drizzle-orm';
import { check, index, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core';
import { at } from '../../database/columns.ts';

/** The newest code of an address. The row holds neither the address nor the code: both follow with a key outside. */
export const trackingCodes = pgTable(
  'tracking_codes',
  {
    /** Keyed hash of the email in lower case. */
    emailKey: text('email_key').primaryKey(),
    /** Random; the code is a keyed hash of it. Another one with every request. */
    codeId: uuid('code_id').notNull(),
    /** Of the page that requested it, for the email. */
    language: text('language').notNull(),
    tries: smallint('tries').notNull().default(0),
    expiresAt: at('expires_at').notNull(),
    /** Requests since `requestedSince`. */
    requests: smallint('requests').notNull().default(1),
    requestedSince: at('requested_since').notNull(),
  },
  (t) => [
    index('tracking_codes_code').on(t.codeId),
    index('tracking_codes_end').on(t.expiresAt),
    check('tracking_codes_tries', sql`${t.tries} between 0 and 5`),
  ],
);
