// Whether the database can write now: a cached answer, kept fresh by a probe and by requests that failed.
import type { DatabaseOutage } from '../../contract/health.ts';
import { outageTexts } from '../../contract/message-texts/en-refusals.ts';
import type { Log } from '../observability/log.ts';
import type { Clock } from '../platform/clock.ts';
import { type DatabaseFault, isOutage } from './database-faults.ts';
import type { WriteProbe } from './write-probe.ts';

export type Outage = { reason: DatabaseOutage; since: Date };
export type PastOutage = Outage & { seconds: number };

export type DatabaseHealth = {
  /** Null while the database can write. */
  outage(): Outage | null;
  /** Reports a request that failed by the database; `isWrite`: it was to change something. */
  noteFault(fault: DatabaseFault, isWrite: boolean): void;
  /** Probes now. Concurrent calls share one probe. */
  check(): Promise<void>;
  /** Keeps probing. `onRecovered` is called once for each outage, and again later when it rejects. */
  start(onRecovered: (outage: PastOutage) => Promise<void>): void;
  close(): Promise<void>;
};

export type DatabaseHealthOptions = {
  probe: WriteProbe;
  clock: Clock;
  log: Log;
  probeEveryMs?: number;
  /** While the database cannot write. */
  retryEveryMs?: number;
  /** So long after a refused write a successful probe proves nothing: only some tables may be affected. */
  holdMs?: number;
  /** At least so long between probes that failed requests start. */
  pauseMs?: number;
};

/** A refused write proves these alone. A lost connection proves nothing: the next one may work. */
const provenByWrite = new Set<DatabaseFault>(['disk_full', 'read_only', 'out_of_connections']);

export function createDatabaseHealth(deps: DatabaseHealthOptions): DatabaseHealth {
  const { probe, clock, log, probeEveryMs = 3_000, retryEveryMs = 1_000, holdMs = 3_000, pauseMs = 250 } = deps;
  let current: (Outage & { startedMs: number }) | null = null;
  let lastRefusedMs = Number.NEGATIVE_INFINITY;
  let lastProbeMs = Number.NEGATIVE_INFINITY;
  let unreported: PastOutage[] = [];
  let report: ((outage: PastOutage) => Promise<void>) | null = null;
  let checking: Promise<void> | null = null;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  function begin(reason: DatabaseOutage): void {
    // A full disk can also make the database unreachable: the first precise reason stays.
    if (current && (current.reason === reason || current.reason !== 'unreachable')) return;
    current = current ? { ...current, reason } : { reason, since: clock.now(), startedMs: performance.now() };
    log.error({ reason }, `the database cannot write: ${outageTexts[reason]}`);
  }

  function end(): void {
    if (!current) return;
    const { reason, since, startedMs } = current;
    const seconds = Math.max(1, Math.round((performance.now() - startedMs) / 1000));
    current = null;
    log.info({ reason, seconds }, 'the database can write again');
    unreported.push({ reason, since, seconds });
  }

  async function reportPast(): Promise<void> {
    if (!report) return;
    const due = unreported;
    unreported = [];
    for (const outage of due) {
      try {
        await report(outage);
      } catch (error) {
        unreported.push(outage);
        log.warn({ problem: (error as Error).message }, 'an outage of the database could not be reported yet');
      }
    }
  }

  async function probeOnce(): Promise<void> {
    lastProbeMs = performance.now();
    const reason = await probe.run();
    if (isClosed) return;
    if (reason !== null) return begin(reason);
    if (performance.now() - lastRefusedMs >= holdMs) end();
    if (!current) await reportPast();
  }

  function check(): Promise<void> {
    checking ??= probeOnce().finally(() => {
      checking = null;
    });
    return checking;
  }

  async function repeat(): Promise<void> {
    await check();
    if (isClosed) return;
    timer = setTimeout(repeat, current ? retryEveryMs : probeEveryMs).unref();
  }

  return {
    outage: () => current,
    noteFault: (fault, isWrite) => {
      if (isClosed || !isOutage(fault)) return;
      if (isWrite && provenByWrite.has(fault)) {
        lastRefusedMs = performance.now();
        begin(fault);
      } else if (performance.now() - lastProbeMs >= pauseMs) void check();
    },
    check,
    start: (onRecovered) => {
      report = onRecovered;
      void repeat();
    },
    close: async () => {
      if (isClosed) return;
      isClosed = true;
      clearTimeout(timer);
      await probe.close();
      await checking;
    },
  };
}
