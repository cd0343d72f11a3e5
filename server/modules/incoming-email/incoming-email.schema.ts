// Table of the mailboxes that the store reads.
import { sql } from 'drizzle-orm';
import { bigint, index, pgTable, text } from 'drizzle-orm/pg-core';
import { at } from '../../database/columns.ts';

/** How far a mailbox was read. One row for each configured mailbox, also for former ones. */
export const mailboxes = pgTable(
  'mailboxes',
  {
    /** A hash of user, server and folder. */
    key: text('key').primaryKey(),
    /** UIDs of another value are others. Null: never read. */
    uidValidity: bigint('uid_validity', { mode: 'number' }),
    /** Emails up to this UID were read. */
    lastUid: bigint('last_uid', { mode: 'number' }).notNull().default(0),
    /** Emails that the server received before are not read: set when its UIDs were replaced. */
    since: at('since'),
    /** A process reads the mailbox, until this time at most. */
    busyUntil: at('busy_until'),
    triedAt: at('tried_at'),
    readAt: at('read_at'),
    failingSince: at('failing_since'),
    /** Why the last attempt failed, as a sentence. */
    problem: text('problem'),
  },
  (t) => [index('mailboxes_failing').on(t.failingSince).where(sql`${t.failingSince} is not null`)],
);
