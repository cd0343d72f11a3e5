// Brings a database to the current schema, once, however many processes start together. Also: which mode it belongs to.
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import { runMigrations } from 'graphile-worker';
import pg from 'pg';

export type Mode = 'sandbox' | 'live';

/** Says in one sentence why this database cannot be used. */
export class DatabaseRefusal extends Error {
  override readonly name = 'DatabaseRefusal';
}

const lockKey = createHash('sha256').update('applaud migrations').digest().readInt32BE(0);

/**
 * Applies what is missing, ours and the job queue's, under an advisory lock on one connection of its own. Throws
 * DatabaseRefusal when the server is too old or the database belongs to another mode.
 */
export async function migrateDatabase(connection: pg.ClientConfig, rootDir: string, mode: Mode): Promise<void> {
  const client = new pg.Client({ ...connection, application_name: 'applaud migrations' });
  await client.connect();
  try {
    await refuseOldServer(client);
    await client.query('select pg_advisory_lock($1)', [lockKey]);
    await client.query("set client_min_messages = 'warning'");
    await migrate(drizzle(client), { migrationsFolder: join(rootDir, 'server/store/migrations') });
    const pool = new pg.Pool({ ...connection, max: 2 });
    pool.on('error', () => {});
    pool.on('connect', (connected) => void connected.on('error', () => {}));
    await runMigrations({ pgPool: pool, noPreparedStatements: true }).finally(() => pool.end());
    await claimMode(client, mode);
  } finally {
    // Ending the session gives the lock back.
    await client.end();
  }
}

async function refuseOldServer(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ version: string }>("select current_setting('server_version_num') as version");
  const version = Number(rows[0]?.version ?? 0);
  if (version < 150_000) {
    throw new DatabaseRefusal(
      `The database is PostgreSQL ${Math.floor(version / 10_000)}; the store needs 15 or newer.`,
    );
  }
}

async function claimMode(client: pg.Client, mode: Mode): Promise<void> {
  await client.query('insert into store_meta (id, mode, created_at) values (true, $1, now()) on conflict do nothing', [
    mode,
  ]);
  const { rows } = await client.query<{ mode: string }>('select mode from store_meta');
  const recorded = rows[0]?.mode;
  if (recorded !== mode) {
    throw new DatabaseRefusal(
      `This database belongs to a store in ${recorded} mode; start with MODE=${recorded} or give another database.`,
    );
  }
}
