// What may be asked about a person's data.
import { adminOf, type Handlers } from '../caller.ts';
import type { People } from './people.ts';

export function peopleRoutes({ people }: { people: People }): Handlers<'exportPerson' | 'erasePerson'> {
  return {
    exportPerson: ({ body }, call) => people.exportPerson(body.email, adminOf(call)),

    erasePerson: async ({ body }, call) => {
      const { orders, mails, messages, auditDetails, alerts } = await people.erasePerson(body.email, adminOf(call));
      const erased = { orders, mails, contact_messages: messages, audit_details: auditDetails, alerts };
      return { success: true, erased };
    },
  };
}
