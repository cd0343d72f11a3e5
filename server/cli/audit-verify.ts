// `npm run audit:verify [-- --expect HASH]`: verifies the audit log against its chain and prints changed, removed or
// inserted entries. Exit code 1 when there is any, 2 when the check failed.
import { readConfig } from '../config/config.ts';
import { verifyAudit } from '../modules/security/audit-check.ts';
import { onOpenDatabase, print, readOption, runCommand } from './command.ts';

await runCommand(
  'The audit log could not be verified',
  async () => {
    const usage = 'Give nothing, or the hash that an earlier run ended with: npm run audit:verify -- --expect HASH';
    const expected = process.argv.length > 2 ? readOption('expect', usage) : null;
    const config = readConfig(process.env);
    const seen = { expected, headFile: config.auditHeadFile };
    const differences = await onOpenDatabase(config, (database) => verifyAudit(database, print, seen));
    process.exitCode = differences === 0 ? 0 : 1;
  },
  { exitCode: () => 2 },
);
