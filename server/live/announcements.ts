// Says to every process that something changed: PostgreSQL's NOTIFY, heard after the commit.
import { sql } from 'drizzle-orm';
import type { Live } from '../ports/live.ts';

export const liveChannel = 'applaud_live';

export function createLive(): Live {
  return {
    announce: async (at, type) => {
      // Tells all listeners the type; equal ones in one transaction are told once.
      await at.execute(sql`select pg_notify(${liveChannel}, ${type})`);
    },
  };
}
