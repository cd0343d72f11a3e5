import { getAdmin } from '../../request-context.ts';
import { routes } from '../../store-module.ts';
import { erasePerson, exportPerson } from '../../workflows/person-data.ts';
import * as dataPrivacyRepository from './data-privacy.repository.ts';

export const dataPrivacyRoutes = routes({
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
