// Tables of alerts and of the audit log.
import { sql } from 'drizzle-orm';
import { bigint, boolean, check, index, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { AnyMessage } from '../../../contract/store-messages.ts';
import { at } from '../../database/columns.ts';

/** A security or money alert. Cleared ones are hidden, not deleted. */
export const alerts = pgTable(
  'alerts',
  {
    id: uuid('id').primaryKey(),
    type: text('type').notNull(),
    severity: text('severity').$type<'critical' | 'high' | 'medium' | 'low'>().notNull(),
    /** In English. */
    message: text('message').notNull(),
    /** Null in older rows, which are shown unchanged. */
    messageCoded: jsonb('message_coded').$type<AnyMessage>(),
    details: jsonb('details').$type<Record<string, unknown>>().notNull(),
    /** Deduplicates alerts: a second one with the same key changes nothing. */
    onceKey: text('once_key'),
    raisedAt: at('raised_at').notNull(),
    clearedAt: at('cleared_at'),
    /** Alerts with the same key are repeats: only the first within an hour is emailed by itself. Null: not emailed. */
    mailKey: text('mail_key'),
    /** A repeat: emailed in a summary, which `summaryId` leads once it is written. */
    held: boolean('held').notNull().default(false),
    summaryId: uuid('summary_id'),
  },
  (t) => [
    index('alerts_mailed').on(t.mailKey, t.raisedAt).where(sql`${t.mailKey} is not null and not ${t.held}`),
    index('alerts_held').on(t.raisedAt).where(sql`${t.held} and ${t.summaryId} is null`),
    index('alerts_summary').on(t.summaryId).where(sql`${t.summaryId} is not null`),
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

/** Sorts the most severe alerts first. */
export const severityRank = sql`array_position(array['critical', 'high', 'medium', 'low'], severity)`;

/** Where notices to the owner go: the newest one that took effect. Rows are kept. */
export const ownerAddresses = pgTable('owner_addresses', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  address: text('address').notNull(),
  /** The email of the admin, or `system`. */
  requestedBy: text('requested_by').notNull(),
  requestedAt: at('requested_at').notNull(),
  takesEffectAt: at('takes_effect_at').notNull(),
  canceledAt: at('canceled_at'),
});

/** Append-only: the actor, the action and the order or setting. */
export const auditLog = pgTable(
  'audit_log',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    happenedAt: at('happened_at').notNull(),
    /** `system`, `visitor`, `admin:` or `key:` with an ID. */
    actor: text('actor').notNull(),
    action: text('action').notNull(),
    /** The order, setting or session of the action. */
    subject: text('subject').notNull(),
    details: jsonb('details').$type<Record<string, unknown>>().notNull(),
  },
  (t) => [
    index('audit_log_subject').on(t.subject, t.id),
    index('audit_log_action').on(sql`${t.action} text_pattern_ops`, t.id),
    index('audit_log_actor').on(t.actor, t.id),
    index('audit_log_acts').on(t.happenedAt).where(sql`${t.actor} like 'admin:%' or ${t.actor} like 'key:%'`),
  ],
);

/** The personal data of an audit entry: outside the chain, so that it can be erased. */
export const auditPersonal = pgTable(
  'audit_personal',
  {
    auditId: bigint('audit_id', { mode: 'number' })
      .primaryKey()
      .references(() => auditLog.id),
    details: jsonb('details').$type<Record<string, unknown>>().notNull(),
  },
  // Of an email that is exported or erased.
  (t) => [index('audit_personal_naming').using('gin', sql`(${t.details}::text) gin_trgm_ops`)],
);

/** Entries that are not in the chain yet; a trigger adds them in the transaction of the entry. */
export const auditUnchained = pgTable('audit_unchained', {
  auditId: bigint('audit_id', { mode: 'number' }).primaryKey(),
});

/** Append-only: each hash covers an entry and the hash before it. Written by one job over committed entries. */
export const auditChain = pgTable(
  'audit_chain',
  {
    seq: bigint('seq', { mode: 'number' }).primaryKey(),
    auditId: bigint('audit_id', { mode: 'number' }).notNull(),
    hash: text('hash').notNull(),
  },
  (t) => [uniqueIndex('audit_chain_entry').on(t.auditId), uniqueIndex('audit_chain_hash').on(t.hash)],
);

/** The last link that a check saw, in one row that never goes back: a shorter chain is detected. */
export const auditHead = pgTable(
  'audit_head',
  {
    only: boolean('only').primaryKey().default(true),
    seq: bigint('seq', { mode: 'number' }).notNull(),
    hash: text('hash').notNull(),
    seenAt: at('seen_at').notNull(),
    /** The nightly check compared the links up to here; it begins again after the last one. */
    comparedTo: bigint('compared_to', { mode: 'number' }).notNull().default(0),
  },
  (t) => [check('audit_head_one_row', sql`${t.only}`)],
);
