// Notifies the owner of changes to who may do what: a new admin, key or second factor is also what an intruder makes.
import { eq } from 'drizzle-orm';
import type { Queryable } from '../../database/database.ts';
import type { Alerts } from '../../ports/alerts.ts';
import type { Audit, AuditEntry } from '../../ports/audit.ts';
import { admins } from '../auth/auth.schema.ts';

/** Emailed to that admin and to every owner, also when the command of the server did it. */
const factorsReset = 'admin.factors_reset';

/** What happened, by the action of the audit log. */
const noticed: Readonly<Record<string, string>> = {
  'admin.created': 'An admin was added.',
  'admin.removed': 'An admin was removed.',
  'admin.role': 'The role of an admin was changed.',
  'admin.password': 'An admin changed their password.',
  [factorsReset]: 'The second factors of an admin were removed: the password alone signs in.',
  'second_factor.on': 'An admin set up an authenticator app.',
  'second_factor.off': 'An admin removed their authenticator app.',
  'second_factor.backup_code': 'An admin used a backup code.',
  'second_factor.backup_codes': 'An admin made new backup codes.',
  'passkey.added': 'An admin added a passkey.',
  'passkey.removed': 'An admin removed a passkey.',
  'provider.origin': 'An admin entered another server for a provider.',
  'api_key.created': 'An API key was created.',
  'webhook.created': 'A webhook was created.',
  'webhook.changed': 'A webhook was changed.',
  'notification_channel.created': 'A notification channel was added.',
  'notification_channel.changed': 'A notification channel was changed.',
  'notification_channel.removed': 'A notification channel was removed.',
  'owner_address.canceled': "A change of the owner's address was canceled.",
  'spending.lifted': 'A spending cap was opened.',
  'launch.attested': 'The store was opened for real payments.',
};

/**
 * Emailed each time: who may do what. Of the others, repeats of one admin are held back for the summary, so that nobody
 * silences the notices about another.
 */
const mailedAtOnce: ReadonlySet<string> = new Set([
  'admin.created',
  'admin.role',
  factorsReset,
  'second_factor.on',
  'second_factor.backup_codes',
  'passkey.added',
  'api_key.created',
  'provider.origin',
]);

/** The actions that the owner is notified of. */
export const noticedActions: readonly string[] = Object.keys(noticed);

/** The audit log, with an alert for each entry that is `noticed`. */
export function withOwnerNotices(audit: Audit, alerts: Alerts): Audit {
  async function emailOf(at: Queryable, id: string): Promise<string | null> {
    const [found] = await at.select({ email: admins.email }).from(admins).where(eq(admins.id, id));
    return found?.email ?? null;
  }

  async function ownersAt(at: Queryable): Promise<string[]> {
    const owners = await at.select({ email: admins.email }).from(admins).where(eq(admins.role, 'owner'));
    return owners.map(({ email }) => email);
  }

  async function notify(at: Queryable, { action, actor, subject }: AuditEntry): Promise<void> {
    const what = Object.hasOwn(noticed, action) ? noticed[action] : undefined;
    const [, actorId = null] = /^admin:(.+)$/.exec(actor) ?? [];
    const isReset = action === factorsReset;
    if (what === undefined || (actorId === null && !isReset)) return;
    const email = actorId === null ? null : await emailOf(at, actorId);
    const by = actorId === null ? 'npm run admin:reset-factors' : email;
    const whose = action.startsWith('admin.') && subject !== actorId ? await emailOf(at, subject) : null;
    await alerts.raise(at, {
      type: 'admin_change',
      severity: 'medium',
      message: [what, whose && `Account: ${whose}.`, by && `By ${by}.`].filter(Boolean).join(' '),
      details: email === null ? {} : { email },
      ...(isReset ? { alsoTo: [...(whose === null ? [] : [whose]), ...(await ownersAt(at))] } : {}),
      mailKey: `${action} ${actor}`,
      isMailedAtOnce: mailedAtOnce.has(action),
    });
  }

  return {
    ...audit,
    record: async (at, entry) => {
      await audit.record(at, entry);
      await notify(at, entry);
    },
  };
}
