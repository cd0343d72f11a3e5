// SQL of the pauses of sending.
import { and, eq, isNull, lte, sql } from 'drizzle-orm';
import { dbNow, type Queryable, type Tx } from '../../database/database.ts';
import { sendingPauses } from './sending-pauses.schema.ts';

export type SendingPause = Pick<typeof sendingPauses.$inferSelect, 'pausedUntil' | 'endedAt'>;

const { mailId, orderId, pausedUntil, endedAt } = sendingPauses;

const shown = { pausedUntil, endedAt };

/** The pause that the link of this email set; null when it was not used. */
export async function findOfMail(at: Queryable, id: string): Promise<SendingPause | null> {
  const [found] = await at.select(shown).from(sendingPauses).where(eq(mailId, id));
  return found ?? null;
}

/** Until when the order is paused; null when it is not. */
export async function findPausedUntil(at: Queryable, id: string): Promise<Date | null> {
  const [found] = await at
    .select({ until: sql<Date | null>`max(${pausedUntil})`.mapWith(pausedUntil) })
    .from(sendingPauses)
    .where(and(eq(orderId, id), isNull(endedAt)));
  return found?.until ?? null;
}

export async function add(tx: Tx, added: { mailId: string; orderId: string }, hours: number): Promise<SendingPause> {
  const now = dbNow(tx);
  const [pause] = await tx
    .insert(sendingPauses)
    .values({ ...added, pausedAt: now, pausedUntil: sql`${now} + ${hours} * interval '1 hour'` })
    .returning(shown);
  if (!pause) throw new Error('The pause was not written.');
  return pause;
}

/** Returns false when the order was not paused. */
export async function endOf(tx: Tx, id: string): Promise<boolean> {
  const ended = await tx
    .update(sendingPauses)
    .set({ endedAt: dbNow(tx) })
    .where(and(eq(orderId, id), isNull(endedAt)));
  return (ended.rowCount ?? 0) > 0;
}

/** Ends the pauses whose time is over, and returns their orders. */
export async function endDue(tx: Tx): Promise<string[]> {
  const ended = await tx
    .update(sendingPauses)
    .set({ endedAt: dbNow(tx) })
    .where(and(isNull(endedAt), lte(pausedUntil, dbNow(tx))))
    .returning({ orderId });
  return [...new Set(ended.map((one) => one.orderId))];
}
