// Reads a file of `export-store.ts` into a database without a store: everything in one transaction, read back row by row before
// it counts.
import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import type pg from 'pg';
import { DatabaseRefusal, makeTables } from '../migrate.ts';
import { copyIn, copyOut } from './copy.ts';
import { type FileHead, fileFormat, TransferRefusal } from './export-store.ts';
import { createLineReader, createRowSum, type LineReader, type RowSum } from './rows.ts';
import { copyOutOf, listTables, openTransferSession, readVersion, type Sequence, type Table } from './tables.ts';

export type Imported = { tables: number; rows: number; mode: string };

/**
 * Throws TransferRefusal: not such a file, of another mode or a newer store, a database that holds a store, or rows that did
 * not arrive as they were. Nothing was changed then but that empty tables may be there.
 */
export async function importStore(
  connection: pg.ClientConfig,
  path: string,
  { rootDir, mode }: { rootDir: string; mode: string },
): Promise<Imported> {
  const source = createReadStream(path);
  const reader = createLineReader(unpacked(source));
  try {
    const head = await readHead(reader, mode);
    await refuseStore(connection);
    await makeTables(connection, rootDir, head.migratedTo).catch((error: unknown) => {
      throw error instanceof DatabaseRefusal
        ? new TransferRefusal(`The file cannot be read here. ${error.message}`)
        : error;
    });
    return { ...(await fill(connection, reader, head)), mode: head.mode };
  } finally {
    source.destroy();
  }
}

async function* unpacked(source: NodeJS.ReadableStream): AsyncGenerator<Buffer> {
  const gunzip = createGunzip();
  source.once('error', (error) => gunzip.destroy(error));
  source.pipe(gunzip);
  try {
    for await (const chunk of gunzip) yield chunk as Buffer;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code?.startsWith('Z_')) throw new TransferRefusal('The file is damaged, cut short, or none of a store.');
    if (code === 'ENOENT') throw new TransferRefusal('There is no such file.');
    throw error;
  }
}

async function readHead(reader: LineReader, mode: string): Promise<FileHead> {
  const head = parsed<Partial<FileHead>>(await reader.line());
  if (head?.applaud !== 'store') throw new TransferRefusal('This is no file of a store.');
  if (head.format !== fileFormat) throw new TransferRefusal('The file was made by a newer version of the store.');
  if (head.mode !== mode) {
    throw new TransferRefusal(`The file holds a store in ${head.mode} mode: set MODE=${head.mode} to read it.`);
  }
  return head as FileHead;
}

async function refuseStore(connection: pg.ClientConfig): Promise<void> {
  const client = await openTransferSession(connection);
  try {
    const { rows } = await client.query<{ known: boolean }>("select to_regclass('store_meta') is not null as known");
    if (rows[0]?.known) await refuseClaimed(client);
  } finally {
    await client.end();
  }
}

async function refuseClaimed(client: pg.Client): Promise<void> {
  // Was a store ever started on this database?
  const { rows } = await client.query('select from store_meta union all (select from orders limit 1)');
  if (rows.length === 0) return;
  throw new TransferRefusal('The database is not empty: a store is read into an empty one only.');
}

async function fill(connection: pg.ClientConfig, reader: LineReader, head: FileHead): Promise<Omit<Imported, 'mode'>> {
  const client = await openTransferSession(connection);
  try {
    const version = await readVersion(client);
    if (version?.queueMigration !== head.queueMigration) {
      throw new TransferRefusal('The file was made with another version of the job queue: use the store that made it.');
    }
    await client.query('begin');
    // A store that is being started there waits, and then finds this one.
    await client.query('lock table store_meta in access exclusive mode');
    await refuseClaimed(client);
    const told = await fillTables(client, reader);
    await client.query('commit');
    // How the rows are spread, for the plans of the first queries.
    await client.query('analyze');
    return told;
  } finally {
    await client.end().catch(() => {});
  }
}

async function fillTables(client: pg.Client, reader: LineReader): Promise<Omit<Imported, 'mode'>> {
  const known = new Map((await listTables(client)).map((table) => [table.name, table]));
  let [tables, rows] = [0, 0];
  for (;;) {
    const line = parsed<FileLine>(await reader.line());
    if (!line) throw new TransferRefusal('The file is cut short.');
    if ('end' in line) {
      if (line.tables === tables && line.rows === rows) return { tables, rows };
      throw new TransferRefusal('The file lacks some of its tables.');
    }
    if ('sequences' in line) {
      for (const { name, last } of line.sequences) await client.query('select setval($1::regclass, $2)', [name, last]);
    } else {
      const own = known.get(line.table);
      if (!own || line.columns.some((column) => !own.columns.includes(column))) {
        throw new TransferRefusal(`The table ${line.table} of the file is none of a store.`);
      }
      rows += await fillTable(client, { name: own.name, columns: line.columns }, reader);
      tables += 1;
    }
  }
}

type FileLine =
  | { table: string; columns: string[] }
  | { sequences: Sequence[] }
  | { end: true; tables: number; rows: number };

// What triggers derive from rows is in the file too, and would be there twice; so is what a migration put into a new table.
async function fillTable(client: pg.Client, table: Table, reader: LineReader): Promise<number> {
  const read = createRowSum();
  await client.query(`alter table ${table.name} disable trigger user`);
  await client.query(`delete from ${table.name}`);
  await copyIn(client, `copy ${table.name} (${table.columns.join(', ')}) from stdin`, reader.rows(read.add));
  await client.query(`alter table ${table.name} enable trigger user`);
  const arrived = createRowSum();
  await copyOut(client, copyOutOf(table), (row) => {
    arrived.add(row);
    return null;
  });
  const told = parsed<RowSum>(await reader.line());
  for (const sum of [read.end(), arrived.end()]) {
    if (sum.rows === told?.rows && sum.hash === told.hash) continue;
    throw new TransferRefusal(`The rows of ${table.name} did not arrive as they were written. Nothing was kept.`);
  }
  return told?.rows ?? 0;
}

function parsed<T>(line: string | null): T | null {
  try {
    return line === null ? null : (JSON.parse(line) as T);
  } catch {
    throw new TransferRefusal('This is no file of a store.');
  }
}
