// Announces changes to every process by PostgreSQL's NOTIFY: after the commit, and at most once a second. Not in the
// transaction: a commit with a notification waits for every other one.
import { sql } from 'drizzle-orm';
import { type LiveType, liveTypes } from '../../contract/live.ts';
import type { Database } from '../database/database.ts';
import type { Log } from '../observability/log.ts';
import type { Live } from '../ports/realtime.ts';
import { createThrottle } from './throttle.ts';

export const liveChannel = 'applaud_live';
const sendEveryMs = 1_000;

export function createLive({ database, log }: { database: Database; log: Log }): Live & { close(): void } {
  const paces = new Map(liveTypes.map((type) => [type, createThrottle(sendEveryMs, () => void notify(type))]));

  // Pages also poll, in case an announcement is lost.
  async function notify(type: LiveType): Promise<void> {
    try {
      await database.db.execute(sql`select pg_notify(${liveChannel}, ${type})`);
    } catch (error) {
      log.debug({ problem: error instanceof Error ? error.message : '' }, 'a change could not be announced');
    }
  }

  return {
    announce: (at, type) => database.afterCommit(at, () => paces.get(type)?.call()),
    close: () => {
      for (const pace of paces.values()) pace.stop();
    },
  };
}
