// Decides from a series of snapshots of the queue whether jobs are stalled. Pure: times and snapshots are arguments.
import type { HeldLock, QueueSnapshot, StallReport } from './queue-repository.ts';

export type StallLimits = {
  /** Milliseconds. A due job that does not start, or a lock without its job: the runner is restarted. */
  restartAfterMs: number;
  /** Milliseconds without a started job until the operator is notified. */
  reportAfterMs: number;
  /** All slots are busy and none has started or ended a job for so long: the runner is restarted. */
  busyAfterMs: number;
  /** No schedule was served for so long: the runner is restarted. */
  scheduleAfterMs: number;
  /** A check later than this counts as one so late: a process that was suspended has seen nothing meanwhile. */
  checkEveryMs: number;
};

export const usualStallLimits: StallLimits = {
  restartAfterMs: 15_000,
  reportAfterMs: 60_000,
  busyAfterMs: 60_000,
  scheduleAfterMs: 150_000,
  checkEveryMs: 5_000,
};

export type QueueObservation = {
  /** Null: the database takes writes, but the queue cannot be read. */
  snapshot: QueueSnapshot | null;
  /** Moves whenever a job starts or ends in this process. */
  progress: number;
  hasFreeSlot: boolean;
  runningIds: readonly string[];
  /** The locks of these are the current runner's. */
  holders: readonly string[];
  /** Whether any schedule is served each minute. */
  hasMinutely: boolean;
};

type Verdict = {
  /** Why the runner should be replaced now; null while it works or was replaced a moment ago. */
  restartReason: string | null;
  /** Set once no job started for `reportAfterMs`. */
  stall: StallReport | null;
};

export function createStallDetector(limits: StallLimits) {
  const standing = createStopwatch(limits.checkEveryMs * 2);
  const sinceReplaced = createStopwatch(limits.checkEveryMs * 2);
  const lockAges = new Map<string, number>();
  let lastReport: Omit<StallReport, 'sinceSeconds'> = { waiting: 0, oldestDueSeconds: 0 };

  function judge(nowMs: number, at: QueueObservation): Verdict {
    const { snapshot } = at;
    const elapsedMs = standing.elapsed(nowMs);
    sinceReplaced.add(sinceReplaced.elapsed(nowMs), 'runner');
    // Any start or end of a job here, or another job in front, is progress.
    const state = snapshot === null ? 'unreadable' : buildKey(snapshot);
    standing.add(elapsedMs, state === null ? null : `${state} ${at.progress}`);
    if (snapshot?.oldestDue) {
      lastReport = { waiting: snapshot.waiting, oldestDueSeconds: snapshot.oldestDue.ageSeconds };
    } else if (snapshot === null) {
      lastReport = { ...lastReport, oldestDueSeconds: lastReport.oldestDueSeconds + elapsedMs / 1000 };
    }
    const lostLock = longestLostLock(at, elapsedMs);
    return {
      restartReason: findReason(at, lostLock),
      stall:
        at.hasFreeSlot && standing.ms() >= limits.reportAfterMs
          ? { ...lastReport, sinceSeconds: standing.ms() / 1000 }
          : null,
    };
  }

  function findReason(at: QueueObservation, lostLockMs: number): string | null {
    const quietMs = Math.min(standing.ms(), sinceReplaced.ms());
    if (at.hasFreeSlot && quietMs >= limits.restartAfterMs) return 'a due job is not taken';
    if (!at.hasFreeSlot && quietMs >= limits.busyAfterMs) return 'no running job ends while others are due';
    if (lostLockMs >= limits.restartAfterMs) return 'a job is locked and does not run';
    const silentSeconds = at.snapshot?.scheduledSecondsAgo;
    if (
      at.hasMinutely &&
      silentSeconds != null &&
      silentSeconds * 1000 >= limits.scheduleAfterMs &&
      sinceReplaced.ms() >= limits.scheduleAfterMs
    )
      return 'no schedule is served';
    return null;
  }

  // A lock may be seen for a moment before its job starts and after it ended.
  function longestLostLock({ snapshot, holders, runningIds }: QueueObservation, elapsedMs: number): number {
    const lost = (snapshot?.locks ?? []).filter(
      ({ id, holder }) => holders.includes(holder) && !runningIds.includes(id),
    );
    const seen = new Map(lockAges);
    lockAges.clear();
    let longestMs = 0;
    for (const lock of lost) {
      const before = seen.get(lockKey(lock));
      const ms = before === undefined ? 0 : before + elapsedMs;
      lockAges.set(lockKey(lock), ms);
      longestMs = Math.max(longestMs, ms);
    }
    return longestMs;
  }

  return {
    judge,
    /** A replaced runner gets its time before the next decision. The stall itself continues. */
    runnerReplaced: (nowMs: number) => {
      sinceReplaced.reset(nowMs);
      lockAges.clear();
    },
  };
}

function buildKey({ oldestDue }: QueueSnapshot): string | null {
  return oldestDue && `${oldestDue.id} ${oldestDue.runAt} ${oldestDue.attempts}`;
}

function lockKey({ id, holder, lockedAt }: HeldLock): string {
  return `${id} ${holder} ${lockedAt}`;
}

/** Adds up the time in which one key stays the same; each step counts for `mostMs` at most. */
function createStopwatch(mostMs: number) {
  let key: string | null = null;
  let totalMs = 0;
  let lastMs: number | null = null;
  return {
    elapsed: (nowMs: number): number => {
      const elapsedMs = lastMs === null ? 0 : Math.min(Math.max(0, nowMs - lastMs), mostMs);
      lastMs = nowMs;
      return elapsedMs;
    },
    add: (elapsedMs: number, now: string | null): void => {
      totalMs = now !== null && now === key ? totalMs + elapsedMs : 0;
      key = now;
    },
    reset: (nowMs: number): void => {
      totalMs = 0;
      lastMs = nowMs;
    },
    ms: () => totalMs,
  };
}
