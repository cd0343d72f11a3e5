// SQL of presence: open pages and the visitors of the day.
import { eq, sql } from 'drizzle-orm';
import { networkInSql } from '../../database/address-sql.ts';
import { texts } from '../../database/columns.ts';
import { type Database, dbNow, type Queryable } from '../../database/database.ts';
import { toZonedDay, visitsZone } from '../../database/zones.ts';
import { presence, presenceDays, presenceVisitors } from './presence.schema.ts';

type Opened = Pick<typeof presence.$inferInsert, 'id' | 'visitorKey' | 'ipAddress' | 'country' | 'page' | 'userAgent'>;
export type Online = Awaited<ReturnType<typeof newestOnline>>[number];
export type Counts = { online: number; sessions: number; today: number };

/** Three heartbeats: a visitor without one for so long is gone. */
export const onlineSeconds = 90;

function today(db: Queryable) {
  return toZonedDay(dbNow(db), visitsZone);
}

function online(db: Queryable) {
  return sql`seen_at > ${dbNow(db)} - ${onlineSeconds} * interval '1 second'`;
}

/** Counts the visitor once a day. */
export async function addPage(db: Queryable, opened: Opened): Promise<void> {
  const { id, visitorKey, ipAddress, country, page, userAgent } = opened;
  await db.execute(sql`
    with first as (
      insert into ${presenceVisitors} (day, visitor_key) values (${today(db)}, ${visitorKey})
      on conflict do nothing returning day
    ), counted as (
      insert into ${presenceDays} (day, visitors) select day, 1 from first
      on conflict (day) do update set visitors = presence_days.visitors + 1
    )
    insert into ${presence} (id, visitor_key, ip_address, country, page, user_agent, started_at, seen_at)
    values (${id}, ${visitorKey}, ${ipAddress}, ${country}, ${page}, ${userAgent}, ${dbNow(db)}, ${dbNow(db)})`);
}

export async function isKnown(db: Queryable, id: string): Promise<boolean> {
  return (await db.select({ id: presence.id }).from(presence).where(eq(presence.id, id))).length > 0;
}

/** Returns the IDs of the known pages. */
export async function touchPages(database: Database, pageById: ReadonlyMap<string, string>): Promise<Set<string>> {
  return database.transaction(async (tx) => {
    // The next heartbeat restores lost writes.
    await tx.execute(sql`set local synchronous_commit = off`);
    // In one order, so that two processes never wait for each other.
    const { rows } = await tx.execute<{ id: string }>(sql`
      with heard as (
        select p.id, h.page from ${presence} p
        join unnest(${texts([...pageById.keys()])}, ${texts([...pageById.values()])}) as h(id, page)
          on h.id = p.id
        order by p.id for no key update of p
      )
      update ${presence} p set page = heard.page, seen_at = ${database.now()} from heard where heard.id = p.id
      returning p.id`);
    return new Set(rows.map(({ id }) => id));
  });
}

/** Deletes the oldest. */
export async function evictBeyond(db: Queryable, most: number): Promise<void> {
  await db.execute(sql`
    delete from ${presence} where id in (
      select id from ${presence} order by seen_at desc nulls first offset ${most} limit 5000)`);
}

export async function counts(db: Queryable): Promise<Counts> {
  const { rows } = await db.execute<Counts>(sql`
    select (select count(distinct visitor_key)::int from ${presence} where ${online(db)}) as online,
      (select count(*)::int from ${presence} where seen_at > ${dbNow(db)} - interval '24 hours') as sessions,
      (select coalesce(max(visitors), 0)::int from ${presenceDays} where day = ${today(db)}) as today`);
  return rows[0] ?? { online: 0, sessions: 0, today: 0 };
}

export async function newestOnline(db: Queryable, limit: number) {
  const { id, ipAddress, country, page, userAgent, seenAt } = presence;
  return db
    .select({ id, ipAddress, country, page, userAgent, seenAt })
    .from(presence)
    .where(online(db))
    .orderBy(sql`${seenAt} desc nulls first`)
    .limit(limit);
}

/** Truncates all full addresses; at most a day's pages. */
export async function shortenAddresses(db: Queryable): Promise<void> {
  await db.execute(sql`
    update ${presence} set ip_address = ${networkInSql(presence.ipAddress)} where ip_address <> ''`);
}

export async function purge(db: Queryable): Promise<void> {
  await db.execute(sql`delete from ${presence} where seen_at < ${dbNow(db)} - interval '24 hours'`);
  await db.execute(sql`delete from ${presenceVisitors} where day < ${today(db)}`);
  await db.execute(sql`delete from ${presenceDays} where day < ${today(db)} - 30`);
}
