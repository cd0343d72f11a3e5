// What tests of messages to the support do: write one, reply to it, read its thread, sign in by role.
import type { Role } from '../../contract/account-rules.ts';
import type { Client } from './client.ts';
import type { TestMailServer } from './smtp-server.ts';
import type { TestStore } from './store.ts';

export function contactSteps(storeOf: () => TestStore, serverOf: () => TestMailServer | null = () => null) {
  let made = 0;

  /** A new message. Its notice to the support is sent and forgotten. */
  async function received(fields: Partial<Record<'name' | 'email' | 'subject' | 'message', string>> = {}) {
    made += 1;
    const body = {
      name: 'Ana Lima',
      email: `ana${made}@example.com`,
      subject: `Question ${made}`,
      message: 'When does it start?',
      ...fields,
    };
    await storeOf().visitor.call('POST /api/contact', { body });
    await storeOf().drain();
    serverOf()?.taken.splice(0);
    const [newest] = await storeOf().admin.call('GET /api/admin/contact-messages', { query: { limit: 1 } });
    return { ...body, id: newest?.id ?? '' };
  }

  async function adminWith(role: Role): Promise<Client> {
    made += 1;
    const body = { email: `${role}${made}@shop.example`, password: 'a password of this admin', role };
    await storeOf().admin.call('POST /api/admin/admins', { body });
    return storeOf().as((await storeOf().visitor.call('POST /api/admin/login', { body })).token);
  }

  return {
    received,
    adminWith,
    reply: (id: string, text: string, key = `key ${++made}`, by = storeOf().admin) =>
      by.ask(
        'POST /api/admin/contact-messages/{id}/replies',
        { params: { id }, body: { text } },
        { 'idempotency-key': key },
      ),
    thread: (id: string) => storeOf().admin.call('GET /api/admin/contact-messages/{id}', { params: { id } }),
    rows: async (sql: string, ...values: unknown[]) => (await storeOf().db.database.pool.query(sql, values)).rows,
  };
}
