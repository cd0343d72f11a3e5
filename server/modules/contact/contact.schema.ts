// Tables of messages to the support, the emails and replies of their threads, and the templates of replies.
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { boolean, check, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { ReplyTemplate } from '../../../contract/reply-placeholders.ts';
import { isUncleanAddress } from '../../database/address-sql.ts';
import { at } from '../../database/columns.ts';
import { toSearchVector } from '../../database/text-search.ts';

/** A message of a visitor to the support. */
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
    /** The Message-ID without brackets. Null: received by a version that stored none. */
    messageId: text('message_id').unique(),
    /** When the latest incoming email of the thread arrived; null without one. */
    latestAt: at('latest_at'),
    /** Where the sender of an email wants answers; null where that is the sender. */
    replyTo: text('reply_to'),
    /** What is folded of an email: quotation, signature, the end of a long one. */
    rest: text('rest'),
    /** The whole email in base64, where something of it is in no column. */
    source: text('source'),
  },
  (t) => [
    index('contact_messages_latest').on(
      sql`coalesce(${t.latestAt}, ${t.receivedAt}) desc nulls first`,
      t.id.desc().nullsFirst(),
    ),
    index('contact_messages_unanswered_latest')
      .on(sql`coalesce(${t.latestAt}, ${t.receivedAt}) desc nulls first`, t.id.desc().nullsFirst())
      .where(sql`${t.answeredAt} is null`),
    index('contact_messages_words').using('gin', messageWords(t)),
    index('contact_messages_email').on(sql`lower(${t.email})`),
    index('contact_messages_unclean_email').on(t.receivedAt).where(isUncleanAddress(t.email)),
    check('contact_messages_name', sql`char_length(${t.name}) between 1 and 100`),
    check('contact_messages_email_length', sql`char_length(${t.email}) between 3 and 254`),
    check('contact_messages_subject', sql`char_length(${t.subject}) between 1 and 150`),
    check('contact_messages_message', sql`char_length(${t.message}) between 1 and 5000`),
  ],
);

/** A reply of an admin to a message. Its email is a row of `mails`. */
export const contactReplies = pgTable(
  'contact_replies',
  {
    id: uuid('id').primaryKey(),
    contactMessageId: uuid('contact_message_id')
      .notNull()
      .references(() => contactMessages.id, { onDelete: 'cascade' }),
    idempotencyKey: text('idempotency_key').notNull(),
    text: text('text').notNull(),
    /** The Message-ID without brackets, which later emails of the thread refer to. */
    messageId: text('message_id').notNull().unique(),
    /** The email of the admin. */
    writtenBy: text('written_by').notNull(),
    writtenAt: at('written_at').notNull(),
  },
  (t) => [
    uniqueIndex('contact_replies_once').on(t.contactMessageId, t.idempotencyKey),
    check('contact_replies_text', sql`char_length(${t.text}) between 1 and 5000`),
  ],
);

/** An email that came into the thread of a message: an answer to a reply, or a further email of its writer. */
export const incomingEmails = pgTable(
  'incoming_emails',
  {
    id: uuid('id').primaryKey(),
    contactMessageId: uuid('contact_message_id')
      .notNull()
      .references(() => contactMessages.id, { onDelete: 'cascade' }),
    /** The Message-ID without brackets: an email is stored once. */
    messageId: text('message_id').notNull().unique(),
    name: text('name').notNull(),
    /** The sender, who may be another person than the writer of the message. */
    email: text('email').notNull(),
    text: text('text').notNull(),
    receivedAt: at('received_at').notNull(),
    /** Where the sender of an email wants answers; null where that is the sender. */
    replyTo: text('reply_to'),
    /** What is folded of an email: quotation, signature, the end of a long one. */
    rest: text('rest'),
    /** The whole email in base64, where something of it is in no column. */
    source: text('source'),
  },
  (t) => [
    index('incoming_emails_thread').on(t.contactMessageId, t.receivedAt),
    index('incoming_emails_words').using('gin', emailWords(t)),
    index('incoming_emails_email').on(sql`lower(${t.email})`),
    index('incoming_emails_unclean_email').on(t.receivedAt).where(isUncleanAddress(t.email)),
    check('incoming_emails_name', sql`char_length(${t.name}) between 1 and 100`),
    check('incoming_emails_email_length', sql`char_length(${t.email}) between 3 and 254`),
    check('incoming_emails_text', sql`char_length(${t.text}) between 1 and 5000`),
  ],
);

/** Every saved list of templates; the newest one is in use. */
export const replyTemplateVersions = pgTable('reply_template_versions', {
  version: integer('version').primaryKey(),
  templates: jsonb('templates').$type<ReplyTemplate[]>().notNull(),
  savedBy: text('saved_by').notNull(),
  savedAt: at('saved_at').notNull(),
});

type Columns<Name extends string> = Record<Name, SQLWrapper>;

/** The searchable words of a message, including its folded text. */
export function messageWords(t: Columns<'subject' | 'name' | 'email' | 'message' | 'rest'>): SQL {
  return toSearchVector(t.subject, t.name, t.email, t.message, t.rest);
}

/** The searchable words of an email in the thread. */
export function emailWords(t: Columns<'name' | 'email' | 'text' | 'rest'>): SQL {
  return toSearchVector(t.name, t.email, t.text, t.rest);
}
