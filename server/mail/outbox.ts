// Keeps the mails that the store owes its customers, one per kind and order. Sends none: no mail server is spoken to here.
import { and, eq, gt, sql } from 'drizzle-orm';
import type { Ids } from '../ids.ts';
import type { Outbox } from '../ports/outbox.ts';
import type { Database } from '../store/database.ts';
import { mails } from '../store/schema.ts';

export function createOutbox({ database, ids }: { database: Database; ids: Ids }): Outbox {
  return {
    post: async (at, { kind, orderId, recipient }) => {
      if (kind === 'order_received' && (await hasRecentReceipt(at, recipient))) return;
      // Keeps one mail per kind and order.
      await at
        .insert(mails)
        .values({ id: ids.uuid(), kind, orderId, recipient, state: 'kept', createdAt: database.now() })
        .onConflictDoNothing();
    },
  };

  // Was a receipt kept for this address within the hour? (D-24)
  async function hasRecentReceipt(at: Parameters<Outbox['post']>[0], recipient: string): Promise<boolean> {
    const found = await at
      .select({ id: mails.id })
      .from(mails)
      .where(
        and(
          eq(mails.kind, 'order_received'),
          eq(sql`lower(${mails.recipient})`, recipient.toLowerCase()),
          gt(mails.createdAt, sql`${database.now()} - interval '1 hour'`),
        ),
      )
      .limit(1);
    return found.length > 0;
  }
}
