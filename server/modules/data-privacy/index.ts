import { getAdmin } from '../../request-context.ts';
import { routes, type StoreModule } from '../../store-module.ts';
import { eraseOldOrders, shortenAddresses } from '../../workflows/erase-old-orders.ts';
import { erasePerson, exportPerson } from '../../workflows/person-data.ts';
import * as dataPrivacyRepository from './data-privacy.repository.ts';

const dataPrivacyRoutes = routes({
  exportPerson: (ctx, { body }, call) => exportPerson(ctx, body.email, getAdmin(call)),

  erasePerson: async (ctx, { body }, call) => {
    const { orders, mails, messages, auditDetails, alerts, customerNotes } = await erasePerson(
      ctx,
      body.email,
      getAdmin(call),
    );
    const erased = {
      orders,
      mails,
      contact_messages: messages,
      audit_details: auditDetails,
      alerts,
      customer_notes: customerNotes,
    };
    return { success: true, erased };
  },

  previewRetention: async (ctx, { query }) => ({
    most: dataPrivacyRepository.mostCounted,
    counts: await dataPrivacyRepository.countOld(ctx, query),
  }),
});

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
