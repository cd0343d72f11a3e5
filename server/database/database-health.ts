// Whether the database can write now: a cached answer, kept fresh by a probe and by requests that failed.
import type { DatabaseOutage } from '../../contract/health.ts';
import { outageTexts } from '../../contract/message-texts/en-refusals.ts';
import type { Log } from '../observability/log.ts';
import type { Clock } from '../platform/clock.ts';
import { type DatabaseFault, isOutage } from './database-faults.ts';
import type { WriteProbe } from './write-probe.ts';

type Outage = { reason: DatabaseOutage; since: Date };
export type PastOutage = Outage & { seconds: number };

export type DatabaseHealth = ReturnType<typeof createDatabaseHealth>;

const probeEveryMs = 3_000;
/** While the database cannot write. */
const retryEveryMs = 1_000;
/** So long after a refused write a successful probe proves nothing: only some tables may be affected. */
const holdMs = 3_000;
/** At least so long between probes that failed requests start. */
const pauseMs = 250;
/** A refused write proves these alone. A lost connection proves nothing: the next one may work. */
const provenByWrite = new Set<DatabaseFault>(['disk_full', 'read_only', 'out_of_connections']);

export function createDatabaseHealth(deps: { probe: Pick<WriteProbe, 'run' | 'close'>; clock: Clock; log: Log }) {
  const { probe, clock, log } = deps;
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
    /** Null while the database can write. */
    outage: (): Outage | null => current,
    /** Reports a request that failed by the database; `isWrite`: it was to change something. */
    noteFault: (fault: DatabaseFault, isWrite: boolean) => {
      if (isClosed || !isOutage(fault)) return;
      if (isWrite && provenByWrite.has(fault)) {
        lastRefusedMs = performance.now();
        begin(fault);
      } else if (performance.now() - lastProbeMs >= pauseMs) void check();
    },
    /** Probes now. Concurrent calls share one probe. */
    check,
    /** Keeps probing. `onRecovered` is called once for each outage, and again later when it rejects. */
    start: (onRecovered: (outage: PastOutage) => Promise<void>) => {
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
