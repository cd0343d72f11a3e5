// The shared counts of all processes: one row per limit and caller. A crash of the database resets them.
import { sql } from 'drizzle-orm';
import { texts } from '../database/columns.ts';
import { type Database, dbNow, type Queryable } from '../database/database.ts';
import type { Log } from '../observability/log.ts';
import { limitWindows } from './rate-limits.schema.ts';
import type { Counted, ExchangeCounts, Limits, SharedCount } from './rate-limits.ts';

const everyMs = 1_000;
const purgedAtOnce = 10_000;

/** Exchanges the counts of this process for those of all. */
export function createLimitCounts({ db, now }: Pick<Database, 'db' | 'now'>): ExchangeCounts {
  const exchange: ExchangeCounts = async (counted) => {
    // Adds the local counts, resets expired windows, and returns the totals. Sorted, so that two processes never deadlock.
    const { rows } = await db.execute<Omit<Counted, 'leftMs'> & { left: string }>(sql`
      insert into ${limitWindows} as w (name, key, count, seen, ends_at)
      select name, key, count, string_to_array(seen, ' '), ${now()} + left_ms * interval '1 millisecond'
      from unnest(${texts(counted.map(({ name }) => name))}, ${texts(counted.map(({ key }) => key))},
        ${sql.param(counted.map(({ count }) => count))}::int[], ${texts(counted.map(({ values }) => values.join(' ')))},
        ${sql.param(counted.map(({ leftMs }) => leftMs))}::float8[]) as c(name, key, count, seen, left_ms)
      order by name, key
      on conflict (name, key) do update set
        count = case when w.ends_at > ${now()} then w.count else 0 end + excluded.count,
        seen = case when w.ends_at > ${now()} and excluded.seen <> '{}'
          then array(select unnest(w.seen) union select unnest(excluded.seen))
          when w.ends_at > ${now()} then w.seen else excluded.seen end,
        ends_at = case when w.ends_at > ${now()} then w.ends_at else excluded.ends_at end
      returning name, key, count, seen as values, extract(epoch from ends_at - ${now()}) * 1000 as left`);
    const known = rows.map(({ left, ...window }) => ({ ...window, leftMs: Number(left) }));
    await shorten(counted, known);
    return known;
  };

  // A window that began before the database's clock was set back would lock its caller out for as long as that was.
  async function shorten(counts: SharedCount[], known: Counted[]): Promise<void> {
    const longest = new Map(counts.map(({ name, key, windowMs }) => [`${name} ${key}`, windowMs]));
    const far = known.flatMap(({ name, key, leftMs }) => {
      const windowMs = longest.get(`${name} ${key}`) ?? Number.POSITIVE_INFINITY;
      return leftMs > windowMs ? [{ name, key, windowMs }] : [];
    });
    if (far.length === 0) return;
    // Lets these windows last no longer than one that begins now.
    await db.execute(sql`
      update ${limitWindows} as w set ends_at = least(w.ends_at, ${now()} + c.window_ms * interval '1 millisecond')
      from unnest(${texts(far.map(({ name }) => name))}, ${texts(far.map(({ key }) => key))},
        ${sql.param(far.map(({ windowMs }) => windowMs))}::float8[]) as c(name, key, window_ms)
      where w.name = c.name and w.key = c.key`);
  }

  return exchange;
}

/** Removes the windows that are over. */
export async function purgeLimitCounts(db: Queryable): Promise<void> {
  for (;;) {
    const gone = await db.execute(sql`
      delete from ${limitWindows} where (name, key) in (
        select name, key from ${limitWindows} where ends_at < ${dbNow(db)} order by ends_at limit ${purgedAtOnce})`);
    if ((gone.rowCount ?? 0) < purgedAtOnce) return;
  }
}

/** Shares each second, until it is closed. */
export function startSharing(limits: Pick<Limits, 'share'>, log: Log): { close(): Promise<void> } {
  let closed = false;
  let sharing = Promise.resolve();
  let timer = setTimeout(next, everyMs);
  timer.unref();

  function next(): void {
    sharing = limits
      .share()
      .catch((error: unknown) => {
        log.warn({ problem: error instanceof Error ? error.name : '' }, 'limits could not be shared between processes');
      })
      .then(() => {
        if (closed) return;
        timer = setTimeout(next, everyMs);
        timer.unref();
      });
  }

  return {
    close: () => {
      closed = true;
      clearTimeout(timer);
      return sharing;
    },
  };
}
