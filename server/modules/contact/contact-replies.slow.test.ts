// Replies to messages of the support: sent once, to the writer only, in one thread.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { contactSteps } from '../../../tests/support/contact-steps.ts';
import { startMailServer, type TestMailServer } from '../../../tests/support/smtp-server.ts';
import { owner, startStore, type TestStore } from '../../../tests/support/store.ts';

let server: TestMailServer;
let store: TestStore;
beforeAll(async () => {
  server = await startMailServer();
  store = await startStore({ SMTP_URL: server.url, MAIL_FROM: 'shop@example.com' });
});
afterEach(() => server.reply({}));
afterAll(async () => {
  await store.stop();
  await server.stop();
});

const { received, reply, thread, rows, adminWith } = contactSteps(
  () => store,
  () => server,
);
const liveSettings = {
  MODE: 'live',
  PUBLIC_URL: 'https://shop.example',
  TRUST_PROXY: 'none',
  JWT_SECRET: 'x'.repeat(32),
  SECRETS_KEY: 'y'.repeat(32),
  MPGS_BASE_URL: 'https://gateway.example',
  MPGS_MERCHANT_ID: 'M',
  MPGS_API_PASSWORD: 'p',
  MPGS_WEBHOOK_SECRET: 's',
};
const headerOf = (source: string, name: string) =>
  source
    .split('\r\n\r\n')[0]
    ?.replace(/\r\n\s+/g, ' ')
    .split('\r\n')
    .find((line) => line.toLowerCase().startsWith(`${name.toLowerCase()}:`))
    ?.slice(name.length + 1)
    .trim();

describe('a reply', () => {
  test('goes to the writer by the outbox, marks the message as answered, and quotes it as plain text', async () => {
    const { id, email, subject } = await received({ message: '<b>When</b>\ndoes it start?' });
    const { status, body } = await reply(id, ' It started.\r\nHave fun! ');
    expect({ status, body }).toMatchObject({
      status: 200,
      body: {
        success: true,
        reply: { text: 'It started.\nHave fun!', written_by: owner.email, mail: { state: 'queued', last_error: null } },
      },
    });
    await store.drain();
    expect(server.taken.map(({ from, to }) => [from, to])).toEqual([['shop@example.com', [email]]]);
    const source = server.taken[0]?.source ?? '';
    expect(headerOf(source, 'Subject')).toBe(`Re: ${subject}`);
    expect(headerOf(source, 'Reply-To')).toBe('support@applaud.example');
    expect(headerOf(source, 'Content-Type')).toMatch(/^text\/plain/);
    expect(headerOf(source, 'Auto-Submitted')).toBeUndefined();
    expect(source).toContain('It started.\r\nHave fun!');
    expect(source).toContain('> <b>When</b>\r\n> does it start?');
    expect(await thread(id)).toMatchObject({
      message: { answered_at: expect.any(String), read_at: expect.any(String), reply_state: 'sent' },
      replies: [{ text: 'It started.\nHave fun!', mail: { state: 'sent', sent_at: expect.any(String) } }],
    });
  });

  test('stays in one thread: stored Message-IDs of our own domain, In-Reply-To and References', async () => {
    const { id } = await received();
    for (const text of ['First.', 'Second.', 'Third.']) {
      expect((await reply(id, text)).status).toBe(200);
      store.advance(1000);
    }
    await store.drain();
    const [{ message_id: first }] = await rows('select message_id from contact_messages where id = $1', id);
    const stored = await rows(
      'select message_id from contact_replies where contact_message_id = $1 order by written_at',
      id,
    );
    const ids = [first, ...stored.map((row) => row.message_id)].map((messageId) => `<${messageId}>`);
    for (const one of ids) expect(one).toMatch(/^<[0-9a-f-]{36}@127\.0\.0\.1>$/);
    const sent = server.taken.map(({ source }) =>
      ['Message-ID', 'In-Reply-To', 'References'].map((name) => headerOf(source, name)),
    );
    expect(sent).toEqual([1, 2, 3].map((at) => [ids[at], ids[at - 1], ids.slice(0, at).join(' ')]));
  });

  test('the notice to the support carries the Message-ID that the replies refer to', async () => {
    await store.visitor.call('POST /api/contact', {
      body: { name: 'Eve', email: 'eve@example.com', subject: 'A notice', message: 'Hello' },
    });
    server.taken.length = 0;
    await store.drain();
    const [{ message_id: id }] = await rows('select message_id from contact_messages where subject = $1', 'A notice');
    expect(headerOf(server.taken[0]?.source ?? '', 'Message-ID')).toBe(`<${id}>`);
  });

  test('a double click and a repeat after a lost answer send one email; another text under the key is refused', async () => {
    const { id } = await received();
    const answers = await Promise.all([1, 2, 3].map(() => reply(id, 'Once.', 'one click')));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set(answers.map(({ body }) => body.reply.id)).size).toBe(1);
    await store.drain();
    expect((await reply(id, 'Once.', 'one click')).body.reply.mail?.state).toBe('sent');
    await store.drain();
    expect(server.taken).toHaveLength(1);
    expect(await reply(id, 'Twice.', 'one click')).toMatchObject({
      status: 422,
      body: { code: 'idempotency_mismatch' },
    });
    expect((await thread(id)).replies).toHaveLength(1);
    expect(await rows("select from audit_log where action = 'contact.replied' and subject = $1", id)).toHaveLength(1);
  });

  test('a repeat after the mail server was removed returns the reply that was sent', async () => {
    const { id } = await received();
    const { body } = await reply(id, 'Once.', 'before the removal');
    const live = await startStore(liveSettings, store);
    try {
      const again = await reply(id, 'Once.', 'before the removal', live.admin);
      expect(again).toMatchObject({ status: 200, body: { reply: { id: body.reply.id } } });
      expect((await reply(id, 'Once more.', 'after it', live.admin)).status).toBe(409);
    } finally {
      await live.stop();
    }
  });

  test('S-18: neither the request nor the message adds a header or a recipient', async () => {
    const { id, email } = await received({
      name: 'Eve\r\nBcc: all@example.com',
      subject: 'Hi\r\nBcc: all@example.com',
    });
    const body = { text: 'Bcc: all@example.com\r\n\r\nHello', recipient: 'all@example.com', email: 'all@example.com' };
    const { status } = await store.admin.ask(
      'POST /api/admin/contact-messages/{id}/replies',
      { params: { id }, body },
      { 'idempotency-key': 'headers' },
    );
    expect(status).toBe(200);
    await store.drain();
    expect(server.taken.map(({ to }) => to)).toEqual([[email]]);
    const head = server.taken[0]?.source.split('\r\n\r\n')[0] ?? '';
    expect(head).not.toMatch(/^bcc:/im);
  });

  test('D-10: one that the mail server refuses is shown as failed, and goes out after Retry', async () => {
    server.reply({ RCPT: '550 5.1.1 unknown' });
    const { id } = await received();
    await reply(id, 'Hello.');
    await store.drain();
    const [failed] = (await thread(id)).replies;
    expect(failed?.mail).toMatchObject({ state: 'failed', last_error: expect.stringContaining('5.1.1') });
    expect((await thread(id)).message.reply_state).toBe('failed');
    server.reply({});
    await store.admin.call('POST /api/admin/mails/{id}/resend', { params: { id: failed?.mail?.id ?? '' } });
    await store.drain();
    expect((await thread(id)).replies[0]?.mail).toMatchObject({ state: 'sent', last_error: null });
    expect(server.taken).toHaveLength(1);
  });

  test.each([
    ['nothing', ' \r\n ', /Write a reply/],
    ['too much', 'x'.repeat(5001), /5,000 characters/],
    ['a placeholder that is not filled in', 'Hello {{name}}, {{ order }}', /\{\{name\}\}/],
  ])('S-18: %s is refused in a sentence', async (_name, text, message) => {
    const { id } = await received();
    const { status, body } = await reply(id, text);
    expect([status, body.code, body.field]).toEqual([400, 'invalid_input', 'text']);
    expect(body.message).toMatch(message);
    expect(await thread(id)).toMatchObject({ replies: [], message: { answered_at: null } });
  });

  test('an unknown message is 404, and a reply without a key is refused', async () => {
    for (const id of ['00000000-0000-4000-8000-000000000000', 'x']) {
      expect((await reply(id, 'Hello.')).status).toBe(404);
      expect((await store.admin.ask('GET /api/admin/contact-messages/{id}', { params: { id } })).status).toBe(404);
    }
    const { id } = await received();
    const keyless = await store.admin.ask('POST /api/admin/contact-messages/{id}/replies', {
      params: { id },
      body: { text: 'Hello.' },
    });
    expect(keyless).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
  });

  test('D-36: a viewer reads the thread and cannot reply; support can', async () => {
    const { id } = await received();
    const viewer = await adminWith('viewer');
    expect((await viewer.ask('GET /api/admin/contact-messages/{id}', { params: { id } })).status).toBe(200);
    expect(await reply(id, 'Hello.', 'viewer', viewer)).toMatchObject({ status: 403, body: { code: 'no_role' } });
    expect((await reply(id, 'Hello.', 'support', await adminWith('support'))).status).toBe(200);
    expect((await thread(id)).replies).toHaveLength(1);
  });
});

describe('without a mail server', () => {
  test('D-10: a sandbox keeps the reply; its message stays unanswered, and it cannot be resent', async () => {
    const plain = await startStore();
    try {
      await plain.visitor.call('POST /api/contact', {
        body: { name: 'Ana', email: 'ana@example.com', subject: 'Hi', message: 'Hello' },
      });
      const [message] = await plain.admin.call('GET /api/admin/contact-messages', { query: {} });
      const params = { id: message?.id ?? '' };
      const { reply } = await plain.admin.call(
        'POST /api/admin/contact-messages/{id}/replies',
        { params, body: { text: 'Hello.' } },
        { 'idempotency-key': 'one' },
      );
      expect(reply.mail?.state).toBe('kept');
      expect((await plain.admin.call('GET /api/admin/contact-messages/{id}', { params })).message).toMatchObject({
        answered_at: null,
        read_at: expect.any(String),
        reply_state: 'kept',
      });
      const again = { params: { id: reply.mail?.id ?? '' } };
      expect((await plain.admin.ask('POST /api/admin/mails/{id}/resend', again)).status).toBe(409);
    } finally {
      await plain.stop();
    }
  });
});

// Last, because it moves the clock past the owner's proof.
describe('the limit of replies', () => {
  test('replies to several messages of one address at once do not exceed it', async () => {
    const email = 'several@example.com';
    const messages: string[] = [];
    for (const spelled of [email, email.toUpperCase(), email, email, email])
      messages.push((await received({ email: spelled })).id);
    const [first = ''] = messages;
    for (let sent = 0; sent < 19; sent += 1) await reply(first, `Reply ${sent}.`);
    const answers = await Promise.all(messages.map((id) => reply(id, 'At once.')));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 429, 429, 429, 429]);
  });

  test('the twenty-first reply within an hour to one address has to wait', async () => {
    const { id } = await received();
    for (let sent = 0; sent < 20; sent += 1) expect((await reply(id, `Reply ${sent}.`)).status).toBe(200);
    const refused = await reply(id, 'One more.');
    expect(refused).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
    expect(refused.headers.get('retry-after')).toBe('3600');
    store.advance(3_601_000);
    expect((await reply(id, 'One more.')).status).toBe(200);
  });
});
