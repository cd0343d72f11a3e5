// `npm run admin:unlock -- --email you@example.com`: unlocks an account after failed sign-ins of others, and their
// addresses. Exit code 1 on failure.
import { readConfig } from '../config/config.ts';
import { removeGuesses } from '../modules/auth/auth.repository.ts';
import { toAccountKey } from '../modules/auth/login-throttle.ts';
import { createAudit } from '../modules/security/audit.ts';
import { resolveJwtSecret } from '../platform/store-secrets.ts';
import { findAdmin, onOpenDatabase, print, readOption, runCommand, warnOperator } from './command.ts';

await runCommand('The account could not be unlocked', async () => {
  const email = readOption('email', 'Usage: npm run admin:unlock -- --email you@example.com');
  const config = readConfig(process.env);
  await onOpenDatabase(config, async (database) => {
    // Guesses are counted under a hash that only the store's own secret makes.
    const jwtSecret = await resolveJwtSecret({ config, database, warn: warnOperator });
    const admin = await findAdmin(database, email);
    await database.transaction(async (tx) => {
      await removeGuesses(tx, toAccountKey({ jwtSecret }, email));
      await createAudit(database).record(tx, { actor: 'system', action: 'admin.unlocked', subject: admin.id });
    });
  });
  print(`${email} may try again.`);
});
