// Test support of the inbox: messages, threads and templates as the store returns them, and the page of a message.
import { field, settle } from '../testing.tsx';
import { openAdmin } from '../testing-signed-in.tsx';

export const message = (id: string, changed: Record<string, unknown> = {}) => ({
  id,
  name: 'Ana',
  email: 'ana@mail.test',
  subject: `About ${id}`,
  message: 'Where\nis it?',
  urgent: false,
  received_at: '2026-03-01T11:00:00.000Z',
  latest_at: '2026-03-01T11:00:00.000Z',
  read_at: null,
  answered_at: null,
  reply_state: null,
  ...changed,
});

export const threadOf = (of: ReturnType<typeof message>, changed: Record<string, unknown> = {}) => ({
  message: of,
  replies: [],
  incoming_emails: [],
  language: 'en',
  named_orders: [],
  customer: null,
  other_messages: [],
  placeholders: { name: of.name, store: 'Applaud' },
  can_reply: true,
  ...changed,
});

export const replyOf = (id: string, mail: Record<string, unknown> = {}) => ({
  id,
  text: 'On its way.',
  written_by: 'owner@shop.test',
  written_at: '2026-03-01T11:50:00.000Z',
  mail: { id: `mail ${id}`, state: 'sent', last_error: null, sent_at: '2026-03-01T11:50:01.000Z', ...mail },
});

export const templateList = {
  version: 0,
  templates: [
    { language: 'en', name: 'Thanks', text: 'Hello {{name}},\nthank you.\n{{store}}' },
    { language: 'en', name: 'Where', text: 'Order {{order}} is on its way.' },
    { language: 'pt', name: 'Obrigado', text: 'Olá, {{name}}!' },
  ],
};

/** Opens the message "one". Returns the function that leaves the page. */
export async function openMessage(): Promise<() => Promise<void>> {
  const leave = await openAdmin('/admin/inbox?message=one');
  await settle();
  await settle(1);
  return leave;
}

export const replyField = () => field('article textarea') as unknown as HTMLTextAreaElement;
