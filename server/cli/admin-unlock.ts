// `npm run admin:unlock -- --email you@example.com`: unlocks an account after failed sign-ins of others, and their
// addresses. Exit code 1 on failure.
import type pg from 'pg';
import { type Config, readConfig } from '../config/config.ts';
import { openDatabase } from '../database/database.ts';
import * as authRepository from '../modules/auth/auth.repository.ts';
import { accountKeyOf } from '../modules/auth/login-throttle.ts';
import { createAudit } from '../modules/security/audit.ts';
import { resolveJwtSecret } from '../platform/store-secrets.ts';
import { CommandRefusal, onStoreDatabase, readOption, sentenceOf, warnOperator } from './command.ts';

try {
  const email = readOption('email', 'Usage: npm run admin:unlock -- --email you@example.com');
  const config = readConfig(process.env);
  await onStoreDatabase(config, (connection) => unlock(connection, email, config));
  process.stdout.write(`${email} may try again.\n`);
} catch (error) {
  process.exitCode = 1;
  process.stderr.write(`${sentenceOf(error, 'The account could not be unlocked')}\n`);
}

async function unlock(connection: pg.ClientConfig, email: string, config: Config): Promise<void> {
  const database = openDatabase({ connection, poolSize: 1 });
  const audit = createAudit(database);
  try {
    // Guesses are counted under a hash that only the store's own secret makes.
    const jwtSecret = await resolveJwtSecret({ config, database, warn: warnOperator });
    const admin = await authRepository.findAdmin(database.db, email.trim());
    if (!admin) throw new CommandRefusal(`There is no admin with the email ${email}.`);
    await database.transaction(async (tx) => {
      await authRepository.removeGuesses(tx, accountKeyOf({ jwtSecret }, email));
      await audit.record(tx, { actor: 'system', action: 'admin.unlocked', subject: admin.id });
    });
  } finally {
    await database.close();
  }
}
