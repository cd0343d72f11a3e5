// Enqueues the events of an order for the endpoints that subscribe to them: one delivery each, in the caller's
// transaction.
import { eq, getTableColumns } from 'drizzle-orm';
import type { WebhookEvent } from '../../../contract/api-access.ts';
import type { StoreContext } from '../../context.ts';
import type { Queryable } from '../../database/database.ts';
import type { OrderEvents, OrderStanding } from '../../ports/order-events.ts';
import type { OrderRow } from '../orders/order-rows.ts';
import { orders } from '../orders/orders.schema.ts';
import * as webhooksRepository from './webhooks.repository.ts';

const { searchText: _, ...orderColumns } = getTableColumns(orders);

/** `buildOrder`: the order in the admin API's format. */
export function createOrderEvents({
  database,
  jobs,
  ids,
  buildOrder,
}: Pick<StoreContext, 'database' | 'jobs' | 'ids'> & {
  buildOrder: (order: OrderRow, at: Queryable) => Promise<Record<string, unknown>>;
}): OrderEvents {
  async function enqueueWebhooks(at: Queryable, event: WebhookEvent, orderId: string): Promise<void> {
    const endpointIds = await webhooksRepository.idsFor(at, event);
    if (endpointIds.length === 0) return;
    const [found] = await at
      .select({ order: orderColumns, now: database.now() })
      .from(orders)
      .where(eq(orders.id, orderId));
    if (!found) throw new Error('The order of a webhook event was deleted.');
    const payload = { event, created_at: new Date(found.now).toISOString(), order: await buildOrder(found.order, at) };
    const owed = endpointIds.map((endpointId) => {
      const id = ids.uuid();
      return { id, endpointId, event, orderId, payload: { id, ...payload } };
    });
    await webhooksRepository.addDeliveries(at, owed);
    for (const { id: deliveryId } of owed) {
      await jobs.enqueue(at, 'send_webhook', { deliveryId }, { key: `webhook ${deliveryId}` });
    }
  }

  return {
    note: async (at, before, after) => {
      for (const event of eventsBetween(before, after)) await enqueueWebhooks(at, event, after.id);
    },
  };
}

/** In chronological order. */
export function eventsBetween(before: OrderStanding, after: OrderStanding): WebhookEvent[] {
  const happened: Record<WebhookEvent, boolean> = {
    'order.paid': before.paidAt === null && after.paidAt !== null,
    'order.completed': before.status !== 'completed' && after.status === 'completed',
    'order.refunded': after.refundedCents > before.refundedCents,
  };
  return (Object.keys(happened) as WebhookEvent[]).filter((event) => happened[event]);
}
