import { sql } from 'drizzle-orm';
import { boolean, check, index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { at } from '../../database/time-column.ts';

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
