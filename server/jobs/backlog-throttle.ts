// Jobs of the backlog give way to buyers: while requests are served they run one at a time, with pauses that grow with the load.
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';

/** Jobs that are due for longer are the backlog. */
export const backlogSeconds = 15;
/** The flag of these jobs, so that one slot can exclude them. */
export const backlogFlag = 'backlog';

const longestPauseMs = 250;
/** A longer job waits for a response and uses no CPU: the next one starts beside it. */
const longestTurnMs = 1_000;

export type BacklogThrottle = <T>(work: () => Promise<T>) => Promise<T>;

/** `isServing`: whether requests are being served; without any, all jobs run at full speed. */
export function createBacklogThrottle(isServing: () => boolean): BacklogThrottle {
  let last: Promise<unknown> = Promise.resolve();
  let before = performance.eventLoopUtilization();

  async function pauseAfter(workMs: number): Promise<void> {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, before);
    before = now;
    await sleep(pauseMs(workMs, utilization), undefined, { ref: false });
  }

  return (work) => {
    if (!isServing()) return work();
    const begun = last.then(() => {
      const beganMs = performance.now();
      const result = work();
      const paused = Promise.allSettled([result]).then(() => pauseAfter(performance.now() - beganMs));
      return { result, turn: Promise.race([paused, sleep(longestTurnMs, undefined, { ref: false })]) };
    });
    last = begun.then(({ turn }) => turn);
    return begun.then(({ result }) => result);
  };
}

/** `utilization`: of the event loop, 0 to 1. An idle process hardly pauses, a busy one gives most of its time to requests. */
export function pauseMs(workMs: number, utilization: number): number {
  const free = Math.max(0.01, 1 - utilization);
  return Math.min(longestPauseMs, (workMs * utilization) / free);
}
