// What tests of webhooks do and look at, in a store and with a receiver that are started later.
import type { WebhookEvent } from '../../contract/api-access.ts';
import type { StoreContext } from '../../server/context.ts';
import { sendWebhook } from '../../server/modules/webhooks/send-webhook.ts';
import { randomIds } from '../../server/platform/ids.ts';
import type { Placed } from './orders.ts';
import type { TestStore } from './store.ts';
import type { Receiver } from './webhook-receiver.ts';

export const allEvents: WebhookEvent[] = ['order.paid', 'order.completed', 'order.refunded'];

export function webhookSteps(storeOf: () => TestStore, receiverOf: () => Receiver) {
  const admin = () => storeOf().admin;
  const rows = async (sql: string, ...values: unknown[]) => {
    return (await storeOf().db.database.pool.query(sql, values)).rows;
  };
  const tryOut = (id: string) => admin().ask('POST /api/admin/webhooks/{id}/test', { params: { id } });

  return {
    rows,
    tryOut,
    add: (events = allEvents, url = receiverOf().url) =>
      admin().call('POST /api/admin/webhooks', { body: { url, events } }),
    change: (
      id: string,
      body: { enabled?: boolean; newSecret?: boolean; url?: string; expiresInDays?: number | null },
    ) => admin().call('PATCH /api/admin/webhooks/{id}', { params: { id }, body }),
    log: (query: { webhook?: string; limit?: number; cursor?: string; only?: 'undelivered' } = {}) =>
      admin().call('GET /api/admin/webhook-deliveries', { query }),
    replay: (id: string) => admin().ask('POST /api/admin/webhook-deliveries/{id}/replay', { params: { id } }),
    setStatus: ({ id }: Placed, status: string) =>
      admin().call('PATCH /api/admin/orders/{id}/status', { params: { id }, body: { status, confirm: true } }),
    refund: ({ id }: Placed, amount: number) =>
      admin().call(
        'POST /api/admin/orders/{id}/refunds',
        { params: { id }, body: { amount, reason: 'Asked for' } },
        { 'idempotency-key': randomIds.uuid() },
      ),
    receivedEvents: () => receiverOf().received.map(({ body }) => JSON.parse(body).event),

    /** The next try of everything, without waiting for it. */
    tryAgain: async () => {
      await rows('update graphile_worker._private_jobs set run_at = now() where run_at > now()');
      await storeOf().drain();
    },

    /** Owes the endpoint one event of an order; answers its id. */
    owe: async (): Promise<string> => {
      const [endpoint] = await rows('select id from webhook_endpoints');
      return (await tryOut(endpoint.id)).body.id;
    },

    /** Sends past the queue, from a process of its own. */
    sender:
      ({ timeoutMs, ...change }: Partial<Pick<StoreContext, 'config' | 'resolve'>> & { timeoutMs?: number } = {}) =>
      (id: string): Promise<void> =>
        sendWebhook({ ...storeOf().app.ctx, ...change }, id, timeoutMs),
  };
}
