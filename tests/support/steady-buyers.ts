// Visitors who buy without a pause, while processes of the store come and go.
import { setTimeout as wait } from 'node:timers/promises';
import { clientOf } from './client.ts';
import { orderBody } from './orders.ts';
import { until } from './program.ts';

/** Each buys and looks up what it bought, until all are stopped. */
export function startSteadyBuyers(url: string, atOnce: number) {
  const placed: string[] = [];
  const failed: string[] = [];
  let slowestMs = 0;
  let stopping = false;
  async function buyer(): Promise<void> {
    while (!stopping) {
      try {
        const visitor = clientOf(url, null);
        const startedAt = performance.now();
        const { orderId } = await visitor.call('POST /api/create-order', { body: orderBody() });
        slowestMs = Math.max(slowestMs, performance.now() - startedAt);
        placed.push(orderId);
        await visitor.call('GET /api/orders/{id}', { params: { id: orderId } });
      } catch (error) {
        failed.push(error instanceof Error ? `${error.message} ${String(error.cause ?? '')}` : String(error));
      }
      await wait(5);
    }
  }
  const buyers = Array.from({ length: atOnce }, buyer);
  return {
    placed,
    failed,
    /** The slowest successful create-order. */
    slowestMs: () => slowestMs,
    /** Waits for so many more orders, or for the first failure. */
    more: (orders: number) => {
      const reached = placed.length + orders;
      return until('visitors buy', () => placed.length >= reached || failed.length > 0, 60_000);
    },
    stop: async () => {
      stopping = true;
      await Promise.all(buyers);
    },
  };
}
