// Runs read-only queries on a streaming replica while it is fresh enough, else on the primary.
import { setTimeout as wait } from 'node:timers/promises';
import type { SQL } from 'drizzle-orm';
import type { Log } from '../observability/log.ts';
import { createBatcher } from '../platform/batching.ts';
import { withinTime } from '../platform/clock.ts';
import { type Database, openDatabase } from './database.ts';
import { toDatabaseFault } from './database-faults.ts';
import { identify, readPosition, readProgress } from './replica-lag.ts';

export type ReplicaReads = {
  /** Null: there is none. */
  replica: Database | null;
  /** `query` may run twice, and writes nothing. */
  run<T>(query: (from: Database) => Promise<T>): Promise<T>;
  close(): Promise<void>;
};

export type ReplicaReadsOptions = {
  primary: Database;
  url: string;
  poolSize: number;
  namedStatements?: boolean;
  /** How old an answer may be where the replica does not keep up. */
  staleSeconds: number;
  /** Whether somebody may look for a change of their own, so that no answer may be old. */
  ownChange: () => SQL<boolean>;
  log: Log;
  /** Then the query runs on the primary. Milliseconds. */
  answerWithinMs?: number;
};

/** A lag below this counts as none. */
const catchUpMs = 100;
const probeEveryMs = 10;
/** The check ends after this time. */
const probeWithinMs = 1_000;
const tryAgainMs = 1_000;

export function readPrimaryOnly(primary: Database): ReplicaReads {
  return { replica: null, run: (query) => query(primary), close: async () => {} };
}

/** Returns immediately: the primary responds until the replica is found. */
export function openReplicaReads(options: ReplicaReadsOptions): ReplicaReads {
  const { primary, answerWithinMs = 10_000 } = options;
  const replica = openDatabase({
    connection: {
      connectionString: options.url,
      query_timeout: answerWithinMs,
      options: '-c default_transaction_read_only=on',
    },
    poolSize: options.poolSize,
    clockOffsetMs: primary.clockOffsetMs,
    ...(options.namedStatements === false ? { namedStatements: false } : {}),
  });
  const found = keepProbing(primary, replica, options.log);
  const knowsEnough = createJudge(options, replica);
  // Questions of one page come together: they are decided together.
  const mayAnswer = createBatcher<null, boolean>({
    most: 100,
    atOnce: 4,
    isCommon: () => true,
    work: async (batch) => {
      const may = await knowsEnough().catch((error) => {
        found.leave(error);
        return false;
      });
      return batch.map(() => may);
    },
  });
  return {
    replica,
    run: async (query) => {
      if (!found.isUsed() || !(await mayAnswer(null))) return query(primary);
      try {
        return await query(replica);
      } catch (error) {
        // Includes queries that the replica canceled because their rows changed meanwhile.
        const fault = toDatabaseFault(error);
        if (fault !== null && fault !== 'conflict') found.leave(error);
        return query(primary);
      }
    },
    close: async () => {
      await found.close();
      await replica.close();
    },
  };
}

/** Checks that the server is a replica of this database: until it is found, and again after it was left. */
function keepProbing(primary: Database, replica: Database, log: Log) {
  let state: 'unknown' | 'used' | 'left' = 'unknown';
  let probing: Promise<void> | null = null;

  function leave(error: unknown): void {
    if (state !== 'left') log.warn({ problem: formatError(error) }, 'the replica is not asked: the primary answers');
    state = 'left';
  }

  async function probe(): Promise<void> {
    try {
      const [there, here] = await withinProbeTime(Promise.all([identify(replica), identify(primary)]));
      if (!there.standby || there.cluster !== here.cluster) throw new Error('it is no replica of this database');
      state = 'used';
      log.info({}, 'the replica is asked');
    } catch (error) {
      leave(error);
    }
  }

  function probeAgain(): void {
    if (state === 'used' || probing) return;
    probing = probe().finally(() => {
      probing = null;
    });
  }

  const probes = setInterval(probeAgain, tryAgainMs).unref();
  probeAgain();
  return {
    isUsed: () => state === 'used',
    leave,
    close: async () => {
      clearInterval(probes);
      await probing;
    },
  };
}

/** Whether the replica is fresh enough. Throws when the replica fails. */
function createJudge(
  { primary, staleSeconds, ownChange }: ReplicaReadsOptions,
  replica: Database,
): () => Promise<boolean> {
  let keepsUp = true;
  return async () => {
    const now = await readPosition(primary, ownChange()).catch(() => null);
    if (now === null) return false;
    const until = performance.now() + catchUpMs;
    for (;;) {
      const { caughtUp, behindSeconds } = await withinProbeTime(readProgress(replica, now));
      // One that did not keep up is waited for again once it does.
      if (caughtUp || !keepsUp || performance.now() > until) {
        keepsUp = caughtUp;
        return caughtUp || (!now.ownChange && behindSeconds !== null && behindSeconds <= staleSeconds);
      }
      await wait(probeEveryMs);
    }
  };
}

function withinProbeTime<T>(answer: Promise<T>): Promise<T> {
  return withinTime(probeWithinMs, answer, () => {
    throw new Error(`no answer within ${probeWithinMs} ms`);
  });
}

function formatError(error: unknown): string {
  const { cause } = error as { cause?: unknown };
  return cause instanceof Error ? cause.message : error instanceof Error ? error.message : '';
}
