// A PostgreSQL of its own for several processes of one store, reached by DATABASE_URL as operators give it.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { cleanUpAfterExit } from '../../scripts/clean-up-after.mjs';
import { type EmbeddedConnection, startEmbedded } from '../../server/database/embedded.ts';
import { silentLog } from '../../server/observability/log.ts';

export type ExternalPostgres = {
  url: string;
  connection: EmbeddedConnection;
  /** A folder that goes with it. */
  folder: string;
  sql(statement: string): Promise<Record<string, unknown>[]>;
  stop(): Promise<void>;
};

export async function startExternalPostgres(): Promise<ExternalPostgres> {
  const folder = await mkdtemp(join(tmpdir(), 'applaud-outside-'));
  cleanUpAfterExit(folder);
  const database = await startEmbedded({ dataDir: folder, log: silentLog });
  const { connection } = database;
  const { host, port, user, password, database: name } = connection;
  return {
    connection,
    folder,
    url: `postgres://${user}:${encodeURIComponent(password)}@localhost:${port}/${name}?host=${encodeURIComponent(host)}`,
    sql: async (statement) => {
      const client = new pg.Client(connection);
      await client.connect();
      return (await client.query(statement).finally(() => client.end())).rows;
    },
    stop: async () => {
      await database.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
