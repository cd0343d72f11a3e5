// The lock of the folds and rebuilds of the roll-ups of orders, whichever module has them.
import { sql } from 'drizzle-orm';
import type { Database, Tx } from './database.ts';

const key = sql`hashtextextended('figures', 7)`;

/** Does nothing during another fold or rebuild: no fold waits for another one, as it reads the existing rows. */
export async function foldFigures(database: Database, fold: (tx: Tx) => Promise<void>): Promise<void> {
  await database.transaction(async (tx) => {
    const { rows } = await tx.execute<{ mine: boolean }>(sql`select pg_try_advisory_xact_lock(${key}) as mine`);
    if (rows[0]?.mine) await fold(tx);
  });
}

/**
 * Rebuilds from one snapshot of the orders, while the store runs: changes appended meanwhile belong to orders outside that
 * snapshot. A fold since the snapshot causes a serialization failure and a retry.
 */
export async function rebuildFigures(database: Database, rebuild: (tx: Tx) => Promise<void>): Promise<void> {
  await database.transaction(async (tx) => {
    await tx.execute(sql`set transaction isolation level repeatable read`);
    await tx.execute(sql`select pg_advisory_xact_lock(${key})`);
    await rebuild(tx);
  });
}
