// Writes a whole store as one file, from one moment, while it runs: lines of JSON, between them the rows of each table as COPY
// writes them, all of it compressed, with a checksum behind it. `import-store.ts` reads it.

import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip, type Gzip } from 'node:zlib';
import type pg from 'pg';
import { syncFolder } from '../../platform/operating-system.ts';
import { createChecksumStream } from './checksum.ts';
import type { Contents } from './contents.ts';
import { copyOut } from './copy.ts';
import { encryptTo } from './encryption.ts';
import { buildPartPath, keepTouching } from './part-file.ts';
import { TransferRefusal } from './refusal.ts';
import { createRowSum, endOfRows } from './rows.ts';
import { type FileHead, fileFormat } from './store-file.ts';
import { copyOutOf, listSequences, listTables, openTransferSession, readVersion, type Table } from './tables.ts';

export type Exported = Contents & { sizeBytes: number };

const batchBytes = 256 * 1024;

/**
 * The file is there, whole, or not at all. Replaces one of the same name. `publicKey`: encrypts the file (age). Throws
 * TransferRefusal where there is no store.
 */
export async function exportStore(
  connection: pg.ClientConfig,
  path: string,
  now: Date,
  publicKey: string | null = null,
): Promise<Exported> {
  const client = await openTransferSession(connection);
  const unfinished = await buildPartPath(path);
  const touching = keepTouching(unfinished);
  try {
    await client.query('begin isolation level repeatable read read only');
    const contents = await writeFile(client, unfinished, now, publicKey);
    await rename(unfinished, path);
    await syncFolder(dirname(path));
    return { ...contents, sizeBytes: (await stat(path)).size };
  } finally {
    touching.stop();
    await client.end().catch(() => {});
    await rm(unfinished, { force: true });
  }
}

async function writeFile(client: pg.Client, path: string, now: Date, publicKey: string | null): Promise<Contents> {
  const gzip = createGzip();
  const file = createWriteStream(path, { mode: 0o600, flush: true });
  const whole =
    publicKey === null
      ? pipeline(gzip, createChecksumStream(), file)
      : pipeline(gzip, createChecksumStream(), encryptTo(publicKey), file);
  whole.catch(() => {});
  try {
    const contents = await writeStore(client, gzip, now);
    gzip.end();
    await whole;
    return contents;
  } catch (error) {
    gzip.destroy(error as Error);
    // Reports the first error.
    await whole;
    throw error;
  }
}

async function writeStore(client: pg.Client, gzip: Gzip, now: Date): Promise<Contents> {
  const writeLine = (line: object) => written(gzip, `${JSON.stringify(line)}\n`);
  await writeLine(await readHead(client, now));
  const tables = await listTables(client);
  let rows = 0;
  for (const table of tables) {
    await writeLine({ table: table.name, columns: table.columns });
    rows += await writeTable(client, table, gzip);
  }
  await writeLine({ sequences: await listSequences(client) });
  await writeLine({ end: true, tables: tables.length, rows });
  return { tables: tables.length, rows };
}

async function readHead(client: pg.Client, now: Date): Promise<FileHead> {
  const version = await readVersion(client);
  const { rows } = version ? await client.query<{ mode: string }>('select mode from store_meta') : { rows: [] };
  const mode = rows[0]?.mode;
  if (!version || !mode) throw new TransferRefusal('There is no store in this database.');
  return { applaud: 'store', format: fileFormat, mode, madeAt: now.toISOString(), ...version };
}

async function writeTable(client: pg.Client, table: Table, gzip: Gzip): Promise<number> {
  const sum = createRowSum();
  let batch: Buffer[] = [];
  let bytes = 0;
  const flush = () => {
    const chunk = Buffer.concat(batch);
    batch = [];
    bytes = 0;
    return written(gzip, chunk);
  };
  await copyOut(client, copyOutOf(table), (row) => {
    sum.add(row);
    batch.push(Buffer.from(row), lineEnd);
    bytes += row.length;
    return bytes < batchBytes ? null : flush();
  });
  await flush();
  const summary = sum.end();
  await written(gzip, `${endOfRows}\n${JSON.stringify(summary)}\n`);
  return summary.rows;
}

const lineEnd = Buffer.from('\n');

async function written(gzip: Gzip, chunk: string | Buffer): Promise<void> {
  if (gzip.destroyed) throw gzip.errored ?? new Error('The file cannot be written.');
  if (!gzip.write(chunk)) await once(gzip, 'drain');
}
