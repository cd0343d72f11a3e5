// Online visitors. Heartbeats are collected and written in batches, so that thousands of open pages need one statement
// at a time. The next heartbeat, half a minute later, replaces one that a crash lost.

import { storedPath } from '../../../contract/page-labels.ts';
import { StoreError } from '../../../contract/store-error.ts';
import type { Database } from '../../database/database.ts';
import type { Log } from '../../observability/log.ts';
import type { Ids } from '../../platform/ids.ts';
import { createLruCache } from '../../platform/lru-cache.ts';
import type { GeoIp } from '../../ports/geoip.ts';
import type { Live } from '../../ports/realtime.ts';
import type { Settings } from '../../ports/settings.ts';
import type { VisitorKeys } from '../../ports/visitor-keys.ts';
import { type Call, doNotTrackSignal, storedIp } from '../../request-context.ts';
import type { Counts, Online } from './presence.repository.ts';
import * as presenceRepository from './presence.repository.ts';

export const mostPages = 10_000;
const flushMs = 250;
const mostListed = 200;
/** IDs known to this process; for others the database is queried. */
const mostRemembered = 20_000;

export type PresenceDeps = {
  database: Database;
  keys: VisitorKeys;
  geoIp: GeoIp;
  settings: Pick<Settings, 'profile'>;
  live: Live;
  ids: Ids;
  log: Log;
  mostPages?: number;
};

export type Presence = ReturnType<typeof createPresence>;

export function createPresence(deps: PresenceDeps) {
  const { database, keys, geoIp, settings, live, ids, log } = deps;
  const pageById = createLruCache<string>(mostRemembered);
  let seen = new Map<string, string>();
  let changed = false;
  let timer: NodeJS.Timeout | null = null;

  /** Throws invalid_input for an invalid path. */
  async function open(written: string, { ip, userAgent, headers }: Call): Promise<string> {
    const page = pathOf(written);
    const id = ids.secretHex(16);
    // The browser opted out of tracking: nothing is stored.
    if (doNotTrackSignal(headers)) return id;
    const visitorKey = await keys.keyOf(ip, userAgent);
    const { country } = geoIp.placeOf(ip);
    const ipAddress = storedIp(ip, (await settings.profile()).profile.full_ip);
    await presenceRepository.addPage(database.db, {
      id,
      visitorKey,
      ipAddress,
      country,
      page,
      userAgent: clean(userAgent),
    });
    pageById.set(id, page);
    changed = true;
    flushSoon();
    return id;
  }

  /** Throws not_found for an unknown ID: the page registers again. */
  async function beat(id: string, written: string, { headers }: Call): Promise<void> {
    const page = pathOf(written);
    if (doNotTrackSignal(headers)) return;
    const before = pageById.get(id);
    if (before === undefined && !(/^[0-9a-f]{32}$/.test(id) && (await presenceRepository.isKnown(database.db, id)))) {
      throw new StoreError('not_found');
    }
    pageById.set(id, page);
    seen.set(id, page);
    if (before !== page) changed = true;
    flushSoon();
  }

  /** Includes this process's pending heartbeats; those of other processes follow within moments. */
  async function look(): Promise<{ counts: Counts; users: Online[] }> {
    await flush();
    const [counts, users] = await Promise.all([
      presenceRepository.counts(database.db),
      presenceRepository.newestOnline(database.db, mostListed),
    ]);
    return { counts, users };
  }

  function flushSoon(): void {
    timer ??= setTimeout(() => void flush(), flushMs);
  }

  async function flush(): Promise<void> {
    if (timer) clearTimeout(timer);
    timer = null;
    const [pages, isChanged] = [seen, changed];
    seen = new Map();
    changed = false;
    try {
      if (pages.size > 0) {
        const there = await presenceRepository.touchPages(database, pages);
        for (const id of pages.keys()) if (!there.has(id)) pageById.delete(id);
      }
      if (isChanged) {
        await presenceRepository.evictBeyond(database.db, deps.mostPages ?? mostPages);
        live.announce(database.db, 'user-update');
      }
    } catch (error) {
      log.warn({ problem: error instanceof Error ? error.name : '', beats: pages.size }, 'beats could not be kept');
    }
  }

  return { open, beat, look, close: flush };
}

function pathOf(written: string): string {
  const page = storedPath(written);
  if (page !== null) return page;
  throw new StoreError('invalid_input', {
    field: 'page',
    reason: 'page_invalid',
  });
}

function clean(userAgent: string): string {
  return userAgent.replace(/\p{C}/gu, '').slice(0, 300);
}
