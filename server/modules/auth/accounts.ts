// The admins: accounts, passwords and sessions. auth.service.ts has the sign-in.

import type { Role } from '../../../contract/account-rules.ts';
import { longestPassword, shortestPassword } from '../../../contract/account-rules.ts';
import { normalPassword } from '../../../contract/characters.ts';
import { isAcceptableEmail } from '../../../contract/email-address.ts';
import { normalAddress } from '../../../contract/normal-address.ts';
import { StoreError } from '../../../contract/store-error.ts';
import { storeMessage } from '../../../contract/store-messages.ts';
import type { StoreContext } from '../../context.ts';
import type { Tx } from '../../database/database.ts';
import type { Admin } from '../../request-context.ts';
import type { AdminRow } from './accounts.repository.ts';
import * as accountsRepository from './accounts.repository.ts';
import { deleteFactors } from './backup-codes.ts';
import { removeDevices } from './devices.ts';
import { hashPassword, isCommonInStore } from './passwords.ts';

type NewAdmin = { email: string; password: string; role: Role };

/** `by` is the actor of the audit. Throws invalid_input with the field, or conflict for an email in use. */
export async function addAdmin(ctx: StoreContext, chosen: NewAdmin, by: string): Promise<AdminRow> {
  const admin = acceptable(chosen);
  await assertUncommon(ctx, admin.password, admin.email);
  return writeAdmin(ctx, admin, by);
}

/** The same for the command of the server, whose password may be a common one. */
export async function addAdminByCommand(
  ctx: Pick<StoreContext, 'audit' | 'database' | 'ids'>,
  chosen: NewAdmin,
  by: string,
): Promise<AdminRow> {
  return writeAdmin(ctx, acceptable(chosen), by);
}

/** The admin that an invitation makes, to be written by `insertAdmin`. Throws invalid_input for the password. */
export async function prepareAdmin(ctx: StoreContext, chosen: NewAdmin): Promise<PreparedAdmin> {
  const admin = acceptable(chosen);
  await assertUncommon(ctx, admin.password, admin.email);
  return hashed(ctx, admin);
}

async function hashed({ ids }: Pick<StoreContext, 'ids'>, { email, password, role }: NewAdmin): Promise<PreparedAdmin> {
  return { id: ids.uuid(), email, role, passwordHash: await hashPassword(password) };
}

type PreparedAdmin = { id: string; email: string; role: Role; passwordHash: string };

/** Throws conflict for an email in use. */
export async function insertAdmin(
  { audit }: Pick<StoreContext, 'audit'>,
  tx: Tx,
  admin: PreparedAdmin,
  by: string,
): Promise<void> {
  if (!(await accountsRepository.addAdmin(tx, admin))) {
    throw new StoreError('conflict', { reason: 'admin_exists', field: 'email' });
  }
  await audit.record(tx, { actor: by, action: 'admin.created', subject: admin.id, details: { role: admin.role } });
}

async function writeAdmin(
  ctx: Pick<StoreContext, 'audit' | 'database' | 'ids'>,
  chosen: NewAdmin,
  by: string,
): Promise<AdminRow> {
  const { database } = ctx;
  const admin = await hashed(ctx, chosen);
  await database.transaction((tx) => insertAdmin(ctx, tx, admin, by));
  const added = (await accountsRepository.listAdmins(database.db)).find(({ id }) => id === admin.id);
  if (!added) throw new StoreError('conflict', { reason: 'admin_gone' });
  return added;
}

// With the email and the password as they are stored.
function acceptable({ email: typed, password, role }: NewAdmin): NewAdmin {
  const email = normalAddress(typed);
  if (!isAcceptableEmail(email)) {
    throw new StoreError('invalid_input', { reason: 'email_invalid', field: 'email' });
  }
  const admin = { email, password: normalPassword(password), role };
  assertLength(admin.password);
  return admin;
}

/**
 * The IDs of the owners, locked until the end of `tx`. Throws no_role for an admin who is no owner any more: of two who
 * remove or demote each other at once, the second.
 */
export async function lockOwners(tx: Tx, by: Admin): Promise<string[]> {
  const owners = await accountsRepository.lockOwners(tx);
  if (owners.includes(by.id)) return owners;
  throw new StoreError('no_role', { reason: 'owner_required' });
}

/**
 * Removes all factors of another admin and ends the sessions; safe to repeat. Throws conflict for the admin's own
 * account, not_found, and no_role for an admin who is no owner any more.
 */
export async function resetFactors(ctx: StoreContext, id: string, by: Admin): Promise<void> {
  if (id === by.id) {
    throw new StoreError('conflict', { reason: 'own_factors' });
  }
  await ctx.database.transaction(async (tx) => {
    await lockOwners(tx, by);
    if (!(await accountsRepository.hasAdmin(tx, id))) throw new StoreError('not_found');
    await removeFactors(ctx, tx, id, `admin:${by.id}`);
  });
}

/** False without factors: then nothing changes. `by` is the actor of the audit, which emails that admin and the owners. */
export async function removeFactors(
  ctx: Pick<StoreContext, 'audit'>,
  tx: Tx,
  id: string,
  by: string,
): Promise<boolean> {
  if (!(await deleteFactors(tx, id))) return false;
  const sessions = await accountsRepository.endSessions(tx, id);
  await ctx.audit.record(tx, { actor: by, action: 'admin.factors_reset', subject: id, details: { sessions } });
  return true;
}

function assertLength(password: string): void {
  if (password.length >= shortestPassword && password.length <= longestPassword) return;
  const reason = storeMessage('password_length', { least: shortestPassword });
  throw new StoreError('invalid_input', { reason, field: 'password' });
}

async function assertUncommon(ctx: StoreContext, password: string, email: string): Promise<void> {
  if (!(await isCommonInStore(ctx, password, email))) return;
  throw new StoreError('invalid_input', { reason: 'password_common', field: 'password' });
}

/** Ends the admin's other sessions; returns their number. Throws invalid_input with the field. */
export async function changePassword(ctx: StoreContext, admin: Admin, password: string): Promise<number> {
  assertLength(password);
  await assertUncommon(ctx, password, admin.email);
  const passwordHash = await hashPassword(password);
  return ctx.database.transaction(async (tx) => {
    await accountsRepository.setPassword(tx, admin.id, passwordHash);
    await removeDevices(tx, admin.id);
    await ctx.audit.record(tx, { actor: `admin:${admin.id}`, action: 'admin.password', subject: admin.id });
    return accountsRepository.endSessions(tx, admin.id, admin.sessionId);
  });
}

/** Throws not_found for an ended session, or another admin's. */
export async function endSession(ctx: StoreContext, admin: Admin, id: string): Promise<void> {
  await ctx.database.transaction(async (tx) => {
    if (!(await accountsRepository.endSession(tx, admin.id, id))) throw new StoreError('not_found');
    await ctx.audit.record(tx, { actor: `admin:${admin.id}`, action: 'session.revoked', subject: id });
  });
}

/** Returns the number of ended sessions. */
export async function endOtherSessions(ctx: StoreContext, admin: Admin): Promise<number> {
  return ctx.database.transaction(async (tx) => {
    const count = await accountsRepository.endSessions(tx, admin.id, admin.sessionId);
    const entry = { actor: `admin:${admin.id}`, action: 'session.others_revoked', subject: admin.id };
    if (count > 0) await ctx.audit.record(tx, { ...entry, details: { count } });
    return count;
  });
}
