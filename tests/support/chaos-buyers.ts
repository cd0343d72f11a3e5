// Buyers at a fixed arrival rate who pay at the gateway and close the page: they never confirm their payment.
// Settling, sending links and emails are left to the gateway's notification and the job queue.
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { clientOf } from './client.ts';
import { orderBody } from './orders.ts';
import { sandboxControl } from './sandbox-control.ts';

export type AcceptedOrder = { id: string; link: string; paidAtMs: number };

export type ChaosBuyers = {
  /** Create-order answered 200. */
  placed: { id: string; atMs: number }[];
  /** Create-order answered 200, and the gateway took the payment. */
  accepted: AcceptedOrder[];
  counts: {
    /** Answers that ask the buyer to try again. */
    refused: number;
    /** Buyers without an answer of 200 within their patience. */
    gaveUp: number;
    /** Arrivals left out because too many buyers were waiting already. */
    skipped: number;
  };
  /** Answers that no buyer may get, whatever fails. */
  unexpected: string[];
  /** Arrivals come at this rate from now on. */
  setRate(perSecond: number): void;
  /** No more arrivals. Ends when the buyers who are under way have paid or given up. */
  stop(): Promise<void>;
};

type BuyersOptions = { storeUrl: string; sandboxUrl: string };
type Answer<T> = { status: number; body: T };

const callTimeoutMs = 15_000;
const patienceMs = 20_000;
const retryEveryMs = 500;
const mostAtOnce = 300;
const tickMs = 20;
/** Until a rate is set: enough to see that the queue works. */
const firstPerSecond = 2;
const retryStatuses = [409, 429, 502, 503];

export function startChaosBuyers({ storeUrl, sandboxUrl }: BuyersOptions): ChaosBuyers {
  const visitor = clientOf(storeUrl, null, callTimeoutMs);
  const control = sandboxControl(sandboxUrl);
  const placed: ChaosBuyers['placed'] = [];
  const accepted: AcceptedOrder[] = [];
  const counts = { refused: 0, gaveUp: 0, skipped: 0 };
  const unexpected: string[] = [];
  const active = new Set<Promise<void>>();
  let rate = firstPerSecond;
  let rateSinceMs = performance.now();
  let arrivals = 0;

  /** Repeats a call until it is answered with 200; null once the buyer's patience is over. */
  async function retry<T>(call: () => Promise<Answer<T>>): Promise<T | null> {
    const endsAtMs = performance.now() + patienceMs;
    while (performance.now() < endsAtMs) {
      const answer = await call().catch(() => null);
      if (answer?.status === 200) return answer.body;
      if (answer && !retryStatuses.includes(answer.status)) {
        unexpected.push(JSON.stringify(answer).slice(0, 300));
        return null;
      }
      if (answer) counts.refused += 1;
      await wait(retryEveryMs);
    }
    counts.gaveUp += 1;
    return null;
  }

  async function buy(): Promise<void> {
    const key = randomUUID();
    const body = orderBody({ email: `${key}@buyer.example` });
    const order = await retry(() => visitor.ask('POST /api/create-order', { body }, { 'idempotency-key': key }));
    if (!order) return;
    placed.push({ id: order.orderId, atMs: Date.now() });
    const session = { orderId: order.orderId, amount: body.price, email: body.email, postUrls: body.post_links };
    const opened = await retry(() => visitor.ask('POST /api/bigpay/init-session', { body: session }));
    if (!opened) return;
    await control('/gateway/pay', { sessionId: opened.sessionId, expiry: '01/39' });
    accepted.push({ id: order.orderId, link: body.post_links[0] ?? '', paidAtMs: Date.now() });
  }

  function arrive(): void {
    const due = Math.floor(((performance.now() - rateSinceMs) / 1000) * rate);
    for (; arrivals < due; arrivals += 1) {
      if (active.size >= mostAtOnce) {
        counts.skipped += 1;
        continue;
      }
      const buyer: Promise<void> = buy()
        .catch((error: Error) => void unexpected.push(`${error.message} ${error.cause ?? ''}`.trim()))
        .finally(() => active.delete(buyer));
      active.add(buyer);
    }
  }

  const timer = setInterval(arrive, tickMs);
  return {
    placed,
    accepted,
    counts,
    unexpected,
    setRate: (perSecond) => {
      rate = perSecond;
      rateSinceMs = performance.now();
      arrivals = 0;
    },
    stop: async () => {
      clearInterval(timer);
      await Promise.all(active);
    },
  };
}
