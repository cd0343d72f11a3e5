// The inbox of the scenes: a thread with a reply that was not sent and an incoming email, and the templates.
import type { AnswerFor } from '../../../../contract/index.ts';
import { messages } from './operator.ts';
import { orders, shownOrder } from './orders.ts';

const [message] = messages;
if (!message) throw new Error('The scenes have no message.');

export const thread: AnswerFor<'GET /api/admin/contact-messages/{id}'> = {
  message: {
    ...message,
    message: `Can I order views for a reel that goes live on Monday?\nMy last order was ${shownOrder.id}.`,
    read_at: '2026-03-14T12:45:00Z',
    reply_state: 'failed',
    reply_to: null,
    rest: null,
    has_source: false,
  },
  replies: [
    {
      id: '1',
      text: 'Hello Sofia,\n\nyes: order it on Monday, as soon as the reel is online.\n\nBest regards,\nApplaud',
      written_by: 'night-shift@shop.example',
      written_at: '2026-03-14T12:50:00Z',
      mail: { id: '2', state: 'failed', last_error: 'RCPT TO: 550 5.1.1 No such mailbox', sent_at: null },
    },
  ],
  incoming_emails: [
    {
      id: '3',
      name: message.name,
      email: message.email,
      reply_to: null,
      text: 'Thank you!\nAnd can it start in the evening?\n\n[Attachments, not stored: reel.png]',
      rest: null,
      has_source: false,
      received_at: '2026-03-14T12:55:00Z',
    },
  ],
  language: 'en',
  named_orders: [shownOrder],
  customer: {
    email: message.email,
    totalSpent: 96,
    totalOrders: 4,
    orders: orders.filter(({ id }) => id !== shownOrder.id).slice(0, 2),
  },
  other_messages: [
    { id: '10', subject: 'Thank you', received_at: '2026-03-01T09:00:00Z', answered_at: '2026-03-01T09:30:00Z' },
  ],
  placeholders: { name: message.name, store: 'Applaud', order: shownOrder.id },
  can_reply: true,
};

export const replyTemplates: AnswerFor<'GET /api/admin/reply-templates'> = {
  version: 3,
  templates: [
    {
      language: 'en',
      name: 'Where is my order',
      text: 'Hello {{name}},\n\norder {{order}} is on its way.\n\n{{store}}',
    },
    { language: 'en', name: 'Thanks', text: 'Hello {{name}},\n\nthank you!\n\n{{store}}' },
    { language: 'pt', name: 'Obrigado', text: 'Olá, {{name}}!\n\nObrigado.\n\n{{store}}' },
  ],
};
