import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { emptyDatabase, freshDatabase, type TestDatabase } from '../../../tests/support/database.ts';
import { paidOrder, placeOrder } from '../../../tests/support/orders.ts';
import { startStore } from '../../../tests/support/store.ts';
import { verifyMoney } from '../../modules/payments/ledger-check.ts';
import { verifyAudit } from '../../modules/security/audit-check.ts';
import { projectRoot } from '../../platform/project-root.ts';
import { openDatabase } from '../database.ts';
import { migrateDatabase } from '../migrate.ts';
import { exportStore } from './export-store.ts';
import { importStore } from './import-store.ts';
import { TransferRefusal } from './refusal.ts';
import { listTables, openTransferSession } from './tables.ts';

const here = { rootDir: projectRoot(), mode: 'sandbox' };
const strange = 'tab\there, a \\ and \\. and\nlines, "quotes", ünï → 🎈';

let folder: string;
let file: string;
let db: TestDatabase;
const toDrop: (() => Promise<void>)[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'applaud-transfer-'));
  file = join(folder, 'store.gz');
  db = await freshDatabase();
  const store = await startStore({}, { db });
  await paidOrder(store);
  await placeOrder(store, { email: 'second@buyer.example', category: 'Views', quantity: 1000 });
  await store.drain();
  await placeOrder(store);
  // Once it is stopped no notification of the gateway can arrive between an export and the comparison with it.
  await store.stop();
  await query(db.connection, "select graphile_worker.add_job('sync_links', run_at => now() + interval '1 day')");
  await query(
    db.connection,
    `insert into contact_messages (id, name, email, subject, message, urgent, received_at)
    values (gen_random_uuid(), 'x', 'x@example.com', 's', $1, false, now())`,
    [strange],
  );
  await exportStore(db.connection, file, new Date());
});
afterEach(async () => {
  for (const drop of toDrop.splice(0)) await drop();
});
afterAll(async () => {
  await db?.drop();
  await rm(folder, { recursive: true, force: true });
});

async function query(connection: pg.ClientConfig, statement: string, values: unknown[] = []) {
  const client = new pg.Client(connection);
  await client.connect();
  return (await client.query(statement, values).finally(() => client.end())).rows;
}

async function empty() {
  const made = await emptyDatabase();
  toDrop.push(made.drop);
  return made.connection;
}

/** Count and hash of every table, by the database itself: another way than that of the files. */
async function sums(connection: pg.ClientConfig): Promise<Record<string, string>> {
  const client = await openTransferSession(connection);
  const found: Record<string, string> = {};
  for (const { name, columns } of await listTables(client)) {
    const { rows } = await client.query(
      `select count(*) || ' ' || coalesce(md5(string_agg(t, ',' order by t)), '') as sum
      from (select row(${columns.join(', ')})::text as t from ${name}) as rows`,
    );
    found[name] = rows[0].sum;
  }
  await client.end();
  return found;
}

describe('a store that moves', () => {
  test('every row of every lasting table arrives, and the way back too', async () => {
    const there = await empty();
    await importStore(there, file, here);
    const before = await sums(db.connection);
    expect(Object.keys(before).length).toBeGreaterThan(30);
    expect(before['graphile_worker._private_jobs']).not.toMatch(/^0 /);
    expect(await sums(there)).toEqual(before);
    const again = join(folder, 'again.gz');
    await exportStore(there, again, new Date());
    const back = await empty();
    await importStore(back, again, here);
    expect(await sums(back)).toEqual(before);
    expect(await query(back, 'select message from contact_messages')).toContainEqual({ message: strange });
  });

  test('there the money and the audit log are found right, guards hold, and counting goes on', async () => {
    const there = await empty();
    await importStore(there, file, here);
    await migrateDatabase(there, projectRoot(), 'sandbox');
    const database = openDatabase({ connection: there, poolSize: 2 });
    try {
      expect(await verifyMoney(database, () => {})).toBe(0);
      expect(await verifyAudit(database, () => {})).toBe(0);
    } finally {
      await database.close();
    }
    await expect(query(there, 'delete from payment_events')).rejects.toThrow();
    const beside = await startStore({}, { db: { ...(await freshLike(there)), connection: there } });
    try {
      const { rows } = { rows: await query(there, 'select sum(placed)::int as placed from order_days') };
      await placeOrder(beside);
      expect(await query(there, 'select sum(placed)::int as placed from order_days')).toEqual([
        { placed: rows[0].placed + 1 },
      ]);
    } finally {
      await beside.stop();
    }
  });

  async function freshLike(connection: pg.ClientConfig) {
    const database = openDatabase({ connection, poolSize: 4 });
    toDrop.unshift(() => database.close());
    return { ...db, database };
  }

  test('no lasting table of the store is left out but those of the moment', async () => {
    const all = await query(
      db.connection,
      `select n.nspname || '.' || relname as name from pg_class c join pg_namespace n on n.oid = relnamespace
      where relkind in ('r', 'p') and not relispartition and relpersistence = 'p' and nspname in ('public', 'graphile_worker')`,
    );
    const client = await openTransferSession(db.connection);
    const listed = (await listTables(client)).map(({ name }) => name);
    await client.end();
    expect(
      all
        .map(({ name }) => name)
        .filter((name) => !listed.includes(name))
        .sort(),
    ).toEqual(['graphile_worker.migrations', 'public.worker_heartbeats']);
  });

  test('a file of an older version of the store is read as it was, and brought up at the next start', async () => {
    const old = await empty();
    const [first] = JSON.parse(await readFile('server/database/migrations/meta/_journal.json', 'utf8')).entries;
    const { makeTables } = await import('../migrate.ts');
    await makeTables(old, projectRoot(), first.when);
    await query(old, "insert into store_meta (id, mode, created_at) values (true, 'sandbox', now())");
    const path = join(folder, 'old.gz');
    await exportStore(old, path, new Date());
    const there = await empty();
    await importStore(there, path, here);
    expect(await sums(there)).toEqual(await sums(old));
    await migrateDatabase(there, projectRoot(), 'sandbox');
    expect(await query(there, 'select count(*)::int as n from providers')).toEqual([{ n: 0 }]);
  });
});

describe('what is refused', () => {
  const refusal = async (connection: pg.ClientConfig, path: string, mode = 'sandbox') =>
    importStore(connection, path, { ...here, mode }).then(
      () => 'taken',
      (error: unknown) => (error instanceof TransferRefusal ? error.message : error),
    );

  const tablesOf = (connection: pg.ClientConfig) =>
    query(connection, "select relname from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace");

  test('a database that holds a store, which stays as it is', async () => {
    const before = await sums(db.connection);
    expect(await refusal(db.connection, file)).toMatch(/not empty/);
    expect(await sums(db.connection)).toEqual(before);
  });

  /** As a version before checksums would have written it. */
  async function rewrite(change: (text: string) => string): Promise<string> {
    const path = join(folder, 'rewritten.gz');
    const text = gunzipSync(await readFile(file)).toString('utf8');
    const withoutChecksum = text.slice(0, text.lastIndexOf('{"checksum":')).replace('"format":2', '"format":1');
    await writeFile(path, gzipSync(change(withoutChecksum)));
    return path;
  }

  test('a file of another mode, a newer store, no store, none at all', async () => {
    const there = await empty();
    expect(await refusal(there, file, 'live')).toMatch(/set MODE=sandbox/);
    const newer = await rewrite((text) => text.replace(/"migratedTo":\d+/, '"migratedTo":9999999999999'));
    expect(await refusal(there, newer)).toMatch(/newer version/);
    const newerFormat = await rewrite((text) => text.replace('"format":1', '"format":3'));
    expect(await refusal(there, newerFormat)).toMatch(/newer version/);
    const path = join(folder, 'other.gz');
    for (const other of [gzipSync('hello\n'), gzipSync(Buffer.alloc(200_000, 'x')), Buffer.from('hello')]) {
      await writeFile(path, other);
      expect(await refusal(there, path)).toMatch(/not a backup of a store/);
    }
    expect(await refusal(there, join(folder, 'missing.gz'))).toMatch(/no such file/);
    expect(await refusal(there, folder)).toMatch(/regular file/);
    expect(await tablesOf(there)).toEqual([]);
  });

  test('a file without a checksum that lacks its end or a table, or has a row changed', async () => {
    const there = await empty();
    const changed = await rewrite((text) => text.replace('second@buyer.example', 'sekond@buyer.example'));
    expect(await refusal(there, changed)).toMatch(/damaged .*rows of public\..* differ/);
    const withoutEnd = await rewrite((text) => text.split('\n').slice(0, -2).join('\n').concat('\n'));
    expect(await refusal(there, withoutEnd)).toMatch(/cut off/);
    const withoutTable = await rewrite((text) => text.replace(/^{"table":"public.admins"[\s\S]*?^(?={"table")/m, ''));
    expect(await refusal(there, withoutTable)).toMatch(/damaged .*tables are missing/);
    expect(await tablesOf(there)).toEqual([]);
    expect(await refusal(there, file)).toBe('taken');
  });

  test('a database without a store gives no file, and leaves none unfinished', async () => {
    const path = join(folder, 'none.gz');
    await expect(exportStore(await empty(), path, new Date())).rejects.toThrow('There is no store');
    expect((await readdir(folder)).filter((name) => name.startsWith('none'))).toEqual([]);
  });

  test('a folder that is not there ends the export by itself', async () => {
    await expect(exportStore(db.connection, join(folder, 'no', 'x.gz'), new Date())).rejects.toThrow('ENOENT');
  });
});

test('many rows stream through both ways', async () => {
  const full = await freshDatabase();
  try {
    await query(
      full.connection,
      `insert into contact_messages (id, name, email, subject, message, urgent, received_at)
      select gen_random_uuid(), 'n', 'n@example.com', 's', repeat(md5(i::text), 30), false, now() from generate_series(1, 20000) i`,
    );
    const path = join(folder, 'many.gz');
    const summary = await exportStore(full.connection, path, new Date());
    expect(summary.rows).toBeGreaterThan(20_000);
    const there = await empty();
    expect((await importStore(there, path, here)).rows).toBe(summary.rows);
  } finally {
    await full.drop();
  }
});
