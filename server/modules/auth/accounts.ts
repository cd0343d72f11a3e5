// The admins: accounts, passwords and sessions. auth.service.ts has the sign-in.
import { longestPassword, shortestPassword } from '../../../contract/account-rules.ts';
import { normalPassword } from '../../../contract/characters.ts';
import { isAcceptableEmail } from '../../../contract/email-address.ts';
import { normalAddress } from '../../../contract/normal-address.ts';
import type { Role } from '../../../contract/roles.ts';
import { StoreError } from '../../../contract/store-error.ts';
import { storeMessage } from '../../../contract/store-messages.ts';
import type { Database, Tx } from '../../database/database.ts';
import type { Ids } from '../../platform/ids.ts';
import type { Audit } from '../../ports/audit.ts';
import type { Admin } from '../../request-context.ts';
import type { AdminRow } from './accounts.repository.ts';
import * as accountsRepository from './accounts.repository.ts';
import * as backupCodesRepository from './backup-codes.repository.ts';
import * as devicesRepository from './devices.repository.ts';
import type { Passwords } from './passwords.ts';

export type Accounts = ReturnType<typeof createAccounts>;

type NewAdmin = { email: string; password: string; role: Role };

type AccountsDeps = {
  database: Database;
  passwords: Pick<Passwords, 'hash'>;
  /** `email`: of the account. */
  isCommonPassword: (password: string, email: string) => Promise<boolean>;
  /** Ends the API keys and webhooks of an admin. `by`: the actor of the audit. */
  endAccess: (tx: Tx, adminId: string, by: string) => Promise<void>;
  ids: Ids;
  audit: Audit;
};

export function createAccounts({ database, passwords, isCommonPassword, endAccess, ids, audit }: AccountsDeps) {
  /** `by` is the actor of the audit. Throws invalid_input with the field, or conflict for an email in use. */
  async function add({ email, password: typed, role }: NewAdmin, by: string): Promise<AdminRow> {
    const admin = { id: ids.uuid(), email: normalAddress(email), role };
    if (!isAcceptableEmail(admin.email)) {
      throw new StoreError('invalid_input', { reason: 'email_invalid', field: 'email' });
    }
    const password = normalPassword(typed);
    await assertGoodPassword(password, admin.email);
    const passwordHash = await passwords.hash(password);
    await database.transaction(async (tx) => {
      if (!(await accountsRepository.addAdmin(tx, { ...admin, passwordHash }))) {
        throw new StoreError('conflict', { reason: 'admin_exists', field: 'email' });
      }
      await audit.record(tx, { actor: by, action: 'admin.created', subject: admin.id, details: { role } });
    });
    const added = (await accountsRepository.listAdmins(database.db)).find(({ id }) => id === admin.id);
    if (!added) throw new StoreError('conflict', { reason: 'admin_gone' });
    return added;
  }

  /** Safe to repeat. Throws not_found, last_owner, or no_role for an admin who is no owner any more. */
  async function changeRole(id: string, role: Role, by: Admin): Promise<AdminRow> {
    await database.transaction(async (tx) => {
      const owners = await lockOwners(tx, by);
      if (role !== 'owner' && owners.every((owner) => owner === id)) throw new StoreError('last_owner');
      const before = await accountsRepository.setRole(tx, id, role);
      if (before === null) throw new StoreError('not_found');
      if (before === role) return;
      // Owners alone have keys and webhooks.
      if (before === 'owner') await endAccess(tx, id, `admin:${by.id}`);
      const details = { from: before, to: role };
      await audit.record(tx, { actor: `admin:${by.id}`, action: 'admin.role', subject: id, details });
    });
    const changed = (await accountsRepository.listAdmins(database.db)).find((admin) => admin.id === id);
    if (!changed) throw new StoreError('not_found');
    return changed;
  }

  // Of two owners who remove or demote each other at once, the second is no owner any more.
  async function lockOwners(tx: Tx, by: Admin): Promise<string[]> {
    const owners = await accountsRepository.lockOwners(tx);
    if (owners.includes(by.id)) return owners;
    throw new StoreError('no_role', { reason: 'owner_required' });
  }

  /** Throws conflict for the admin's own account, not_found, and no_role for an admin who is no owner any more. */
  async function remove(id: string, by: Admin): Promise<void> {
    if (id === by.id) throw new StoreError('conflict', { reason: 'own_account' });
    await database.transaction(async (tx) => {
      await lockOwners(tx, by);
      await endAccess(tx, id, `admin:${by.id}`);
      if (!(await accountsRepository.removeAdmin(tx, id))) throw new StoreError('not_found');
      await audit.record(tx, { actor: `admin:${by.id}`, action: 'admin.removed', subject: id });
    });
  }

  /**
   * Removes all factors of another admin and ends the sessions; safe to repeat. Throws conflict for the admin's own
   * account, not_found, and no_role for an admin who is no owner any more.
   */
  async function resetFactors(id: string, by: Admin): Promise<void> {
    if (id === by.id) {
      throw new StoreError('conflict', { reason: 'own_factors' });
    }
    await database.transaction(async (tx) => {
      await lockOwners(tx, by);
      if (!(await accountsRepository.hasAdmin(tx, id))) throw new StoreError('not_found');
      await removeFactors(tx, id, `admin:${by.id}`);
    });
  }

  /** False without factors: then nothing changes. `by` is the actor of the audit, which emails that admin and the owners. */
  async function removeFactors(tx: Tx, id: string, by: string): Promise<boolean> {
    if (!(await backupCodesRepository.removeFactors(tx, id))) return false;
    const sessions = await accountsRepository.endSessions(tx, id);
    await audit.record(tx, { actor: by, action: 'admin.factors_reset', subject: id, details: { sessions } });
    return true;
  }

  // Each choosing of a password: throws invalid_input with the field.
  async function assertGoodPassword(password: string, email: string): Promise<void> {
    if (password.length < shortestPassword || password.length > longestPassword) {
      const reason = storeMessage('password_length', { least: shortestPassword });
      throw new StoreError('invalid_input', { reason, field: 'password' });
    }
    if (await isCommonPassword(password, email)) {
      throw new StoreError('invalid_input', { reason: 'password_common', field: 'password' });
    }
  }

  /** Ends the admin's other sessions; returns their number. Throws invalid_input with the field. */
  async function changePassword(admin: Admin, password: string): Promise<number> {
    await assertGoodPassword(password, admin.email);
    const passwordHash = await passwords.hash(password);
    return database.transaction(async (tx) => {
      await accountsRepository.setPassword(tx, admin.id, passwordHash);
      await devicesRepository.forgetDevices(tx, admin.id);
      await audit.record(tx, { actor: `admin:${admin.id}`, action: 'admin.password', subject: admin.id });
      return accountsRepository.endSessions(tx, admin.id, admin.sessionId);
    });
  }

  /** Throws not_found for an ended session, or another admin's. */
  async function endSession(admin: Admin, id: string): Promise<void> {
    await database.transaction(async (tx) => {
      if (!(await accountsRepository.endSession(tx, admin.id, id))) throw new StoreError('not_found');
      await audit.record(tx, { actor: `admin:${admin.id}`, action: 'session.revoked', subject: id });
    });
  }

  /** Returns the number of ended sessions. */
  async function endOtherSessions(admin: Admin): Promise<number> {
    return database.transaction(async (tx) => {
      const count = await accountsRepository.endSessions(tx, admin.id, admin.sessionId);
      const entry = { actor: `admin:${admin.id}`, action: 'session.others_revoked', subject: admin.id };
      if (count > 0) await audit.record(tx, { ...entry, details: { count } });
      return count;
    });
  }

  return {
    add,
    changeRole,
    remove,
    resetFactors,
    removeFactors,
    changePassword,
    endSession,
    endOtherSessions,
    listAdmins: () => accountsRepository.listAdmins(database.db),
    listSessions: ({ id }: Admin) => accountsRepository.listSessions(database.db, id),
  };
}
