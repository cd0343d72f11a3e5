// SQL of visits: the effect of a batch of records on visits and roll-ups. One batch at a time, over all processes.
import { getTableColumns, type SQL, sql } from 'drizzle-orm';
import { sourceLists } from '../../../contract/source-lists.ts';
import { networkInSql } from '../../database/address-sql.ts';
import { numbers, sqlList, texts } from '../../database/columns.ts';
import { type Database, getDatabase, type Queryable, type Tx } from '../../database/database.ts';
import { dayStart, toZonedDay, visitsZone } from '../../database/zones.ts';
import { type Moment, type OpenVisit, type Pending, type Person, placeInBatch, type Tally } from './tally.ts';
import { tallyStatements } from './tally-statements.ts';
import { foldNames } from './visit-names.ts';
import { sourcesKeptDays, visitExclusions, visitFold, visitNames, visitPeople, visits } from './visitors.schema.ts';

type KnownVisit = OpenVisit & { key: string; pageUrl: string; lastSeenAt: Date };

const personColumns = Object.entries(getTableColumns(visitPeople)).map(
  ([name, column]) => sql`${column} as ${sql.identifier(name)}`,
);
const toHour = (moment: SQL) => sql`date_trunc('hour', ${moment}, ${visitsZone})`;
const startOfDay = (moment: SQL) => dayStart(toZonedDay(moment, visitsZone), visitsZone);
/** In the transaction of a batch, and in a step of a job: a step blocks batches for a moment. */
const foldedPerBatch = 2_000;
const foldedPerStep = 5_000;
/** The longest period that reads `visit_names`. */
const namesKeptDays = 30;

/** Adds the visits that are not in `visit_names`, in small steps. */
export async function fold(database: Database, mostSteps: number): Promise<void> {
  for (let step = 0; step < mostSteps; step += 1) {
    const isOver = await database.transaction(async (tx) => {
      await tx.execute(lockVisits);
      const { rows } = await tx.execute<{ visits: number }>(foldNames(foldedPerStep));
      return (rows[0]?.visits ?? 0) < foldedPerStep;
    });
    if (isOver) return;
  }
}

/**
 * The time of the batch, once no other batch is in progress, with the state before it: visits that may continue, by
 * key and page, and today's visitors. Written without waiting for the disk: a crash loses a moment.
 */
export async function beginBatch(tx: Tx, batch: Pending[], withinMs: number) {
  const keys = [...new Set(batch.map(({ key }) => key))];
  const { execute } = getDatabase(tx).prepared(tx);
  const [, , [moment], open, people] = await Promise.all([
    execute(sql`set local synchronous_commit = off`),
    execute(lockVisits),
    // The time after the wait for the lock.
    execute<Moment>(sql`
      select now, ${toHour(sql`now`)} as hour, ${startOfDay(sql`now`)} as day from (
        select (clock_timestamp() + ${getDatabase(tx).clockOffsetMs()} * interval '1 millisecond')::timestamptz(3) as now) as m`),
    execute<KnownVisit>(sql`
      select b.key, b.page as "pageUrl", v.*
      from unnest(${texts(batch.map(({ key }) => key))}, ${texts(batch.map(({ pageUrl }) => pageUrl))}) as b(key, page)
      join lateral (
        select id, ${toHour(sql`visited_at`)} as hour, session_seconds as "sessionSeconds", last_seen_at as "lastSeenAt"
        from ${visits} where visitor_key = b.key and page_url = b.page order by id desc limit 1
      ) v on true`),
    execute<Person>(sql`
      select ${sql.join(personColumns, sql`, `)}, ${startOfDay(sql`last_hour`)} as "lastDay" from ${visitPeople} where visitor_key = any(${texts(keys)})`),
  ]);
  if (!moment) throw new Error('The time is always answered.');
  const { now } = moment;
  const recent = open.filter(({ lastSeenAt }) => lastSeenAt.getTime() >= now.getTime() - withinMs);
  return {
    moment,
    open: new Map<string, OpenVisit>(recent.map((row) => [placeInBatch(row), row])),
    people: new Map(people.map((person) => [person.visitorKey, person])),
  };
}

export async function writeTally(tx: Tx, now: Date, tally: Tally): Promise<void> {
  const { execute } = getDatabase(tx).prepared(tx);
  const statements = tallyStatements(now, tally);
  if (tally.begun.length > 0) statements.push(foldNames(foldedPerBatch));
  await Promise.all(statements.map((statement) => execute(statement)));
}

export async function countExclusions(tx: Tx, day: Date, counts: ReadonlyMap<string, number>): Promise<void> {
  if (counts.size === 0) return;
  await getDatabase(tx)
    .prepared(tx)
    .execute(sql`
    insert into ${visitExclusions} (day, reason, count)
    select ${toZonedDay(sql`${day}::timestamptz`, visitsZone)}, reason, count from unnest(${texts([...counts.keys()])}, ${numbers([...counts.values()])})
      as c(reason, count) order by reason
    on conflict (day, reason) do update set count = visit_exclusions.count + excluded.count`);
}

/**
 * Rebuilds every roll-up that still has visits, in the hours and days of a zone. Totals of deleted visits stay.
 * Without a zone, the current one applies. `visit_names` is complete a moment later, after an interruption by the
 * job.
 */
export async function rebuild(database: Database, zone?: string): Promise<void> {
  await database.transaction(async (tx) => {
    await tx.execute(sql`set local work_mem = '256MB'`);
    await tx.execute(lockVisits);
    await tx.execute(sql`delete from ${visitNames} where starts_at >=
      (select ${startOfDay(sql`min(visited_at)`)} from ${visits})`);
    await tx.execute(sql`update ${visitFold} set folded_to = 0`);
    await tx.execute(sql`select rebuild_visits(${zone ? sql`${zone}::text` : visitsZone})`);
  });
  await fold(database, Number.POSITIVE_INFINITY);
}

/** Truncates all full addresses, in small steps. */
export async function shortenAddresses(db: Queryable): Promise<void> {
  for (let after: number | null = 0; after !== null; ) {
    // Returns the last truncated visit.
    const { rows }: { rows: { last: string | null }[] } = await db.execute(sql`
      with batch as (select id from ${visits} where id > ${after} order by id limit 5000),
      cut as (
        update ${visits} set ip_address = ${networkInSql(visits.ipAddress)} from batch
        where ${visits.id} = batch.id and ip_address <> '' and ip_address <> ${networkInSql(visits.ipAddress)})
      select max(id) as last from batch`);
    after = rows[0]?.last ? Number(rows[0].last) : null;
  }
}

/** Deletes whole days: old partitions at once, other rows in small steps. The roll-ups stay; of names, those of a month, of sources those of a year. */
export async function purge(database: Database, days: number): Promise<void> {
  const firstKept = dayStart(sql`${toZonedDay(database.now(), visitsZone)} - ${days}::int`, visitsZone);
  await close(database, startOfDay(database.now()));
  await dropOld(database.db, firstKept);
  for (;;) {
    const gone = await database.db.execute(sql`
      delete from ${visits} where id in (
        select id from ${visits}
        where visited_at < ${firstKept} order by visited_at limit 20000)`);
    if ((gone.rowCount ?? 0) < 20_000) break;
  }
  await database.db.execute(sql`
    delete from ${visitPeople}
    where visitor_key < to_char(${toZonedDay(database.now(), visitsZone)} - 1, 'YYMMDD')`);
  const daysAgo = (count: number) =>
    dayStart(sql`${toZonedDay(database.now(), visitsZone)} - ${count}::int`, visitsZone);
  await database.db.execute(sql`
    delete from ${visitNames} where starts_at < ${daysAgo(Math.max(days, namesKeptDays))}
      and not (grain = 'day' and list in (${sqlList(sourceLists)}) and starts_at >= ${daysAgo(sourcesKeptDays)})`);
}

// SQL of the partitions of `visits`: new rows go to the default partition, which is closed as a separate partition after a
// busy day. A partition whose last visit is too old is dropped; the cost does not depend on its number of rows.

/** With fewer rows the default partition stays open, because each query reads every partition. */
const leastRows = 50_000;
const open = sql.identifier('visits_default');

/** Waits for the lock of the visits, so that no batch is in progress. */
const lockVisits = sql`select pg_advisory_xact_lock(hashtextextended('visits', 7))`;

/** Closes the default partition at this time, unless it has few older visits. Later visits move to the new one. */
async function close(database: Database, before: SQL, fewest = leastRows): Promise<void> {
  await database.transaction(async (tx) => {
    await tx.execute(lockVisits);
    const { rows } = await tx.execute<{ first: string; end: string }>(sql`
      select (select min(id) from ${open}) as first, max(id) + 1 as end
      from (select id, visited_at from ${open} where visited_at < ${before} order by visited_at desc limit ${fewest}) as old
      having count(*) >= ${fewest}`);
    const [found] = rows;
    if (!found) return;
    const [first, end] = [found.first, found.end].map((id) => sql.raw(String(BigInt(id))));
    const closed = sql.identifier(`visits_before_${found.end}`);
    await tx.execute(sql`alter table ${visits} detach partition ${open}`);
    await tx.execute(sql`alter table ${open} rename to ${closed}`);
    await tx.execute(sql`create table ${open} partition of ${visits} default`);
    await tx.execute(sql`
      with moved as (delete from ${closed} where id >= ${end} returning *)
      insert into ${visits} overriding system value select * from moved`);
    await tx.execute(sql`alter table ${visits} attach partition ${closed} for values from (${first}) to (${end})`);
  });
}

/** Drops the closed partitions without a visit since this time. */
async function dropOld(db: Queryable, before: SQL): Promise<void> {
  const { rows } = await db.execute<{ name: string }>(sql`
    select relname as name from pg_inherits join pg_class on pg_class.oid = inhrelid
    where inhparent = 'visits'::regclass and relname <> 'visits_default' order by inhrelid`);
  for (const { name } of rows) {
    const partition = sql.identifier(name);
    const { rows: newer } = await db.execute(sql`select from ${partition} where visited_at >= ${before} limit 1`);
    if (newer.length === 0) await db.execute(sql`drop table if exists ${partition}`);
  }
}
