// `npm run money:verify`: rebuilds the money of every order from the ledger, compares, and prints every difference.
// Exit code 1 when there is any, 2 when it could not look.
import { join } from 'node:path';
import type pg from 'pg';
import { type Config, ConfigError, readConfig } from './config.ts';
import { createLog } from './log.ts';
import { verifyMoney } from './payments/ledger-check.ts';
import { openDatabase, sqlStateOf } from './store/database.ts';
import { EmbeddedRefusal, startEmbedded } from './store/embedded.ts';

try {
  const differences = await verify(readConfig(process.env));
  process.exitCode = differences === 0 ? 0 : 1;
} catch (error) {
  process.exitCode = 2;
  process.stderr.write(`${sentenceOf(error)}\n`);
}

async function verify(config: Config): Promise<number> {
  if (config.databaseUrl) return compare({ connectionString: config.databaseUrl });
  const log = createLog(config.logLevel === 'debug' ? 'debug' : 'error');
  const embedded = await startEmbedded({ dataDir: join(config.dataDir, config.mode), log });
  return compare(embedded.connection).finally(() => embedded.stop());
}

async function compare(connection: pg.ClientConfig): Promise<number> {
  const database = openDatabase({ connection, poolSize: 1 });
  return verifyMoney(database, (line) => process.stdout.write(`${line}\n`)).finally(() => database.close());
}

function sentenceOf(error: unknown): string {
  const spoken = [ConfigError, EmbeddedRefusal];
  if (error instanceof Error && spoken.some((kind) => error instanceof kind)) return error.message;
  // No such table, or no such column.
  if (/^42(P01|703)$/.test(sqlStateOf(error) ?? ''))
    return 'This database is of an older store, or of none: start this store on it once.';
  return `The money could not be verified: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
}
