// SQL of presence: open pages and the visitors of the day.
import { eq, sql } from 'drizzle-orm';
import { texts } from '../../database/columns.ts';
import type { Database } from '../../database/database.ts';
import { networkInSql } from '../../database/networks.ts';
import { dayOf, visitsZone } from '../../database/zones.ts';
import { presence, presenceDays, presenceVisitors } from './presence.schema.ts';

export type Opened = Pick<
  typeof presence.$inferInsert,
  'id' | 'visitorKey' | 'ipAddress' | 'country' | 'page' | 'userAgent'
>;
export type Online = Pick<
  typeof presence.$inferSelect,
  'id' | 'ipAddress' | 'country' | 'page' | 'userAgent' | 'seenAt'
>;
export type Counts = { online: number; sessions: number; today: number };

export type PresenceRepository = ReturnType<typeof createPresenceRepository>;

/** Three heartbeats: a visitor without one for so long is gone. */
export const onlineSeconds = 90;

export function createPresenceRepository(database: Database) {
  const { db, now } = database;
  const today = () => dayOf(now(), visitsZone);
  const online = () => sql`seen_at > ${now()} - ${onlineSeconds} * interval '1 second'`;

  return {
    async addPage({ id, visitorKey, ipAddress, country, page, userAgent }: Opened): Promise<void> {
      // Counts the visitor once a day.
      await db.execute(sql`
        with first as (
          insert into ${presenceVisitors} (day, visitor_key) values (${today()}, ${visitorKey})
          on conflict do nothing returning day
        ), counted as (
          insert into ${presenceDays} (day, visitors) select day, 1 from first
          on conflict (day) do update set visitors = presence_days.visitors + 1
        )
        insert into ${presence} (id, visitor_key, ip_address, country, page, user_agent, started_at, seen_at)
        values (${id}, ${visitorKey}, ${ipAddress}, ${country}, ${page}, ${userAgent}, ${now()}, ${now()})`);
    },

    async isKnown(id: string): Promise<boolean> {
      return (await db.select({ id: presence.id }).from(presence).where(eq(presence.id, id))).length > 0;
    },

    /** Returns the IDs of the known pages. */
    async touchPages(pageById: ReadonlyMap<string, string>): Promise<Set<string>> {
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
          update ${presence} p set page = heard.page, seen_at = ${now()} from heard where heard.id = p.id
          returning p.id`);
        return new Set(rows.map(({ id }) => id));
      });
    },

    /** Deletes the oldest. */
    async evictBeyond(most: number): Promise<void> {
      await db.execute(sql`
        delete from ${presence} where id in (
          select id from ${presence} order by seen_at desc nulls first offset ${most} limit 5000)`);
    },

    async counts(): Promise<Counts> {
      const { rows } = await db.execute<Counts>(sql`
        select (select count(distinct visitor_key)::int from ${presence} where ${online()}) as online,
          (select count(*)::int from ${presence} where seen_at > ${now()} - interval '24 hours') as sessions,
          (select coalesce(max(visitors), 0)::int from ${presenceDays} where day = ${today()}) as today`);
      return rows[0] ?? { online: 0, sessions: 0, today: 0 };
    },

    async newestOnline(limit: number): Promise<Online[]> {
      const { id, ipAddress, country, page, userAgent, seenAt } = presence;
      return db
        .select({ id, ipAddress, country, page, userAgent, seenAt })
        .from(presence)
        .where(online())
        .orderBy(sql`${seenAt} desc nulls first`)
        .limit(limit);
    },

    /** Truncates all full addresses; at most a day's pages. */
    async shortenAddresses(): Promise<void> {
      await db.execute(sql`
        update ${presence} set ip_address = ${networkInSql(presence.ipAddress)} where ip_address <> ''`);
    },

    async purge(): Promise<void> {
      await db.execute(sql`delete from ${presence} where seen_at < ${now()} - interval '24 hours'`);
      await db.execute(sql`delete from ${presenceVisitors} where day < ${today()}`);
      await db.execute(sql`delete from ${presenceDays} where day < ${today()} - 30`);
    },
  };
}
