// `npm run admin:reset-factors -- --email you@example.com`: removes the app, the passkeys and the backup codes of an admin
// who lost them, and ends the sessions. That admin and all owners get an email. Exit code 1 on failure.
import { type Config, readConfig } from '../config/config.ts';
import type { Database } from '../database/database.ts';
import { createQueue } from '../jobs/queue.ts';
import { removeFactors } from '../modules/auth/accounts.ts';
import { createOutbox } from '../modules/email/outbox.ts';
import { isSmtpSaved } from '../modules/infrastructure/infrastructure.service.ts';
import { createNotifications } from '../modules/notifications/notify.ts';
import { createAlerts } from '../modules/security/alerts.ts';
import { createAudit } from '../modules/security/audit.ts';
import { withOwnerNotices } from '../modules/security/owner-notices.ts';
import { unknownLocation } from '../platform/geoip.ts';
import { randomIds } from '../platform/ids.ts';
import type { Audit } from '../ports/audit.ts';
import { CommandRefusal, findAdmin, onOpenDatabase, print, readOption, runCommand } from './command.ts';

await runCommand('The factors could not be removed', async () => {
  const email = readOption('email', 'Usage: npm run admin:reset-factors -- --email you@example.com');
  const config = readConfig(process.env);
  await onOpenDatabase(config, async (database) => {
    const audit = buildAudit(database, config);
    const admin = await findAdmin(database, email);
    const isReset = await database.transaction((tx) => removeFactors({ audit }, tx, admin.id, 'system'));
    if (!isReset) throw new CommandRefusal(`${email} has no second factor.`);
  });
  print(`${email} signs in with the password alone now. Set up a new factor in Settings, Your sign-in.`);
});

/** The running store sends the emails. Open pages show the alert at their next request. */
function buildAudit(database: Database, config: Config): Audit {
  const [ids, jobs] = [randomIds, createQueue()];
  const alerts = createAlerts({
    outbox: createOutbox({ jobs, ids, hasMailServer: async (at) => config.mail !== null || isSmtpSaved(at) }),
    notifications: createNotifications({ database, jobs, ids }),
    ids,
    live: { announce: () => undefined },
    geoIp: { findPlace: () => unknownLocation },
  });
  return withOwnerNotices(createAudit(database), alerts);
}
