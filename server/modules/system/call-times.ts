// How long the gateway and the providers take to respond: counted in memory, added to hourly histograms. The last calls of this
// process decide the level of a service.
import { callHealth, type RecentCall } from '../../../contract/system-rules.ts';
import type { Database } from '../../database/database.ts';
import type { Log } from '../../observability/log.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Outcome } from '../../platform/instrumented.ts';
import type { CalledService } from './system.repository.ts';
import * as systemRepository from './system.repository.ts';

/** Upper bounds in milliseconds. The last one takes all longer calls. */
const bounds = [50, 100, 200, 300, 500, 750, 1_000, 1_500, 2_000, 3_000, 5_000, 7_500, 10_000, 15_000, 30_000, 60_000];
const longestMs = 60_000;
const flushEveryMs = 30_000;

export type CallCount = { bucketMs: number; calls: number };
export type CallFigures = { calls: number; p50Ms: number; p95Ms: number };
export type CallTimes = ReturnType<typeof createCallTimes>;

export function createCallTimes({ database, log, clock }: { database: Database; log: Log; clock: Clock }) {
  let counts = new Map<string, number>();
  const recent: Record<CalledService, RecentCall[]> = { gateway: [], provider: [] };
  let flushing = Promise.resolve();
  const timer = setInterval(() => void flush(), flushEveryMs).unref();

  function count(service: CalledService, ms: number, outcome: Outcome): void {
    const isFailure = outcome === 'unavailable' || outcome === 'unknown' || outcome === 'failed';
    const call = { atMs: clock.now().getTime(), ms: isFailure ? Number.POSITIVE_INFINITY : ms };
    recent[service] = [call, ...recent[service]].slice(0, callHealth.calls);
    const bucketMs = bounds.find((bound) => ms <= bound) ?? longestMs;
    const key = `${service} ${bucketMs}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }

  /** One after the other: a reader waits for the counts that are being written. */
  function flush(): Promise<void> {
    flushing = flushing.then(write);
    return flushing;
  }

  /** Never throws: while the database is away, the counts stay. */
  async function write(): Promise<void> {
    if (counts.size === 0) return;
    const flushed = counts;
    counts = new Map();
    try {
      await systemRepository.addCallTimes(
        database.db,
        [...flushed].map(([key, calls]) => {
          const [service, bucketMs] = key.split(' ');
          return { service: service as CalledService, bucketMs: Number(bucketMs), calls };
        }),
      );
    } catch (error) {
      log.debug({ problem: error instanceof Error ? error.name : '' }, 'the times of calls were not stored');
      for (const [key, calls] of flushed) counts.set(key, (counts.get(key) ?? 0) + calls);
    }
  }

  return {
    /** Starts the measurement of one call; the returned function ends it. */
    begin(service: CalledService) {
      const startedAt = performance.now();
      return (outcome: Outcome) => count(service, performance.now() - startedAt, outcome);
    },
    /** The last calls of this process, newest first. */
    listRecent: (service: CalledService): readonly RecentCall[] => recent[service],
    /** Of the last day. */
    async computeFigures(service: CalledService): Promise<CallFigures> {
      await flush();
      return computeFigures(await systemRepository.countCallTimes(database.db, service));
    },
    async close() {
      clearInterval(timer);
      await flush();
    },
  };
}

/** Percentiles of a histogram, linear within a bucket. */
export function computeFigures(counts: readonly CallCount[]): CallFigures {
  const calls = counts.reduce((sum, one) => sum + one.calls, 0);
  return { calls, p50Ms: computePercentile(counts, calls * 0.5), p95Ms: computePercentile(counts, calls * 0.95) };
}

function computePercentile(counts: readonly CallCount[], rank: number): number {
  let below = 0;
  for (const { bucketMs, calls } of [...counts].sort((a, b) => a.bucketMs - b.bucketMs)) {
    if (below + calls >= rank && calls > 0) {
      const from = bounds[bounds.indexOf(bucketMs) - 1] ?? 0;
      return Math.round(from + ((bucketMs - from) * (rank - below)) / calls);
    }
    below += calls;
  }
  return 0;
}
