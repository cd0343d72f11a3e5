import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createCrashInjector, mortalDatabase } from '../../tests/support/crash-injector.ts';
import { freshDatabase, type TestDatabase } from '../../tests/support/database.ts';
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
  const fuse = createCrashInjector();
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

test.each([
  [undefined, '15s'],
  [null, '0'],
])(
  'a statement ends after 15 s; long work, such as a rebuild, has no limit (answer within %s)',
  async (answerWithinMs, limit) => {
    const own = openDatabase({
      connection: db.connection,
      poolSize: 1,
      ...(answerWithinMs === null ? { answerWithinMs } : {}),
    });
    const { rows } = await own.pool.query("select current_setting('statement_timeout') as limit");
    expect(rows).toEqual([{ limit }]);
    await own.close();
  },
);

test('prepared statements that are called together are done in their order, and all of them or nothing', async () => {
  const { database } = db;
  await database.db.execute(sql`create table flights (at int primary key, seen int not null)`);
  const { rows } = await database.transaction(async (tx) => {
    const { execute } = database.prepared(tx);
    const add = (at: number) => execute(sql`insert into flights select ${at}::int, count(*)::int from flights`);
    await Promise.all([1, 2, 3].map(add));
    return tx.execute<{ at: number; seen: number }>(sql`select at, seen from flights order by at`);
  });
  expect(rows).toEqual([1, 2, 3].map((at) => ({ at, seen: at - 1 })));

  const failing = database.transaction(async (tx) => {
    const { execute } = database.prepared(tx);
    const add = (at: number) => execute(sql`insert into flights values (${at}::int, 0)`);
    await Promise.all([add(4), add(3), add(5)]);
  });
  await expect(failing).rejects.toMatchObject({ code: '23505' });
  expect((await database.db.execute(sql`select from flights`)).rowCount).toBe(3);
});

test('a plan that was made for a few rows is made anew while the table fills', async () => {
  const own = openDatabase({ connection: db.connection, poolSize: 1 });
  const now = vi.spyOn(performance, 'now');
  try {
    await own.db.execute(sql`create table filling (id int primary key) with (autovacuum_enabled = off)`);
    await own.db.execute(sql`insert into filling values (1)`);
    await own.db.execute(sql`analyze filling`);
    const query = () => own.prepared(own.db).execute(sql`select id from filling where id = ${7}`);
    for (let queryNumber = 0; queryNumber < 6; queryNumber += 1) await query();
    const [known] = (
      await own.db.execute<{ name: string }>(
        sql`select name from pg_prepared_statements where statement like '%filling%' and generic_plans > 0`,
      )
    ).rows;
    const plan = async () =>
      JSON.stringify((await own.db.execute(sql.raw(`explain execute "${known?.name}"(7)`))).rows);
    expect(await plan()).toContain('Seq Scan');
    await own.db.execute(sql`insert into filling select generate_series(2, 20000)`);
    expect(await plan()).toContain('Seq Scan');
    now.mockReturnValue(performance.now() + 30_001);
    await query();
    expect(await plan()).toContain('Index Only Scan');
  } finally {
    now.mockRestore();
    await own.close();
  }
});
