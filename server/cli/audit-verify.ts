// `npm run audit:verify [-- --expect HASH]`: verifies the audit log against its chain and prints changed, removed or
// inserted entries. Exit code 1 when there is any, 2 when the check failed.
import type pg from 'pg';
import { readConfig } from '../config/config.ts';
import { openDatabase } from '../database/database.ts';
import { type SeenHeads, verifyAudit } from '../modules/security/audit-check.ts';
import { onStoreDatabase, readOption, sentenceOf } from './command.ts';

try {
  const usage = 'Give nothing, or the hash that an earlier run ended with: npm run audit:verify -- --expect HASH';
  const expected = process.argv.length > 2 ? readOption('expect', usage) : null;
  const config = readConfig(process.env);
  const seen = { expected, headFile: config.auditHeadFile };
  const differences = await onStoreDatabase(config, (connection) => verify(connection, seen));
  process.exitCode = differences === 0 ? 0 : 1;
} catch (error) {
  process.exitCode = 2;
  process.stderr.write(`${sentenceOf(error, 'The audit log could not be verified')}\n`);
}

async function verify(connection: pg.ClientConfig, seen: SeenHeads): Promise<number> {
  const database = openDatabase({ connection, poolSize: 1 });
  try {
    return await verifyAudit(database, (line) => process.stdout.write(`${line}\n`), seen);
  } finally {
    await database.close();
  }
}
