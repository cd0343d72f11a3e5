// Endpoints for messages to support.
import type { z } from 'zod';
import type { contactMessage } from '../../../contract/contact.ts';
import type { contactReply } from '../../../contract/contact-replies.ts';
import { dollarsFromCents } from '../../../contract/money.ts';
import type { order } from '../../../contract/orders.ts';
import { StoreError } from '../../../contract/store-error.ts';
import type { Database } from '../../database/database.ts';
import { nextPageLink } from '../../platform/cursor.ts';
import { readTimeCursor, writeTimeCursor } from '../../platform/time-cursor.ts';
import { adminOf, type Handlers, readIdempotencyKey } from '../../request-context.ts';
import type { MessageRow } from './contact.repository.ts';
import * as contactRepository from './contact.repository.ts';
import type { Contact } from './contact.service.ts';
import type { NamedOrder, ReplyRow } from './contact-threads.repository.ts';
import type { ContactThreads } from './contact-threads.ts';
import type { ReplyTemplates } from './reply-templates.ts';

export function contactRoutes({
  database,
  contact,
  threads,
  templates,
  views: orderViews,
}: {
  database: Pick<Database, 'db'>;
  contact: Contact;
  threads: ContactThreads;
  templates: ReplyTemplates;
  /** Maps orders to the admin API. */
  views: { full(rows: readonly NamedOrder[]): Promise<z.output<typeof order>[]> };
}): Handlers<
  | 'sendContactMessage'
  | 'listContactMessages'
  | 'changeContactMessage'
  | 'getContactThread'
  | 'replyToMessage'
  | 'listReplyTemplates'
  | 'saveReplyTemplates'
> {
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
        contactRepository.listMessages(database.db, filter, readTimeCursor(cursor), limit + 1),
        contactRepository.countMessages(database.db, filter),
      ]);
      call.answerHeader('x-total-count', String(total));
      const last = rows[limit - 1];
      if (rows.length > limit && last) {
        const next = writeTimeCursor({ createdAt: last.latestAt ?? last.receivedAt, id: last.id });
        call.answerHeader('link', nextPageLink('/api/admin/contact-messages', { limit, ...filter }, next));
      }
      return rows.slice(0, limit).map(messageOf);
    },

    changeContactMessage: async ({ params, body }, call) =>
      messageOf(await contact.mark(params.id, body, adminOf(call))),

    getContactThread: async ({ params }) => {
      const thread = await threads.getThread(params.id);
      const { message, replies, emails, language, placeholders, canReply, customer, otherMessages } = thread;
      return {
        message: messageOf(message),
        replies: replies.map(replyOf),
        incoming_emails: emails.map(({ id, name, email, text, receivedAt }) => ({
          id,
          name,
          email,
          text,
          received_at: receivedAt.toISOString(),
        })),
        language,
        named_orders: await orderViews.full(thread.namedOrders),
        customer: customer && {
          email: customer.email,
          totalSpent: dollarsFromCents(customer.spentCents),
          totalOrders: customer.orders,
          orders: await orderViews.full(thread.newestOrders),
        },
        other_messages: otherMessages.map(({ id, subject, receivedAt, answeredAt }) => ({
          id,
          subject,
          received_at: receivedAt.toISOString(),
          answered_at: answeredAt?.toISOString() ?? null,
        })),
        placeholders,
        can_reply: canReply,
      };
    },

    replyToMessage: async ({ params, body }, call) => {
      const key = readIdempotencyKey(call);
      // The key prevents a second email after a double click or a lost response.
      if (key === null) throw new StoreError('invalid_input', { reason: 'reply_key_missing' });
      const reply = await threads.reply(params.id, body.text, key, adminOf(call));
      return { success: true, reply: replyOf(reply) };
    },

    listReplyTemplates: () => templates.list(),

    saveReplyTemplates: ({ body }, call) => templates.save(body, adminOf(call)),
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
    latest_at: (row.latestAt ?? row.receivedAt).toISOString(),
    read_at: row.readAt?.toISOString() ?? null,
    answered_at: row.answeredAt?.toISOString() ?? null,
    reply_state: row.replyState,
  };
}

function replyOf({ id, text, writtenBy, writtenAt, mail }: ReplyRow): z.output<typeof contactReply> {
  return {
    id,
    text,
    written_by: writtenBy,
    written_at: writtenAt.toISOString(),
    mail: mail && {
      id: mail.id,
      state: mail.state,
      last_error: mail.lastError,
      sent_at: mail.sentAt?.toISOString() ?? null,
    },
  };
}
