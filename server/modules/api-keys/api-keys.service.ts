// API keys: created by an admin, shown once, stored as a hash, valid until they are revoked or expire. The contract
// decides what a scope allows.
import { createHash } from 'node:crypto';
import { type ApiScope, apiKeyMark } from '../../../contract/api-access.ts';
import { StoreError } from '../../../contract/store-error.ts';
import { storeMessage } from '../../../contract/store-messages.ts';
import type { StoreContext } from '../../context.ts';
import type { Tx } from '../../database/database.ts';
import type { Admin, KeyHolder } from '../../request-context.ts';
import type { ApiKeyRow } from './api-keys.repository.ts';
import * as apiKeysRepository from './api-keys.repository.ts';

const keyBytes = 32;
const keyFormat = /^\w{3}[\w-]{43}$/;
/** Characters of the key, prefix included: enough to recognize it, too few to use it. */
const shownCharacters = 9;
const mostLiveKeys = 100;

export type NewKey = { name: string; scopes: readonly ApiScope[]; expiresInDays: number | null };

/** Returns the key, which is not stored. The caller keeps `admin` an owner. Throws conflict at the limit. */
export async function addKey(
  { audit, ids }: StoreContext,
  tx: Tx,
  { name, scopes: chosen, expiresInDays: lifeDays }: NewKey,
  admin: Admin,
): Promise<{ key: string; row: ApiKeyRow }> {
  const key = `${apiKeyMark}${Buffer.from(ids.secretHex(keyBytes), 'hex').toString('base64url')}`;
  const scopes = [...new Set(chosen)];
  if ((await apiKeysRepository.countLiveKeys(tx)) >= mostLiveKeys) {
    throw new StoreError('conflict', { reason: storeMessage('too_many_keys', { most: mostLiveKeys }) });
  }
  const row = await apiKeysRepository.addKey(tx, {
    id: ids.uuid(),
    name,
    scopes,
    lifeDays,
    adminId: admin.id,
    createdBy: admin.email,
    prefix: key.slice(0, shownCharacters),
    keyHash: hashKey(key),
  });
  const details = { name, scopes, expiresInDays: lifeDays };
  await audit.record(tx, { actor: `admin:${admin.id}`, action: 'api_key.created', subject: row.id, details });
  return { key, row };
}

/** Safe to repeat. Throws not_found. */
export async function revokeKey(ctx: StoreContext, id: string, admin: Admin): Promise<ApiKeyRow> {
  return ctx.database.transaction(async (tx) => {
    const revoked = await apiKeysRepository.revokeKey(tx, id);
    if (!revoked) throw new StoreError('not_found');
    const entry = { actor: `admin:${admin.id}`, action: 'api_key.revoked', subject: id };
    if (revoked.isNew) await ctx.audit.record(tx, { ...entry, details: { name: revoked.key.name } });
    return revoked.key;
  });
}

/** Returns the keys that ended. `by`: the actor of the audit. */
export async function revokeKeys(ctx: StoreContext, tx: Tx, adminId: string, by: string): Promise<ApiKeyRow[]> {
  const revoked = await apiKeysRepository.revokeKeys(tx, adminId);
  for (const { id, name } of revoked) {
    await ctx.audit.record(tx, { actor: by, action: 'api_key.revoked', subject: id, details: { name } });
  }
  return revoked;
}

/** Null for a key that is unknown, revoked or expired, after the same query. */
export async function verifyKey(ctx: StoreContext, key: string): Promise<KeyHolder | null> {
  if (!keyFormat.test(key)) return null;
  const found = await apiKeysRepository.findLiveKey(ctx.database.db, hashKey(key));
  if (!found) return null;
  const { isNoted, ...holder } = found;
  if (!isNoted) await apiKeysRepository.noteUse(ctx.database.db, holder.id);
  return holder;
}

/** `ownId`: the signed-in admin. */
export function toApiKey(
  { adminId, createdBy, createdAt, lastUsedAt, expiresAt, revokedAt, ...row }: ApiKeyRow,
  ownId: string,
) {
  return {
    ...row,
    created_by: createdBy,
    is_yours: adminId === ownId,
    has_owner: adminId !== null,
    created_at: createdAt.toISOString(),
    last_used_at: lastUsedAt?.toISOString() ?? null,
    expires_at: expiresAt?.toISOString() ?? null,
    revoked_at: revokedAt?.toISOString() ?? null,
  };
}

// A key has 256 random bits, so it needs no slow hash.
function hashKey(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}
