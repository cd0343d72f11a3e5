// The state of each part of the store, judged by `systemRules`. Each part is read on its own.

import type { DatabaseOutage } from '../../../contract/health.ts';
import type { AnswerFor } from '../../../contract/index.ts';
import { sentenceOf } from '../../../contract/sentences.ts';
import { storeMessage, type Words } from '../../../contract/store-messages.ts';
import {
  computeCallLevel,
  leastCalls,
  levelOf,
  type SystemCheckId,
  type SystemLevel,
  systemChecks,
  systemRules,
  worstLevel,
} from '../../../contract/system-rules.ts';
import { withinTime } from '../../platform/clock.ts';
import { findRelease, type PostgresVersion, showVersion } from '../../platform/postgres-releases.ts';
import { sentenceFields } from '../../platform/sentence-columns.ts';
import type { Support } from '../../platform/support-ends.ts';
import type { CallTimes } from './call-times.ts';
import type * as heartbeatRepository from './heartbeat.repository.ts';
import type * as systemRepository from './system.repository.ts';
import type { CalledService } from './system.repository.ts';

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

/** What the checks are about, each read when its part is checked. */
export type SystemSources = {
  findHeartbeat: () => ReturnType<typeof heartbeatRepository.find>;
  readDatabaseVersion: () => Promise<PostgresVersion>;
  readSize: () => ReturnType<typeof systemRepository.readSize>;
  readBackupChecks: () => ReturnType<typeof systemRepository.readBackupChecks>;
  readMail: () => ReturnType<typeof systemRepository.readMail>;
  readCallTimes: CallTimes['computeFigures'];
  listRecentCalls: CallTimes['listRecent'];
  now: () => Date;
  isLive: boolean;
  findOutage: () => { since: Date; reason: DatabaseOutage } | null;
  readQueue: () => { state: string; oldestDueSeconds: number; waiting: number; running: number };
  countDeadJobs: () => Promise<number>;
  /** Newest first; null: no folder for backups is set. */
  listBackups: (() => Promise<{ madeAt: Date; sizeBytes: number }[]>) | null;
  /** The store has no key to read encrypted backups. */
  areBackupsReadable: boolean;
  hasGateway: boolean;
  /** A gateway that does not answer; null: all do. */
  findDownGateway: () => Promise<string | null>;
  canMail: boolean;
  /** The channels that notify the operator. */
  readChannels: () => Promise<ChannelFigures>;
  readDisk: () => Promise<{ freeBytes: number; totalBytes: number }>;
  /** Security updates of the Node that runs this process. */
  readNodeSupport: () => Support;
  /** Seconds behind the primary; null: there is no replica. */
  readReplicaLag: (() => Promise<number | null>) | null;
};

const readWithinMs = 3_000;
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const unmeasured: Reading = { value: null };

/** A part that fails or hangs is unmeasured. */
export function checkSystem(sources: SystemSources): Promise<SystemCheck[]> {
  return Promise.all(systemChecks.map((id) => check(sources, id)));
}

// 'off': the part is not set up.
const readings: Record<SystemCheckId, (sources: SystemSources) => Promise<Reading | 'off'>> = {
  database: async (sources) => {
    const outage = sources.findOutage();
    if (outage === null) return { value: 0 };
    const seconds = Math.round((sources.now().getTime() - outage.since.getTime()) / 1_000);
    return {
      value: Math.max(1, seconds),
      at: outage.since,
      problem: storeMessage('database_unwritable', { outage: outage.reason }),
    };
  },

  database_version: async (sources) => {
    const version = await sources.readDatabaseVersion();
    const { releasedOn, endOfLife, next, newest } = findRelease(version);
    const today = sources.now().toISOString().slice(0, 10);
    const facts = {
      version: showVersion(version),
      ...(releasedOn && { released_on: releasedOn }),
      ...(endOfLife && { ends_on: endOfLife }),
      ...(newest && { newest_version: showVersion(newest.version), newest_released_on: newest.releasedOn }),
    };
    const value =
      next === null ? 0 : Math.max(0, Math.floor((Date.parse(today) - Date.parse(next.releasedOn)) / dayMs));
    if (endOfLife === null) return { value: 0, level: 'unknown', facts };
    const isSupported = today <= endOfLife;
    // A sandbox store moves no money.
    if (!sources.isLive && (!isSupported || levelOf('database_version', value) !== 'green'))
      return { value, level: 'unknown', facts };
    if (isSupported) return { value, facts };
    return { value, level: 'red', facts, problem: storeMessage('postgres_unsupported', { major: version.major }) };
  },

  database_growth: async (sources) => {
    const { bytes, perDay } = await sources.readSize();
    return { value: perDay === null ? null : Math.max(0, Math.round(perDay)), facts: { size_bytes: bytes } };
  },

  disk: async (sources) => {
    const { freeBytes, totalBytes } = await sources.readDisk();
    if (totalBytes === 0) return unmeasured;
    const value = Math.round(100 * (1 - freeBytes / totalBytes));
    return { value, facts: { free_bytes: freeBytes, size_bytes: totalBytes } };
  },

  node: async ({ readNodeSupport, isLive }) => {
    const { version, endsOn, daysPast } = readNodeSupport();
    const facts = { version, ...(endsOn === null ? {} : { ends_on: endsOn }) };
    // A sandbox store moves no money.
    return { value: daysPast, facts, ...(daysPast > 0 && !isLive ? { level: 'unknown' } : {}) };
  },

  replica: async (sources) => {
    if (sources.readReplicaLag === null) return 'off';
    try {
      return { value: await sources.readReplicaLag() };
    } catch {
      return { value: null, level: 'red', problem: storeMessage('replica_silent') };
    }
  },

  queue: async (sources) => {
    const { state, oldestDueSeconds, waiting, running } = sources.readQueue();
    if (state === 'off') return unmeasured;
    const value = Math.round(oldestDueSeconds);
    return { value, facts: { waiting, running }, ...(state === 'stalled' ? { level: 'red' } : {}) };
  },

  dead_jobs: async (sources) => ({ value: await sources.countDeadJobs() }),

  backup: async (sources) => {
    if (sources.listBackups === null) return 'off';
    const [newest] = await sources.listBackups();
    if (!newest) return { value: null, level: 'amber', problem: storeMessage('backup_missing') };
    const { madeAt: at, sizeBytes } = newest;
    return { value: hoursSince(sources, at), at, facts: { size_bytes: sizeBytes } };
  },

  backup_check: async (sources) => {
    if (sources.listBackups === null || !sources.areBackupsReadable) return 'off';
    const { last, wholeAt } = await sources.readBackupChecks();
    if (last === null) return unmeasured;
    const value = wholeAt && hoursSince(sources, wholeAt);
    return { value, at: wholeAt, problem: last.problem, ...(last.problem === null ? {} : { level: 'red' }) };
  },

  mail: async (sources) => {
    if (!sources.canMail) return 'off';
    const { unsent, sentAt, error } = await sources.readMail();
    return { value: unsent, at: sentAt, problem: error, facts: { unsent } };
  },

  channels: async (sources) => {
    const channels = await sources.readChannels();
    if (channels.enabled === 0) return 'off';
    return { value: channels.failing, at: channels.sentAt, problem: channels.problem };
  },

  gateway: async (sources) => {
    if (!sources.hasGateway) return { value: null, level: 'red', problem: storeMessage('check_gateway') };
    const [calls, gateway] = await Promise.all([readCalls(sources, 'gateway'), sources.findDownGateway()]);
    return gateway === null ? calls : { ...calls, level: 'red', problem: storeMessage('gateway_down', { gateway }) };
  },
  provider: (sources) => readCalls(sources, 'provider'),

  heartbeat: async (sources) => {
    const found = await sources.findHeartbeat();
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

async function readCalls(
  { readCallTimes, listRecentCalls, now }: SystemSources,
  service: CalledService,
): Promise<Reading> {
  const { calls, p50Ms, p95Ms } = await readCallTimes(service);
  const level = computeCallLevel(service, listRecentCalls(service), now().getTime());
  if (calls < leastCalls) return { value: null, facts: { calls }, ...(level === 'green' ? {} : { level }) };
  return { value: p95Ms, level, facts: { calls, p50_ms: p50Ms, p95_ms: p95Ms } };
}

async function check(sources: SystemSources, id: SystemCheckId): Promise<SystemCheck> {
  const reading = await withinTime(readWithinMs, readings[id](sources), () => unmeasured).catch(() => unmeasured);
  const isOff = reading === 'off';
  const { value, level, at = null, problem = null, facts = {} } = isOff ? unmeasured : reading;
  const state = isOff ? 'off' : value === null && level === undefined ? 'unmeasured' : 'measured';
  return {
    id,
    level: isOff ? levelWhenOff(sources, id) : (level ?? (value === null ? 'unknown' : levelOf(id, value))),
    state,
    value,
    at: at?.toISOString() ?? null,
    ...problemFields(problem),
    facts,
  };
}

function levelWhenOff({ isLive }: SystemSources, id: SystemCheckId): SystemLevel {
  return isLive ? systemRules[id].off : 'unknown';
}

function hoursSince({ now }: SystemSources, at: Date): number {
  return Math.max(0, now().getTime() - at.getTime()) / hourMs;
}

function problemFields(problem: Words | null) {
  const { text, coded } = problem === null ? { text: null } : sentenceOf(problem);
  return sentenceFields('problem', text, coded);
}

export function levelOfAll(checks: readonly SystemCheck[]): SystemLevel {
  return worstLevel(checks.map(({ level }) => level));
}
