// The state of each part of the store, judged by `systemRules`. Each part is read on its own.

import type { AnswerFor } from '../../../contract/index.ts';
import { sentenceOf } from '../../../contract/sentences.ts';
import { type StoreMessage, storeMessage, type Words } from '../../../contract/store-messages.ts';
import {
  leastCalls,
  levelOf,
  type SystemCheckId,
  type SystemLevel,
  systemChecks,
  systemRules,
  worstLevel,
} from '../../../contract/system-rules.ts';
import type { Clock } from '../../platform/clock.ts';
import { sentenceFields } from '../../platform/sentence-columns.ts';
import type { CalledService } from './call-times.repository.ts';
import type { CallTimes } from './call-times.ts';
import type * as heartbeatRepository from './heartbeat.repository.ts';
import type * as systemRepository from './system.repository.ts';

export type SystemCheck = AnswerFor<'GET /api/admin/system/checks'>['checks'][number];

/** `value`: null where nothing is measured. `level`: where the value alone does not decide it. */
export type Reading = {
  value: number | null;
  level?: SystemLevel;
  at?: Date | null;
  problem?: Words | null;
  facts?: SystemCheck['facts'];
};

/** `problem`: of a failing channel. */
type ChannelFigures = { enabled: number; failing: number; sentAt: Date | null; problem: Words | null };

export type SystemChecksDeps = {
  findHeartbeat: () => ReturnType<typeof heartbeatRepository.find>;
  readSize: () => ReturnType<typeof systemRepository.readSize>;
  readBackupChecks: () => ReturnType<typeof systemRepository.readBackupChecks>;
  readMail: () => ReturnType<typeof systemRepository.readMail>;
  callTimes: Pick<CallTimes, 'figuresOf'>;
  clock: Clock;
  isLive: boolean;
  findOutage: () => { since: Date; message: StoreMessage } | null;
  queueStatus: () => { state: string; oldestDueSeconds: number; waiting: number; running: number };
  countDeadJobs: () => Promise<number>;
  /** Newest first; null: no folder for backups is set. */
  listBackups: (() => Promise<{ madeAt: Date; sizeBytes: number }[]>) | null;
  /** The store has no key to read encrypted backups. */
  areBackupsReadable: boolean;
  canMail: boolean;
  /** The channels that notify the operator. */
  readChannels: () => Promise<ChannelFigures>;
  readDisk: () => Promise<{ freeBytes: number; totalBytes: number }>;
  /** Seconds behind the primary; null: there is no replica. */
  readReplicaLag: (() => Promise<number | null>) | null;
};

export type ReadSystemChecks = () => Promise<SystemCheck[]>;

const readWithinMs = 3_000;
const hourMs = 3_600_000;
const unmeasured: Reading = { value: null };

/** Returns 'off' for a part that is not set up. A part that fails or hangs is unmeasured. */
export function createSystemChecks(deps: SystemChecksDeps): ReadSystemChecks {
  const { clock } = deps;
  const hoursSince = (at: Date) => Math.max(0, clock.now().getTime() - at.getTime()) / hourMs;

  const readings: Record<SystemCheckId, () => Promise<Reading | 'off'>> = {
    database: async () => {
      const outage = deps.findOutage();
      if (outage === null) return { value: 0 };
      const seconds = Math.round((clock.now().getTime() - outage.since.getTime()) / 1_000);
      return { value: Math.max(1, seconds), at: outage.since, problem: outage.message };
    },

    database_growth: async () => {
      const { bytes, perDay } = await deps.readSize();
      return { value: perDay === null ? null : Math.max(0, Math.round(perDay)), facts: { size_bytes: bytes } };
    },

    disk: async () => {
      const { freeBytes, totalBytes } = await deps.readDisk();
      if (totalBytes === 0) return unmeasured;
      const value = Math.round(100 * (1 - freeBytes / totalBytes));
      return { value, facts: { free_bytes: freeBytes, size_bytes: totalBytes } };
    },

    replica: async () => {
      if (deps.readReplicaLag === null) return 'off';
      try {
        return { value: await deps.readReplicaLag() };
      } catch {
        return { value: null, level: 'red', problem: storeMessage('replica_silent') };
      }
    },

    queue: async () => {
      const { state, oldestDueSeconds, waiting, running } = deps.queueStatus();
      if (state === 'off') return unmeasured;
      const value = Math.round(oldestDueSeconds);
      return { value, facts: { waiting, running }, ...(state === 'stalled' ? { level: 'red' } : {}) };
    },

    dead_jobs: async () => ({ value: await deps.countDeadJobs() }),

    backup: async () => {
      if (deps.listBackups === null) return 'off';
      const [newest] = await deps.listBackups();
      if (!newest) return { value: null, level: 'amber', problem: storeMessage('backup_missing') };
      const { madeAt: at, sizeBytes } = newest;
      return { value: hoursSince(at), at, facts: { size_bytes: sizeBytes } };
    },

    backup_check: async () => {
      if (deps.listBackups === null || !deps.areBackupsReadable) return 'off';
      const { last, wholeAt } = await deps.readBackupChecks();
      if (last === null) return unmeasured;
      const value = wholeAt && hoursSince(wholeAt);
      return { value, at: wholeAt, problem: last.problem, ...(last.problem === null ? {} : { level: 'red' }) };
    },

    mail: async () => {
      if (!deps.canMail) return 'off';
      const { unsent, sentAt, error } = await deps.readMail();
      return { value: unsent, at: sentAt, problem: error, facts: { unsent } };
    },

    channels: async () => {
      const channels = await deps.readChannels();
      if (channels.enabled === 0) return 'off';
      return { value: channels.failing, at: channels.sentAt, problem: channels.problem };
    },

    gateway: () => readCalls('gateway'),
    provider: () => readCalls('provider'),

    heartbeat: async () => {
      const found = await deps.findHeartbeat();
      if (found === null) return 'off';
      const { triedAt, failures, succeededAt: at, problem, problemCoded, intervalMinutes } = found;
      return {
        value: triedAt && failures,
        at,
        problem: problemCoded ?? problem,
        facts: { interval_minutes: intervalMinutes },
      };
    },
  };

  async function readCalls(service: CalledService): Promise<Reading> {
    const { calls, p50Ms, p95Ms } = await deps.callTimes.figuresOf(service);
    if (calls < leastCalls) return { value: null, facts: { calls } };
    return { value: p95Ms, facts: { calls, p50_ms: p50Ms, p95_ms: p95Ms } };
  }

  async function check(id: SystemCheckId): Promise<SystemCheck> {
    const reading = await within(readWithinMs, readings[id]());
    const isOff = reading === 'off';
    const { value, level, at = null, problem = null, facts = {} } = isOff ? unmeasured : reading;
    const state = isOff ? 'off' : value === null && level === undefined ? 'unmeasured' : 'measured';
    return {
      id,
      level: isOff ? levelWhenOff(id) : (level ?? (value === null ? 'unknown' : levelOf(id, value))),
      state,
      value,
      at: at?.toISOString() ?? null,
      ...problemFields(problem),
      facts,
    };
  }

  function levelWhenOff(id: SystemCheckId): SystemLevel {
    return deps.isLive ? systemRules[id].off : 'unknown';
  }

  return () => Promise.all(systemChecks.map(check));
}

function problemFields(problem: Words | null) {
  const { text, coded } = problem === null ? { text: null } : sentenceOf(problem);
  return sentenceFields('problem', text, coded);
}

export function levelOfAll(checks: readonly SystemCheck[]): SystemLevel {
  return worstLevel(checks.map(({ level }) => level));
}

async function within(ms: number, reading: Promise<Reading | 'off'>): Promise<Reading | 'off'> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Reading>((resolve) => {
    timer = setTimeout(() => resolve(unmeasured), ms);
  });
  return Promise.race([reading, late])
    .catch(() => unmeasured)
    .finally(() => clearTimeout(timer));
}
