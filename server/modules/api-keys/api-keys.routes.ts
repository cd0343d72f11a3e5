import { adminOf, type Handlers } from '../../request-context.ts';
import type { ApiKeyRow } from './api-keys.repository.ts';
import type { ApiKeys } from './api-keys.service.ts';

export function apiKeyRoutes(keys: ApiKeys): Handlers<'listApiKeys' | 'addApiKey' | 'revokeApiKey'> {
  return {
    listApiKeys: async () => (await keys.list()).map(answerOf),
    addApiKey: async ({ body }, call) => {
      const { key, row } = await keys.make(body, adminOf(call));
      return { ...answerOf(row), key };
    },
    revokeApiKey: async ({ params }, call) => answerOf(await keys.revoke(params.id, adminOf(call))),
  };
}

function answerOf({ createdBy, createdAt, lastUsedAt, expiresAt, revokedAt, ...row }: ApiKeyRow) {
  return {
    ...row,
    created_by: createdBy,
    created_at: createdAt.toISOString(),
    last_used_at: lastUsedAt?.toISOString() ?? null,
    expires_at: expiresAt?.toISOString() ?? null,
    revoked_at: revokedAt?.toISOString() ?? null,
  };
}
