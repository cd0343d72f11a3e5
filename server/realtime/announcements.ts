// Says to every process that something changed, by PostgreSQL's NOTIFY: after the commit, and once a second at most.
// Not in the transaction itself: a commit that notifies waits for every other one that does.
import { sql } from 'drizzle-orm';
import { liveTypes } from '../../contract/live.ts';
import type { Database } from '../database/database.ts';
import type { Log } from '../observability/log.ts';
import type { Announcement, Live } from '../ports/realtime.ts';
import { createPace } from './throttle.ts';

export const liveChannel = 'applaud_live';
/** Everything that is announced. */
export const announcements: readonly Announcement[] = [...liveTypes, 'settings-update'];
const sendEveryMs = 1_000;

export function createLive({ database, log }: { database: Database; log: Log }): Live & { close(): void } {
  const paces = new Map(announcements.map((type) => [type, createPace(sendEveryMs, () => void notify(type))]));

  // Tells all listeners the type. One that is lost is made up for by the pages' polling.
  async function notify(type: Announcement): Promise<void> {
    try {
      await database.db.execute(sql`select pg_notify(${liveChannel}, ${type})`);
    } catch (error) {
      log.debug({ problem: error instanceof Error ? error.message : '' }, 'a change could not be announced');
    }
  }

  return {
    announce: (at, type) => database.afterCommit(at, () => paces.get(type)?.want()),
    close: () => {
      for (const pace of paces.values()) pace.stop();
    },
  };
}
