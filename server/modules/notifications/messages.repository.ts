// SQL of sending: claims a message, stores its result, and keeps the health of its channel.
import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import { dbNow, type Tx } from '../../database/database.ts';
import { notificationChannels, notificationMessages } from './notifications.schema.ts';
import { type ChannelRow, canTry } from './plan.repository.ts';

export type MessageRow = typeof notificationMessages.$inferSelect;
/** `isStale`: claimed by a process that died. `isLate`: too old to matter. */
type ClaimableMessage = MessageRow & { isStale: boolean; isLate: boolean };
type Change<T> = { [K in keyof T]?: T[K] | SQL };

/** Longer than any attempt: the process of an older claim has died. */
const leaseSeconds = 60;
const lateHours = 24;

const { id } = notificationChannels;

const second = sql`interval '1 second'`;

/** Null for a channel that is off, gone, or not due for its next try. */
export async function findReady(tx: Tx, channelId: string): Promise<ChannelRow | null> {
  const { enabled, goneAt, retryAt } = notificationChannels;
  const [found] = await tx
    .select()
    .from(notificationChannels)
    .where(and(eq(id, channelId), eq(enabled, true), isNull(goneAt), canTry(retryAt, dbNow(tx))));
  return found ?? null;
}

/** The oldest one that no other process sends; locked until the end of the transaction. */
export async function lockNext(tx: Tx, channelId: string): Promise<ClaimableMessage | null> {
  const { state, claimedAt, createdAt } = notificationMessages;
  // A claim from the future is of a clock that was set back.
  const isStale = sql<boolean>`(${state} = 'sending' and (${claimedAt} < ${dbNow(tx)} - ${leaseSeconds} * ${second}
    or ${claimedAt} > ${dbNow(tx)} + ${leaseSeconds} * ${second}))`;
  const isLate = sql<boolean>`(${createdAt} < ${dbNow(tx)} - ${lateHours} * interval '1 hour')`;
  const [found] = await tx
    .select({ message: notificationMessages, isStale, isLate })
    .from(notificationMessages)
    .where(and(eq(notificationMessages.channelId, channelId), sql`(${state} = 'pending' or ${isStale})`))
    .orderBy(notificationMessages.createdAt, notificationMessages.id)
    .limit(1)
    .for('update', { skipLocked: true });
  return found ? { ...found.message, isStale: found.isStale, isLate: found.isLate } : null;
}

export async function claim(tx: Tx, messageId: string, claimId: string): Promise<void> {
  const attempts = sql`${notificationMessages.attempts} + 1`;
  await tx
    .update(notificationMessages)
    .set({ state: 'sending', claimId, claimedAt: dbNow(tx), attempts })
    .where(eq(notificationMessages.id, messageId));
}

/** False where another process claimed it since. */
export async function settle(
  tx: Tx,
  messageId: string,
  claimId: string | null,
  change: Change<MessageRow>,
): Promise<boolean> {
  const isOurs = claimId === null ? undefined : eq(notificationMessages.claimId, claimId);
  const settled = await tx
    .update(notificationMessages)
    .set(change)
    .where(and(eq(notificationMessages.id, messageId), isOurs))
    .returning({ id: notificationMessages.id });
  return settled.length > 0;
}

export async function noteChannel(tx: Tx, channelId: string, change: Change<ChannelRow>): Promise<void> {
  await tx.update(notificationChannels).set(change).where(eq(id, channelId));
}

/** Drops the pending messages of a channel that ended or was switched off. */
export async function dropWaiting(tx: Tx, channelId: string, answer: string): Promise<void> {
  await tx
    .update(notificationMessages)
    .set({ state: 'dropped', answer })
    .where(
      and(eq(notificationMessages.channelId, channelId), inArray(notificationMessages.state, ['pending', 'sending'])),
    );
}
