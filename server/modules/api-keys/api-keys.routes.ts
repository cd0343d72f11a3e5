import { adminOf } from '../../request-context.ts';
import { routes } from '../../store-module.ts';
import { addApiKey } from '../../workflows/end-access.ts';
import * as apiKeysRepository from './api-keys.repository.ts';
import { apiKeyOf, revokeKey, revokeKeysOf } from './api-keys.service.ts';

export const apiKeyRoutes = routes({
  listApiKeys: async ({ database }, _input, call) => {
    const { id } = adminOf(call);
    return (await apiKeysRepository.listKeys(database.db)).map((row) => apiKeyOf(row, id));
  },
  addApiKey: async (ctx, { body }, call) => {
    const admin = adminOf(call);
    const { key, row } = await addApiKey(ctx, body, admin);
    return { ...apiKeyOf(row, admin.id), key };
  },
  revokeApiKey: async (ctx, { params }, call) => {
    const admin = adminOf(call);
    return apiKeyOf(await revokeKey(ctx, params.id, admin), admin.id);
  },
  revokeOwnApiKeys: async (ctx, _input, call) => {
    const { id } = adminOf(call);
    const revoked = await ctx.database.transaction((tx) => revokeKeysOf(ctx, tx, id, `admin:${id}`));
    return revoked.map((row) => apiKeyOf(row, id));
  },
});
