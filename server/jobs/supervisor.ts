// Keeps the job queue running: replaces a runner that ends, fails or stalls, with its connections.
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import type { Log } from '../observability/log.ts';
import { backlogSeconds } from './backlog-throttle.ts';
import type { JobHandlers, Schedule } from './handlers.ts';
import { createQueueStatus, type QueueStatusHolder, type StallObserver } from './queue.ts';
import {
  deadAfterSeconds,
  deleteHeartbeats,
  flagBacklog,
  freeDeadJobs,
  freeLocks,
  type QueueSnapshot,
  readQueue,
  recordHeartbeat,
  type StallReport,
} from './queue-repository.ts';
import { freshSlots, type QueueRunner, startQueueRunner } from './queue-runner.ts';
import { createRunningJobs } from './running-jobs.ts';
import { createStallDetector, type StallLimits, usualStallLimits } from './stall-detector.ts';

export type SupervisorOptions = {
  /** Opens connections for the queue alone; called once for each runner. */
  openConnections: () => Database;
  handlers: JobHandlers;
  schedule: Schedule;
  log: Log;
  /** True when no other process can work on this database: whatever is locked belongs to a dead one. */
  alone: boolean;
  status?: QueueStatusHolder;
  observer?: StallObserver;
  /** Whether requests are served beside the jobs; a backlog gives way to them. False unless given. */
  isServing?: () => boolean;
  /** Called once restarts have not helped for `hopelessAfterMs`: only a new process can. */
  onHopeless?: () => void;
  concurrency?: number;
  limits?: Partial<StallLimits> & { hopelessAfterMs?: number };
};

export type JobSupervisor = {
  /** Takes no more jobs, lets the running ones finish for a while, frees the rest. */
  stop(): Promise<void>;
};

const usualConcurrency = 4;
const usualHopelessAfterMs = 300_000;
/** Restarts without a started job, after which the process itself is suspect. */
const vainRestarts = 3;
/** For the running jobs of a runner that is replaced; later they end on their own, and their locks stay until then. */
const replaceWithinMs = 3_000;
const stopWithinMs = 20_000;
const firstBackoffMs = 250;
const longestBackoffMs = 15_000;
/** Locks of older runners are left to the other processes. */
const mostFormerHolders = 20;

export async function startJobSupervisor(options: SupervisorOptions): Promise<JobSupervisor> {
  const { log, handlers, schedule, concurrency = usualConcurrency } = options;
  const status = options.status ?? createQueueStatus();
  const limits = { ...usualStallLimits, hopelessAfterMs: usualHopelessAfterMs, ...options.limits };
  const names = Object.keys(handlers);
  const hasMinutely = schedule.some(({ pattern }) => pattern === '* * * * *');
  const running = createRunningJobs((count) => status.update({ running: count }), options.isServing ?? (() => false));
  const detector = createStallDetector(limits);
  const clockJumped = createJumpWatch();
  /** Heartbeats and looks, beside the runner's connections. */
  const control = options.openConnections();
  const stopping = new AbortController();

  let runner: QueueRunner | null = null;
  /** Of replaced runners: whatever they still lock is freed, unless it runs. */
  let formerHolders: string[] = [];
  let isDatabaseLost = false;
  /**
   * The time of this process's last heartbeat after an outage. Until other processes could send theirs, no lock counts
   * as abandoned.
   */
  let beatingSinceMs = 0;
  let reported: StallReport | null = null;
  /** The last notification of the operator; true at first, so that the stall of an earlier process is closed. */
  let isNotified = true;
  /** Why the runner is to be replaced; null while it need not be. */
  let dueReason: string | null = null;
  let notBeforeMs = 0;
  let restartsInVain = 0;
  let progressAtRestart = 0;
  let hopelessSinceMs: number | null = null;

  await freeDead(options.alone ? 0 : deadAfterSeconds);
  await bringBackFromTheFuture(control);
  await startRunner();
  const supervised = supervise();

  async function supervise(): Promise<void> {
    while (!stopping.signal.aborted) {
      // A failure is seen once; while the database is away nothing can be done about it.
      const failed = isDatabaseLost || dueReason ? undefined : runner?.failed;
      const pause = sleep(pauseMs(), null, { signal: stopping.signal }).catch(() => null);
      const reason = await Promise.race(failed ? [pause, failed] : [pause]);
      if (stopping.signal.aborted) return;
      await step(reason).catch((error: unknown) => {
        log.warn({ problem: formatError(error) }, 'the job queue could not be read');
      });
    }
  }

  async function step(failure: string | null): Promise<void> {
    if (!(await beats())) return;
    const returned = isDatabaseLost ? 'the database is back' : null;
    isDatabaseLost = false;
    const clock = clockJumped() ? 'the clock was set' : null;
    dueReason ??= failure ?? returned ?? clock;
    if (clock) await bringBackFromTheFuture(control);
    const snapshot = await observe().catch((error: unknown) => {
      log.warn({ problem: formatError(error) }, 'the job queue cannot be read');
      return null;
    });
    const verdict = judge(snapshot);
    dueReason ??= verdict.restartReason;
    await report(verdict.stall);
    if (dueReason !== null) await replaceRunner(dueReason);
    else if (snapshot !== null) await keepOrder(snapshot);
  }

  /** False while the database is away or takes no writes: nothing is decided then. */
  async function beats(): Promise<boolean> {
    try {
      await recordHeartbeat(control, holders(), reported);
      if (beatingSinceMs === 0) beatingSinceMs = performance.now();
      return true;
    } catch (error) {
      if (!isDatabaseLost) log.warn({ problem: formatError(error) }, 'the job queue lost the database');
      isDatabaseLost = true;
      beatingSinceMs = 0;
      return false;
    }
  }

  async function observe(): Promise<QueueSnapshot> {
    if (await runsAhead(control)) await bringBackFromTheFuture(control);
    // After an outage other processes may not have sent their heartbeat yet.
    if (performance.now() - beatingSinceMs > deadAfterSeconds * 1000) await freeDead(deadAfterSeconds);
    const snapshot = await readQueue(control, names, holders());
    status.update({ waiting: snapshot.waiting, oldestDueSeconds: snapshot.oldestDue?.ageSeconds ?? 0 });
    return snapshot;
  }

  function judge(snapshot: QueueSnapshot | null) {
    const current = runner?.holders ?? [];
    const verdict = detector.judge(performance.now(), {
      snapshot,
      progress: running.progress(),
      // One less than all: the slot for new work may be free while the backlog waits.
      hasFreeSlot: running.count(current) < concurrency - freshSlots,
      runningIds: running.ids(),
      holders: current,
      hasMinutely,
    });
    if (running.progress() !== progressAtRestart) restartsInVain = 0;
    if (verdict.stall) status.update({ oldestDueSeconds: verdict.stall.oldestDueSeconds });
    return verdict;
  }

  /** Releases the locks of replaced runners once their jobs have ended. Old jobs make way for new ones. */
  async function keepOrder({ oldestDue, locks }: QueueSnapshot): Promise<void> {
    const former = locks.filter(({ holder }) => formerHolders.includes(holder));
    if (former.length > 0) await freeLocks(control, formerHolders, running.ids());
    if (oldestDue && oldestDue.ageSeconds > backlogSeconds) await flagBacklog(control, backlogSeconds);
  }

  async function report(stall: StallReport | null): Promise<void> {
    status.update({ state: stall ? 'stalled' : 'running' });
    const before = reported;
    reported = stall;
    if (stall && !before) {
      const { waiting, oldestDueSeconds } = stall;
      log.error({ waiting, oldestDueSeconds: Math.round(oldestDueSeconds) }, 'background jobs have stopped');
    }
    if (!stall && before) log.info({ stoppedSeconds: Math.round(before.sinceSeconds) }, 'background jobs run again');
    if (!stall !== !before) await recordHeartbeat(control, holders(), stall);
    // Includes the stall that an earlier process reported and did not close.
    if (!stall === isNotified) await notify(stall);
    giveUpInTime(stall !== null && restartsInVain >= vainRestarts);
  }

  /** Repeated at the next look until it succeeds. */
  async function notify(stall: StallReport | null): Promise<void> {
    try {
      if (stall) await options.observer?.stalled(stall);
      else await options.observer?.resumed();
      isNotified = stall !== null;
    } catch (error) {
      log.warn({ problem: formatError(error) }, 'the operator could not be notified about background jobs');
    }
  }

  function giveUpInTime(isHopeless: boolean): void {
    if (!isHopeless) hopelessSinceMs = null;
    else hopelessSinceMs ??= performance.now();
    if (hopelessSinceMs === null || performance.now() - hopelessSinceMs < limits.hopelessAfterMs) return;
    hopelessSinceMs = null;
    log.error({ restarts: restartsInVain }, 'background jobs cannot be started again: this process ends');
    options.onHopeless?.();
  }

  /** Delayed when the last restarts failed. Stays due until a new runner has started. */
  async function replaceRunner(reason: string): Promise<void> {
    if (performance.now() < notBeforeMs) return;
    status.update({ restarts: status.read().restarts + 1 });
    if (running.progress() !== progressAtRestart) restartsInVain = 0;
    restartsInVain += 1;
    progressAtRestart = running.progress();
    notBeforeMs = performance.now() + backoffMs(restartsInVain);
    log.warn({ reason }, 'the job queue is restarted');
    await discardRunner(replaceWithinMs);
    await freeLocks(control, formerHolders, running.ids());
    await startRunner();
    dueReason = null;
    detector.runnerReplaced(performance.now());
  }

  async function startRunner(): Promise<void> {
    const started = await startQueueRunner({
      database: options.openConnections(),
      tasks: (isDiscarded) => running.tasks(handlers, isDiscarded),
      schedule,
      log,
      concurrency,
    });
    // The stop did not wait for it.
    if (stopping.signal.aborted) return started.discard(0);
    runner = started;
    await recordHeartbeat(control, holders(), reported);
    status.update({ state: reported ? 'stalled' : 'running' });
  }

  async function discardRunner(withinMs: number): Promise<void> {
    if (!runner) return;
    const old = runner;
    runner = null;
    const former = [...formerHolders, ...old.holders];
    formerHolders = former.slice(-mostFormerHolders);
    await old.discard(withinMs);
    const forgotten = former.slice(0, -mostFormerHolders);
    if (forgotten.length > 0) await deleteHeartbeats(control, forgotten);
  }

  async function freeDead(seconds: number): Promise<void> {
    const freed = await freeDeadJobs(control, seconds);
    if (freed > 0) log.warn({ workers: freed }, 'the jobs of dead workers were freed');
  }

  function holders(): string[] {
    return [...(runner?.holders ?? []), ...formerHolders];
  }

  // With jitter, so that several processes do not return together.
  function pauseMs(): number {
    if (runner !== null && !isDatabaseLost && !dueReason) return limits.checkEveryMs;
    return limits.checkEveryMs * (0.05 + 0.95 * Math.random());
  }

  async function stop(): Promise<void> {
    stopping.abort();
    await Promise.race([supervised, sleep(replaceWithinMs, undefined, { ref: false })]);
    await discardRunner(stopWithinMs).catch(() => {});
    await freeLocks(control, formerHolders, running.ids()).catch(() => {});
    await deleteHeartbeats(control, holders()).catch(() => {});
    status.update({ state: 'off', running: 0 });
    await control.close();
  }

  let stopped: Promise<void> | null = null;
  return {
    stop: () => {
      stopped ??= stop();
      return stopped;
    },
  };
}

function backoffMs(restarts: number): number {
  return Math.min(longestBackoffMs, firstBackoffMs * 2 ** restarts) * (0.5 + Math.random() / 2);
}

function formatError(error: unknown): string {
  return error instanceof Error ? error.message : '';
}

// Corrects the effects of a clock that was wrong: jobs and schedules that it moved into the future become due.

const jumpMs = 60_000;

/** True each time that this process's clock went on by much more or less than the time that passed. */
export function createJumpWatch(): () => boolean {
  const aside = () => Date.now() - performance.now();
  let last = aside();
  return () => {
    const now = aside();
    const jumped = Math.abs(now - last) > jumpMs;
    last = now;
    return jumped;
  };
}

/** True while this process's clock is far ahead of the database's. */
export async function runsAhead({ db }: Database): Promise<boolean> {
  const { rows } = await db.execute<{ ms: string }>(sql`select extract(epoch from now()) * 1000 as ms`);
  return Date.now() - Number(rows[0]?.ms) > jumpMs;
}

/**
 * Jobs added while the database's clock ran ahead become due with their original delay; schedules that ran for a future
 * time run again, and their jobs are due immediately.
 */
export async function bringBackFromTheFuture({ db }: Database): Promise<void> {
  await db.execute(sql`
    update graphile_worker._private_jobs set run_at = run_at - (created_at - now()), created_at = now()
    where created_at > now() + ${jumpMs} * interval '1 millisecond'`);
  // Jobs of a schedule, by the clock of a process that ran ahead.
  await db.execute(sql`
    update graphile_worker._private_jobs set run_at = now()
    where payload ->> '_cron' is not null and attempts = 0 and run_at > now() + ${jumpMs} * interval '1 millisecond'`);
  await db.execute(sql`
    update graphile_worker._private_known_crontabs set last_execution = null
    where last_execution > now() + ${jumpMs} * interval '1 millisecond'`);
}
