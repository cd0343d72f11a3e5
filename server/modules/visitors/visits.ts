// Accepts records of visits: checks them immediately, buffers them for a moment, writes them in batches. A crash loses
// that moment only; no page waits for the database.
import { StoreError } from '../../../contract/store-error.ts';
import type { exclusionReasons } from '../../../contract/visitors.ts';
import type { Database } from '../../database/database.ts';
import type { Log } from '../../observability/log.ts';
import type { GeoIp } from '../../ports/geoip.ts';
import type { Settings } from '../../ports/settings.ts';
import type { VisitorKeys } from '../../ports/visitor-keys.ts';
import { type Call, doNotTrackSignal, storedIp } from '../../request-context.ts';
import { botReason } from './bots.ts';
import { type Pending, placeInBatch, sessionGapMs, tallyUp } from './tally.ts';
import { visitRecordOf } from './visit-record.ts';
import * as visitsRepository from './visits.repository.ts';

type Sent = Parameters<typeof visitRecordOf>[0];
type Reason = (typeof exclusionReasons)[number];

const flushMs = 50;
/** Limit during a database outage; further records are rejected. */
const mostPending = 20_000;

export type VisitsDeps = {
  database: Database;
  keys: VisitorKeys;
  geoIp: GeoIp;
  settings: Pick<Settings, 'profile'>;
  /** True for a token that this store signed, valid or not. */
  isOurs: (token: string) => boolean;
  /** False for a visitor beyond those that one address may be in a day. */
  countVisitor: (ip: string, key: string) => boolean;
  log: Log;
};

export type Visits = ReturnType<typeof createVisits>;

export function createVisits(deps: VisitsDeps) {
  const { database, keys, geoIp, settings, log } = deps;
  let pending = new Map<string, Pending>();
  let excluded = new Map<Reason, number>();
  let timer: NodeJS.Timeout | null = null;
  let writing: Promise<void> = Promise.resolve();

  /** Throws invalid_input for an unknown page, unavailable when the buffer is full. */
  async function record(sent: Sent, call: Call): Promise<void> {
    const userAgent = sent.user_agent ?? '';
    const made = visitRecordOf(sent, userAgent || call.userAgent, refererOf(call));
    if (made === null) {
      throw new StoreError('invalid_input', { field: 'page_url', reason: 'page_unknown' });
    }
    const reason = exclusionOf(call, userAgent);
    if (reason !== null) return exclude(reason);
    const key = await keys.keyOf(call.ip, call.userAgent, userAgent);
    if (!deps.countVisitor(call.ip, key)) return exclude('flood');
    if (pending.size >= mostPending) throw new StoreError('unavailable', { retryAfterSeconds: 5 });
    const { full_ip } = (await settings.profile()).profile;
    wait({ ...made, key, ipAddress: storedIp(call.ip, full_ip), ...geoIp.placeOf(call.ip) });
    flushSoon();
  }

  function exclude(reason: Reason): void {
    excluded.set(reason, (excluded.get(reason) ?? 0) + 1);
    flushSoon();
  }

  function exclusionOf({ headers }: Call, userAgent: string): Reason | null {
    const token = headers.authorization;
    if (typeof token === 'string' && deps.isOurs(token.replace(/^Bearer\s+/i, ''))) return 'staff';
    return doNotTrackSignal(headers) ?? botReason(headers, userAgent);
  }

  // The longest duration per visitor and page counts.
  function wait(visit: Pending): void {
    const place = placeInBatch(visit);
    const other = pending.get(place);
    pending.set(place, other ? { ...other, seconds: Math.max(other.seconds, visit.seconds) } : visit);
  }

  function flushSoon(): void {
    timer ??= setTimeout(() => void flush(), flushMs);
  }

  /** Writes the buffer. One batch at a time; a failed one stays in the buffer. */
  function flush(): Promise<void> {
    if (timer) clearTimeout(timer);
    timer = null;
    writing = writing.then(write);
    return writing;
  }

  async function write(): Promise<void> {
    if (pending.size === 0 && excluded.size === 0) return;
    const [batch, counts] = [[...pending.values()], excluded];
    [pending, excluded] = [new Map(), new Map()];
    try {
      await database.transaction((tx) => writeBatch(tx, batch, counts));
    } catch (error) {
      log.warn({ problem: error instanceof Error ? error.name : '', records: batch.length }, 'visits wait to be kept');
      for (const visit of batch) wait(visit);
      for (const [reason, count] of counts) excluded.set(reason, (excluded.get(reason) ?? 0) + count);
      flushSoon();
    }
  }

  async function writeBatch(
    tx: Parameters<Parameters<Database['transaction']>[0]>[0],
    batch: Pending[],
    counts: ReadonlyMap<Reason, number>,
  ): Promise<void> {
    const { moment, open, people } = await visitsRepository.beginBatch(tx, batch, sessionGapMs);
    const tally = tallyUp(moment, batch, open, people);
    const all = tally.flood > 0 ? new Map([...counts, ['flood', tally.flood] as const]) : counts;
    await Promise.all([
      visitsRepository.writeTally(tx, moment.now, tally),
      visitsRepository.countExclusions(tx, moment.day, all),
    ]);
  }

  return { record, flush };
}

function refererOf({ headers: { referer } }: Call): string | undefined {
  return typeof referer === 'string' ? referer : undefined;
}
