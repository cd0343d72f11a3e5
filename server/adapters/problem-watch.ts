// An announced change may be a new problem: the check runs at once, not at the next minute.
import type { Database } from '../database/database.ts';
import { hasChannels } from '../modules/notifications/notify.ts';
import type { Log } from '../observability/log.ts';
import type { Jobs } from '../ports/jobs.ts';
import type { Announcement, Live } from '../ports/realtime.ts';
import { createThrottle } from '../realtime/throttle.ts';

const checkEveryMs = 3_000;
const watched: ReadonlySet<Announcement> = new Set<Announcement>(['order-update', 'alert-update']);

export type WatchedLive = Live & { close(): void };

export function withProblemWatch(
  live: WatchedLive,
  { database, jobs, log }: { database: Database; jobs: Jobs; log: Log },
): WatchedLive {
  const pace = createThrottle(checkEveryMs, () => void enqueueCheck());

  // After the commit, so that transactions do not wait for one job. The schedule checks as well, in case this is lost.
  async function enqueueCheck(): Promise<void> {
    try {
      if (!(await hasChannels(database))) return;
      await jobs.enqueue(database.db, 'watch_problems', {}, { key: 'watch_problems', maxAttempts: 1 });
    } catch (error) {
      log.debug({ problem: error instanceof Error ? error.name : '' }, 'a check of the problems could not be queued');
    }
  }

  return {
    announce: (at, type) => {
      live.announce(at, type);
      if (watched.has(type)) database.afterCommit(at, () => pace.call());
    },
    close: () => {
      pace.stop();
      live.close();
    },
  };
}
