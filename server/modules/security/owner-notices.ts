// Notifies the owner of changes to who may do what: a new admin, key or second factor is also what an intruder makes.
import { eq } from 'drizzle-orm';
import { type CodeWithoutParams, storeMessage } from '../../../contract/store-messages.ts';
import type { Queryable } from '../../database/database.ts';
import type { Alerts } from '../../ports/alerts.ts';
import type { Audit, AuditEntry } from '../../ports/audit.ts';
import { admins } from '../auth/auth.schema.ts';

/** Emailed to that admin and to every owner, also when the command of the server did it. */
const factorsReset = 'admin.factors_reset';

/** What happened, by the action of the audit log. */
const noticed: Readonly<Record<string, CodeWithoutParams>> = {
  'admin.created': 'admin_added',
  'admin.removed': 'admin_removed',
  'admin.role': 'admin_role_changed',
  'admin.password': 'admin_password_changed',
  [factorsReset]: 'admin_factors_reset',
  'second_factor.on': 'authenticator_added',
  'second_factor.off': 'authenticator_removed',
  'second_factor.backup_code': 'backup_code_used',
  'second_factor.backup_codes': 'backup_codes_created',
  'passkey.added': 'passkey_added',
  'passkey.removed': 'passkey_removed',
  'provider.origin': 'provider_server_changed',
  'api_key.created': 'api_key_created',
  'webhook.created': 'webhook_created',
  'webhook.changed': 'webhook_changed',
  'smtp.saved': 'mail_server_changed',
  'smtp.removed': 'mail_server_changed',
  'imap.saved': 'mailbox_changed',
  'imap.removed': 'mailbox_changed',
  'payment_method.turned_on': 'payment_method_changed',
  'payment_method.turned_off': 'payment_method_changed',
  'payment_method.keys_saved': 'payment_keys_changed',
  'payment_method.keys_removed': 'payment_keys_changed',
  'payment_method.transfer_saved': 'transfer_account_changed',
  'backup_folder.saved': 'backup_folder_changed',
  'backup_folder.removed': 'backup_folder_changed',
  'notification_channel.created': 'channel_added',
  'notification_channel.changed': 'channel_changed',
  'notification_channel.removed': 'channel_removed',
  'owner_address.canceled': 'owner_address_canceled',
  'spending.lifted': 'spending_cap_opened',
  'launch.attested': 'store_opened',
};

/**
 * Emailed each time: who may do what, and which account gets the money. Of the others, repeats of one admin are held back for the summary, so that nobody
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
  'payment_method.keys_saved',
  'payment_method.transfer_saved',
]);

/** The actions that the owner is notified of. */
export const noticedActions: readonly string[] = Object.keys(noticed);

/** The audit log, with an alert for each entry that is `noticed`. */
export function withOwnerNotices(audit: Audit, alerts: Alerts): Audit {
  async function findEmail(at: Queryable, id: string): Promise<string | null> {
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
    const email = actorId === null ? null : await findEmail(at, actorId);
    const by = actorId === null ? 'npm run admin:reset-factors' : email;
    const whose = action.startsWith('admin.') && subject !== actorId ? await findEmail(at, subject) : null;
    await alerts.raise(at, {
      type: 'admin_change',
      severity: 'medium',
      message: storeMessage('admin_change', { what: storeMessage(what), account: whose, by }),
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
