// Tables of what the store measures about itself, and of its heartbeat.
import { sql } from 'drizzle-orm';
import { bigint, boolean, check, date, integer, jsonb, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core';
import type { AnyMessage } from '../../../contract/store-messages.ts';
import { heartbeatMinutes } from '../../../contract/system-rules.ts';
import { at } from '../../database/columns.ts';

/** The outgoing ping, in one row. No row: it is off. */
export const heartbeats = pgTable(
  'heartbeats',
  {
    only: boolean('only').primaryKey().default(true),
    /** Encrypted: who has the URL can fake the ping. */
    url: text('url').notNull(),
    intervalMinutes: smallint('interval_minutes').notNull(),
    /** The claim of the last ping, committed before the call. Null: none yet. */
    triedAt: at('tried_at'),
    /** Of the last successful ping. */
    succeededAt: at('succeeded_at'),
    /** The HTTP status of the last response; null without one. */
    lastStatus: smallint('last_status'),
    /** Why the last ping failed; null after a success. */
    problem: text('problem'),
    problemCoded: jsonb('problem_coded').$type<AnyMessage>(),
    /** Failed pings in a row. */
    failures: integer('failures').notNull().default(0),
  },
  (t) => [
    check('heartbeats_one_row', sql`${t.only}`),
    check(
      'heartbeats_interval',
      sql`${t.intervalMinutes} between ${sql.raw(`${heartbeatMinutes.least}`)} and ${sql.raw(`${heartbeatMinutes.most}`)}`,
    ),
  ],
);

/** The size of the database at the last sample of each day (UTC). */
export const databaseSizes = pgTable('database_sizes', {
  day: date('day').primaryKey(),
  bytes: bigint('bytes', { mode: 'number' }).notNull(),
});

/** Histograms of the calls to the gateway and the providers, by hour. Kept for two days. */
export const callTimes = pgTable(
  'call_times',
  {
    hour: at('hour').notNull(),
    service: text('service').$type<'gateway' | 'provider'>().notNull(),
    /** The upper bound of the duration, in milliseconds. */
    bucketMs: integer('bucket_ms').notNull(),
    calls: integer('calls').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.hour, t.service, t.bucketMs] }),
    check('call_times_service', sql`${t.service} in ('gateway', 'provider')`),
  ],
);

/** Backups that were read to their end after they were made. */
export const backupChecks = pgTable('backup_checks', {
  name: text('name').primaryKey(),
  checkedAt: at('checked_at').notNull(),
  /** Null: the backup is whole. */
  problem: text('problem'),
});
