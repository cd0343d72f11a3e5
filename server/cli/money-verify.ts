// `npm run money:verify`: rebuilds the money of every order from the ledger, compares, and prints every difference.
// Exit code 1 when there is any, 2 when it could not look.
import type pg from 'pg';
import { readConfig } from '../config/config.ts';
import { openDatabase } from '../database/database.ts';
import { verifyMoney } from '../modules/payments/ledger-check.ts';
import { onStoreDatabase, sentenceOf } from './command.ts';

try {
  const differences = await onStoreDatabase(readConfig(process.env), compare);
  process.exitCode = differences === 0 ? 0 : 1;
} catch (error) {
  process.exitCode = 2;
  process.stderr.write(`${sentenceOf(error, 'The money could not be verified')}\n`);
}

async function compare(connection: pg.ClientConfig): Promise<number> {
  const database = openDatabase({ connection, poolSize: 1 });
  return verifyMoney(database, (line) => process.stdout.write(`${line}\n`)).finally(() => database.close());
}
