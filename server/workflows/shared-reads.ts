// One read of the gateway for many callers: strangers may confirm any order, and each call must not cost a read.

import { createLruCache } from '../platform/caches.ts';
import type { Clock } from '../platform/clock.ts';

/** Reads of one order in a window, for callers without proof. */
const mostReads = 3;
const windowMs = 10_000;
const mostRemembered = 5_000;

type Reads = {
  /** The starts of the last reads. */
  startedMs: number[];
  running: Promise<void> | null;
  /** Starts after the running one, for all who called meanwhile. */
  next: Promise<void> | null;
};

/**
 * Calls of one order share a read that starts after them, so that no one gets an older answer than their call. `factor`
 * multiplies the budget (RATE_LIMIT_FACTOR). In memory: each process has a budget of its own.
 */
export function createSharedReads(deps: { clock: Clock; factor: number; read: (orderId: string) => Promise<unknown> }) {
  const { clock, factor, read } = deps;
  const readsOf = createLruCache<Reads>(mostRemembered);

  /** Returns after a read, or at once when the budget is used up. `isPayer`: needs no budget. */
  async function readOrder(orderId: string, isPayer: boolean): Promise<void> {
    const reads = readsOf.get(orderId) ?? { startedMs: [], running: null, next: null };
    readsOf.set(orderId, reads);
    if (reads.next) return reads.next;
    if (!isPayer && !hasBudget(reads)) return;
    if (!reads.running) return start(orderId, reads);
    reads.next = reads.running
      .catch(() => {})
      .then(() => {
        reads.next = null;
        return start(orderId, reads);
      });
    return reads.next;
  }

  function hasBudget(reads: Reads): boolean {
    const nowMs = clock.now().getTime();
    // A start in the future was before the clock was set back.
    reads.startedMs = reads.startedMs.filter((startMs) => startMs <= nowMs && nowMs - startMs < windowMs);
    return reads.startedMs.length < mostReads * factor;
  }

  function start(orderId: string, reads: Reads): Promise<void> {
    reads.startedMs.push(clock.now().getTime());
    const running = read(orderId).then(() => {});
    reads.running = running;
    const end = () => {
      if (reads.running === running) reads.running = null;
    };
    running.then(end, end);
    return running;
  }

  return { readOrder };
}
