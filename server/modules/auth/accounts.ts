// The admins: accounts, passwords and sessions. auth.service.ts has the sign-in.
import { longestPassword, shortestPassword } from '../../../contract/account-rules.ts';
import { isAcceptableEmail } from '../../../contract/email-address.ts';
import { StoreError } from '../../../contract/errors.ts';
import { messages } from '../../../contract/messages.ts';
import type { Database } from '../../database/database.ts';
import type { Ids } from '../../platform/ids.ts';
import type { Audit } from '../../ports/audit.ts';
import type { Admin } from '../../request-context.ts';
import type { AccountsRepository, AdminRow } from './accounts.repository.ts';
import type { DevicesRepository } from './devices.repository.ts';
import type { Passwords } from './passwords.ts';

export type Accounts = ReturnType<typeof createAccounts>;

type AccountsDeps = {
  database: Database;
  repository: AccountsRepository;
  devices: Pick<DevicesRepository, 'forgetDevices'>;
  passwords: Pick<Passwords, 'hash'>;
  ids: Ids;
  audit: Audit;
};

export function createAccounts({ database, repository, devices, passwords, ids, audit }: AccountsDeps) {
  /** `by` is the actor of the audit. Throws invalid_input with the field, or conflict for an email in use. */
  async function add({ email, password }: { email: string; password: string }, by: string): Promise<AdminRow> {
    const admin = { id: ids.uuid(), email: email.trim() };
    if (!isAcceptableEmail(admin.email)) {
      throw new StoreError('invalid_input', { message: messages.emailInvalid, field: 'email' });
    }
    holdToRule(password);
    const passwordHash = await passwords.hash(password);
    await database.transaction(async (tx) => {
      if (!(await repository.addAdmin(tx, { ...admin, passwordHash }))) {
        throw new StoreError('conflict', { message: 'An admin with this email already exists.', field: 'email' });
      }
      await audit.record(tx, { actor: by, action: 'admin.created', subject: admin.id });
    });
    const added = (await repository.listAdmins()).find(({ id }) => id === admin.id);
    if (!added) throw new StoreError('conflict', { message: 'This admin was removed in the meantime.' });
    return added;
  }

  /** Throws conflict for the admin's own account, and not_found. */
  async function remove(id: string, by: Admin): Promise<void> {
    if (id === by.id)
      throw new StoreError('conflict', { message: 'You cannot remove your own account. Ask another admin.' });
    await database.transaction(async (tx) => {
      if (!(await repository.removeAdmin(tx, id))) throw new StoreError('not_found');
      await audit.record(tx, { actor: `admin:${by.id}`, action: 'admin.removed', subject: id });
    });
  }

  /** Ends the admin's other sessions; returns their number. Throws invalid_input with the field. */
  async function changePassword(admin: Admin, password: string): Promise<number> {
    holdToRule(password);
    const passwordHash = await passwords.hash(password);
    return database.transaction(async (tx) => {
      await repository.setPassword(tx, admin.id, passwordHash);
      await devices.forgetDevices(tx, admin.id);
      await audit.record(tx, { actor: `admin:${admin.id}`, action: 'admin.password', subject: admin.id });
      return repository.endOtherSessions(tx, admin.id, admin.sessionId);
    });
  }

  /** Throws not_found for an ended session, or another admin's. */
  async function endSession(admin: Admin, id: string): Promise<void> {
    await database.transaction(async (tx) => {
      if (!(await repository.endSession(tx, admin.id, id))) throw new StoreError('not_found');
      await audit.record(tx, { actor: `admin:${admin.id}`, action: 'session.revoked', subject: id });
    });
  }

  /** Returns the number of ended sessions. */
  async function endOtherSessions(admin: Admin): Promise<number> {
    return database.transaction(async (tx) => {
      const count = await repository.endOtherSessions(tx, admin.id, admin.sessionId);
      const entry = { actor: `admin:${admin.id}`, action: 'session.others_revoked', subject: admin.id };
      if (count > 0) await audit.record(tx, { ...entry, details: { count } });
      return count;
    });
  }

  return {
    add,
    remove,
    changePassword,
    endSession,
    endOtherSessions,
    listAdmins: repository.listAdmins,
    listSessions: ({ id }: Admin) => repository.listSessions(id),
  };
}

function holdToRule(password: string): void {
  if (password.length >= shortestPassword && password.length <= longestPassword) return;
  const message = `A password has at least ${shortestPassword} characters. Several words in a row are easy to keep in mind.`;
  throw new StoreError('invalid_input', { message, field: 'password' });
}
