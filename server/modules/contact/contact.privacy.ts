import { asc, desc, inArray, or, sql } from 'drizzle-orm';
import { isAddressInAnyForm } from '../../database/address-sql.ts';
import type { Tx } from '../../database/database.ts';
import type { Person } from '../../ports/module-parts.ts';
import type { StoreModule } from '../../store-module.ts';
import { contactMessages, contactReplies, incomingEmails } from './contact.schema.ts';

export const contactPrivacy = {
  export: async (tx: Tx, { email, messageIds }: Person) => {
    const messages = await tx
      .select()
      .from(contactMessages)
      .where(inArray(contactMessages.id, messageIds))
      .orderBy(desc(contactMessages.receivedAt));
    const replies = await tx
      .select()
      .from(contactReplies)
      .where(inArray(contactReplies.contactMessageId, messageIds))
      .orderBy(asc(contactReplies.writtenAt));
    const emails = await tx
      .select()
      .from(incomingEmails)
      .where(or(inArray(incomingEmails.contactMessageId, messageIds), isAddressInAnyForm(incomingEmails.email, email)))
      .orderBy(asc(incomingEmails.receivedAt));
    return {
      contact_messages: messages.map(({ id, receivedAt, name, email, replyTo, subject, message, rest, source }) => ({
        received_at: receivedAt.toISOString(),
        name,
        email,
        reply_to: replyTo,
        subject,
        message,
        rest,
        source,
        replies: replies
          .filter(({ contactMessageId }) => contactMessageId === id)
          .map(({ writtenAt, text }) => ({ written_at: writtenAt.toISOString(), text })),
      })),
      incoming_emails: emails.map(({ receivedAt, name, email, replyTo, text, rest, source }) => ({
        received_at: receivedAt.toISOString(),
        name,
        email,
        reply_to: replyTo,
        text,
        rest,
        source,
      })),
    };
  },

  erase: async (tx, { email, messageIds }) => {
    if (email === null) return {};
    // Those in the threads of others; their own threads are deleted with all emails, by cascade.
    const emails = await tx.delete(incomingEmails).where(isAddressInAnyForm(incomingEmails.email, email));
    // Messages of other people stay; only the address is removed from them.
    for (const table of [contactMessages, incomingEmails])
      await tx.update(table).set({ replyTo: null }).where(isAddressInAnyForm(table.replyTo, email));
    const messages = await tx.delete(contactMessages).where(inArray(contactMessages.id, messageIds));
    return { messages: (messages.rowCount ?? 0) + (emails.rowCount ?? 0) };
  },

  retention: {
    messages: {
      // A thread stays until its latest email is old.
      select: (now, days) => sql`
        select id from ${contactMessages} where coalesce(latest_at, received_at) < ${now} - ${days} * interval '1 day'
        order by coalesce(latest_at, received_at)`,
      table: contactMessages,
    },
  },
} satisfies StoreModule['privacy'];
