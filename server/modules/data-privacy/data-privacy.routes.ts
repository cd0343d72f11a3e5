import type { Database } from '../../database/database.ts';
import { adminOf, type Handlers } from '../../request-context.ts';
import type { DataPrivacy } from './data-privacy.service.ts';
import * as retentionRepository from './retention.repository.ts';
import { mostCounted } from './retention.repository.ts';

export function dataPrivacyRoutes({
  database,
  dataPrivacy,
}: {
  database: Database;
  dataPrivacy: DataPrivacy;
}): Handlers<'exportPerson' | 'erasePerson' | 'previewRetention'> {
  return {
    exportPerson: ({ body }, call) => dataPrivacy.exportPerson(body.email, adminOf(call)),

    erasePerson: async ({ body }, call) => {
      const { orders, mails, messages, auditDetails, alerts, customerNotes } = await dataPrivacy.erasePerson(
        body.email,
        adminOf(call),
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

    previewRetention: async ({ query }) => ({
      most: mostCounted,
      counts: await retentionRepository.countOld(database.db, query),
    }),
  };
}
