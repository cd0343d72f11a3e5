// Emails of a mailbox come into the inbox: once each, in their thread.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { contactSteps } from '../../../tests/support/contact-steps.ts';
import { emailSource } from '../../../tests/support/email-source.ts';
import { sendWaiting } from '../../../tests/support/emails.ts';
import { type ImapServer, startImapServer } from '../../../tests/support/imap-server.ts';
import { placeOrder } from '../../../tests/support/orders.ts';
import { startMailServer, type TestMailServer } from '../../../tests/support/smtp-server.ts';
import { owner, startStore, type TestStore } from '../../../tests/support/store.ts';
import { mostEmailsPerHour } from '../contact/contact.service.ts';

let imap: ImapServer;
let smtp: TestMailServer;
let store: TestStore;
beforeAll(async () => {
  imap = await startImapServer();
  smtp = await startMailServer();
  store = await startStore({ IMAP_URL: imap.url, SMTP_URL: smtp.url, MAIL_FROM: 'shop@example.com' });
  await read();
});
beforeEach(() => void smtp.taken.splice(0));
afterAll(async () => {
  await store.stop();
  await smtp.stop();
  await imap.stop();
});

const { received, reply, thread, rows } = contactSteps(
  () => store,
  () => smtp,
);
const read = () => store.app.jobHandlers.read_mailbox({});
const messages = (query: { only?: 'unanswered'; email?: string } = {}) =>
  store.admin.call('GET /api/admin/contact-messages', { query: { limit: 200, ...query } });
const ofSubject = async (subject: string) => (await messages()).filter((message) => message.subject === subject);
const idOf = (source: string | undefined) => /^Message-ID: <(.*)>/im.exec(source ?? '')?.[1] ?? '';
/** The Message-ID of the last reply in a thread. */
async function lastReplyTo(id: string): Promise<string> {
  await store.drain();
  const source = smtp.taken.at(-1)?.source;
  expect((await thread(id)).replies.length).toBeGreaterThan(0);
  return idOf(source);
}

describe('an email', () => {
  test('becomes a message, without a notice to the support, and its answer continues the thread of the writer', async () => {
    imap.deliver(
      emailSource({ from: 'Ana Lima <ana@mail.example>', subject: 'Where is it?', messageId: 'q1@mail.example' }),
    );
    await read();
    const [message] = await ofSubject('Where is it?');
    expect(message).toMatchObject({
      name: 'Ana Lima',
      email: 'ana@mail.example',
      message: 'Hello.',
      answered_at: null,
    });
    await store.drain();
    expect(smtp.taken).toEqual([]);
    await reply(message?.id ?? '', 'On its way.');
    const replyId = await lastReplyTo(message?.id ?? '');
    expect(smtp.taken[0]?.source).toMatch(/^In-Reply-To: <q1@mail\.example>/m);
    expect(smtp.taken[0]?.source).toContain('> Hello.');

    store.advance(60_000);
    imap.deliver(
      emailSource({
        from: 'Ana Lima <ana@mail.example>',
        messageId: 'q2@mail.example',
        text: 'Thanks, it came.\n\nOn 2 Mar 2026, Applaud wrote:\n> On its way.',
        headers: { 'In-Reply-To': `<${replyId}>` },
      }),
    );
    await read();
    const answered = await thread(message?.id ?? '');
    expect(answered).toMatchObject({
      message: { answered_at: null, read_at: null },
      incoming_emails: [{ name: 'Ana Lima', email: 'ana@mail.example', text: 'Thanks, it came.' }],
    });
    expect(answered.message.latest_at > answered.message.received_at).toBe(true);
    store.advance(60_000);
    await reply(message?.id ?? '', 'You are welcome.');
    await store.drain();
    const source = smtp.taken.at(-1)?.source ?? '';
    expect(source).toMatch(/^In-Reply-To: <q2@mail\.example>/m);
    expect(source.replace(/\r\n\s+/g, ' ')).toMatch(
      new RegExp(`^References: <q1@mail.example> <${replyId}> <q2@mail.example>`, 'm'),
    );
    expect(source).toContain('> Thanks, it came.');
    expect(source).not.toContain('> Hello.');
  });

  test('answers a message of the form, comes to the top of the list, and counts as unanswered and unread', async () => {
    const { id } = await received();
    const newer = await received();
    await reply(id, 'Soon.');
    const replyId = await lastReplyTo(id);
    expect((await messages({ only: 'unanswered' })).map((one) => one.id)).not.toContain(id);
    store.advance(60_000);
    imap.deliver(
      emailSource({
        from: 'Another <colleague@mail.example>',
        text: '<b>Not</b> yet: 0123456789AB',
        headers: { References: `<other@mail.example> <${replyId}>` },
      }),
    );
    await read();
    const [first] = await messages({ only: 'unanswered' });
    expect(first).toMatchObject({ id, read_at: null, answered_at: null });
    expect((await messages()).map((one) => one.id).indexOf(newer.id)).toBeGreaterThan(0);
    const cursor = await store.admin.ask('GET /api/admin/contact-messages', { query: { limit: 1 } });
    const next = cursor.headers.get('link')?.match(/<(.*)>; rel="next"/)?.[1] ?? '';
    const second = await store.raw(next, { headers: { authorization: `Bearer ${store.adminToken}` } });
    expect(((await second.json()) as { id: string }[])[0]?.id).toBe(newer.id);
    expect((await thread(id)).incoming_emails).toMatchObject([
      { email: 'colleague@mail.example', text: '<b>Not</b> yet: 0123456789AB' },
    ]);
  });

  test('answers the acknowledgement of a message, with nothing but its Message-ID', async () => {
    const { id } = await received();
    const [acknowledgement] = await rows('select id from mails where acknowledged_message_id = $1', id);
    const headers = { 'In-Reply-To': `<${acknowledgement.id}@127.0.0.1>` };
    imap.deliver(emailSource({ from: 'writer@mail.example', text: 'One more thing.', headers }));
    await read();
    expect((await thread(id)).incoming_emails).toMatchObject([{ text: 'One more thing.' }]);
  });

  test('D-5: is stored whole: what is folded names orders too, and Reply-To stands beside the sender', async () => {
    const order = await placeOrder(store, { email: 'folded@mail.example' });
    const text = `Refund me.\n\nOn 2 Mar 2026 at 9:00, Shop <s@x.example> wrote:\n> Your order ${order.id}`;
    const headers = { 'Reply-To': 'office@mail.example' };
    imap.deliver(emailSource({ subject: 'Folded', from: 'folded@mail.example', text, headers }));
    await read();
    const [message] = await ofSubject('Folded');
    expect(message).toMatchObject({ message: 'Refund me.' });
    const { message: full, named_orders } = await thread(message?.id ?? '');
    expect(full).toMatchObject({
      reply_to: 'office@mail.example',
      rest: text.slice('Refund me.\n\n'.length),
      has_source: false,
    });
    expect(named_orders.map(({ id }) => id)).toEqual([order.id]);
    const source = await store.admin.ask('GET /api/admin/contact-messages/{id}/source', { params: { id: full.id } });
    expect(source.status).toBe(404);
  });

  test('answers an email about an order: a new message that names the order', async () => {
    const order = await placeOrder(store, { email: 'buyer@mail.example' });
    await sendWaiting(store);
    const mailId = idOf(smtp.taken.find(({ to }) => to.includes('buyer@mail.example'))?.source);
    const headers = { 'In-Reply-To': `<${mailId}>` };
    imap.deliver(emailSource({ from: 'buyer@mail.example', subject: 'Help', text: 'Where?', headers }));
    await read();
    const [message] = await messages({ email: 'buyer@mail.example' });
    expect(message?.subject).toBe(`Help (${order.id})`);
    expect((await thread(message?.id ?? '')).named_orders.map(({ id }) => id)).toEqual([order.id]);
  });

  test.each([
    ['of the store', { from: 'shop@example.com' }],
    ['of the support', { from: 'Support <SUPPORT@applaud.example>' }],
    ['that is an auto-reply', { headers: { 'Auto-Submitted': 'auto-replied' } }],
  ])('%s is ignored', async (name, options) => {
    const subject = `Ignored: ${name}`;
    imap.deliver(emailSource({ ...options, subject }));
    await read();
    expect(await ofSubject(subject)).toEqual([]);
  });

  test('that the store sent itself and that comes back is ignored', async () => {
    const { id } = await received();
    await reply(id, 'Hello.');
    await store.drain();
    imap.deliver(smtp.taken.at(-1)?.source ?? '');
    await read();
    expect((await thread(id)).incoming_emails).toEqual([]);
  });

  test('that arrives twice is stored once', async () => {
    for (let copy = 0; copy < 2; copy += 1) {
      imap.deliver(emailSource({ subject: 'Twice', messageId: 'twice@mail.example' }));
    }
    await read();
    expect(await ofSubject('Twice')).toHaveLength(1);
  });

  test('that cannot be parsed is a message with its subject, and the next ones still come', async () => {
    let body = 'Content-Type: text/plain\n\nText';
    for (let depth = 0; depth < 40; depth += 1) {
      body = `Content-Type: multipart/mixed; boundary=b${depth}\n\n--b${depth}\n${body}\n--b${depth}--`;
    }
    imap.deliver(`From: ana.broken@mail.example\nSubject: Broken\nMessage-ID: <broken@mail.example>\n${body}`);
    imap.deliver(emailSource({ subject: 'After the broken one' }));
    await read();
    const [broken] = await ofSubject('Broken');
    expect(broken?.message).toContain('could not be read');
    expect((await thread(broken?.id ?? '')).message.has_source).toBe(true);
    const params = { id: broken?.id ?? '' };
    const { source } = await store.admin.call('GET /api/admin/contact-messages/{id}/source', { params });
    expect(Buffer.from(source, 'base64').toString()).toMatch(/^From: ana\.broken[\s\S]*\r\n\r\nText\r\n--/);
    expect(await ofSubject('After the broken one')).toHaveLength(1);
  });

  test('that the database refuses is a message that names the mailbox, and the next ones still come', async () => {
    await rows("alter table contact_messages add constraint no_poison check (subject <> 'Poison')");
    imap.deliver(emailSource({ subject: 'Poison' }));
    imap.deliver(emailSource({ subject: 'After the poison' }));
    await read();
    await rows('alter table contact_messages drop constraint no_poison');
    expect(await ofSubject('After the poison')).toHaveLength(1);
    expect((await messages({ email: 'unknown@sender.invalid' }))[0]?.message).toContain('could not be read');
  });

  test('S-18: a flood of one sender fills neither the inbox nor a thread', async () => {
    const from = 'flood@mail.example';
    const { messages: mostMessages, answers: mostAnswers } = mostEmailsPerHour;
    for (let sent = 0; sent < mostMessages + 3; sent += 1)
      imap.deliver(emailSource({ from, messageId: `f${sent}@x.example` }));
    for (let sent = 0; sent < mostAnswers + 3; sent += 1) {
      imap.deliver(emailSource({ from, headers: { References: '<f0@x.example>' } }));
    }
    await read();
    const stored = await messages({ email: from });
    expect(stored).toHaveLength(mostMessages);
    expect((await thread(stored.at(-1)?.id ?? '')).incoming_emails.length).toBeLessThanOrEqual(mostAnswers);
    const [{ count }] = await rows('select count(*)::int as count from incoming_emails where email = $1', from);
    expect(count).toBe(mostAnswers);
  });
});

describe('privacy', () => {
  test('the export and the erasure of a person contain incoming emails, also in the threads of others', async () => {
    await store.admin.call('POST /api/admin/step-up', { body: { password: owner.password } });
    const { id, email } = await received();
    await reply(id, 'Hello.');
    const headers = { 'In-Reply-To': `<${await lastReplyTo(id)}>` };
    imap.deliver(emailSource({ from: email, text: 'Own answer', headers }));
    imap.deliver(emailSource({ from: 'Guest@mail.example', text: 'Answer of a guest', headers }));
    await read();
    const dataOf = (person: string) => store.admin.call('POST /api/admin/people/export', { body: { email: person } });
    expect((await dataOf('guest@mail.example')).incoming_emails).toMatchObject([{ text: 'Answer of a guest' }]);
    expect((await dataOf(email)).incoming_emails.map(({ text }) => text)).toEqual(['Own answer', 'Answer of a guest']);
    const erase = (person: string) => store.admin.call('POST /api/admin/people/erase', { body: { email: person } });
    expect((await erase('guest@mail.example')).erased.contact_messages).toBe(1);
    expect((await thread(id)).incoming_emails.map(({ text }) => text)).toEqual(['Own answer']);
    expect((await erase(email)).erased.contact_messages).toBe(2);
    expect(await rows("select from incoming_emails where text = 'Own answer'")).toEqual([]);
  });

  test('retention counts from the latest email of a thread, and deletes it whole', async () => {
    imap.deliver(emailSource({ from: 'old@mail.example', subject: 'Old thread', messageId: 'old@mail.example' }));
    await read();
    const [{ id } = { id: '' }] = await ofSubject('Old thread');
    const age = (days: number) =>
      rows(
        `update contact_messages set received_at = now() - 3000 * interval '1 day',
          latest_at = now() - $2 * interval '1 day' where id = $1`,
        id,
        days,
      );
    imap.deliver(emailSource({ from: 'old@mail.example', headers: { References: '<old@mail.example>' } }));
    await read();
    await age(1);
    await store.app.jobHandlers.purge_expired({});
    expect(await ofSubject('Old thread')).toHaveLength(1);
    await age(2999);
    await store.app.jobHandlers.purge_expired({});
    expect(await ofSubject('Old thread')).toEqual([]);
    expect(await rows('select from incoming_emails where contact_message_id = $1', id)).toEqual([]);
  });
});
