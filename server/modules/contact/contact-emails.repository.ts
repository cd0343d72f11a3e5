// SQL of emails to the support: the thread of an email, and its storage.
import { and, desc, eq, gt, inArray, isNotNull, or, type SQL, sql } from 'drizzle-orm';
import { dbNow, type Queryable, type Tx } from '../../database/database.ts';
import { mails } from '../email/email.schema.ts';
import { contactMessages, contactReplies, incomingEmails } from './contact.schema.ts';

type NewAnswer = Omit<typeof incomingEmails.$inferInsert, 'contactMessageId' | 'receivedAt'>;
type NewMessage = Omit<typeof contactMessages.$inferInsert, 'receivedAt'>;

function ofLastHour(db: Queryable, time: typeof contactMessages.receivedAt | typeof incomingEmails.receivedAt) {
  return gt(time, sql`${dbNow(db)} - interval '1 hour'`);
}

export async function isStored(tx: Tx, messageId: string): Promise<boolean> {
  const messages = tx.select({ messageId: contactMessages.messageId }).from(contactMessages);
  const answers = tx.select({ messageId: incomingEmails.messageId }).from(incomingEmails);
  const found = await messages
    .where(eq(contactMessages.messageId, messageId))
    .unionAll(answers.where(eq(incomingEmails.messageId, messageId)));
  return found.length > 0;
}

/** The newest thread that has one of these Message-IDs: of its message, a reply or an earlier email. */
export async function findThread(tx: Tx, messageIds: readonly string[]): Promise<string | null> {
  if (messageIds.length === 0) return null;
  const named = [...messageIds];
  const replied = tx.select({ id: contactReplies.contactMessageId }).from(contactReplies);
  const answered = tx.select({ id: incomingEmails.contactMessageId }).from(incomingEmails);
  const [found] = await tx
    .select({ id: contactMessages.id })
    .from(contactMessages)
    .where(
      or(
        inArray(contactMessages.messageId, named),
        inArray(contactMessages.id, replied.where(inArray(contactReplies.messageId, named))),
        inArray(contactMessages.id, answered.where(inArray(incomingEmails.messageId, named))),
      ),
    )
    .orderBy(desc(contactMessages.receivedAt))
    .limit(1)
    .for('update');
  return found?.id ?? null;
}

export async function countRecent(tx: Tx, email: string): Promise<{ messages: number; answers: number }> {
  const isOf = (column: SQL | typeof contactMessages.email | typeof incomingEmails.email) =>
    eq(sql`lower(${column})`, sql`lower(${email})`);
  const messages = and(isOf(contactMessages.email), ofLastHour(tx, contactMessages.receivedAt));
  const answers = and(isOf(incomingEmails.email), ofLastHour(tx, incomingEmails.receivedAt));
  return {
    messages: await tx.$count(contactMessages, messages),
    answers: await tx.$count(incomingEmails, answers),
  };
}

/** The order of an email of the store to a buyer. */
export async function findOrderOfMail(tx: Tx, mailIds: readonly string[]): Promise<string | null> {
  if (mailIds.length === 0) return null;
  const [found] = await tx
    .select({ orderId: mails.orderId })
    .from(mails)
    .where(and(inArray(mails.id, [...mailIds]), isNotNull(mails.orderId)))
    .orderBy(desc(mails.createdAt))
    .limit(1);
  return found?.orderId ?? null;
}

export async function addMessage(tx: Tx, message: NewMessage): Promise<void> {
  await tx.insert(contactMessages).values({ ...message, receivedAt: dbNow(tx) });
}

/** The thread is unread and unanswered again. The caller holds its row. */
export async function addAnswer(
  tx: Tx,
  threadId: string,
  { id, messageId, name, email, text }: NewAnswer,
): Promise<void> {
  await tx
    .insert(incomingEmails)
    .values({ id, contactMessageId: threadId, messageId, name, email, text, receivedAt: dbNow(tx) });
  await tx
    .update(contactMessages)
    .set({ latestAt: dbNow(tx), readAt: null, answeredAt: null })
    .where(eq(contactMessages.id, threadId));
}
