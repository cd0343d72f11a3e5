// Sends notifications from outboxes, with retry and backoff. Processes share the outboxes: each notification is claimed
// before it is sent, and those of one record are sent sequentially.
import { randomUUID } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { Notice, Outboxes, WithOutbox } from './outboxes.ts';

const SLOW_MS = 2_000;
const TIMEOUT_MS = 5_000;
const CLAIM_MS = 8_000;
const SWEEP_MS = 1_000;
const FIRST_WAIT_MS = 2_000;
const LONGEST_WAIT_MS = 5 * 60_000;
const ATTEMPT_LIMIT = 12;
const KEPT = 100;

export interface Deliveries {
  start(): void;
  kick(orderId: string): void;
  /** Sends all pending notifications once, due or not, so that tests do not wait. */
  flush(): Promise<{ sent: number; failed: number }>;
  close(): Promise<void>;
}

interface Options<O extends WithOutbox> {
  orders: Outboxes<O>;
  clock: () => Date;
  log: { info(obj: object, msg: string): void; warn(obj: object, msg: string): void };
  /** What proves the origin of a notification. */
  signHeaders(notice: Notice, text: string): Record<string, string>;
  /** Performs what a notification is about, and makes its body. */
  perform?(order: O, notice: Notice): void;
}

export function createDeliveries<O extends WithOutbox>(options: Options<O>): Deliveries {
  const { orders, clock, log } = options;
  const closing = new AbortController();
  const running = new Map<string, Promise<void>>();
  let timer: NodeJS.Timeout | undefined;
  let sweeping: Promise<void> | null = null;

  function run(orderId: string): Promise<void> {
    const before = running.get(orderId) ?? Promise.resolve();
    const mine = before
      .then(async () => {
        let sent = true;
        while (sent && !closing.signal.aborted) sent = await sendNext(orderId);
      })
      .catch((error: unknown) => log.warn({ orderId, error: String(error) }, 'sandbox: a notification run failed'));
    const tracked = mine.finally(() => {
      if (running.get(orderId) === tracked) running.delete(orderId);
    });
    running.set(orderId, tracked);
    return tracked;
  }

  async function sendNext(orderId: string): Promise<boolean> {
    return (await send(orderId, (notice) => notice.dueAt <= clock().getTime())) !== undefined;
  }

  /** The status of the response, null without one; undefined when there was nothing to send. */
  async function send(orderId: string, wanted: (notice: Notice) => boolean): Promise<number | null | undefined> {
    const notice = await claim(options, orderId, wanted);
    if (!notice) return undefined;
    const text = JSON.stringify(notice.body);
    const status = await post(notice.url, text, options.signHeaders(notice, text), closing.signal);
    await orders.change(orderId, (order) => [order && settle(order, notice, status, clock()), null]);
    if (status !== 200)
      log.info({ orderId, notificationId: notice.id, status }, 'sandbox: a notification was not taken');
    return status;
  }

  async function sweep(): Promise<void> {
    try {
      for (const orderId of await orders.withNotices()) if (!running.has(orderId)) void run(orderId);
    } catch (error) {
      log.warn({ error: String(error) }, 'sandbox: looking for notifications failed');
    }
  }

  function sweepOnce(): void {
    if (sweeping || closing.signal.aborted) return;
    sweeping = sweep().finally(() => {
      sweeping = null;
    });
  }

  return {
    start() {
      timer = setInterval(sweepOnce, SWEEP_MS);
      timer.unref();
      sweepOnce();
    },
    kick(orderId) {
      // Most changes create no notification and need no lock.
      orders
        .find(orderId)
        .then((order) => (order && order.outbox.length > 0 && !closing.signal.aborted ? run(orderId) : undefined))
        .catch((error: unknown) => log.warn({ orderId, error: String(error) }, 'sandbox: a notification was put off'));
    },
    async flush() {
      const count = { sent: 0, failed: 0 };
      for (const orderId of await orders.withNotices()) {
        await running.get(orderId);
        const waiting = (await orders.find(orderId))?.outbox ?? [];
        for (const { id, attempt } of waiting) {
          const status = await send(orderId, (notice) => notice.id === id && notice.attempt === attempt);
          if (status === 200) count.sent += 1;
          else if (status !== undefined) count.failed += 1;
        }
      }
      return count;
    },
    async close() {
      clearInterval(timer);
      closing.abort();
      await sweeping;
      await Promise.allSettled(running.values());
    },
  };
}

// Claims nothing while another notification of the order is being sent, to keep their order.
async function claim<O extends WithOutbox>(
  { orders, perform }: Options<O>,
  orderId: string,
  wanted: (notice: Notice) => boolean,
): Promise<Notice | null> {
  const seen = await orders.find(orderId);
  if (seen && seen.outbox.length > 0 && !seen.outbox.some(wanted)) return null;
  return orders.change(orderId, (order) => {
    if (!order) return [null, null];
    if (order.outbox.some((notice) => notice.claim && notice.claim.untilMs > Date.now())) return [null, null];
    const notice = order.outbox.find(wanted);
    if (!notice) return [order.outbox.length === 0 ? order : null, null];
    notice.claim = { token: randomUUID(), untilMs: Date.now() + CLAIM_MS };
    if (notice.act !== undefined) perform?.(order, notice);
    notice.act = undefined;
    return [order, notice];
  });
}

function settle<O extends WithOutbox>(order: O, notice: Notice, status: number | null, now: Date): O | null {
  const at = order.outbox.findIndex((other) => other.claim?.token === notice.claim?.token);
  const waiting = order.outbox[at];
  if (!waiting) return null;
  const gaveUp = status !== 200 && waiting.attempt >= ATTEMPT_LIMIT;
  const { id, attempt } = waiting;
  order.sent.push({ id, attempt, status, at: now.toISOString(), gaveUp: gaveUp || undefined });
  order.sent = order.sent.slice(-KEPT);
  if (status === 200 || gaveUp) {
    order.outbox.splice(at, 1);
    return order;
  }
  waiting.dueAt = now.getTime() + Math.min(FIRST_WAIT_MS * 2 ** (waiting.attempt - 1), LONGEST_WAIT_MS);
  waiting.attempt += 1;
  waiting.claim = undefined;
  return order;
}

/** The status of the response; null without one, or after the timeout. */
function post(
  address: string,
  text: string,
  headers: Record<string, string>,
  closing: AbortSignal,
): Promise<number | null> {
  const url = new URL(address);
  const startedAt = performance.now();
  return new Promise((resolve) => {
    const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
    const request = send(url, {
      method: 'POST',
      agent: false,
      signal: AbortSignal.any([closing, AbortSignal.timeout(TIMEOUT_MS)]),
      headers: {
        'content-type': 'application/json;charset=UTF-8',
        'content-length': Buffer.byteLength(text),
        ...headers,
      },
    });
    request.on('error', () => resolve(null));
    request.on('response', (response) => {
      response.resume();
      const isSlow = performance.now() - startedAt > SLOW_MS;
      resolve(isSlow ? null : (response.statusCode ?? null));
    });
    request.end(text);
  });
}
