// Lets jobs of the backlog run one at a time, with pauses that grow with the load of the process: buyers come first.
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';

/** Jobs that are due for longer are the backlog. */
export const backlogSeconds = 15;
/** What they are flagged with, so that one slot can leave them out. */
export const backlogFlag = 'backlog';

const longestPauseMs = 250;

export type BacklogThrottle = <T>(work: () => Promise<T>) => Promise<T>;

export function createBacklogThrottle(): BacklogThrottle {
  let last: Promise<unknown> = Promise.resolve();
  let before = performance.eventLoopUtilization();

  async function pauseAfter(workMs: number): Promise<void> {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, before);
    before = now;
    await sleep(pauseMs(workMs, utilization), undefined, { ref: false });
  }

  return (work) => {
    const turn = last.then(async () => {
      const began = performance.now();
      const result = await Promise.allSettled([work()]);
      return { result: result[0], workMs: performance.now() - began };
    });
    last = turn.then(({ workMs }) => pauseAfter(workMs));
    return turn.then(({ result }) => {
      if (result.status === 'rejected') throw result.reason;
      return result.value;
    });
  };
}

/** `utilization`: of the event loop, 0 to 1. An idle process hardly pauses, a busy one gives most of its time to requests. */
export function pauseMs(workMs: number, utilization: number): number {
  const free = Math.max(0.01, 1 - utilization);
  return Math.min(longestPauseMs, (workMs * utilization) / free);
}
