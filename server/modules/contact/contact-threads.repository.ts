// SQL of one message to the support: its replies, and what the store has of its writer.

import { and, asc, desc, eq, getTableColumns, gt, inArray, isNull, ne, sql } from 'drizzle-orm';
import { dbNow, type Queryable, type Tx } from '../../database/database.ts';
import { customers } from '../customers/customers.schema.ts';
import { mails } from '../email/email.schema.ts';
import type { OrderRow } from '../orders/order-rows.ts';
import { orders } from '../orders/orders.schema.ts';
import { type MessageRow, messageColumns } from './contact.repository.ts';
import { contactMessages, contactReplies, incomingEmails } from './contact.schema.ts';

const { searchText: _, ...orderColumns } = getTableColumns(orders);

type NewReply = Omit<typeof contactReplies.$inferSelect, 'writtenAt'>;
export type ReplyRow = Awaited<ReturnType<typeof listReplies>>[number];
export type EmailRow = typeof incomingEmails.$inferSelect;

export async function findMessage(db: Queryable, id: string): Promise<MessageRow | null> {
  const [found] = await db.select(messageColumns).from(contactMessages).where(eq(contactMessages.id, id));
  return found ?? null;
}

/** Locks the message to the end of `tx`, so that concurrent repeats of a reply are detected. */
export async function lockMessage(tx: Tx, id: string): Promise<MessageRow | null> {
  const [found] = await tx.select(messageColumns).from(contactMessages).where(eq(contactMessages.id, id)).for('update');
  return found ?? null;
}

/** To the end of `tx`, so that concurrent replies to several messages of the address are counted. */
export async function lockAddress(tx: Tx, email: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('reply ' || lower(${email}), 17))`);
}

export async function listReplies(db: Queryable, messageId: string) {
  const { id, state, lastError, sentAt } = mails;
  return db
    .select({ ...getTableColumns(contactReplies), mail: { id, state, lastError, sentAt } })
    .from(contactReplies)
    .leftJoin(mails, eq(mails.contactReplyId, contactReplies.id))
    .where(eq(contactReplies.contactMessageId, messageId))
    .orderBy(asc(contactReplies.writtenAt), asc(contactReplies.id));
}

/** Oldest first. */
export async function listEmails(db: Queryable, messageId: string) {
  return db
    .select()
    .from(incomingEmails)
    .where(eq(incomingEmails.contactMessageId, messageId))
    .orderBy(asc(incomingEmails.receivedAt), asc(incomingEmails.id));
}

/** Replies to every message of this address within the last hour. */
export async function countRecentReplies(tx: Tx, email: string): Promise<number> {
  const recent = tx
    .select({ one: sql`1` })
    .from(contactReplies)
    .innerJoin(contactMessages, eq(contactMessages.id, contactReplies.contactMessageId))
    .where(and(isMessageOf(email), gt(contactReplies.writtenAt, sql`${dbNow(tx)} - interval '1 hour'`)))
    .as('recent');
  return tx.$count(recent);
}

export async function addReply(tx: Tx, reply: NewReply): Promise<void> {
  await tx.insert(contactReplies).values({ ...reply, writtenAt: dbNow(tx) });
}

export async function findOrders(db: Queryable, ids: readonly string[]): Promise<OrderRow[]> {
  if (ids.length === 0) return [];
  return db
    .select(orderColumns)
    .from(orders)
    .where(and(inArray(orders.id, [...ids]), isNull(orders.deletedAt)))
    .orderBy(desc(orders.createdAt), desc(orders.id));
}

export async function newestOrders(db: Queryable, email: string, limit: number): Promise<OrderRow[]> {
  return db
    .select(orderColumns)
    .from(orders)
    .where(and(eq(sql`lower(${orders.customerEmail})`, sql`lower(${email})`), isNull(orders.deletedAt)))
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(limit);
}

export async function findCustomer(db: Queryable, email: string): Promise<typeof customers.$inferSelect | null> {
  const [found] = await db
    .select()
    .from(customers)
    .where(eq(customers.emailKey, sql`lower(${email})`));
  return found ?? null;
}

export async function otherMessages(db: Queryable, { id, email }: MessageRow, limit: number) {
  const { subject, receivedAt, answeredAt } = contactMessages;
  return db
    .select({ id: contactMessages.id, subject, receivedAt, answeredAt })
    .from(contactMessages)
    .where(and(isMessageOf(email), ne(contactMessages.id, id)))
    .orderBy(desc(receivedAt), desc(contactMessages.id))
    .limit(limit);
}

function isMessageOf(email: string) {
  return eq(sql`lower(${contactMessages.email})`, sql`lower(${email})`);
}
