// Reads a file of `export-store.ts` into a database without a store. The file is verified before the database is touched; its
// rows are written in one transaction and read back before they count.
import type pg from 'pg';
import { DatabaseRefusal, makeTables } from '../migrate.ts';
import { type Contents, checkContents, readContents } from './contents.ts';
import { copyIn, copyOut } from './copy.ts';
import { fileRefusal, TransferRefusal } from './refusal.ts';
import { createRowSum, type RowSum } from './rows.ts';
import { openStoreFile, type StoreFile } from './store-file.ts';
import { copyOutOf, listTables, openTransferSession, readVersion, type Table } from './tables.ts';
import { requireMigration } from './verify-file.ts';

export type Imported = Contents & { mode: string; hasChecksum: boolean };

/**
 * Throws FileRefusal for a file that cannot be used: the database is as it was then. Throws TransferRefusal for a database that
 * holds a store; one without a store may hold its empty tables afterwards.
 */
export async function importStore(
  connection: pg.ClientConfig,
  path: string,
  { rootDir, mode }: { rootDir: string; mode: string },
): Promise<Imported> {
  const file = await openStoreFile(path);
  const { head, hasChecksum } = file;
  try {
    // Without a checksum the sums inside the file are all there is; they take a reading of their own.
    if (!hasChecksum) await checkContents(await file.readBody());
    if (head.mode !== mode) throw fileRefusal.otherMode(head.mode);
    await requireMigration(rootDir, head.migratedTo);
    await refuseStore(connection);
    await makeTables(connection, rootDir, head.migratedTo).catch((error: unknown) => {
      throw error instanceof DatabaseRefusal ? new TransferRefusal(error.message) : error;
    });
    const contents = await fill(connection, file);
    return { ...contents, mode: head.mode, hasChecksum };
  } finally {
    await file.close();
  }
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
  const { rows } = await client.query('select from store_meta union all (select from orders limit 1)');
  if (rows.length === 0) return;
  throw new TransferRefusal('The database is not empty: a store is read into an empty one only.');
}

async function fill(connection: pg.ClientConfig, file: StoreFile): Promise<Contents> {
  const client = await openTransferSession(connection);
  const reader = await file.readBody();
  try {
    const version = await readVersion(client);
    if (version?.queueMigration !== file.head.queueMigration) {
      throw new TransferRefusal('The file was made with another version of the job queue: use the store that made it.');
    }
    await client.query('begin');
    // A store that starts there waits for the lock, and then finds the imported store.
    await client.query('lock table store_meta in access exclusive mode');
    await refuseClaimed(client);
    const known = new Map((await listTables(client)).map((table) => [table.name, table]));
    const contents = await readContents(reader, {
      table: (table, rows) => fillTable(client, known, table, rows),
      sequences: async (sequences) => {
        for (const { name, last } of sequences) await client.query('select setval($1::regclass, $2)', [name, last]);
      },
    });
    await client.query('commit');
    // How the rows are spread, for the plans of the first queries.
    await client.query('analyze');
    return contents;
  } finally {
    await reader.close();
    await client.end().catch(() => {});
  }
}

// Rows that triggers or migrations created are in the file too, and would be duplicates.
async function fillTable(
  client: pg.Client,
  known: Map<string, Table>,
  { name, columns }: Table,
  rows: AsyncGenerator<Buffer>,
): Promise<RowSum> {
  const own = known.get(name);
  if (!own || columns.some((column) => !own.columns.includes(column))) {
    throw fileRefusal.damaged(`its table ${name} does not belong to a store`);
  }
  const table = { name: own.name, columns };
  await client.query(`alter table ${table.name} disable trigger user`);
  await client.query(`delete from ${table.name}`);
  await copyIn(client, `copy ${table.name} (${table.columns.join(', ')}) from stdin`, rows);
  await client.query(`alter table ${table.name} enable trigger user`);
  const stored = createRowSum();
  await copyOut(client, copyOutOf(table), (row) => {
    stored.add(row);
    return null;
  });
  return stored.end();
}
