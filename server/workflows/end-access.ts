// What an admin may do and has: the role, and beside the sessions API keys and webhooks, which only owners have.

import type { Role } from '../../contract/account-rules.ts';
import { StoreError } from '../../contract/store-error.ts';
import type { StoreContext } from '../context.ts';
import type { Tx } from '../database/database.ts';
import type { ApiKeyRow } from '../modules/api-keys/api-keys.repository.ts';
import * as apiKeysRepository from '../modules/api-keys/api-keys.repository.ts';
import { addKey, type NewKey, revokeKeys, toApiKey } from '../modules/api-keys/api-keys.service.ts';
import type { AdminRow } from '../modules/auth/accounts.repository.ts';
import * as accountsRepository from '../modules/auth/accounts.repository.ts';
import { lockOwners } from '../modules/auth/accounts.ts';
import { disableWebhooks, listOwnWebhooks, toWebhook } from '../modules/webhooks/webhooks.service.ts';
import { keepOwner } from '../platform/owners.ts';
import type { Admin } from '../request-context.ts';

/** Safe to repeat. Throws not_found, last_owner, or no_role for an admin who is no owner any more. */
export async function changeRole(ctx: StoreContext, id: string, role: Role, by: Admin): Promise<AdminRow> {
  await ctx.database.transaction(async (tx) => {
    const owners = await lockOwners(tx, by);
    if (role !== 'owner' && owners.every((owner) => owner === id)) throw new StoreError('last_owner');
    const before = await accountsRepository.setRole(tx, id, role);
    if (before === null) throw new StoreError('not_found');
    if (before === role) return;
    if (before === 'owner') await endAccess(ctx, tx, id, `admin:${by.id}`);
    const details = { from: before, to: role };
    await ctx.audit.record(tx, { actor: `admin:${by.id}`, action: 'admin.role', subject: id, details });
  });
  const changed = (await accountsRepository.listAdmins(ctx.database.db)).find((admin) => admin.id === id);
  if (!changed) throw new StoreError('not_found');
  return changed;
}

/** Throws conflict for the admin's own account, not_found, and no_role for an admin who is no owner any more. */
export async function removeAdmin(ctx: StoreContext, id: string, by: Admin): Promise<void> {
  if (id === by.id) throw new StoreError('conflict', { reason: 'own_account' });
  await ctx.database.transaction(async (tx) => {
    await lockOwners(tx, by);
    await endAccess(ctx, tx, id, `admin:${by.id}`);
    if (!(await accountsRepository.removeAdmin(tx, id))) throw new StoreError('not_found');
    await ctx.audit.record(tx, { actor: `admin:${by.id}`, action: 'admin.removed', subject: id });
  });
}

/** The live keys of the admin, and the webhooks that are switched on, as answers of the API. */
export async function listAccess(ctx: StoreContext, admin: Admin) {
  const [keys, webhooks] = await Promise.all([
    apiKeysRepository.listLiveKeys(ctx.database.db, admin.id),
    listOwnWebhooks(ctx, admin),
  ]);
  return {
    api_keys: keys.map((key) => toApiKey(key, admin.id)),
    webhooks: webhooks.map(toWebhook),
  };
}

// `by`: the actor of the audit.
async function endAccess(ctx: StoreContext, tx: Tx, adminId: string, by: string): Promise<void> {
  await revokeKeys(ctx, tx, adminId, by);
  await disableWebhooks(ctx, tx, adminId, by);
}

/**
 * Returns the key, which is not stored. Throws conflict at the limit, and unauthorized for an admin who was removed or is
 * no owner any more.
 */
export async function addApiKey(
  ctx: StoreContext,
  chosen: NewKey,
  admin: Admin,
): Promise<{ key: string; row: ApiKeyRow }> {
  return ctx.database.transaction(async (tx) => {
    if (!(await keepOwner(tx, admin.id))) throw new StoreError('unauthorized');
    return addKey(ctx, tx, chosen, admin);
  });
}
