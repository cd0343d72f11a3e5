// The heartbeat: a regular ping to a monitor elsewhere, which alerts its owner when the ping stays away.
import type { AnswerFor } from '../../../contract/index.ts';
import { englishMessage } from '../../../contract/message-texts/english-message.ts';
import { StoreError } from '../../../contract/store-error.ts';
import { storeMessage } from '../../../contract/store-messages.ts';
import type { Database } from '../../database/database.ts';
import type { Log } from '../../observability/log.ts';
import type { Sealer } from '../../platform/secrets.ts';
import { sentenceFields } from '../../platform/sentence-columns.ts';
import type { Audit } from '../../ports/audit.ts';
import type { Jobs } from '../../ports/jobs.ts';
import type { Admin } from '../../request-context.ts';
import { type Resolve, urlProblem } from '../../safe-fetch/addresses.ts';
import { type Exchange, get } from '../../safe-fetch/exchange.ts';
import { isSameOrigin, originOf } from '../../safe-fetch/secret-origin.ts';
import type { HeartbeatRow, PingResult } from './heartbeat.repository.ts';
import * as heartbeatRepository from './heartbeat.repository.ts';

const timeoutMs = 10_000;
const mostAnswerBytes = 16_384;
/** Shown instead of the path. */
const maskedPath = '/...';
/** The purpose of the encryption of the URL. */
const sealedFor = 'heartbeat';

/** The monitor sees the start of a process. */
export const heartbeatAtStart = [
  'send_heartbeat',
  { atStart: true },
  { key: 'heartbeat start', maxAttempts: 1 },
] as const;

type Answer = AnswerFor<'GET /api/admin/heartbeat'>;

export type HeartbeatDeps = {
  database: Database;
  sealer: Sealer;
  jobs: Jobs;
  audit: Audit;
  log: Log;
  resolve: Resolve;
  /** True in sandbox mode only. */
  allowLoopback: boolean;
  /** False while the database cannot write or jobs stand still: the monitor then alerts. */
  isWell: () => boolean;
};

export type Heartbeat = ReturnType<typeof createHeartbeat>;

export function createHeartbeat(deps: HeartbeatDeps) {
  const { database, sealer, jobs, audit, log } = deps;
  const rule = { who: 'heartbeat', allowLoopback: deps.allowLoopback } as const;

  async function read(): Promise<Answer> {
    const found = await heartbeatRepository.find(database.db);
    return { heartbeat: found && answerOf(found, open(found)) };
  }

  /** Throws invalid_input for a URL that is not allowed, and for a first heartbeat without URL. */
  async function save(input: { url?: string | undefined; interval_minutes: number }, admin: Admin): Promise<Answer> {
    const { interval_minutes: intervalMinutes } = input;
    const url = await typedUrl(input.url);
    const problem = url === undefined ? null : urlProblem(url, rule);
    if (problem !== null) throw new StoreError('invalid_input', { field: 'url', reason: problem });
    await database.transaction(async (tx) => {
      const before = await heartbeatRepository.find(tx);
      const sealed = url === undefined ? before?.url : sealer.seal(url, sealedFor);
      if (sealed === undefined) throw new StoreError('invalid_input', { field: 'url', reason: 'ping_url_missing' });
      await heartbeatRepository.save(tx, sealed, intervalMinutes);
      await jobs.enqueue(tx, 'send_heartbeat', {}, { key: 'heartbeat saved', maxAttempts: 1 });
      const entry = { actor: `admin:${admin.id}`, action: 'heartbeat.saved', subject: 'heartbeat' };
      await audit.record(tx, { ...entry, details: { newUrl: url !== undefined, intervalMinutes } });
    });
    return read();
  }

  // What `masked_url` shows of the saved URL keeps it, at its own origin only.
  async function typedUrl(url: string | undefined): Promise<string | undefined> {
    if (url === undefined || !url.endsWith(maskedPath) || url !== maskedUrl(url)) return url;
    const found = await heartbeatRepository.find(database.db);
    const saved = found && open(found);
    if (saved && isSameOrigin(saved, url)) return undefined;
    throw new StoreError('invalid_input', { field: 'url', reason: 'whole_url_needed' });
  }

  async function remove(admin: Admin): Promise<Answer> {
    await database.transaction(async (tx) => {
      if (!(await heartbeatRepository.remove(tx))) return;
      await audit.record(tx, { actor: `admin:${admin.id}`, action: 'heartbeat.removed', subject: 'heartbeat' });
    });
    return read();
  }

  /** Runs each minute, and at a start. The claim is committed before the call: processes share one ping per interval. */
  async function ping(isStart: boolean): Promise<void> {
    if (!deps.isWell()) return;
    const claimed = await heartbeatRepository.claim(database.db, isStart);
    if (claimed === null) return;
    const result = await call(open(claimed));
    await heartbeatRepository.record(database.db, claimed, result);
    if (result.problem === null) log.debug({ status: result.status }, 'the heartbeat was sent');
    else log.warn({ ...result, problem: englishMessage(result.problem) }, 'the heartbeat was not accepted');
  }

  async function call(url: string | null): Promise<PingResult> {
    if (url === null) {
      return { status: null, problem: { code: 'ping_url_sealed' } };
    }
    const problem = urlProblem(url, rule);
    if (problem !== null) return { status: null, problem };
    return resultOf(
      await get(new URL(url), { ...rule, timeoutMs, maxAnswerBytes: mostAnswerBytes, resolve: deps.resolve }),
    );
  }

  function open({ url }: HeartbeatRow): string | null {
    return sealer.open(url, sealedFor);
  }

  return { read, save, remove, ping };
}

function resultOf(exchange: Exchange): PingResult {
  if (exchange.outcome === 'barred') return { status: null, problem: exchange.reason };
  if (exchange.outcome === 'not_sent' || exchange.outcome === 'lost') {
    return { status: null, problem: storeMessage('monitor_silent', { words: exchange.text }) };
  }
  const { httpStatus: status } = exchange;
  const isOk = status >= 200 && status < 300;
  return { status, problem: isOk ? null : storeMessage('monitor_refused', { status }) };
}

/** The path of such a URL is its secret. */
function maskedUrl(url: string): string {
  return `${originOf(url)}${maskedPath}`;
}

function answerOf(row: HeartbeatRow, url: string | null): Answer['heartbeat'] {
  return {
    masked_url: url === null ? '' : maskedUrl(url),
    interval_minutes: row.intervalMinutes,
    tried_at: row.triedAt?.toISOString() ?? null,
    succeeded_at: row.succeededAt?.toISOString() ?? null,
    last_status: row.lastStatus,
    ...sentenceFields('problem', row.problem, row.problemCoded),
    failures: row.failures,
  };
}
