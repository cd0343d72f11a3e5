import { storeModule } from '../../store-module.ts';
import { eraseOldOrders } from '../../workflows/erase-old-orders.ts';
import { shortenAddresses } from '../../workflows/shorten-addresses.ts';
import { dataPrivacyRoutes } from './data-privacy.routes.ts';
import * as retentionRepository from './retention.repository.ts';

declare module '../../ports/jobs.ts' {
  interface JobPayloads {
    /** Addresses of visitors that were kept whole are cut to their networks. */
    shorten_addresses: NoPayload;
  }
}

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
