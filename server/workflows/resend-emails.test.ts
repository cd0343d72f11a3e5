// Emails that were stored without a mail server, or failed, are sent together once there is one.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startMailServer, type TestMailServer } from '../../tests/support/smtp-server.ts';
import { startStore, type TestStore } from '../../tests/support/store.ts';

let store: TestStore;
let mail: TestMailServer;
beforeAll(async () => {
  [store, mail] = await Promise.all([startStore(), startMailServer()]);
});
afterAll(async () => {
  await Promise.all([store.stop(), mail.stop()]);
});

const write = (name: string) =>
  store.visitor.call('POST /api/contact', {
    body: { name, email: `${name}@example.com`, subject: 'Hi', message: 'Where is my order?' },
  });
const listed = () => store.admin.call('GET /api/admin/mails/unsent', {});
const inbox = async () =>
  (await store.admin.call('GET /api/admin/mails', { query: { only: 'unsent' } })).map(({ id }) => id).sort();
const unsentOnSystem = async () => {
  const { checks } = await store.admin.call('GET /api/admin/system/checks', {});
  return checks.find(({ id }) => id === 'mail')?.value ?? null;
};

test('D-84: stored emails are listed, sent once after the mail server is set up, and counted alike', async () => {
  await write('ana');
  await write('ben');
  await store.drain();
  const [message] = await store.admin.call('GET /api/admin/contact-messages', { query: {} });
  const id = message?.id ?? '';
  const reply = { params: { id }, body: { text: 'It is on its way.' } };
  await store.admin.call('POST /api/admin/contact-messages/{id}/replies', reply, {
    'idempotency-key': '3f0c8a52-6f64-4f0e-9d1b-0d6a3a3a8a11',
  });
  await store.drain();
  const before = await listed();
  expect(before.can_send).toBe(false);
  const ids = before.mails.map((one) => one.id);
  expect(before.mails.map(({ kind }) => kind)).toContain('contact_reply');
  expect(ids.toSorted()).toEqual(await inbox());
  const send = () => store.admin.call('POST /api/admin/mails/unsent', { body: { ids } });
  await expect(send()).rejects.toThrow('mail_server_missing');

  const body = {
    host: '127.0.0.1',
    port: Number(new URL(mail.url).port),
    security: 'starttls' as const,
    user: '',
    from_name: '',
    from_address: 'shop@shop.example',
  };
  await store.admin.call('PUT /api/admin/infrastructure/smtp', { body });
  expect(await unsentOnSystem()).toBe(ids.length);
  expect(await send()).toEqual({ queued: ids.length, skipped: 0 });
  expect(await send()).toEqual({ queued: 0, skipped: ids.length });
  await store.drain();
  // The owner is notified of the new mail server.
  const others = mail.taken.filter(({ source }) => !source.includes('The mail server was changed'));
  expect(others).toHaveLength(ids.length);
  expect(await listed()).toMatchObject({ can_send: true, mails: [] });
  expect(await inbox()).toEqual([]);
  expect(await unsentOnSystem()).toBe(0);
  const thread = await store.admin.call('GET /api/admin/contact-messages/{id}', { params: { id } });
  expect(thread.message.answered_at).not.toBeNull();
});

test('D-84: an email whose invitation was revoked is neither listed nor sent', async () => {
  const body = { email: 'new@shop.example', role: 'viewer' as const, send_email: true };
  const { id } = await store.admin.call('POST /api/admin/invitations', { body });
  await store.admin.call('DELETE /api/admin/invitations/{id}', { params: { id } });
  const { rows } = await store.db.database.pool.query(
    `update mails set state = 'failed', attempts = 8 where kind = 'admin_invitation' returning id`,
  );
  const ids = rows.map((row) => row.id);
  expect(ids).toHaveLength(1);
  expect(await listed()).toMatchObject({ mails: [], not_due: 1 });
  expect(await store.admin.call('POST /api/admin/mails/unsent', { body: { ids } })).toEqual({ queued: 0, skipped: 1 });
  const one = { params: { id: ids[0] } };
  expect(await store.admin.ask('POST /api/admin/mails/{id}/resend', one)).toMatchObject({ status: 409 });
});

test('D-84: an email that is older than the newest days is not listed', async () => {
  await store.db.database.pool.query(`update mails set state = 'failed', attempts = 8`);
  const before = await listed();
  expect(before.mails.length).toBeGreaterThan(0);
  store.advance(8 * 86_400_000);
  const { token } = await store.visitor.call('POST /api/admin/login', {
    body: { email: 'owner@shop.example', password: 'a long enough password' },
  });
  const later = store.as(token);
  expect((await later.call('GET /api/admin/mails/unsent', {})).mails).toEqual([]);
  const body = { ids: before.mails.map(({ id }) => id) };
  expect(await later.call('POST /api/admin/mails/unsent', { body })).toEqual({ queued: 0, skipped: body.ids.length });
});
