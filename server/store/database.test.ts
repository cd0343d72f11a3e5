import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshDatabase, type TestDatabase } from '../../tests/world/database.ts';
import { createFuse, mortalDatabase } from '../../tests/world/fuse.ts';

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
