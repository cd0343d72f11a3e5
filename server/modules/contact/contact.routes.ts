// Endpoints for messages to support.
import type { z } from 'zod';
import type { contactMessage } from '../../../contract/contact.ts';
import { StoreError } from '../../../contract/errors.ts';
import { nextPageLink } from '../../platform/cursor.ts';
import { readTimeCursor, writeTimeCursor } from '../../platform/time-cursor.ts';
import type { Admin, Call, Handlers } from '../../request-context.ts';
import type { ContactRepository, MessageRow } from './contact.repository.ts';
import type { Contact } from './contact.service.ts';

export function contactRoutes({
  contact,
  repository,
}: {
  contact: Contact;
  repository: ContactRepository;
}): Handlers<'sendContactMessage' | 'listContactMessages' | 'changeContactMessage'> {
  return {
    sendContactMessage: async ({ body }) => {
      const { website = '', ...fields } = body;
      await contact.receive(fields, website);
      return { success: true };
    },

    listContactMessages: async ({ query }, call) => {
      const { limit, cursor, ...filter } = query;
      // Reads one extra row to detect a next page.
      const [rows, total] = await Promise.all([
        repository.listMessages(filter, readTimeCursor(cursor), limit + 1),
        repository.countMessages(filter),
      ]);
      call.answerHeader('x-total-count', String(total));
      const last = rows[limit - 1];
      if (rows.length > limit && last) {
        const next = writeTimeCursor({ createdAt: last.receivedAt, id: last.id });
        call.answerHeader('link', nextPageLink('/api/admin/contact-messages', { limit, ...filter }, next));
      }
      return rows.slice(0, limit).map(messageOf);
    },

    changeContactMessage: async ({ params, body }, call) =>
      messageOf(await contact.mark(params.id, body, adminOf(call))),
  };
}

function messageOf(row: MessageRow): z.output<typeof contactMessage> {
  const { id, name, email, subject, message, urgent } = row;
  return {
    id,
    name,
    email,
    subject,
    message,
    urgent,
    received_at: row.receivedAt.toISOString(),
    read_at: row.readAt?.toISOString() ?? null,
    answered_at: row.answeredAt?.toISOString() ?? null,
  };
}

function adminOf({ admin }: Call): Admin {
  if (!admin) throw new StoreError('unauthorized');
  return admin;
}
