// `npm run figures:rebuild`: makes the counts, the roll-ups by day and the customers anew from the orders, while the store
// may be working. Exit code 1 when it could not.
import { join } from 'node:path';
import type pg from 'pg';
import { createAnalyticsStore } from './analytics/analytics-store.ts';
import { type Config, ConfigError, readConfig } from './config.ts';
import { createLog } from './log.ts';
import { openDatabase, sqlStateOf } from './store/database.ts';
import { EmbeddedRefusal, startEmbedded } from './store/embedded.ts';

try {
  await rebuild(readConfig(process.env));
  process.stdout.write('The figures are made anew.\n');
} catch (error) {
  process.exitCode = 1;
  process.stderr.write(`${sentenceOf(error)}\n`);
}

async function rebuild(config: Config): Promise<void> {
  if (config.databaseUrl) return rebuildIn({ connectionString: config.databaseUrl });
  const log = createLog(config.logLevel === 'debug' ? 'debug' : 'error');
  const embedded = await startEmbedded({ dataDir: join(config.dataDir, config.mode), log });
  await rebuildIn(embedded.connection).finally(() => embedded.stop());
}

async function rebuildIn(connection: pg.ClientConfig): Promise<void> {
  const database = openDatabase({ connection, poolSize: 1 });
  await createAnalyticsStore(database)
    .rebuild()
    .finally(() => database.close());
}

function sentenceOf(error: unknown): string {
  const spoken = [ConfigError, EmbeddedRefusal];
  if (error instanceof Error && spoken.some((kind) => error instanceof kind)) return error.message;
  // No such function: its migration is not there yet.
  if (sqlStateOf(error) === '42883') {
    return 'This database is of an older store, or of none: start this store on it once.';
  }
  return `The figures could not be made: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
}
