// `npm run money:verify`: rebuilds the money of every order from the ledger, compares, and prints every difference.
// Exit code 1 when there is any, 2 when it could not look.
import { readConfig } from '../config/config.ts';
import { verifyMoney } from '../modules/payments/ledger-check.ts';
import { onOpenDatabase, print, runCommand } from './command.ts';

await runCommand(
  'The money could not be verified',
  async () => {
    const differences = await onOpenDatabase(readConfig(process.env), (database) => verifyMoney(database, print));
    process.exitCode = differences === 0 ? 0 : 1;
  },
  { exitCode: () => 2 },
);
