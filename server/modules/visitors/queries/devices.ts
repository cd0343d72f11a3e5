// Devices, browsers and systems of visitors.
import { sql } from 'drizzle-orm';
import type { Database } from '../../../database/database.ts';
import { visitMachines } from '../visitors.schema.ts';
import type { Period } from './period.ts';

export type MachineCount = { device_type: string; browser: string; os: string; count: number };

/** The most frequent first. Few rows: all words are from fixed lists. */
export async function findMachines({ db }: Database, { grain, from }: Period): Promise<MachineCount[]> {
  const { rows } = await db.execute<MachineCount>(sql`
    select device_type, browser, os, sum(people)::int as count from ${visitMachines}
    where grain = ${grain} and starts_at >= ${from}
    group by device_type, browser, os order by count desc, device_type, browser, os`);
  return rows;
}
