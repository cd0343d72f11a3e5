// `npm run audit:verify [-- --expect HASH]`: verifies the audit log against its chain and prints changed, removed or
// inserted entries. Exit code 1 when there is any, 2 when the check failed.
import type pg from 'pg';
import { readConfig } from '../config/config.ts';
import { openDatabase } from '../database/database.ts';
import { chainAudit, verifyAudit } from '../modules/security/audit-chain.ts';
import { onStoreDatabase, readOption, sentenceOf } from './command.ts';

try {
  const usage = 'Give nothing, or the hash that an earlier run ended with: npm run audit:verify -- --expect HASH';
  const expected = process.argv.length > 2 ? readOption('expect', usage) : null;
  const differences = await onStoreDatabase(readConfig(process.env), (connection) => verify(connection, expected));
  process.exitCode = differences === 0 ? 0 : 1;
} catch (error) {
  process.exitCode = 2;
  process.stderr.write(`${sentenceOf(error, 'The audit log could not be verified')}\n`);
}

async function verify(connection: pg.ClientConfig, expected: string | null): Promise<number> {
  const database = openDatabase({ connection, poolSize: 1 });
  try {
    await chainAudit(database);
    return await verifyAudit(database, (line) => process.stdout.write(`${line}\n`), expected);
  } finally {
    await database.close();
  }
}
