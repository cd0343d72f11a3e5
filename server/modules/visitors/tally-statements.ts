// SQL that writes the sums of a batch of records.
import { type SQL, sql } from 'drizzle-orm';
import { flags, numbers, texts } from '../../database/columns.ts';
import type { Person, Tally } from './tally.ts';
import { visitHours, visitMachines, visitPeople, visitPlaces, visits } from './visitors.schema.ts';

/** In the order of execution. The texts are constant, for prepared statements. */
export function tallyStatements(now: Date, tally: Tally): SQL[] {
  return [
    visitsToBegin(now, tally.begun),
    visitsToGoOn(now, tally.goneOn),
    peopleToKeep([...tally.people.values()]),
    hoursToAdd(tally.hours),
    peopleToAdd(visitPlaces, tally.places),
    toEmpty(visitPlaces, tally.places),
    peopleToAdd(visitMachines, tally.machines),
    toEmpty(visitMachines, tally.machines),
  ].filter((one) => one !== null);
}

type Begun = Tally['begun'][number];

function visitsToBegin(now: Date, begun: Tally['begun']): SQL | null {
  if (begun.length === 0) return null;
  type Text = { [K in keyof Begun]: Begun[K] extends string | null ? K : never }[keyof Begun];
  const column = (part: Text) => texts(begun.map((visit) => visit[part]));
  return sql`
    insert into ${visits} (visitor_key, visited_at, last_seen_at, starts_session, page_url, referrer, source, campaign, ip_address, country,
      city, device_type, browser, os, language, timezone, screen_resolution, session_seconds, "returning")
    select key, ${now}::timestamptz, ${now}::timestamptz, starts, page, referrer, source, campaign, ip, country, city, device, browser, os,
      language, timezone, screen, seconds, back
    from unnest(${column('key')}, ${flags(begun.map(({ startsSession }) => startsSession))}, ${column('pageUrl')},
      ${column('referrer')}, ${column('source')}, ${column('campaign')}, ${column('ipAddress')}, ${column('country')}, ${column('city')},
      ${column('deviceType')}, ${column('browser')}, ${column('os')}, ${column('language')}, ${column('timezone')},
      ${column('screenResolution')}, ${numbers(begun.map(({ seconds }) => seconds))},
      ${flags(begun.map(({ returning }) => returning))})
      as b(key, starts, page, referrer, source, campaign, ip, country, city, device, browser, os, language, timezone, screen, seconds, back)`;
}

function visitsToGoOn(now: Date, visited: Tally['goneOn']): SQL | null {
  if (visited.length === 0) return null;
  return sql`
    update ${visits} v set session_seconds = g.seconds, last_seen_at = ${now}::timestamptz
    from unnest(${numbers(visited.map(({ id }) => id))}, ${numbers(visited.map((visit) => visit.sessionSeconds))})
      as g(id, seconds)
    where v.id = g.id`;
}

function peopleToKeep(people: Person[]): SQL | null {
  if (people.length === 0) return null;
  // State for the next visit of these visitors.
  return sql`
    insert into ${visitPeople} (visitor_key, last_hour, last_seen_at, pages, returned, country, city, device_type, browser,
      os, saw_picker, saw_checkout)
    select key, hour::timestamptz, seen::timestamptz, pages, back, country, city, device, browser, os, picker, checkout
    from unnest(${texts(people.map(({ visitorKey }) => visitorKey))},
      ${texts(people.map(({ lastHour }) => lastHour.toISOString()))},
      ${texts(people.map(({ lastSeenAt }) => lastSeenAt.toISOString()))}, ${numbers(people.map(({ pages }) => pages))},
      ${flags(people.map(({ returning }) => returning))}, ${texts(people.map(({ country }) => country))},
      ${texts(people.map(({ city }) => city))}, ${texts(people.map(({ deviceType }) => deviceType))},
      ${texts(people.map(({ browser }) => browser))}, ${texts(people.map(({ os }) => os))},
      ${flags(people.map(({ sawPicker }) => sawPicker))}, ${flags(people.map(({ sawCheckout }) => sawCheckout))})
      as p(key, hour, seen, pages, back, country, city, device, browser, os, picker, checkout)
    on conflict (visitor_key) do update set last_hour = excluded.last_hour, last_seen_at = excluded.last_seen_at,
      pages = excluded.pages, saw_picker = excluded.saw_picker, saw_checkout = excluded.saw_checkout`;
}

function hoursToAdd(hours: Tally['hours']): SQL | null {
  const deltas = [...hours].filter(([, delta]) => Object.values(delta).some((by) => by !== 0));
  if (deltas.length === 0) return null;
  const part = (name: keyof (typeof deltas)[number][1]) => numbers(deltas.map(([, delta]) => delta[name]));
  return sql`
    insert into ${visitHours} as h (hour, page_views, sessions, seconds, visitors, people, returned, saw_picker,
      saw_checkout)
    select hour::timestamptz, views, sessions, seconds, visitors, people, back, picker, checkout
    from unnest(${texts(deltas.map(([hour]) => hour))}, ${part('pageViews')}, ${part('sessions')}, ${part('seconds')},
      ${part('visitors')}, ${part('people')}, ${part('returning')}, ${part('sawPicker')}, ${part('sawCheckout')})
      as d(hour, views, sessions, seconds, visitors, people, back, picker, checkout)
    on conflict (hour) do update set page_views = h.page_views + excluded.page_views,
      sessions = h.sessions + excluded.sessions, seconds = h.seconds + excluded.seconds,
      visitors = h.visitors + excluded.visitors, people = h.people + excluded.people,
      returned = h.returned + excluded.returned, saw_picker = h.saw_picker + excluded.saw_picker,
      saw_checkout = h.saw_checkout + excluded.saw_checkout`;
}

function peopleToAdd(
  table: typeof visitPlaces | typeof visitMachines,
  changes: ReadonlyMap<string, number>,
): SQL | null {
  const { rows, column, counts } = takenApart(changes);
  if (rows.length === 0) return null;
  const names = sql.raw(table === visitPlaces ? 'country, city' : 'device_type, browser, os');
  const words = (rows[0] ?? []).slice(2).map((_, index) => column(index + 2));
  return sql`
    insert into ${table} as t (grain, starts_at, ${names}, people)
    select grain, starts::timestamptz, ${names}, people
    from unnest(${column(0)}, ${column(1)}, ${sql.join(words, sql`, `)}, ${counts}) as d(grain, starts, ${names}, people)
    on conflict (grain, starts_at, ${names}) do update set people = t.people + excluded.people`;
}

function toEmpty(table: typeof visitPlaces | typeof visitMachines, changes: ReadonlyMap<string, number>): SQL | null {
  // A count that only grows removes no visitor.
  const { rows, column } = takenApart(changes, (by) => by < 0);
  if (rows.length === 0) return null;
  return sql`
    delete from ${table} p using unnest(${column(0)}, ${column(1)}) as d(grain, starts)
    where p.grain = d.grain and p.starts_at = d.starts::timestamptz and p.people = 0`;
}

function takenApart(counts: ReadonlyMap<string, number>, which = (by: number) => by !== 0) {
  const changed = [...counts].filter(([, by]) => which(by));
  const rows = changed.map(([key]) => key.split('\t'));
  return {
    rows,
    column: (index: number) => texts(rows.map((row) => row[index] ?? '')),
    counts: numbers(changed.map(([, by]) => by)),
  };
}
