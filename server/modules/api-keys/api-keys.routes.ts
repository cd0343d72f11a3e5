import { adminOf, type Handlers } from '../../request-context.ts';
import type { ApiKeyRow } from './api-keys.repository.ts';
import type { ApiKeys } from './api-keys.service.ts';

export function apiKeyRoutes(
  keys: ApiKeys,
): Handlers<'listApiKeys' | 'addApiKey' | 'revokeApiKey' | 'revokeOwnApiKeys'> {
  return {
    listApiKeys: async (_input, call) => (await keys.list()).map((row) => apiKeyAnswer(row, adminOf(call).id)),
    addApiKey: async ({ body }, call) => {
      const { key, row } = await keys.make(body, adminOf(call));
      return { ...apiKeyAnswer(row, adminOf(call).id), key };
    },
    revokeApiKey: async ({ params }, call) => {
      const admin = adminOf(call);
      return apiKeyAnswer(await keys.revoke(params.id, admin), admin.id);
    },
    revokeOwnApiKeys: async (_input, call) => {
      const admin = adminOf(call);
      return (await keys.revokeOwn(admin)).map((row) => apiKeyAnswer(row, admin.id));
    },
  };
}

/** `ownId`: the signed-in admin. */
export function apiKeyAnswer(
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
