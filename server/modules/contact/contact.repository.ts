// SQL of messages to support.
import { and, eq, getTableColumns, gt, isNull, type SQL, sql } from 'drizzle-orm';
import type { ContactFields } from '../../../contract/contact-rules.ts';
import type { EmailState } from '../../../contract/email-kinds.ts';
import { dbNow, type Queryable, type Tx } from '../../database/database.ts';
import type { TimePosition } from '../../platform/time-cursor.ts';
import { mails } from '../email/email.schema.ts';
import { contactMessages, contactReplies } from './contact.schema.ts';

/** `replyState`: of the email of the latest reply. */
export type MessageRow = typeof contactMessages.$inferSelect & { replyState: EmailState | null };
/** `true` sets the mark if it is missing, `false` removes it, undefined leaves it. */
export type Marks = { read?: boolean | undefined; answered?: boolean | undefined };

type MessageFilter = { only?: 'unanswered' | undefined; email?: string | undefined };

/** With plain names, because a query of one table leaves out the names of tables. */
export const messageColumns = {
  ...getTableColumns(contactMessages),
  replyState: sql<EmailState | null>`(select m.state from ${contactReplies} r join ${mails} m on m.contact_reply_id = r.id
    where r.contact_message_id = contact_messages.id order by r.written_at desc, r.id desc limit 1)`,
};

/** Of the message, or of the latest email in its thread. */
const latestAt = sql`coalesce(${contactMessages.latestAt}, ${contactMessages.receivedAt})`;

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
  message: ContactFields & { id: string; urgent: boolean; messageId: string },
): Promise<void> {
  await tx.insert(contactMessages).values({ ...message, receivedAt: dbNow(tx) });
}

export async function listMessages(
  db: Queryable,
  filter: MessageFilter,
  after: TimePosition | null,
  limit: number,
): Promise<MessageRow[]> {
  const older = after
    ? sql`(${latestAt}, ${contactMessages.id}) < (${after.createdAt.toISOString()}::timestamptz, ${after.id}::uuid)`
    : undefined;
  return db
    .select(messageColumns)
    .from(contactMessages)
    .where(and(matching(filter), older))
    .orderBy(sql`${latestAt} desc nulls first`, sql`${contactMessages.id} desc nulls first`)
    .limit(limit);
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

function matching({ only, email }: MessageFilter): SQL | undefined {
  return and(
    only ? isNull(contactMessages.answeredAt) : undefined,
    email === undefined ? undefined : eq(sql`lower(${contactMessages.email})`, sql`lower(${email})`),
  );
}
