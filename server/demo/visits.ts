// Made-up visits: sessions of a few pages, with addresses of the ranges that are kept for documentation.
import type { visits } from '../modules/visitors/visitors.schema.ts';
import { moments } from './calendar.ts';
import { machines, paths, places, referrers } from './demo-people.ts';
import type { Random } from './random.ts';

export type VisitRow = typeof visits.$inferInsert;

const secondMs = 1000;
/** Typical seconds on a page. */
const stays: Record<string, number> = { '/': 55, '/about': 40, '/checkout': 110, '/success': 35, '/client': 60 };
const networks = ['192.0.2.0', '198.51.100.0', '203.0.113.0'];

/** `count` visits between the two times, nearly in order, computed when they are read. None ends after `until`. */
export function* generateVisits(count: number, from: Date, until: Date, random: Random): Generator<VisitRow> {
  let left = count;
  while (left > 0) {
    // Too few sessions rather than too many: missing visits are spread over the whole period.
    const sessionCount = Math.max(1, Math.floor((left * 0.97) / pagesPerSession()));
    for (const startedAt of moments(sessionCount, from, until, random)) {
      for (const visit of session(startedAt, until.getTime(), random)) {
        yield visit;
        left -= 1;
        if (left === 0) return;
      }
    }
  }
}

function pagesPerSession(): number {
  const total = paths.reduce((sum, [, weight]) => sum + weight, 0);
  return paths.reduce((sum, [pages, weight]) => sum + pages.length * weight, 0) / total;
}

function* session(startedAt: Date, untilMs: number, random: Random): Generator<VisitRow> {
  const place = random.weighted(places);
  const machine = random.weighted(machines);
  const visitorKey = `${startedAt.toISOString().slice(2, 10).replaceAll('-', '')}${random.text('0123456789abcdef', 26)}`;
  const referrer = random.weighted(referrers);
  const visitor = {
    visitorKey,
    referrer,
    ...findTags(visitorKey, referrer),
    ipAddress: random.chance(0.8) ? random.pick(networks) : `2001:db8:${random.text('123456789abcdef', 3)}::`,
    country: place.country,
    city: random.pick(place.cities),
    deviceType: machine.deviceType,
    browser: machine.browser,
    os: machine.os,
    language: random.chance(0.93) ? place.language : 'en-US',
    timezone: place.timezone,
    screenResolution: random.pick(machine.screens),
    returning: random.chance(0.27),
  };
  let atMs = startedAt.getTime();
  for (const pageUrl of random.weighted(paths)) {
    const left = Math.floor((untilMs - atMs) / secondMs);
    if (left < 0) return;
    const seconds = Math.min(left, 3 + Math.floor(Math.min(random.wait(stays[pageUrl] ?? 30), 1_500)));
    const lastSeenAt = new Date(atMs + seconds * secondMs);
    const startsSession = atMs === startedAt.getTime();
    yield { ...visitor, visitedAt: new Date(atMs), lastSeenAt, startsSession, pageUrl, sessionSeconds: seconds };
    atMs += seconds * secondMs + random.whole(100, 900);
  }
}

/** Some links have tags. Without a draw of its own, so that a seed keeps its visits. */
function findTags(visitorKey: string, referrer: string | null): Pick<VisitRow, 'source' | 'campaign'> {
  const last = visitorKey.slice(-1);
  if (referrer === null) return 'ab'.includes(last) ? { source: 'newsletter', campaign: 'summer-launch' } : {};
  if (!/instagram|tiktok|youtube/.test(referrer)) return {};
  return { campaign: { a: 'creator-week', b: 'creator-week', c: 'summer-launch', d: 'bio-link' }[last] ?? null };
}
