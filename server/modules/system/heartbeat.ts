// The heartbeat: a regular ping to a monitor elsewhere, which alerts its owner when the ping stays away.

import type { AnswerFor } from '../../../contract/index.ts';
import { englishMessage } from '../../../contract/message-texts/english-message.ts';
import { StoreError } from '../../../contract/store-error.ts';
import { storeMessage } from '../../../contract/store-messages.ts';
import { systemRules } from '../../../contract/system-rules.ts';
import type { StoreContext } from '../../context.ts';
import { sentenceFields } from '../../platform/sentence-columns.ts';
import type { Admin } from '../../request-context.ts';
import { addressRule, urlProblem } from '../../safe-fetch/addresses.ts';
import { type Exchange, get } from '../../safe-fetch/exchange.ts';
import { isSameOrigin, parseOrigin } from '../../safe-fetch/secret-origin.ts';
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

/** The monitor of the heartbeat, without its secret, and its last answers. */
export async function readHeartbeat(ctx: StoreContext): Promise<Answer> {
  const found = await heartbeatRepository.find(ctx.database.db);
  return { heartbeat: found && toAnswer(found, open(ctx, found)) };
}

/** Throws invalid_input for a URL that is not allowed, and for a first heartbeat without URL. */
export async function saveHeartbeat(
  ctx: StoreContext,
  input: { url?: string | undefined; interval_minutes: number },
  admin: Admin,
): Promise<Answer> {
  const { interval_minutes: intervalMinutes } = input;
  const url = await typedUrl(ctx, input.url);
  const problem = url === undefined ? null : urlProblem(url, buildRule(ctx));
  if (problem !== null) throw new StoreError('invalid_input', { field: 'url', reason: problem });
  await ctx.database.transaction(async (tx) => {
    const before = await heartbeatRepository.find(tx);
    const sealed = url === undefined ? before?.url : ctx.sealer.seal(url, sealedFor);
    if (sealed === undefined) throw new StoreError('invalid_input', { field: 'url', reason: 'ping_url_missing' });
    await heartbeatRepository.save(tx, sealed, intervalMinutes);
    await ctx.jobs.enqueue(tx, 'send_heartbeat', {}, { key: 'heartbeat saved', maxAttempts: 1 });
    const entry = { actor: `admin:${admin.id}`, action: 'heartbeat.saved', subject: 'heartbeat' };
    await ctx.audit.record(tx, { ...entry, details: { newUrl: url !== undefined, intervalMinutes } });
  });
  return readHeartbeat(ctx);
}

// What `masked_url` shows of the saved URL keeps it, at its own origin only.
async function typedUrl(ctx: StoreContext, url: string | undefined): Promise<string | undefined> {
  if (url === undefined || !url.endsWith(maskedPath) || url !== maskedUrl(url)) return url;
  const found = await heartbeatRepository.find(ctx.database.db);
  const saved = found && open(ctx, found);
  if (saved && isSameOrigin(saved, url)) return undefined;
  throw new StoreError('invalid_input', { field: 'url', reason: 'whole_url_needed' });
}

/** No further pings; the audit log records who ended them. */
export async function removeHeartbeat(ctx: StoreContext, admin: Admin): Promise<Answer> {
  await ctx.database.transaction(async (tx) => {
    if (!(await heartbeatRepository.remove(tx))) return;
    await ctx.audit.record(tx, { actor: `admin:${admin.id}`, action: 'heartbeat.removed', subject: 'heartbeat' });
  });
  return readHeartbeat(ctx);
}

/** Runs each minute, and at a start. The claim is committed before the call: processes share one ping per interval. */
export async function sendHeartbeat(ctx: StoreContext, isStart: boolean): Promise<void> {
  if (!isWell(ctx)) return;
  const claimed = await heartbeatRepository.claim(ctx.database.db, isStart);
  if (claimed === null) return;
  const result = await call(ctx, open(ctx, claimed));
  await heartbeatRepository.record(ctx.database.db, claimed, result);
  if (result.problem === null) ctx.log.debug({ status: result.status }, 'the heartbeat was sent');
  else ctx.log.warn({ ...result, problem: englishMessage(result.problem) }, 'the heartbeat was not accepted');
}

async function call(ctx: StoreContext, url: string | null): Promise<PingResult> {
  if (url === null) {
    return { status: null, problem: { code: 'ping_url_sealed' } };
  }
  const problem = urlProblem(url, buildRule(ctx));
  if (problem !== null) return { status: null, problem };
  return toResult(
    await get(new URL(url), { ...buildRule(ctx), timeoutMs, maxAnswerBytes: mostAnswerBytes, resolve: ctx.resolve }),
  );
}

function open(ctx: StoreContext, { url }: HeartbeatRow): string | null {
  return ctx.sealer.open(url, sealedFor);
}

function buildRule({ config }: StoreContext) {
  return addressRule(config, 'heartbeat');
}

/** False while the database cannot write or jobs stand still: the monitor then alerts. */
function isWell({ databaseHealth, readQueue }: StoreContext): boolean {
  const { state, oldestDueSeconds } = readQueue();
  return databaseHealth.outage() === null && state !== 'stalled' && oldestDueSeconds < systemRules.queue.red;
}

function toResult(exchange: Exchange): PingResult {
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
  return `${parseOrigin(url)}${maskedPath}`;
}

function toAnswer(row: HeartbeatRow, url: string | null): Answer['heartbeat'] {
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
