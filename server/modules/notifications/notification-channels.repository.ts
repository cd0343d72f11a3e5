// SQL of the channels: list, add, change and remove them.
import { asc, eq, sql } from 'drizzle-orm';
import { dbNow, type Queryable, type Tx } from '../../database/database.ts';
import type { healthyChannel } from './channel-state.ts';
import { notificationChannels, notificationWindows } from './notifications.schema.ts';
import type { ChannelRow } from './plan.repository.ts';

type NewChannel = Omit<
  ChannelRow,
  'createdAt' | 'lastSentAt' | 'lastAnswer' | 'lastAnswerCoded' | 'lastFailedAt' | keyof typeof healthyChannel
>;

const { id } = notificationChannels;

export async function list(db: Queryable): Promise<ChannelRow[]> {
  return db.select().from(notificationChannels).orderBy(asc(notificationChannels.createdAt), asc(id));
}

export async function find(at: Queryable, of: string): Promise<ChannelRow | null> {
  const [found] = await at.select().from(notificationChannels).where(eq(id, of));
  return found ?? null;
}

/** Locks the channel until the end of the transaction. */
export async function lock(tx: Tx, of: string): Promise<ChannelRow | null> {
  const [found] = await tx.select().from(notificationChannels).where(eq(id, of)).for('update');
  return found ?? null;
}

/** Takes a lock, so that concurrent additions are counted exactly. */
export async function count(tx: Tx): Promise<number> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('notification channels', 19))`);
  return tx.$count(notificationChannels);
}

export async function add(tx: Tx, channel: NewChannel): Promise<ChannelRow> {
  const [added] = await tx
    .insert(notificationChannels)
    .values({ ...channel, createdAt: dbNow(tx) })
    .returning();
  if (!added) throw new Error('The channel was not written.');
  return added;
}

export async function change(tx: Tx, of: string, change: Partial<ChannelRow>): Promise<ChannelRow> {
  // The caller holds the row lock.
  const [changed] = await tx.update(notificationChannels).set(change).where(eq(id, of)).returning();
  if (!changed) throw new Error('The channel to change is gone.');
  return changed;
}

/** Also deletes its messages. */
export async function remove(tx: Tx, of: string): Promise<boolean> {
  return (await tx.delete(notificationChannels).where(eq(id, of)).returning({ id })).length > 0;
}

/** Deletes the pending events of a channel. */
export async function clearWindows(tx: Tx, of: string): Promise<void> {
  await tx.delete(notificationWindows).where(eq(notificationWindows.channelId, of));
}
