// SQL of the channels: list, add, change and remove them.
import { asc, eq, sql } from 'drizzle-orm';
import type { Database, Queryable, Tx } from '../../database/database.ts';
import type { healthyChannel } from './channel-state.ts';
import { notificationChannels, notificationWindows } from './notifications.schema.ts';
import type { ChannelRow } from './plan.repository.ts';

export type NotificationChannelsRepository = ReturnType<typeof createNotificationChannelsRepository>;
export type NewChannel = Omit<
  ChannelRow,
  'createdAt' | 'lastSentAt' | 'lastAnswer' | 'lastAnswerCoded' | 'lastFailedAt' | keyof typeof healthyChannel
>;

export function createNotificationChannelsRepository(database: Database) {
  const { id } = notificationChannels;
  return {
    async list(): Promise<ChannelRow[]> {
      return database.db.select().from(notificationChannels).orderBy(asc(notificationChannels.createdAt), asc(id));
    },

    async find(at: Queryable, of: string): Promise<ChannelRow | null> {
      const [found] = await at.select().from(notificationChannels).where(eq(id, of));
      return found ?? null;
    },

    /** Locks the channel until the end of the transaction. */
    async lock(tx: Tx, of: string): Promise<ChannelRow | null> {
      const [found] = await tx.select().from(notificationChannels).where(eq(id, of)).for('update');
      return found ?? null;
    },

    /** Takes a lock, so that concurrent additions are counted exactly. */
    async count(tx: Tx): Promise<number> {
      await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('notification channels', 19))`);
      return tx.$count(notificationChannels);
    },

    async add(tx: Tx, channel: NewChannel): Promise<ChannelRow> {
      const [added] = await tx
        .insert(notificationChannels)
        .values({ ...channel, createdAt: database.now() })
        .returning();
      if (!added) throw new Error('The channel was not written.');
      return added;
    },

    async change(tx: Tx, of: string, change: Partial<ChannelRow>): Promise<ChannelRow> {
      // The caller holds the row lock.
      const [changed] = await tx.update(notificationChannels).set(change).where(eq(id, of)).returning();
      if (!changed) throw new Error('The channel to change is gone.');
      return changed;
    },

    /** Also deletes its messages. */
    async remove(tx: Tx, of: string): Promise<boolean> {
      return (await tx.delete(notificationChannels).where(eq(id, of)).returning({ id })).length > 0;
    },

    /** Deletes the pending events of a channel. */
    async clearWindows(tx: Tx, of: string): Promise<void> {
      await tx.delete(notificationWindows).where(eq(notificationWindows.channelId, of));
    },
  };
}
