// SQL of messages to the support: their threads of replies and emails, and what the store has of their writers.
import {
  and,
  asc,
  desc,
  eq,
  exists,
  getTableColumns,
  gt,
  inArray,
  isNotNull,
  isNull,
  ne,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { ContactFields } from '../../../contract/contact-rules.ts';
import type { EmailState } from '../../../contract/email-kinds.ts';
import { searchWindow } from '../../../contract/list-limits.ts';
import { dbNow, type Queryable, type Tx } from '../../database/database.ts';
import { hasWords } from '../../database/text-search.ts';
import { isOlder, type TimePosition } from '../../platform/cursor.ts';
import { customers } from '../customers/customers.schema.ts';
import { mails } from '../email/email.schema.ts';
import type { OrderRow } from '../orders/order-rows.ts';
import { orders } from '../orders/orders.schema.ts';
import { contactMessages, contactReplies, emailWords, incomingEmails, messageWords } from './contact.schema.ts';

/** `replyState`: of the email of the latest reply. */
export type MessageRow = Omit<typeof contactMessages.$inferSelect, 'rest' | 'source'> & {
  replyState: EmailState | null;
};
export type FullMessageRow = NonNullable<Awaited<ReturnType<typeof findMessage>>>;
/** `true` sets the mark if it is missing, `false` removes it, undefined leaves it. */
export type Marks = { read?: boolean | undefined; answered?: boolean | undefined };

export type MessageFilter = {
  only?: 'unanswered' | undefined;
  email?: string | undefined;
  /** Only these messages: the results of a search. */
  ids?: string[] | undefined;
};

const { rest, source, ...listedColumns } = getTableColumns(contactMessages);

/**
 * Without the long texts of an email. With plain names, because a query of one table leaves out the names of tables.
 */
export const messageColumns = {
  ...listedColumns,
  replyState: sql<EmailState | null>`(select m.state from ${contactReplies} r join ${mails} m on m.contact_reply_id = r.id
    where r.contact_message_id = contact_messages.id order by r.written_at desc, r.id desc limit 1)`,
};

/** Of the message, or of the latest email in its thread. */
const latestAt = sql`coalesce(${contactMessages.latestAt}, ${contactMessages.receivedAt})`;
const newestFirst = [sql`${latestAt} desc nulls first`, sql`${contactMessages.id} desc nulls first`];

/** Locks a message's content, so that concurrent duplicates are detected. */
export async function holdMessage(tx: Tx, fields: ContactFields): Promise<void> {
  const content = JSON.stringify([fields.name, fields.email, fields.subject, fields.message]);
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${content}, 11))`);
}

export async function hasRecentMessage(tx: Tx, fields: ContactFields, windowSeconds: number): Promise<boolean> {
  const found = await tx
    .select({ id: contactMessages.id })
    .from(contactMessages)
    .where(
      and(
        gt(contactMessages.receivedAt, sql`${dbNow(tx)} - ${windowSeconds} * interval '1 second'`),
        eq(contactMessages.email, fields.email),
        eq(contactMessages.name, fields.name),
        eq(contactMessages.subject, fields.subject),
        eq(contactMessages.message, fields.message),
      ),
    )
    .limit(1);
  return found.length > 0;
}

export async function addMessage(
  tx: Tx,
  message: Omit<typeof contactMessages.$inferInsert, 'receivedAt'>,
): Promise<void> {
  await tx.insert(contactMessages).values({ ...message, receivedAt: dbNow(tx) });
}

export async function listMessages(
  db: Queryable,
  filter: MessageFilter,
  after: TimePosition | null,
  limit: number,
): Promise<MessageRow[]> {
  return db
    .select(messageColumns)
    .from(contactMessages)
    .where(and(matching(filter), isOlder(latestAt, contactMessages.id, after)))
    .orderBy(...newestFirst)
    .limit(limit);
}

/** The threads with all words of the search in their message or in one email. Null if there are more than `searchWindow`. */
export async function findByWords(db: Queryable, search: string): Promise<string[] | null> {
  const messages = db
    .select({ id: contactMessages.id })
    .from(contactMessages)
    .where(hasWords(messageWords(contactMessages), search))
    .limit(searchWindow + 1);
  const emails = db
    .select({ id: incomingEmails.contactMessageId })
    .from(incomingEmails)
    .where(hasWords(emailWords(incomingEmails), search))
    .limit(searchWindow + 1);
  const ids = new Set((await messages.unionAll(emails)).map(({ id }) => id));
  return ids.size > searchWindow ? null : [...ids];
}

/** Their words are computed, up to a millisecond each on a busy machine. */
const mostScanned = 2_000;

/** For common words: the matches among the next `mostScanned` threads of the list. */
export async function findNewestByWords(
  db: Queryable,
  search: string,
  filter: MessageFilter,
  after: TimePosition | null,
  limit: number,
): Promise<string[]> {
  const narrowed = and(matching(filter), isOlder(latestAt, contactMessages.id, after)) ?? sql`true`;
  const order = sql.join(newestFirst, sql`, `);
  // With the place as a column the rows keep their order, and the walk ends with the page.
  const newest = sql`(select *, ${latestAt} as place from ${contactMessages} where ${narrowed} order by ${order}
    limit ${mostScanned}) contact_messages`;
  const inEmail = db
    .select({ one: sql`1` })
    .from(incomingEmails)
    .where(and(eq(incomingEmails.contactMessageId, contactMessages.id), hasWords(emailWords(incomingEmails), search)));
  const found = await db
    .select({ id: sql<string>`id` })
    .from(newest)
    .where(or(hasWords(messageWords(contactMessages), search), exists(inEmail)))
    .orderBy(sql`place desc nulls first`, sql`id desc nulls first`)
    .limit(limit);
  return found.map(({ id }) => id);
}

export async function countMessages(db: Queryable, filter: MessageFilter): Promise<number> {
  return db.$count(contactMessages, matching(filter));
}

export async function markMessage(at: Queryable, id: string, { read, answered }: Marks): Promise<MessageRow | null> {
  const mark = (column: typeof contactMessages.readAt | typeof contactMessages.answeredAt, on?: boolean) =>
    on === undefined ? sql`${column}` : on ? sql`coalesce(${column}, ${dbNow(at)})` : sql`null`;
  const [marked] = await at
    .update(contactMessages)
    .set({
      readAt: mark(contactMessages.readAt, answered ? true : read),
      answeredAt: mark(contactMessages.answeredAt, answered),
    })
    .where(eq(contactMessages.id, id))
    .returning(messageColumns);
  return marked ?? null;
}

function matching({ only, email, ids }: MessageFilter): SQL | undefined {
  return and(
    ids && inArray(contactMessages.id, ids),
    only ? isNull(contactMessages.answeredAt) : undefined,
    email === undefined ? undefined : isOf(contactMessages.email, email),
  );
}

const { searchText: _, ...orderColumns } = getTableColumns(orders);

type NewReply = Omit<typeof contactReplies.$inferSelect, 'writtenAt'>;
export type ReplyRow = Awaited<ReturnType<typeof listReplies>>[number];
export type EmailRow = Awaited<ReturnType<typeof listEmails>>[number];

/** `update` locks the message to the end of the transaction, so that concurrent repeats of a reply are detected. */
export async function findMessage(at: Queryable, id: string, lock?: 'update') {
  const query = at
    .select({ ...messageColumns, rest, hasSource: isNotNull(source).mapWith(Boolean) })
    .from(contactMessages)
    .where(eq(contactMessages.id, id));
  const [found] = lock ? await query.for(lock) : await query;
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
  const { source, ...columns } = getTableColumns(incomingEmails);
  return db
    .select({ ...columns, hasSource: isNotNull(source).mapWith(Boolean) })
    .from(incomingEmails)
    .where(eq(incomingEmails.contactMessageId, messageId))
    .orderBy(asc(incomingEmails.receivedAt), asc(incomingEmails.id));
}

/** In base64: of an email that is a message, or that came into the thread of one. */
export async function findSource(db: Queryable, id: string): Promise<string | null> {
  const messages = db
    .select({ source: contactMessages.source })
    .from(contactMessages)
    .where(eq(contactMessages.id, id));
  const emails = db.select({ source: incomingEmails.source }).from(incomingEmails).where(eq(incomingEmails.id, id));
  const [found] = await messages.unionAll(emails);
  return found?.source ?? null;
}

/** Replies to every message of this address within the last hour. */
export async function countRecentReplies(tx: Tx, email: string): Promise<number> {
  const recent = tx
    .select({ one: sql`1` })
    .from(contactReplies)
    .innerJoin(contactMessages, eq(contactMessages.id, contactReplies.contactMessageId))
    .where(and(isOf(contactMessages.email, email), ofLastHour(tx, contactReplies.writtenAt)))
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
    .where(and(isOf(orders.customerEmail, email), isNull(orders.deletedAt)))
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
    .where(and(isOf(contactMessages.email, email), ne(contactMessages.id, id)))
    .orderBy(desc(receivedAt), desc(contactMessages.id))
    .limit(limit);
}

/** Addresses are compared without case, as the indexes have them. */
function isOf(column: PgColumn, email: string): SQL {
  return eq(sql`lower(${column})`, sql`lower(${email})`);
}

type NewAnswer = Omit<typeof incomingEmails.$inferInsert, 'contactMessageId' | 'receivedAt'>;

function ofLastHour(db: Queryable, time: PgColumn) {
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

/**
 * The newest thread that has one of these Message-IDs: of its message, a reply or an earlier email. `mailIds`: those that are
 * of emails of the store, among them its acknowledgement.
 */
export async function findThread(
  tx: Tx,
  messageIds: readonly string[],
  mailIds: readonly string[],
): Promise<string | null> {
  if (messageIds.length === 0) return null;
  const named = [...messageIds];
  const replied = tx.select({ id: contactReplies.contactMessageId }).from(contactReplies);
  const answered = tx.select({ id: incomingEmails.contactMessageId }).from(incomingEmails);
  const acknowledged = tx.select({ id: mails.acknowledgedMessageId }).from(mails);
  const [found] = await tx
    .select({ id: contactMessages.id })
    .from(contactMessages)
    .where(
      or(
        inArray(contactMessages.messageId, named),
        inArray(contactMessages.id, replied.where(inArray(contactReplies.messageId, named))),
        inArray(contactMessages.id, answered.where(inArray(incomingEmails.messageId, named))),
        inArray(contactMessages.id, acknowledged.where(inArray(mails.id, [...mailIds]))),
      ),
    )
    .orderBy(desc(contactMessages.receivedAt))
    .limit(1)
    .for('update');
  return found?.id ?? null;
}

export async function countRecent(tx: Tx, email: string): Promise<{ messages: number; answers: number }> {
  const messages = and(isOf(contactMessages.email, email), ofLastHour(tx, contactMessages.receivedAt));
  const answers = and(isOf(incomingEmails.email, email), ofLastHour(tx, incomingEmails.receivedAt));
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

/** The thread is unread and unanswered again. The caller holds its row. */
export async function addAnswer(
  tx: Tx,
  threadId: string,
  { id, messageId, name, email, replyTo, text, rest, source }: NewAnswer,
): Promise<void> {
  await tx.insert(incomingEmails).values({
    id,
    contactMessageId: threadId,
    messageId,
    name,
    email,
    replyTo,
    text,
    rest,
    source,
    receivedAt: dbNow(tx),
  });
  await tx
    .update(contactMessages)
    .set({ latestAt: dbNow(tx), readAt: null, answeredAt: null })
    .where(eq(contactMessages.id, threadId));
}
