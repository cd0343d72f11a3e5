// API keys: created by an admin, shown once, stored as a hash, valid until they are revoked or expire. The contract
// decides what a scope allows.
import { createHash } from 'node:crypto';
import { type ApiScope, apiKeyMark } from '../../../contract/api-scopes.ts';
import { StoreError } from '../../../contract/store-error.ts';
import { storeMessage } from '../../../contract/store-messages.ts';
import type { Database, Tx } from '../../database/database.ts';
import type { Ids } from '../../platform/ids.ts';
import type { Audit } from '../../ports/audit.ts';
import type { Admin, KeyHolder } from '../../request-context.ts';
import type { ApiKeyRow } from './api-keys.repository.ts';
import * as apiKeysRepository from './api-keys.repository.ts';

const keyBytes = 32;
/** Characters of the key, prefix included: enough to recognize it, too few to use it. */
const shownCharacters = 9;
const mostLiveKeys = 100;

export type ApiKeysDeps = {
  database: Database;
  /** False for an admin who was removed or is no owner any more. Else nobody changes that until the end of `tx`. */
  keepOwner: (tx: Tx, adminId: string) => Promise<boolean>;
  ids: Ids;
  audit: Audit;
};
export type ApiKeys = ReturnType<typeof createApiKeys>;

export function createApiKeys({ database, keepOwner, ids, audit }: ApiKeysDeps) {
  /** Returns the key, which is not stored. Throws conflict at the limit. */
  async function make(
    input: { name: string; scopes: readonly ApiScope[]; expiresInDays: number | null },
    admin: Admin,
  ): Promise<{ key: string; row: ApiKeyRow }> {
    const key = `${apiKeyMark}${Buffer.from(ids.secretHex(keyBytes), 'hex').toString('base64url')}`;
    const { name, expiresInDays: lifeDays } = input;
    const scopes = [...new Set(input.scopes)];
    const row = await database.transaction(async (tx) => {
      if (!(await keepOwner(tx, admin.id))) throw new StoreError('unauthorized');
      if ((await apiKeysRepository.countLiveKeys(tx)) >= mostLiveKeys) {
        throw new StoreError('conflict', { reason: storeMessage('too_many_keys', { most: mostLiveKeys }) });
      }
      const added = await apiKeysRepository.addKey(tx, {
        id: ids.uuid(),
        name,
        scopes,
        lifeDays,
        adminId: admin.id,
        createdBy: admin.email,
        prefix: key.slice(0, shownCharacters),
        keyHash: hashOf(key),
      });
      const details = { name, scopes, expiresInDays: lifeDays };
      await audit.record(tx, { actor: `admin:${admin.id}`, action: 'api_key.created', subject: added.id, details });
      return added;
    });
    return { key, row };
  }

  /** Safe to repeat. Throws not_found. */
  async function revoke(id: string, admin: Admin): Promise<ApiKeyRow> {
    return database.transaction(async (tx) => {
      const revoked = await apiKeysRepository.revokeKey(tx, id);
      if (!revoked) throw new StoreError('not_found');
      const entry = { actor: `admin:${admin.id}`, action: 'api_key.revoked', subject: id };
      if (revoked.isNew) await audit.record(tx, { ...entry, details: { name: revoked.key.name } });
      return revoked.key;
    });
  }

  /** Returns the keys that ended. `by`: the actor of the audit. */
  async function revokeKeysOf(tx: Tx, adminId: string, by: string): Promise<ApiKeyRow[]> {
    const revoked = await apiKeysRepository.revokeKeysOf(tx, adminId);
    for (const { id, name } of revoked) {
      await audit.record(tx, { actor: by, action: 'api_key.revoked', subject: id, details: { name } });
    }
    return revoked;
  }

  /** Null for a key that is unknown, revoked or expired, after the same query. */
  async function verify(key: string): Promise<KeyHolder | null> {
    const found = await apiKeysRepository.findLiveKey(database.db, hashOf(key));
    if (!found) return null;
    const { isNoted, ...holder } = found;
    if (!isNoted) await apiKeysRepository.noteUse(database.db, holder.id);
    return holder;
  }

  return {
    make,
    revoke,
    revokeKeysOf,
    revokeOwn: ({ id }: Admin) => database.transaction((tx) => revokeKeysOf(tx, id, `admin:${id}`)),
    verify,
    list: () => apiKeysRepository.listKeys(database.db),
    listOwn: ({ id }: Admin) => apiKeysRepository.listLiveKeysOf(database.db, id),
  };
}

// A key has 256 random bits, so it needs no slow hash.
function hashOf(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}
