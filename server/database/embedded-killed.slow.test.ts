// What a store finds after something was killed. Only processes that this file started are killed, by their number.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  bundleEmbedded,
  embeddedSetup,
  queryRows,
  serverPid,
  spawnStoreProcess,
  startStoreProcess,
  until,
} from '../../tests/support/embedded-setup.ts';
import { findServer, isServerOf } from './embedded-postmaster.ts';

const setup = embeddedSetup();
let bundle: Awaited<ReturnType<typeof bundleEmbedded>>;
beforeAll(async () => {
  bundle = await bundleEmbedded();
});
afterAll(async () => {
  await setup.close();
  await bundle.remove();
});

describe('after a kill -9', () => {
  test('of the store, the next one takes over the running server', async () => {
    const dataDir = await setup.folder();
    const store = await startStoreProcess(bundle.script, dataDir);
    await queryRows(store.connection, 'CREATE TABLE notes AS SELECT 1 AS note');
    const pid = await serverPid(dataDir);
    store.child.kill('SIGKILL');
    const next = await setup.start(dataDir);
    expect(next.adopted).toBe(true);
    expect(next.connection).toEqual(store.connection);
    expect(await serverPid(dataDir)).toBe(pid);
    expect(await queryRows(next.connection, 'SELECT note FROM notes')).toEqual([{ note: 1 }]);
    await next.stop();
    expect(await isServerOf(pid, join(dataDir, 'postgres'))).toBe(false);
  });

  test('of the server alone, it is started again and every acknowledged row is there', async () => {
    const dataDir = await setup.folder();
    const database = await setup.start(dataDir);
    const seen: string[] = [];
    database.onDown(() => seen.push('down'));
    database.onUp(() => seen.push('up'));
    await queryRows(database.connection, 'CREATE TABLE orders (id int PRIMARY KEY)');
    for (const round of [1, 2, 3]) {
      const acknowledged = await writeUntilKilled(database.connection, await serverPid(dataDir), round);
      await until('the server is back', () => seen.filter((event) => event === 'up').length === round);
      const rows = await queryRows<{ id: number }>(database.connection, 'SELECT id FROM orders');
      const kept = new Set(rows.map((row) => row.id));
      expect(acknowledged.length).toBeGreaterThan(0);
      expect(acknowledged.filter((id) => !kept.has(id))).toEqual([]);
    }
    expect(seen).toEqual(['down', 'up', 'down', 'up', 'down', 'up']);
  });

  test('of an adopted server, it is started again too', async () => {
    const dataDir = await setup.folder();
    const store = await startStoreProcess(bundle.script, dataDir);
    store.child.kill('SIGKILL');
    const database = await setup.start(dataDir);
    expect(database.adopted).toBe(true);
    const up = new Promise<void>((resolve) => database.onUp(resolve));
    process.kill(await serverPid(dataDir), 'SIGKILL');
    await up;
    expect(await queryRows(database.connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  test('of the store and the server, the next start recovers', async () => {
    const dataDir = await setup.folder();
    const store = await startStoreProcess(bundle.script, dataDir);
    await queryRows(store.connection, 'CREATE TABLE notes AS SELECT generate_series(1, 500) AS note');
    store.child.kill('SIGKILL');
    process.kill(await serverPid(dataDir), 'SIGKILL');
    const next = await setup.start(dataDir);
    expect(next.adopted).toBe(false);
    expect(await queryRows(next.connection, 'SELECT count(*)::int AS notes FROM notes')).toEqual([{ notes: 500 }]);
  });

  test('of one of its processes, the server recovers by itself and is held again', async () => {
    const dataDir = await setup.folder();
    const database = await setup.start(dataDir);
    const pid = await serverPid(dataDir);
    const up = new Promise<void>((resolve) => database.onUp(resolve));
    const [session] = await queryRows<{ pid: number }>(
      database.superuser,
      `SELECT pid FROM pg_stat_activity WHERE application_name = 'applaud supervisor'`,
    );
    process.kill(session?.pid ?? 0, 'SIGKILL');
    await up;
    expect(await serverPid(dataDir)).toBe(pid);
    expect(await queryRows(database.connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  test('in the middle of a first start, the next start makes the database from the beginning', async () => {
    const dataDir = await setup.folder();
    const store = spawnStoreProcess(bundle.script, dataDir);
    await until('the database is half made', async () => {
      const [unfinished] = await unfinishedIn(dataDir);
      return unfinished !== undefined && (await readdir(join(dataDir, unfinished, 'data')).catch(() => [])).length > 3;
    });
    store.kill('SIGKILL');
    await once(store, 'exit');
    expect(await readdir(dataDir)).not.toContain('postgres');
    const database = await setup.start(dataDir);
    expect(await queryRows(database.connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await database.stop();
    await (await setup.start(dataDir)).stop(); // by now the orphaned initdb has ended too
    expect(await unfinishedIn(dataDir)).toEqual([]);
  });

  test('a server that only lost its supervising session is held again', async () => {
    const dataDir = await setup.folder();
    const database = await setup.start(dataDir);
    const pid = await serverPid(dataDir);
    const up = new Promise<void>((resolve) => database.onUp(resolve));
    await queryRows(
      database.superuser,
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'applaud supervisor'`,
    );
    await up;
    expect(await serverPid(dataDir)).toBe(pid);
    await expect(setup.start(dataDir)).rejects.toThrow('another store uses this folder');
  });

  test('a stop that is asked for while the server is down leaves nothing running', async () => {
    const dataDir = await setup.folder();
    const database = await setup.start(dataDir);
    const pgData = join(dataDir, 'postgres');
    const down = new Promise<void>((resolve) => database.onDown(resolve));
    process.kill(await serverPid(dataDir), 'SIGKILL');
    await down;
    await database.stop();
    expect(await findServer(dataDir, pgData)).toBeNull();
  });

  test('a number that another process has by now is neither adopted nor harmed', async () => {
    const dataDir = await setup.folder();
    const store = await startStoreProcess(bundle.script, dataDir);
    const bystander = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
    await once(bystander, 'spawn');
    store.child.kill('SIGKILL');
    const pid = await serverPid(dataDir);
    process.kill(pid, 'SIGKILL');
    await until('the server is gone', async () => !(await isServerOf(pid, join(dataDir, 'postgres'))));
    for (const path of [join(dataDir, 'postgres', 'postmaster.pid'), join(dataDir, '.s.PGSQL.5432.lock')]) {
      const text = await readFile(path, 'utf8');
      await writeFile(path, text.replace(/^\d+/, String(bystander.pid)));
    }
    const next = await setup.start(dataDir);
    expect(next.adopted).toBe(false);
    expect(await serverPid(dataDir)).not.toBe(bystander.pid);
    expect(bystander.exitCode ?? bystander.signalCode).toBeNull();
    bystander.kill();
  });

  test('Ctrl-C in the terminal does not reach the server', async () => {
    const dataDir = await setup.folder();
    const store = await startStoreProcess(bundle.script, dataDir);
    const stat = await readFile(`/proc/${await serverPid(dataDir)}/stat`, 'utf8');
    const [, , group, session] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    expect([group, session].map(Number)).toEqual([await serverPid(dataDir), await serverPid(dataDir)]);
    store.child.kill('SIGKILL');
    await (await setup.start(dataDir)).stop();
  });
});

async function unfinishedIn(dataDir: string): Promise<string[]> {
  return (await readdir(dataDir).catch(() => [])).filter((name) => name.startsWith('postgres.new'));
}

/** Inserts numbered rows one commit at a time and kills the server in the middle; gives back what was acknowledged. */
async function writeUntilKilled(
  connection: Parameters<typeof queryRows>[0],
  pid: number,
  round: number,
): Promise<number[]> {
  const acknowledged: number[] = [];
  const writers = [0, 1, 2, 3].map(async (writer) => {
    const client = new Client(connection);
    client.on('error', () => {});
    await client.connect();
    for (let n = 0; ; n += 1) {
      const id = round * 1_000_000 + writer * 100_000 + n;
      await client.query('INSERT INTO orders VALUES ($1)', [id]);
      acknowledged.push(id);
    }
  });
  const outcome = Promise.allSettled(writers);
  await until('some rows are written', () => acknowledged.length > 500);
  process.kill(pid, 'SIGKILL');
  await outcome;
  return acknowledged;
}
