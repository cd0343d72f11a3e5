// Tables of notification channels, events, open problems, windows and messages.
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
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
import type { AdminLanguage } from '../../../contract/admin-languages.ts';
import {
  type ChannelKind,
  channelKinds,
  messageStates,
  type NotificationKind,
  type NotificationMessageState,
  type Severity,
  severities,
} from '../../../contract/notification-kinds.ts';
import type { AnyMessage } from '../../../contract/store-messages.ts';
import { at, sqlList } from '../../database/columns.ts';
import type { NotificationMessage } from '../../ports/notification-channel.ts';
import type { NotificationFacts } from '../../ports/notifications.ts';
import { admins } from '../auth/auth.schema.ts';

/** One address of the operator: an email address, a chat, a device. */
export const notificationChannels = pgTable(
  'notification_channels',
  {
    id: uuid('id').primaryKey(),
    kind: text('kind').$type<ChannelKind>().notNull(),
    name: text('name').notNull(),
    /** Encrypted JSON of its kind's configuration. */
    config: text('config').notNull(),
    /** A digest of what makes a device unique; null for the other kinds. */
    fingerprint: text('fingerprint'),
    /** Whose device it is; it ends with the admin. Null for the other kinds. */
    adminId: uuid('admin_id').references(() => admins.id, { onDelete: 'cascade' }),
    /** Null: all kinds that are not optional. */
    kinds: text('kinds').array().$type<NotificationKind[]>(),
    leastSeverity: text('least_severity').$type<Severity>().notNull(),
    /** Minutes of the day in the store's time zone; null: no quiet hours. */
    quietFrom: smallint('quiet_from'),
    quietUntil: smallint('quiet_until'),
    language: text('language').$type<AdminLanguage>().notNull(),
    enabled: boolean('enabled').notNull(),
    createdAt: at('created_at').notNull(),
    lastSentAt: at('last_sent_at'),
    lastAnswer: text('last_answer'),
    lastAnswerCoded: jsonb('last_answer_coded').$type<AnyMessage>(),
    lastFailedAt: at('last_failed_at'),
    /** Since the last success. */
    failures: integer('failures').notNull().default(0),
    /** The first of them; null without one. */
    failingSince: at('failing_since'),
    /** No message is sent before. */
    retryAt: at('retry_at'),
    /** The other side ended it: nothing is sent until an admin changes it. */
    goneAt: at('gone_at'),
  },
  (t) => [
    uniqueIndex('notification_channels_fingerprint').on(t.fingerprint).where(sql`${t.fingerprint} is not null`),
    index('notification_channels_admin').on(t.adminId),
    check('notification_channels_kind', sql`${t.kind} in (${sqlList(channelKinds)})`),
    check('notification_channels_severity', sql`${t.leastSeverity} in (${sqlList(severities)})`),
    check('notification_channels_quiet', sql`(${t.quietFrom} is null) = (${t.quietUntil} is null)`),
  ],
);

/** What happened, written in the transaction of the event. A job moves it to the channels, then deletes it. */
export const notificationEvents = pgTable(
  'notification_events',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    kind: text('kind').$type<NotificationKind>().notNull(),
    severity: text('severity').$type<Severity>().notNull(),
    facts: jsonb('facts').$type<NotificationFacts>().notNull(),
    happenedAt: at('happened_at').notNull(),
  },
  (t) => [
    index('notification_events_kind').on(t.kind, t.id),
    check('notification_events_severity', sql`${t.severity} in (${sqlList(severities)})`),
  ],
);

/** Problems that are open now: reported once, then reminded of, then resolved. */
export const notificationProblems = pgTable(
  'notification_problems',
  {
    kind: text('kind').$type<NotificationKind>().notNull(),
    /** Identifies the problem within its kind. */
    subject: text('subject').notNull(),
    severity: text('severity').$type<Severity>().notNull(),
    facts: jsonb('facts').$type<NotificationFacts>().notNull(),
    openedAt: at('opened_at').notNull(),
    /** Null: not reminded of yet. */
    remindedAt: at('reminded_at'),
  },
  (t) => [primaryKey({ columns: [t.kind, t.subject] })],
);

/** Of each channel and kind: the current window, and the events for the message at its end. */
export const notificationWindows = pgTable(
  'notification_windows',
  {
    channelId: uuid('channel_id')
      .notNull()
      .references(() => notificationChannels.id, { onDelete: 'cascade' }),
    kind: text('kind').$type<NotificationKind>().notNull(),
    /** The last message of the kind; the window lasts 10 minutes from then. Null: none yet. */
    sentAt: at('sent_at'),
    /** The severity of that message. */
    sentSeverity: text('sent_severity').$type<Severity>(),
    /** A problem was reported, and is not resolved. */
    isTold: boolean('is_told').notNull().default(false),
    /** Pending events. */
    count: integer('count').notNull().default(0),
    /** The worst of them: the most severe, then the oldest. */
    severity: text('severity').$type<Severity>(),
    facts: jsonb('facts').$type<NotificationFacts>(),
    happenedAt: at('happened_at'),
  },
  (t) => [
    primaryKey({ columns: [t.channelId, t.kind] }),
    index('notification_windows_waiting').on(t.channelId).where(sql`${t.count} > 0`),
    check('notification_windows_worst', sql`(${t.count} = 0) = (${t.severity} is null)`),
  ],
);

/** The outbox: one row per message and channel, as it is sent. Kept for 30 days. */
export const notificationMessages = pgTable(
  'notification_messages',
  {
    id: uuid('id').primaryKey(),
    channelId: uuid('channel_id')
      .notNull()
      .references(() => notificationChannels.id, { onDelete: 'cascade' }),
    kind: text('kind').$type<NotificationKind>().notNull(),
    severity: text('severity').$type<Severity>().notNull(),
    content: jsonb('content').$type<Omit<NotificationMessage, 'id' | 'kind' | 'severity' | 'sentAt'>>().notNull(),
    state: text('state').$type<NotificationMessageState>().notNull(),
    attempts: smallint('attempts').notNull().default(0),
    nextAttemptAt: at('next_attempt_at').notNull(),
    claimId: uuid('claim_id'),
    claimedAt: at('claimed_at'),
    answer: text('answer'),
    createdAt: at('created_at').notNull(),
    sentAt: at('sent_at'),
  },
  (t) => [
    index('notification_messages_due')
      .on(t.channelId, t.nextAttemptAt)
      .where(sql`${t.state} in ('pending', 'sending')`),
    index('notification_messages_created').on(t.createdAt),
    check('notification_messages_state', sql`${t.state} in (${sqlList(messageStates)})`),
    check('notification_messages_sending_is_claimed', sql`${t.state} <> 'sending' or ${t.claimId} is not null`),
  ],
);
