// A store whose database stands behind a line that a chaos test can harm.

import type { EmbeddedConnection } from '../../server/database/embedded.ts';
import type { ChaosStoreOptions } from './chaos-store.ts';
import { startExternalPostgres } from './external-postgres.ts';

type Line = { port: number; close(): Promise<void> };

export type LinedDatabase<L extends Line> = {
  line: L;
  /** For `startChaosStore`. */
  database: NonNullable<ChaosStoreOptions['database']>;
  stop(): Promise<void>;
};

export async function startLinedDatabase<L extends Line>(
  startLine: (to: EmbeddedConnection) => Promise<L>,
): Promise<LinedDatabase<L>> {
  const postgres = await startExternalPostgres();
  const line = await startLine(postgres.connection);
  const { user, password, database } = postgres.connection;
  const url = `postgres://${user}:${encodeURIComponent(password)}@127.0.0.1:${line.port}/${database}`;
  return {
    line,
    database: { env: { DATABASE_URL: url }, directUrl: () => postgres.url, sql: postgres.sql },
    stop: async () => {
      await line.close();
      await postgres.stop();
    },
  };
}
