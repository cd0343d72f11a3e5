import { sql } from 'drizzle-orm';
import { expiringAccess, noticeTime } from '../../database/message-sql.ts';
import type { ActionItemQueries } from '../../ports/module-parts.ts';
import { getAdmin } from '../../request-context.ts';
import { routes, type StoreModule } from '../../store-module.ts';
import { addApiKey } from '../../workflows/end-access.ts';
import * as apiKeysRepository from './api-keys.repository.ts';
import { apiKeys as apiKeysTable } from './api-keys.schema.ts';
import { revokeKey, revokeKeys, toApiKey } from './api-keys.service.ts';

const apiKeysActionItems = {
  // Requests with an expired key are refused, and raise an alert.
  api_key_expiring: (now) => sql`
    select ${expiringAccess(sql`k`, sql`k.name`, now)} from ${apiKeysTable} k
    where k.revoked_at is null and k.expires_at > ${now} and k.expires_at <= ${now} + ${noticeTime}`,
} satisfies ActionItemQueries;

const apiKeyRoutes = routes({
  listApiKeys: async ({ database }, _input, call) => {
    const { id } = getAdmin(call);
    return (await apiKeysRepository.listKeys(database.db)).map((row) => toApiKey(row, id));
  },
  addApiKey: async (ctx, { body }, call) => {
    const admin = getAdmin(call);
    const { key, row } = await addApiKey(ctx, body, admin);
    return { ...toApiKey(row, admin.id), key };
  },
  revokeApiKey: async (ctx, { params }, call) => {
    const admin = getAdmin(call);
    return toApiKey(await revokeKey(ctx, params.id, admin), admin.id);
  },
  revokeOwnApiKeys: async (ctx, _input, call) => {
    const { id } = getAdmin(call);
    const revoked = await ctx.database.transaction((tx) => revokeKeys(ctx, tx, id, `admin:${id}`));
    return revoked.map((row) => toApiKey(row, id));
  },
});

export const apiKeys = { routes: apiKeyRoutes, actionItems: apiKeysActionItems } satisfies StoreModule;
