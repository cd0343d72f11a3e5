// SQL of the evidence of one order, from the records of each module. Writes nothing.

import { and, asc, desc, eq, gte, inArray, lte, or, sql } from 'drizzle-orm';
import { dbNow, type Queryable, type Tx } from '../../database/database.ts';
import { contactMessages, contactReplies } from '../contact/contact.schema.ts';
import { mails } from '../email/email.schema.ts';
import type { OrderRow } from '../orders/order-rows.ts';
import { orderColumns, orders } from '../orders/orders.schema.ts';
import { paymentEvents } from '../payments/payments.schema.ts';
import { auditLog } from '../security/security.schema.ts';
import { acceptedTerms, storeSettingsVersions } from '../settings/settings.schema.ts';

const mostMessages = 50;
export type DisputeEvent = { attemptNumber: number; isOpen: boolean; happenedAt: Date };
/** Also a hidden order: its payment can be disputed. */
export async function findOrder(db: Queryable, id: string): Promise<OrderRow | null> {
  const [found] = await db.select(orderColumns).from(orders).where(eq(orders.id, id));
  return found ?? null;
}

/** The texts, and the version of the settings that brought them. */
export async function findTerms(
  db: Queryable,
  { termsVersion, termsHash }: Pick<OrderRow, 'termsVersion' | 'termsHash'>,
) {
  if (termsVersion === null) return null;
  const { version, changedAt, changes } = storeSettingsVersions;
  const isAboutTerms = sql`${changes} @? '$[*].field ? (@ starts with "legal.terms." || @ starts with "legal.refunds."
    || @ like_regex "^texts\\\\.[a-z-]+\\\\.changed\\\\.legal\\\\.(terms|refunds)\\\\.")'`;
  const [[step], [texts]] = await Promise.all([
    db
      .select({ version, changedAt })
      .from(storeSettingsVersions)
      .where(and(lte(version, termsVersion), or(eq(version, 1), isAboutTerms)))
      .orderBy(desc(version))
      .limit(1),
    db
      .select({ terms: acceptedTerms.terms, refunds: acceptedTerms.refunds })
      .from(acceptedTerms)
      .where(eq(acceptedTerms.hash, termsHash ?? '')),
  ]);
  return step ? { ...step, hash: termsHash, texts: texts ?? null } : null;
}

/** Each payment that the bank took back or returned. */
export async function listDisputeEvents(db: Queryable, orderId: string): Promise<DisputeEvent[]> {
  // A second payment is disputed under its own conclusion.
  const isSecond = sql`${paymentEvents.conclusion} = 'second_capture'`;
  const isOpen = sql<boolean>`(${paymentEvents.conclusion} = 'charged_back'
    or (${isSecond} and coalesce(${paymentEvents.said} ->> 'status' = 'disputed', false)))`;
  const rows = await db
    .select({ attemptNumber: paymentEvents.attemptNumber, isOpen, happenedAt: paymentEvents.happenedAt })
    .from(paymentEvents)
    .where(
      and(
        eq(paymentEvents.orderId, orderId),
        or(inArray(paymentEvents.conclusion, ['charged_back', 'won_back']), isSecond),
      ),
    )
    .orderBy(asc(paymentEvents.id));
  return rows.flatMap(({ attemptNumber, ...event }) => (attemptNumber === null ? [] : [{ attemptNumber, ...event }]));
}

export async function listMails(db: Queryable, orderId: string) {
  return db.select().from(mails).where(eq(mails.orderId, orderId)).orderBy(asc(mails.createdAt), asc(mails.id));
}

/** The buyer's messages since the order, with the replies to each. */
export async function listMessages(
  db: Queryable,
  { customerEmail, createdAt }: Pick<OrderRow, 'customerEmail' | 'createdAt'>,
) {
  const messages = await db
    .select()
    .from(contactMessages)
    .where(
      and(
        eq(sql`lower(${contactMessages.email})`, sql`lower(${customerEmail})`),
        gte(contactMessages.receivedAt, createdAt),
      ),
    )
    .orderBy(asc(contactMessages.receivedAt))
    .limit(mostMessages);
  if (messages.length === 0) return [];
  const ids = messages.map(({ id }) => id);
  const replies = await db
    .select({ reply: contactReplies, sentAt: mails.sentAt })
    .from(contactReplies)
    .leftJoin(mails, and(eq(mails.contactReplyId, contactReplies.id), eq(mails.state, 'sent')))
    .where(inArray(contactReplies.contactMessageId, ids))
    .orderBy(asc(contactReplies.writtenAt));
  return messages.map((message) => ({
    message,
    replies: replies.filter(({ reply }) => reply.contactMessageId === message.id),
  }));
}

/** True when this actor opened the evidence in the last hour. Calls of one actor wait for each other. */
export async function wasOpened(tx: Tx, actor: string, action: string, orderId: string): Promise<boolean> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`${actor} ${orderId}`}, 12))`);
  const isRecent = sql`${auditLog.happenedAt} > ${dbNow(tx)} - interval '1 hour'`;
  const isThis = and(eq(auditLog.subject, orderId), eq(auditLog.action, action), eq(auditLog.actor, actor), isRecent);
  return (await tx.$count(auditLog, isThis)) > 0;
}
