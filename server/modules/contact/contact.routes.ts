// Endpoints for messages to support.
import type { z } from 'zod';
import type { contactMessage, contactReply } from '../../../contract/contact.ts';
import { dollarsFromCents } from '../../../contract/money.ts';
import { StoreError } from '../../../contract/store-error.ts';
import { readTimeCursor, toPage, writeTimeCursor } from '../../platform/cursor.ts';
import { getAdmin, readIdempotencyKey } from '../../request-context.ts';
import { routes } from '../../store-module.ts';
import { readContactThread } from '../../workflows/read-contact-thread.ts';
import type { MessageRow, ReplyRow } from './contact.repository.ts';
import { listMessages, markMessage, receiveMessage } from './contact.service.ts';
import { getEmailSource, replyToMessage } from './contact-threads.ts';
import { listReplyTemplates, saveReplyTemplates } from './reply-templates.ts';

export const contactRoutes = routes({
  sendContactMessage: async (ctx, { body }) => {
    const { website = '', ...fields } = body;
    await receiveMessage(ctx, fields, website);
    return { success: true };
  },

  listContactMessages: async (ctx, { query }, call) => {
    const { limit, cursor, ...filter } = query;
    // Reads one extra row to detect a next page.
    const { rows, total } = await listMessages(ctx, filter, readTimeCursor(cursor), limit + 1);
    call.answerHeader('x-total-count', String(total ?? Math.min(rows.length, limit)));
    if (total === null && rows.length > limit) call.answerHeader('x-total-capped', 'true');
    const toCursor = ({ id, latestAt, receivedAt }: MessageRow) =>
      writeTimeCursor({ createdAt: latestAt ?? receivedAt, id });
    const page = { path: '/api/admin/contact-messages', query: { limit, ...filter }, toCursor };
    return toPage(call, rows, page).map(toMessage);
  },

  changeContactMessage: async (ctx, { params, body }, call) =>
    toMessage(await markMessage(ctx, params.id, body, getAdmin(call))),

  getContactThread: async (ctx, { params }) => {
    const thread = await readContactThread(ctx, params.id);
    const { message, replies, emails, language, placeholders, canReply, customer, otherMessages } = thread;
    return {
      message: { ...toMessage(message), reply_to: message.replyTo, rest: message.rest, has_source: message.hasSource },
      replies: replies.map(toReply),
      incoming_emails: emails.map(({ id, name, email, replyTo, text, rest, hasSource, receivedAt }) => ({
        id,
        name,
        email,
        reply_to: replyTo,
        text,
        rest,
        has_source: hasSource,
        received_at: receivedAt.toISOString(),
      })),
      language,
      named_orders: await ctx.orderViews.full(thread.namedOrders),
      customer: customer && {
        email: customer.email,
        totalSpent: dollarsFromCents(customer.spentCents),
        totalOrders: customer.orders,
        orders: await ctx.orderViews.full(thread.newestOrders),
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

  getEmailSource: async (ctx, { params }) => ({ source: await getEmailSource(ctx, params.id) }),

  replyToMessage: async (ctx, { params, body }, call) => {
    const key = readIdempotencyKey(call);
    // The key prevents a second email after a double click or a lost response.
    if (key === null) throw new StoreError('invalid_input', { reason: 'reply_key_missing' });
    const reply = await replyToMessage(ctx, params.id, body.text, key, getAdmin(call));
    return { success: true, reply: toReply(reply) };
  },

  listReplyTemplates,

  saveReplyTemplates: (ctx, { body }, call) => saveReplyTemplates(ctx, body, getAdmin(call)),
});

function toMessage(row: MessageRow): z.output<typeof contactMessage> {
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

function toReply({ id, text, writtenBy, writtenAt, mail }: ReplyRow): z.output<typeof contactReply> {
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
