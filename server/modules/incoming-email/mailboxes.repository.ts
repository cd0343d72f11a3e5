// SQL of the mailboxes that the store reads: who reads one now, how far it was read, and its failures.
import { and, eq, isNull, lte, or, sql } from 'drizzle-orm';
import { dbNow, type Queryable, type Tx } from '../../database/database.ts';
import { mailboxes } from './incoming-email.schema.ts';

export type MailboxRow = typeof mailboxes.$inferSelect;
type Position = Pick<MailboxRow, 'uidValidity' | 'lastUid'> & { since?: MailboxRow['since'] };

/** False while another process reads this mailbox. */
export async function claim(db: Queryable, key: string, seconds: number): Promise<boolean> {
  await db.insert(mailboxes).values({ key }).onConflictDoNothing();
  const { busyUntil } = mailboxes;
  const claimed = await db
    .update(mailboxes)
    .set({ busyUntil: sql`${dbNow(db)} + ${seconds} * interval '1 second'`, triedAt: dbNow(db) })
    .where(and(eq(mailboxes.key, key), or(isNull(busyUntil), lte(busyUntil, dbNow(db)))))
    .returning({ key: mailboxes.key });
  return claimed.length > 0;
}

/** Locks the mailbox to the end of `tx`, so that emails are stored one after the other. */
export async function lock(tx: Tx, key: string): Promise<MailboxRow | null> {
  const [found] = await tx.select().from(mailboxes).where(eq(mailboxes.key, key)).for('update');
  return found ?? null;
}

export async function setPosition(tx: Tx, key: string, position: Position): Promise<void> {
  await tx.update(mailboxes).set(position).where(eq(mailboxes.key, key));
}

export async function release(db: Queryable, key: string): Promise<void> {
  await db.update(mailboxes).set({ busyUntil: null }).where(eq(mailboxes.key, key));
}

export async function recordSuccess(db: Queryable, key: string): Promise<void> {
  await db
    .update(mailboxes)
    .set({ readAt: dbNow(db), failingSince: null, problem: null })
    .where(eq(mailboxes.key, key));
}

export async function recordFailure(db: Queryable, key: string, problem: string): Promise<void> {
  const failingSince = sql`coalesce(${mailboxes.failingSince}, ${dbNow(db)})`;
  await db.update(mailboxes).set({ failingSince, problem }).where(eq(mailboxes.key, key));
}
