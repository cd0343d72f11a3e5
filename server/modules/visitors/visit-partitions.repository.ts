// SQL of the partitions of `visits`: new rows go to the default partition, which becomes a partition of its own after a
// busy day. A partition whose last visit is too old is dropped, which costs the same for any number of rows.
import { type SQL, sql } from 'drizzle-orm';
import type { Database, Queryable } from '../../database/database.ts';
import { visits } from './visitors.schema.ts';

/** Fewer rows stay in the default partition: each query looks into every partition. */
const leastRows = 50_000;
const open = sql.identifier('visits_default');

/** Waits for the lock of the visits, so that no batch is in progress. */
export const lockVisits = sql`select pg_advisory_xact_lock(hashtextextended('visits', 7))`;

/** Closes the default partition at this time, unless it has few older visits. Later visits move to the new one. */
export async function close(database: Database, before: SQL, fewest = leastRows): Promise<void> {
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
export async function dropOld(db: Queryable, before: SQL): Promise<void> {
  const { rows } = await db.execute<{ name: string }>(sql`
    select relname as name from pg_inherits join pg_class on pg_class.oid = inhrelid
    where inhparent = 'visits'::regclass and relname <> 'visits_default' order by inhrelid`);
  for (const { name } of rows) {
    const partition = sql.identifier(name);
    const { rows: newer } = await db.execute(sql`select from ${partition} where visited_at >= ${before} limit 1`);
    if (newer.length === 0) await db.execute(sql`drop table if exists ${partition}`);
  }
}
