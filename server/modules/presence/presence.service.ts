// Online visitors. Heartbeats are collected and written in batches, so that thousands of open pages need one statement
// at a time. The next heartbeat, half a minute later, replaces one that a crash lost.

import { storedPath } from '../../../contract/page-labels.ts';
import { StoreError } from '../../../contract/store-error.ts';
import { oncePerContext, type StoreContext } from '../../context.ts';
import { createLruCache } from '../../platform/caches.ts';
import { type Call, doNotTrackSignal, storedIp } from '../../request-context.ts';
import type { Counts, Online } from './presence.repository.ts';
import * as presenceRepository from './presence.repository.ts';

const mostPages = 10_000;
const flushMs = 250;
const mostListed = 200;
/** IDs known to this process; for others the database is queried. */
const mostRemembered = 20_000;

/** What this process received and did not write yet. */
const bufferOf = oncePerContext(() => ({
  pageById: createLruCache<string>(mostRemembered),
  seen: new Map<string, string>(),
  isChanged: false,
  timer: null as NodeJS.Timeout | null,
}));

/** A page that a visitor opened; returns its ID. Throws invalid_input for an invalid path. */
export async function openPage(ctx: StoreContext, written: string, { ip, userAgent, headers }: Call): Promise<string> {
  const page = parsePath(written);
  const id = ctx.ids.secretHex(16);
  // The browser opted out of tracking: nothing is stored.
  if (doNotTrackSignal(headers)) return id;
  const visitorKey = await ctx.visitorKeys.computeKey(ip, userAgent);
  const { country } = ctx.geoIp.findPlace(ip);
  const ipAddress = storedIp(ip, (await ctx.settings.profile()).profile.full_ip);
  const row = { id, visitorKey, ipAddress, country, page, userAgent: clean(userAgent) };
  await presenceRepository.addPage(ctx.database.db, row);
  const buffer = bufferOf(ctx);
  buffer.pageById.set(id, page);
  buffer.isChanged = true;
  flushSoon(ctx);
  return id;
}

/** Throws not_found for an unknown ID: the page registers again. */
export async function beat(ctx: StoreContext, id: string, written: string, { headers }: Call): Promise<void> {
  const page = parsePath(written);
  if (doNotTrackSignal(headers)) return;
  const buffer = bufferOf(ctx);
  const before = buffer.pageById.get(id);
  const isFormed = /^[0-9a-f]{32}$/.test(id);
  if (before === undefined && !(isFormed && (await presenceRepository.isKnown(ctx.database.db, id)))) {
    throw new StoreError('not_found');
  }
  buffer.pageById.set(id, page);
  buffer.seen.set(id, page);
  if (before !== page) buffer.isChanged = true;
  flushSoon(ctx);
}

/** Includes this process's pending heartbeats; those of other processes follow within moments. */
export async function readOnline(ctx: StoreContext): Promise<{ counts: Counts; users: Online[] }> {
  await flushPages(ctx);
  const [counts, users] = await Promise.all([
    presenceRepository.counts(ctx.database.db),
    presenceRepository.newestOnline(ctx.database.db, mostListed),
  ]);
  return { counts, users };
}

function flushSoon(ctx: StoreContext): void {
  bufferOf(ctx).timer ??= setTimeout(() => void flushPages(ctx), flushMs);
}

/** Writes the buffer. `most`: pages that the store keeps. */
export async function flushPages(ctx: StoreContext, most = mostPages): Promise<void> {
  const buffer = bufferOf(ctx);
  if (buffer.timer) clearTimeout(buffer.timer);
  const { seen: pages, isChanged } = buffer;
  Object.assign(buffer, { timer: null, seen: new Map(), isChanged: false });
  try {
    if (pages.size > 0) {
      const there = await presenceRepository.touchPages(ctx.database, pages);
      for (const id of pages.keys()) if (!there.has(id)) buffer.pageById.delete(id);
    }
    if (isChanged) {
      await presenceRepository.evictBeyond(ctx.database.db, most);
      ctx.live.announce(ctx.database.db, 'user-update');
    }
  } catch (error) {
    ctx.log.warn({ problem: error instanceof Error ? error.name : '', beats: pages.size }, 'beats could not be kept');
  }
}

function parsePath(written: string): string {
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
