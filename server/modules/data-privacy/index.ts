import { storeModule } from '../../store-module.ts';
import { eraseOldOrders, shortenAddresses } from '../../workflows/erase-old-orders.ts';
import { dataPrivacyRoutes } from './data-privacy.routes.ts';
import * as retentionRepository from './retention.repository.ts';

export const dataPrivacy = storeModule({
  routes: dataPrivacyRoutes,
  jobs: { shorten_addresses: { run: shortenAddresses } },
  purge: async (ctx) => {
    const kept = (await ctx.settings.current()).retention;
    for (const name of ['alerts', 'sessions', 'mails', 'messages'] as const) {
      await retentionRepository.purgeOld(ctx.database.db, name, kept[name]);
    }
    await eraseOldOrders(ctx, kept.orders);
  },
});
