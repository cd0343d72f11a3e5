// SQL of the mailboxes that the store reads: who reads one now, how far it was read, and its failures.
import { and, eq, isNull, lte, or, sql } from 'drizzle-orm';
import type { Database, Tx } from '../../database/database.ts';
import { mailboxes } from './incoming-email.schema.ts';

export type MailboxRow = typeof mailboxes.$inferSelect;
type Position = Pick<MailboxRow, 'uidValidity' | 'lastUid'> & { since?: MailboxRow['since'] };

export type MailboxesRepository = ReturnType<typeof createMailboxesRepository>;

export function createMailboxesRepository({ db, now }: Pick<Database, 'db' | 'now'>) {
  return {
    /** False while another process reads this mailbox. */
    async claim(key: string, seconds: number): Promise<boolean> {
      await db.insert(mailboxes).values({ key }).onConflictDoNothing();
      const { busyUntil } = mailboxes;
      const claimed = await db
        .update(mailboxes)
        .set({ busyUntil: sql`${now()} + ${seconds} * interval '1 second'`, triedAt: now() })
        .where(and(eq(mailboxes.key, key), or(isNull(busyUntil), lte(busyUntil, now()))))
        .returning({ key: mailboxes.key });
      return claimed.length > 0;
    },

    /** Locks the mailbox to the end of `tx`, so that emails are stored one after the other. */
    async lock(tx: Tx, key: string): Promise<MailboxRow | null> {
      const [found] = await tx.select().from(mailboxes).where(eq(mailboxes.key, key)).for('update');
      return found ?? null;
    },

    async setPosition(tx: Tx, key: string, position: Position): Promise<void> {
      await tx.update(mailboxes).set(position).where(eq(mailboxes.key, key));
    },

    async release(key: string): Promise<void> {
      await db.update(mailboxes).set({ busyUntil: null }).where(eq(mailboxes.key, key));
    },

    async recordSuccess(key: string): Promise<void> {
      await db
        .update(mailboxes)
        .set({ readAt: now(), failingSince: null, problem: null })
        .where(eq(mailboxes.key, key));
    },

    async recordFailure(key: string, problem: string): Promise<void> {
      const failingSince = sql`coalesce(${mailboxes.failingSince}, ${now()})`;
      await db.update(mailboxes).set({ failingSince, problem }).where(eq(mailboxes.key, key));
    },
  };
}
