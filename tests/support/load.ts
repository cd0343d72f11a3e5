// A small steady load of buyers who order, at most so many at once. Remembers what the store acknowledged and refused.
import { setTimeout as wait } from 'node:timers/promises';
import { orderBody } from './orders.ts';

export type Load = {
  /** The ids of the orders that the store said it took. */
  acknowledged: string[];
  /** Every answer but 200, as it came. Connections that broke or were not taken are not answers. */
  refusals: { status: number; body: string }[];
  /** Ends when the last call has ended. */
  stop(): Promise<void>;
};

export function startLoad(url: string, atOnce = 4): Load {
  const acknowledged: string[] = [];
  const refusals: Load['refusals'] = [];
  let stopping = false;

  async function order(): Promise<void> {
    const response = await fetch(`${url}/api/create-order`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(orderBody({ email: 'load@buyer.example' })),
      signal: AbortSignal.timeout(20_000),
    });
    const body = await response.text();
    if (response.status === 200) acknowledged.push(JSON.parse(body).orderId);
    else refusals.push({ status: response.status, body });
  }

  async function buyer(): Promise<void> {
    while (!stopping) {
      await order().catch(() => {});
      await wait(10);
    }
  }

  const buyers = Array.from({ length: atOnce }, buyer);
  return {
    acknowledged,
    refusals,
    stop: async () => {
      stopping = true;
      await Promise.all(buyers);
    },
  };
}
