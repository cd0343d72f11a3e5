// `npm run admin:create -- --email you@example.com`: adds an admin. The password is generated and shown
// once, or comes from ADMIN_PASSWORD. Exit code 1 when it could not.
import type pg from 'pg';
import { readConfig } from '../config/config.ts';
import { openDatabase } from '../database/database.ts';
import { addAdminByCommand } from '../modules/auth/accounts.ts';
import { isCommonPassword } from '../modules/auth/passwords.ts';
import { createAudit } from '../modules/security/audit.ts';
import { randomIds } from '../platform/ids.ts';
import { onStoreDatabase, readOption, sentenceOf } from './command.ts';

try {
  const email = readOption('email', 'Usage: npm run admin:create -- --email you@example.com');
  const given = process.env.ADMIN_PASSWORD?.trim();
  const password = given || randomIds.secretHex(10);
  await onStoreDatabase(readConfig(withoutFirstAdmin(process.env)), (connection) =>
    create(connection, { email, password, role: 'owner' }),
  );
  const shownPassword = given ? 'the password of ADMIN_PASSWORD' : `the password ${password}   (shown this once)`;
  process.stdout.write(`${email} may sign in now, with ${shownPassword}\n`);
  if (given && (await isCommonPassword(given, [email]))) {
    process.stdout.write('It is among the first that others try. Change it after the first sign-in.\n');
  }
} catch (error) {
  process.exitCode = 1;
  process.stderr.write(`${sentenceOf(error, 'The admin could not be made')}\n`);
}

// The first admin of the environment is another matter, however it is given.
function withoutFirstAdmin(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !/^ADMIN_(EMAIL|PASSWORD)(_FILE)?$/.test(name)));
}

async function create(connection: pg.ClientConfig, admin: Parameters<typeof addAdminByCommand>[1]): Promise<void> {
  const database = openDatabase({ connection, poolSize: 1 });
  const ctx = { audit: createAudit(database), database, ids: randomIds };
  // ADMIN_PASSWORD is never refused for being common.
  await addAdminByCommand(ctx, admin, 'system').finally(() => database.close());
}
