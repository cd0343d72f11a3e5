// SQL of visits: what a batch of records does to them and to their roll-ups. One batch at a time, over all processes.
import { type SQL, sql } from 'drizzle-orm';
import type { Database, Tx } from '../store/database.ts';
import { networkInSql } from '../store/networks.ts';
import { visitExclusions, visitHours, visitMachines, visitPeople, visitPlaces, visits } from '../store/schema.ts';
import { type OpenVisit, type Pending, type Person, placeInBatch, type Tally } from './tally.ts';

export type VisitsStore = ReturnType<typeof createVisitsStore>;

const alone = sql`select pg_advisory_xact_lock(hashtextextended('visits', 7))`;

export function createVisitsStore(database: Database) {
  return {
    /** The moment of the batch, once no other batch is under way. What is lost in a crash is what nobody waits for. */
    async holdVisits(tx: Tx): Promise<Date> {
      await tx.execute(sql`set local synchronous_commit = off`);
      await tx.execute(alone);
      // What time is it, after the wait?
      const { rows } = await tx.execute<{ now: Date }>(sql`
        select (clock_timestamp() + ${database.clockOffsetMs()} * interval '1 millisecond')::timestamptz(3) as now`);
      return new Date(rows[0]?.now ?? 0);
    },

    /** By key and page. */
    async openVisits(tx: Tx, batch: Pending[], now: Date, withinMs: number): Promise<Map<string, OpenVisit>> {
      // Which visits of these visitors to these pages were heard of a short while ago?
      const { rows } = await tx.execute<OpenVisit & { key: string; pageUrl: string }>(sql`
        select b.key, b.page as "pageUrl", v.id, v.visited_at as "visitedAt", v.session_seconds as "sessionSeconds"
        from unnest(${texts(batch.map(({ key }) => key))}, ${texts(batch.map(({ pageUrl }) => pageUrl))}) as b(key, page)
        join lateral (
          select id, visited_at, session_seconds, last_seen_at from ${visits}
          where visitor_key = b.key and page_url = b.page order by id desc limit 1
        ) v on v.last_seen_at >= ${new Date(now.getTime() - withinMs)}::timestamptz`);
      return new Map(rows.map((row) => [placeInBatch(row), { ...row, visitedAt: new Date(row.visitedAt) }]));
    },

    async findPeople(tx: Tx, keys: string[]): Promise<Map<string, Person>> {
      // Who of these was here today?
      const found = await tx
        .select()
        .from(visitPeople)
        .where(sql`${visitPeople.visitorKey} = any(${texts(keys)})`);
      return new Map(found.map((person) => [person.visitorKey, person]));
    },

    async writeTally(tx: Tx, now: Date, tally: Tally): Promise<void> {
      await beginVisits(tx, now, tally.begun);
      await goOn(tx, now, tally.goneOn);
      await keepPeople(tx, [...tally.people.values()]);
      await addToHours(tx, tally.hours);
      await addToPlaces(tx, tally.places);
      await addToMachines(tx, tally.machines);
    },

    async countExclusions(tx: Tx, day: string, counts: ReadonlyMap<string, number>): Promise<void> {
      if (counts.size === 0) return;
      // Counts what was not kept, by day and reason.
      await tx.execute(sql`
        insert into ${visitExclusions} (day, reason, count)
        select ${day}::date, reason, count from unnest(${texts([...counts.keys()])}, ${numbers([...counts.values()])})
          as c(reason, count) order by reason
        on conflict (day, reason) do update set count = visit_exclusions.count + excluded.count`);
    },

    /** Makes every roll-up anew that visits are left of; what was counted of older ones stays. */
    async rebuild(): Promise<void> {
      await database.transaction(async (tx) => {
        // However many visits there are; what comes in meanwhile waits.
        await tx.execute(sql`set local statement_timeout = 0`);
        await tx.execute(sql`set local work_mem = '256MB'`);
        await tx.execute(alone);
        await tx.execute(sql`select rebuild_visits()`);
      });
    },

    /** D-8: of all that were kept whole, a little at a time. */
    async shortenAddresses(): Promise<void> {
      for (let after: number | null = 0; after !== null; ) {
        // Cuts the addresses of the next visits to their networks, and says which was the last of them.
        const { rows }: { rows: { last: string | null }[] } = await database.db.execute(sql`
          with batch as (select id from ${visits} where id > ${after} order by id limit 5000),
          cut as (
            update ${visits} set ip_address = ${networkInSql(visits.ipAddress)} from batch
            where ${visits.id} = batch.id and ip_address <> '' and ip_address <> ${networkInSql(visits.ipAddress)})
          select max(id) as last from batch`);
        after = rows[0]?.last ? Number(rows[0].last) : null;
      }
    },

    /** D-8: whole days, a little at a time. The roll-ups stay. */
    async purge(days: number): Promise<void> {
      for (;;) {
        // Forgets visits of so many days ago.
        const gone = await database.db.execute(sql`
          delete from ${visits} where id in (
            select id from ${visits}
            where visited_at < date_trunc('day', ${database.now()}, 'UTC') - ${days} * interval '1 day'
            order by visited_at limit 20000)`);
        if ((gone.rowCount ?? 0) < 20_000) break;
      }
      // Forgets who was here before yesterday.
      await database.db.execute(sql`
        delete from ${visitPeople}
        where visitor_key < to_char((${database.now()} at time zone 'UTC')::date - 1, 'YYMMDD')`);
    },
  };
}

async function beginVisits(tx: Tx, now: Date, begun: Tally['begun']): Promise<void> {
  if (begun.length === 0) return;
  const nullable = (part: 'referrer' | 'language' | 'timezone' | 'screenResolution') =>
    texts(begun.map((visit) => visit[part]));
  // Writes the visits that begin.
  await tx.execute(sql`
    insert into ${visits} (visitor_key, visited_at, last_seen_at, starts_session, page_url, referrer, ip_address, country,
      city, device_type, browser, os, language, timezone, screen_resolution, session_seconds, "returning")
    select key, ${now}::timestamptz, ${now}::timestamptz, starts, page, referrer, ip, country, city, device, browser, os,
      language, timezone, screen, seconds, back
    from unnest(${texts(begun.map(({ key }) => key))}, ${flags(begun.map(({ startsSession }) => startsSession))},
      ${texts(begun.map(({ pageUrl }) => pageUrl))}, ${nullable('referrer')},
      ${texts(begun.map(({ ipAddress }) => ipAddress))}, ${texts(begun.map(({ country }) => country))},
      ${texts(begun.map(({ city }) => city))}, ${texts(begun.map(({ deviceType }) => deviceType))},
      ${texts(begun.map(({ browser }) => browser))}, ${texts(begun.map(({ os }) => os))}, ${nullable('language')},
      ${nullable('timezone')}, ${nullable('screenResolution')}, ${numbers(begun.map(({ seconds }) => seconds))},
      ${flags(begun.map(({ returning }) => returning))})
      as b(key, starts, page, referrer, ip, country, city, device, browser, os, language, timezone, screen, seconds, back)`);
}

async function goOn(tx: Tx, now: Date, visited: Tally['goneOn']): Promise<void> {
  if (visited.length === 0) return;
  // Lengthens the visits that go on.
  await tx.execute(sql`
    update ${visits} v set session_seconds = g.seconds, last_seen_at = ${now}::timestamptz
    from unnest(${numbers(visited.map(({ id }) => id))}, ${numbers(visited.map((visit) => visit.sessionSeconds))})
      as g(id, seconds)
    where v.id = g.id`);
}

async function keepPeople(tx: Tx, people: Person[]): Promise<void> {
  if (people.length === 0) return;
  // Keeps what the next visit of these visitors needs to know.
  await tx.execute(sql`
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
      pages = excluded.pages, saw_picker = excluded.saw_picker, saw_checkout = excluded.saw_checkout`);
}

async function addToHours(tx: Tx, hours: Tally['hours']): Promise<void> {
  const deltas = [...hours].filter(([, delta]) => Object.values(delta).some((by) => by !== 0));
  if (deltas.length === 0) return;
  const part = (name: keyof (typeof deltas)[number][1]) => numbers(deltas.map(([, delta]) => delta[name]));
  // Adds to the hours.
  await tx.execute(sql`
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
      saw_checkout = h.saw_checkout + excluded.saw_checkout`);
}

async function addToPlaces(tx: Tx, places: Tally['places']): Promise<void> {
  const { rows, column, counts } = takenApart(places);
  if (rows.length === 0) return;
  // Adds to the places, and forgets those that nobody is left of.
  await tx.execute(sql`
    insert into ${visitPlaces} as p (grain, starts_at, country, city, people)
    select grain, starts::timestamptz, country, city, people
    from unnest(${column(0)}, ${column(1)}, ${column(2)}, ${column(3)}, ${counts})
      as d(grain, starts, country, city, people)
    on conflict (grain, starts_at, country, city) do update set people = p.people + excluded.people`);
  await tx.execute(sql`
    delete from ${visitPlaces} p using unnest(${column(0)}, ${column(1)}) as d(grain, starts)
    where p.grain = d.grain and p.starts_at = d.starts::timestamptz and p.people = 0`);
}

async function addToMachines(tx: Tx, machines: Tally['machines']): Promise<void> {
  const { rows, column, counts } = takenApart(machines);
  if (rows.length === 0) return;
  // Adds to the machines, and forgets those that nobody is left of.
  await tx.execute(sql`
    insert into ${visitMachines} as m (grain, starts_at, device_type, browser, os, people)
    select grain, starts::timestamptz, device, browser, os, people
    from unnest(${column(0)}, ${column(1)}, ${column(2)}, ${column(3)}, ${column(4)}, ${counts})
      as d(grain, starts, device, browser, os, people)
    on conflict (grain, starts_at, device_type, browser, os) do update set people = m.people + excluded.people`);
  await tx.execute(sql`
    delete from ${visitMachines} m using unnest(${column(0)}, ${column(1)}) as d(grain, starts)
    where m.grain = d.grain and m.starts_at = d.starts::timestamptz and m.people = 0`);
}

function takenApart(counts: ReadonlyMap<string, number>) {
  const changed = [...counts].filter(([, by]) => by !== 0);
  const rows = changed.map(([key]) => key.split('\t'));
  return {
    rows,
    column: (index: number) => texts(rows.map((row) => row[index] ?? '')),
    counts: numbers(changed.map(([, by]) => by)),
  };
}

// One parameter per column, however many rows there are, as PostgreSQL writes arrays.
function texts(values: readonly (string | null)[]): SQL {
  const written = values.map((value) => (value === null ? 'NULL' : `"${value.replace(/["\\]/g, '\\$&')}"`));
  return sql`${`{${written.join(',')}}`}::text[]`;
}

function numbers(values: readonly number[]): SQL {
  return sql`${`{${values.join(',')}}`}::bigint[]`;
}

function flags(values: readonly boolean[]): SQL {
  return sql`${`{${values.join(',')}}`}::boolean[]`;
}
