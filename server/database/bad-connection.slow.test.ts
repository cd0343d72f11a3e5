// Whatever the line to the database does to one answer, the process lives, the asker hears that it failed, and the next one
// is served.
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type BadLine, type Harm, harms, startBadDatabaseLine } from '../../tests/support/bad-connection.ts';
import { freshDatabase, type TestDatabase } from '../../tests/support/database.ts';
import { projectRoot } from '../platform/project-root.ts';
import { type Database, isConnectionLoss, openDatabase } from './database.ts';
import { migrateDatabase } from './migrate.ts';

const poolSize = 2;
let testDatabase: TestDatabase;
let line: BadLine;
let database: Database;

beforeEach(async () => {
  testDatabase = await freshDatabase();
  line = await startBadDatabaseLine(testDatabase.connection);
  const connection = { ...testDatabase.connection, host: '127.0.0.1', port: line.port };
  database = openDatabase({ connection, poolSize, answerWithinMs: 3_000 });
  await database.db.execute(sql`create table kept (id int primary key)`);
});
afterEach(async () => {
  await database.close();
  await line.close();
  await testDatabase.drop();
});

const breaking = harms.filter((harm) => harm !== 'slow');
const rows = async () =>
  (await testDatabase.database.pool.query('select id from kept order by id')).rows.map(({ id }) => id);
const failure = (work: Promise<unknown>) => work.then(() => null).catch((error: unknown) => error);

describe.each(breaking)('an answer that is %s', { timeout: 60_000 }, (harm: Harm) => {
  test('fails a question in time, as a loss of the connection; the next one is answered', async () => {
    line.spoilNext(harm);
    const failed = await failure(database.db.execute(sql`select id, 'some text' as it from kept`));
    expect(failed).toBeInstanceOf(Error);
    expect(isConnectionLoss(failed)).toBe(true);
    expect((await database.db.execute(sql`select 1 as one`)).rows).toEqual([{ one: 1 }]);
  });

  test('in a transaction ends it: all of it is kept or nothing, and no connection stays behind', async () => {
    for (let id = 0; id <= poolSize; id += 1) {
      const failed = await failure(
        database.transaction(async (tx) => {
          await tx.execute(sql`insert into kept values (${id})`);
          line.spoilNext(harm);
          await tx.execute(sql`insert into kept values (${id + 100})`);
        }),
      );
      expect(isConnectionLoss(failed)).toBe(true);
    }
    expect(await rows()).toEqual([]);
    await database.transaction((tx) => tx.execute(sql`insert into kept values (7)`));
    expect(await rows()).toEqual([7]);
  });

  test('while a connection is opened fails that one only', async () => {
    await database.db.execute(sql`select 1`);
    await database.pool.query('select pg_terminate_backend(pg_backend_pid())').catch(() => {});
    line.spoilNext(harm);
    await failure(database.db.execute(sql`select 1`));
    expect((await database.db.execute(sql`select 1 as one`)).rows).toEqual([{ one: 1 }]);
  });
});

test('an answer that dribbles in is an answer', async () => {
  for (let times = 0; times < 3; times += 1) {
    line.spoilNext('slow');
    expect((await database.db.execute(sql`select 1 as one`)).rows).toEqual([{ one: 1 }]);
  }
});

test('what takes longer than an answer may is lost, but for those who said that it may', async () => {
  const slow = sql`select pg_sleep(3.5)`;
  expect(isConnectionLoss(await failure(database.db.execute(slow)))).toBe(true);
  const patient = openDatabase({ connection: testDatabase.connection, poolSize: 1, answerWithinMs: null });
  expect(await failure(patient.db.execute(slow))).toBeNull();
  await patient.close();
});

test.each(['cut', 'mute', 'unknown type', 'endless'] as const)(
  'a start whose line is %s at once ends with an error',
  async (harm) => {
    line.spoilNext(harm);
    const connection = { ...testDatabase.connection, host: '127.0.0.1', port: line.port };
    expect(await failure(migrateDatabase(connection, projectRoot(), 'sandbox'))).toBeInstanceOf(Error);
    expect(await failure(migrateDatabase(connection, projectRoot(), 'sandbox'))).toBeNull();
  },
);
