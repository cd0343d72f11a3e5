// SQL of the pauses of sending.
import { and, eq, isNull, lte, sql } from 'drizzle-orm';
import type { Database, Queryable, Tx } from '../../database/database.ts';
import { sendingPauses } from './sending-pauses.schema.ts';

export type SendingPause = Pick<typeof sendingPauses.$inferSelect, 'pausedUntil' | 'endedAt'>;

export type SendingPausesRepository = ReturnType<typeof createSendingPausesRepository>;

export function createSendingPausesRepository(database: Database) {
  const { mailId, orderId, pausedUntil, endedAt } = sendingPauses;
  const shown = { pausedUntil, endedAt };

  return {
    /** The pause that the link of this email set; null when it was not used. */
    async findOfMail(at: Queryable, id: string): Promise<SendingPause | null> {
      const [found] = await at.select(shown).from(sendingPauses).where(eq(mailId, id));
      return found ?? null;
    },

    /** Until when the order is paused; null when it is not. */
    async findPausedUntil(at: Queryable, id: string): Promise<Date | null> {
      const [found] = await at
        .select({ until: sql<Date | null>`max(${pausedUntil})`.mapWith(pausedUntil) })
        .from(sendingPauses)
        .where(and(eq(orderId, id), isNull(endedAt)));
      return found?.until ?? null;
    },

    async add(tx: Tx, added: { mailId: string; orderId: string }, hours: number): Promise<SendingPause> {
      const now = database.now();
      const [pause] = await tx
        .insert(sendingPauses)
        .values({ ...added, pausedAt: now, pausedUntil: sql`${now} + ${hours} * interval '1 hour'` })
        .returning(shown);
      if (!pause) throw new Error('The pause was not written.');
      return pause;
    },

    /** Returns false when the order was not paused. */
    async endOf(tx: Tx, id: string): Promise<boolean> {
      const ended = await tx
        .update(sendingPauses)
        .set({ endedAt: database.now() })
        .where(and(eq(orderId, id), isNull(endedAt)));
      return (ended.rowCount ?? 0) > 0;
    },

    /** Ends the pauses whose time is over, and returns their orders. */
    async endDue(tx: Tx): Promise<string[]> {
      const ended = await tx
        .update(sendingPauses)
        .set({ endedAt: database.now() })
        .where(and(isNull(endedAt), lte(pausedUntil, database.now())))
        .returning({ orderId });
      return [...new Set(ended.map((one) => one.orderId))];
    },
  };
}
