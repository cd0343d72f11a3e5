// Accepts records of visits: checks them immediately, buffers them for a moment, writes them in batches. A crash loses
// that moment only; no page waits for the database.

import { StoreError } from '../../../contract/store-error.ts';
import type { exclusionReasons } from '../../../contract/visitors.ts';
import { oncePerContext, type StoreContext } from '../../context.ts';
import type { Tx } from '../../database/database.ts';
import { distinctVisitors } from '../../http/rate-limits.ts';
import { type Call, doNotTrackSignal, storedIp } from '../../request-context.ts';
import { type Pending, placeInBatch, sessionGapMs, tallyUp } from './tally.ts';
import { toVisitRecord } from './visit-record.ts';
import * as visitsRepository from './visits.repository.ts';

type Sent = Parameters<typeof toVisitRecord>[0];
type Reason = (typeof exclusionReasons)[number];

const flushMs = 50;
/** Limit during a database outage; further records are rejected. */
const mostPending = 20_000;

/** What this process received and did not write yet. */
const bufferOf = oncePerContext(() => ({
  pending: new Map<string, Pending>(),
  excluded: new Map<Reason, number>(),
  timer: null as NodeJS.Timeout | null,
  writing: Promise.resolve(),
}));

/** Throws invalid_input for an unknown page, unavailable when the buffer is full. */
export async function recordVisit(ctx: StoreContext, sent: Sent, call: Call): Promise<void> {
  const userAgent = sent.user_agent ?? '';
  const made = toVisitRecord(sent, userAgent || call.userAgent, readReferer(call));
  if (made === null) throw new StoreError('invalid_input', { field: 'page_url', reason: 'page_unknown' });
  const reason = findExclusion(ctx, call, userAgent);
  if (reason !== null) return exclude(ctx, reason);
  const key = await ctx.visitorKeys.computeKey(call.ip, call.userAgent, userAgent);
  if (!fitsBudget(ctx, call.ip, key)) return exclude(ctx, 'flood');
  const { pending } = bufferOf(ctx);
  if (pending.size >= mostPending) throw new StoreError('unavailable', { retryAfterSeconds: 5 });
  const { full_ip } = (await ctx.settings.profile()).profile;
  addToBatch(ctx, { ...made, key, ipAddress: storedIp(call.ip, full_ip), ...ctx.geoIp.findPlace(call.ip) });
  flushSoon(ctx);
}

function exclude(ctx: StoreContext, reason: Reason): void {
  const { excluded } = bufferOf(ctx);
  excluded.set(reason, (excluded.get(reason) ?? 0) + 1);
  flushSoon(ctx);
}

function findExclusion(ctx: StoreContext, { headers }: Call, userAgent: string): Reason | null {
  const token = headers.authorization;
  if (typeof token === 'string' && ctx.isAdminToken(token.replace(/^Bearer\s+/i, ''))) return 'staff';
  return doNotTrackSignal(headers) ?? findBotReason(headers, userAgent);
}

/** False for a visitor beyond those that one address may be in a day. */
function fitsBudget({ limits }: StoreContext, ip: string, key: string): boolean {
  try {
    limits.consumeDistinct(distinctVisitors, 'distinct_visitors', ip, key);
    return true;
  } catch (error) {
    if (error instanceof StoreError && error.code === 'rate_limited') return false;
    throw error;
  }
}

// The longest duration per visitor and page counts.
function addToBatch(ctx: StoreContext, visit: Pending): void {
  const { pending } = bufferOf(ctx);
  const place = placeInBatch(visit);
  const other = pending.get(place);
  pending.set(place, other ? { ...other, seconds: Math.max(other.seconds, visit.seconds) } : visit);
}

function flushSoon(ctx: StoreContext): void {
  bufferOf(ctx).timer ??= setTimeout(() => void flushVisits(ctx), flushMs);
}

/** Writes the buffer. One batch at a time; a failed one stays in the buffer. */
export function flushVisits(ctx: StoreContext): Promise<void> {
  const buffer = bufferOf(ctx);
  if (buffer.timer) clearTimeout(buffer.timer);
  buffer.timer = null;
  buffer.writing = buffer.writing.then(() => write(ctx));
  return buffer.writing;
}

async function write(ctx: StoreContext): Promise<void> {
  const buffer = bufferOf(ctx);
  if (buffer.pending.size === 0 && buffer.excluded.size === 0) return;
  const [batch, counts] = [[...buffer.pending.values()], buffer.excluded];
  Object.assign(buffer, { pending: new Map(), excluded: new Map() });
  try {
    await ctx.database.transaction((tx) => writeBatch(tx, batch, counts));
  } catch (error) {
    const problem = error instanceof Error ? error.name : '';
    ctx.log.warn({ problem, records: batch.length }, 'visits wait to be kept');
    for (const visit of batch) addToBatch(ctx, visit);
    for (const [reason, count] of counts) buffer.excluded.set(reason, (buffer.excluded.get(reason) ?? 0) + count);
    flushSoon(ctx);
  }
}

async function writeBatch(tx: Tx, batch: Pending[], counts: ReadonlyMap<Reason, number>): Promise<void> {
  const { moment, open, people } = await visitsRepository.beginBatch(tx, batch, sessionGapMs);
  const tally = tallyUp(moment, batch, open, people);
  const all = tally.flood > 0 ? new Map([...counts, ['flood', tally.flood] as const]) : counts;
  await Promise.all([
    visitsRepository.writeTally(tx, moment.now, tally),
    visitsRepository.countExclusions(tx, moment.day, all),
  ]);
}

function readReferer({ headers: { referer } }: Call): string | undefined {
  return typeof referer === 'string' ? referer : undefined;
}

// Bot detection by user agents and headers. Pure.

/** Bots that declare themselves: crawlers, link previews, monitors, speed tests, headless browsers. */
const named = new RegExp(
  [
    String.raw`(?<!cu)bots?\b|(?<!cu)bot[_/;)]|crawl|spider|slurp|scrap|archiver|validator`,
    String.raw`headless|phantomjs|lighthouse|pagespeed|gtmetrix|\bptst[ /]|monitor|uptime|pingdom|statuscake`,
    `google-|googleother|mediapartners|adsbot|feedfetcher|duplexweb|google favicon`,
    String.raw`facebookexternalhit|facebookcatalog|meta-external|whatsapp\/|preview|embedly|iframely`,
    `chatgpt-user|claude-user|perplexity-user`,
  ].join('|'),
  'i',
);
/** HTTP clients, by their default names. */
const programs =
  /^(curl|wget|python|aiohttp|httpx|go-http-client|java|okhttp|apache-httpclient|libwww|perl|ruby|php|guzzlehttp|axios|node-fetch|got|postmanruntime|insomnia|k6|ab|hey|wrk|scrapy|dart|rust|reqwest|powershell)\b/i;

/** Phone models may contain such words: "M bot 60", "CUBOT NOTE 50", "Preview P1". A crawler has a URL in this place. */
const phoneModel = /(\bandroid [\d.]+; ?(?:[a-z]{2}[-_][a-z]{2}; ?)?)(?![^;)]*(?:http|compatible|bot\/))[^;)]*/i;

/** Why the request is not from a person; null if it may be. `fromScript`: the user agent that scripts of a page read. */
export function findBotReason(
  headers: Readonly<Record<string, string | string[] | undefined>>,
  fromScript: string,
): 'bot' | 'program' | 'prefetch' | null {
  const sent = String(headers['user-agent'] ?? '');
  if (isNamed(sent) || isNamed(fromScript)) return 'bot';
  const agent = fromScript || sent;
  if (agent === '' || programs.test(agent)) return 'program';
  const purpose = String(headers['sec-purpose'] ?? headers.purpose ?? '');
  return /prefetch|prerender/i.test(purpose) ? 'prefetch' : null;
}

function isNamed(userAgent: string): boolean {
  return named.test(userAgent.replace(phoneModel, '$1'));
}
