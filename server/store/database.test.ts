import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshDatabase, type TestDatabase } from '../../tests/world/database.ts';
import { createFuse, mortalDatabase } from '../../tests/world/fuse.ts';
import { openDatabase } from './database.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await freshDatabase();
});
afterAll(() => db.drop());

test.each([
  ['begins', 1],
  ['asks', 2],
  ['commits', 3],
])('a connection that breaks as a transaction %s gives its place in the pool back', async (_name, step) => {
  const fuse = createFuse();
  const { database, drop } = mortalDatabase(db, fuse);
  const work = () => database.transaction(async (tx) => void (await tx.execute(sql`select 1`)));
  for (let breaks = 0; breaks < 2 * database.pool.options.max; breaks += 1) {
    fuse.arm(step);
    await expect(work()).rejects.toThrow();
    await fuse.revive();
  }
  await work();
  await expect.poll(() => database.pool.totalCount - database.pool.idleCount).toBe(0);
  await drop();
});

test('behind a pooler limits are set in each transaction, and statements have no names where it cannot keep them apart', async () => {
  const own = await freshDatabase();
  const pooled = openDatabase({ connection: own.connection, poolSize: 1, pooler: true, namedStatements: false });
  try {
    const named = { name: 'a_name', text: 'select $1::int as n', values: [1] };
    for (const n of [1, 2]) expect((await pooled.pool.query({ ...named, values: [n] })).rows).toEqual([{ n }]);
    const { rows } = await pooled.pool.query('select name from pg_prepared_statements');
    expect(rows).toEqual([]);
    const shown = async (at: Pick<typeof pooled.db, 'execute'>) => (await at.execute(sql`show lock_timeout`)).rows;
    expect(await pooled.transaction(shown)).toEqual([{ lock_timeout: '8s' }]);
    expect(await shown(pooled.db)).toEqual([{ lock_timeout: '0' }]);
  } finally {
    await pooled.close();
    await own.drop();
  }
});
