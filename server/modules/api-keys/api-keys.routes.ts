import { getAdmin } from '../../request-context.ts';
import { routes } from '../../store-module.ts';
import { addApiKey } from '../../workflows/end-access.ts';
import * as apiKeysRepository from './api-keys.repository.ts';
import { revokeKey, revokeKeys, toApiKey } from './api-keys.service.ts';

export const apiKeyRoutes = routes({
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
