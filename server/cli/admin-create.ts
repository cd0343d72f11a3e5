// `npm run admin:create -- --email you@example.com`: adds an admin. The password is generated and shown
// once, or comes from ADMIN_PASSWORD. Exit code 1 when it could not.
import { readConfig } from '../config/config.ts';
import { addAdminByCommand } from '../modules/auth/accounts.ts';
import { isCommonPassword } from '../modules/auth/passwords.ts';
import { createAudit } from '../modules/security/audit.ts';
import { randomIds } from '../platform/ids.ts';
import { onOpenDatabase, print, readOption, runCommand } from './command.ts';

await runCommand('The admin could not be made', async () => {
  const email = readOption('email', 'Usage: npm run admin:create -- --email you@example.com');
  const given = process.env.ADMIN_PASSWORD?.trim();
  const password = given || randomIds.secretHex(10);
  await onOpenDatabase(readConfig(withoutFirstAdmin(process.env)), async (database) => {
    const ctx = { audit: createAudit(database), database, ids: randomIds };
    // ADMIN_PASSWORD is never refused for being common.
    await addAdminByCommand(ctx, { email, password, role: 'owner' }, 'system');
  });
  const shownPassword = given ? 'the password of ADMIN_PASSWORD' : `the password ${password}   (shown this once)`;
  print(`${email} may sign in now, with ${shownPassword}`);
  if (given && (await isCommonPassword(given, [email]))) {
    print('It is among the first that others try. Change it after the first sign-in.');
  }
});

// The first admin of the environment is another matter, however it is given.
function withoutFirstAdmin(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !/^ADMIN_(EMAIL|PASSWORD)(_FILE)?$/.test(name)));
}
