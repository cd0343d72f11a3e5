import type { StoreModule } from '../../store-module.ts';
import { eraseOldOrders, shortenAddresses } from '../../workflows/erase-old-orders.ts';
import * as dataPrivacyRepository from './data-privacy.repository.ts';
import { dataPrivacyRoutes } from './data-privacy.routes.ts';

declare module '../../ports/jobs.ts' {
  interface JobPayloads {
    /** Addresses of visitors that were kept whole are cut to their networks. */
    shorten_addresses: NoPayload;
  }
}

export const dataPrivacy = {
  routes: dataPrivacyRoutes,
  jobs: { shorten_addresses: { run: shortenAddresses } },
  purge: async (ctx) => {
    const { retention } = await ctx.settings.current();
    await dataPrivacyRepository.purgeOld(ctx, retention);
    await eraseOldOrders(ctx, retention.orders);
  },
} satisfies StoreModule;
