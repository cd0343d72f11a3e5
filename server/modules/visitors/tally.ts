// The effect of a batch of records: visits that begin or continue, and changes of the roll-ups. Pure. The same sums as
// rebuild_visits() computes from all visits.
import { languages } from '../../../contract/languages.ts';
import { pathOf } from '../../../contract/pages.ts';
import type { VisitRecord } from './visit-record.ts';
import type { visitPeople } from './visitors.schema.ts';

/** A record with its visitor. */
export type Pending = VisitRecord & { key: string; ipAddress: string; country: string; city: string };

/** `lastDay`: the start of the day of `lastHour`. */
export type Person = typeof visitPeople.$inferSelect & { lastDay: Date };

/** A visit that can continue. */
export type OpenVisit = { id: number; hour: Date; sessionSeconds: number };
/** The time of a batch, and the start of its hour and day in the roll-ups' time zone. */
export type Moment = { now: Date; hour: Date; day: Date };

const hourDimensions = [
  'pageViews',
  'sessions',
  'seconds',
  'visitors',
  'people',
  'returning',
  'sawPicker',
  'sawCheckout',
] as const;
export type HourDimension = (typeof hourDimensions)[number];
export type HourDelta = Record<HourDimension, number>;

export type Tally = {
  begun: (Pending & { startsSession: boolean })[];
  goneOn: { id: number; sessionSeconds: number }[];
  people: Map<string, Person>;
  hours: Map<string, HourDelta>;
  /** Tab-separated keys. Places: grain, start, country, city. Machines: grain, start, device, browser, system. */
  places: Map<string, number>;
  machines: Map<string, number>;
  /** Records of visitors beyond `mostPagesPerDay`. */
  flood: number;
};

/** More page views per day do not come from a person. */
export const mostPagesPerDay = 500;
export const sessionGapMs = 30 * 60_000;

/** `open` by key and page. Changes `people`, which holds the batch's visitors before the batch. */
export function tallyUp(
  { now, hour, day }: Moment,
  batch: Iterable<Pending>,
  open: ReadonlyMap<string, OpenVisit>,
  people: Map<string, Person>,
): Tally {
  const tally: Tally = {
    begun: [],
    goneOn: [],
    people: new Map(),
    flood: 0,
    hours: new Map(),
    places: new Map(),
    machines: new Map(),
  };

  for (const record of batch) {
    const visit = open.get(placeInBatch(record));
    const person = people.get(record.key) ?? null;
    if (visit) goOn(record, visit, person);
    else if ((person?.pages ?? 0) >= mostPagesPerDay) tally.flood += 1;
    else begin(record, person);
  }
  return tally;

  function goOn(record: Pending, visit: OpenVisit, person: Person | null): void {
    const sessionSeconds = Math.max(visit.sessionSeconds, record.seconds);
    tally.goneOn.push({ id: visit.id, sessionSeconds });
    add(visit.hour, 'seconds', sessionSeconds - visit.sessionSeconds);
    if (person) keep({ ...person, lastSeenAt: now });
  }

  function begin(record: Pending, before: Person | null): void {
    const startsSession = before === null || now.getTime() - before.lastSeenAt.getTime() > sessionGapMs;
    const person = before ?? newPerson(record);
    // A visitor counted as new stays new for the day; the other properties likewise.
    tally.begun.push({ ...record, ...toTraits(person), startsSession });
    add(hour, 'pageViews', 1);
    add(hour, 'seconds', record.seconds);
    if (startsSession) add(hour, 'sessions', 1);
    const after: Person = {
      ...person,
      lastHour: hour,
      lastDay: day,
      lastSeenAt: now,
      pages: person.pages + 1,
      sawPicker: person.sawPicker || isPicker(record.pageUrl),
      sawCheckout: person.sawCheckout || isCheckout(record.pageUrl),
    };
    if (before?.lastHour.getTime() !== hour.getTime()) add(hour, 'visitors', 1);
    if (before) count(before, -1);
    count(after, 1);
    keep(after);
  }

  function keep(person: Person): void {
    people.set(person.visitorKey, person);
    tally.people.set(person.visitorKey, person);
  }

  function count({ lastHour, lastDay, ...person }: Person, by: 1 | -1): void {
    add(lastHour, 'people', by);
    for (const part of ['returning', 'sawPicker', 'sawCheckout'] as const) if (person[part]) add(lastHour, part, by);
    for (const grain of [`hour\t${lastHour.toISOString()}`, `day\t${lastDay.toISOString()}`]) {
      bump(tally.places, `${grain}\t${person.country}\t${person.city}`, by);
      bump(tally.machines, `${grain}\t${person.deviceType}\t${person.browser}\t${person.os}`, by);
    }
  }

  function add(at: Date, part: HourDimension, by: number): void {
    const key = at.toISOString();
    const delta = tally.hours.get(key) ?? noDelta();
    delta[part] += by;
    tally.hours.set(key, delta);
  }

  function newPerson(record: Pending): Person {
    return {
      ...toTraits(record),
      visitorKey: record.key,
      lastHour: hour,
      lastDay: day,
      lastSeenAt: now,
      pages: 0,
      sawPicker: false,
      sawCheckout: false,
    };
  }
}

function toTraits({ returning, country, city, deviceType, browser, os }: Person | Pending) {
  return { returning, country, city, deviceType, browser, os };
}

/** Concurrent records of one visitor and page count once. */
export function placeInBatch({ key, pageUrl }: { key: string; pageUrl: string }): string {
  return `${key} ${pageUrl}`;
}

function bump(counts: Map<string, number>, key: string, by: number): void {
  counts.set(key, (counts.get(key) ?? 0) + by);
}

function noDelta(): HourDelta {
  return Object.fromEntries(hourDimensions.map((part) => [part, 0])) as HourDelta;
}

// The same rule as in rebuild_visits().
function isPicker(page: string): boolean {
  return languages.some((lang) => page === pathOf('home', lang));
}

function isCheckout(page: string): boolean {
  return languages.some((lang) => page === pathOf('checkout', lang));
}
