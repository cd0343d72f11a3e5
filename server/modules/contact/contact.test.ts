import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contactLimits } from '../../../contract/contact-rules.ts';
import { searchWindow } from '../../../contract/list-limits.ts';
import { startStore, type TestStore } from '../../../tests/support/store.ts';
import { hasWords } from '../../database/text-search.ts';
import { liveChannel } from '../../realtime/announcements.ts';
import { contactMessages, emailWords, incomingEmails, messageWords } from './contact.schema.ts';

let store: TestStore;
beforeAll(async () => {
  store = await startStore();
});
afterAll(() => store.stop());

const send = 'POST /api/contact';
const list = 'GET /api/admin/contact-messages';
const change = 'PATCH /api/admin/contact-messages/{id}';

let made = 0;
function message(fields: Record<string, string> = {}) {
  made += 1;
  return {
    name: 'Ana Lima',
    email: 'ana@example.com',
    subject: `About my order ${made}`,
    message: 'It has not started.\nWhat now?',
    ...fields,
  };
}

const rows = async (text: string, ...values: unknown[]) => (await store.db.database.pool.query(text, values)).rows;
const kept = (subject: string) => rows('select * from contact_messages where subject = $1', subject);
const newest = async () => (await store.admin.call(list, { query: { limit: 1 } }))[0];

describe('a message to the support', () => {
  test('A-77, D-5: is kept, and owed to the support as a mail', async () => {
    const body = message();
    expect(await store.visitor.call(send, { body })).toEqual({ success: true });
    expect(await newest()).toEqual({
      ...body,
      id: expect.any(String),
      urgent: false,
      latest_at: expect.any(String),
      received_at: expect.stringMatching(/^\d{4}-.*Z$/),
      read_at: null,
      answered_at: null,
      reply_state: null,
    });
    const mails = await rows(
      'select kind, order_id, recipient, state from mails join contact_messages c on c.id = contact_message_id where subject = $1',
      body.subject,
    );
    expect(mails).toEqual([{ kind: 'contact', order_id: null, recipient: 'support@applaud.example', state: 'kept' }]);
  });

  test('D-5, D-28: admins hear at once that there is a new one, and that one was answered', async () => {
    const client = await store.db.database.pool.connect();
    const payloads: (string | undefined)[] = [];
    const onNotification = ({ payload }: { payload?: string }) => payloads.push(payload);
    client.on('notification', onNotification);
    try {
      await client.query(`listen ${liveChannel}`);
      await store.visitor.call(send, { body: message() });
      await expect.poll(() => payloads).toContain('alert-update');
      payloads.length = 0;
      const id = (await newest())?.id ?? '';
      await store.admin.call(change, { params: { id }, body: { answered: true } });
      await expect.poll(() => payloads).toContain('alert-update');
    } finally {
      client.off('notification', onNotification);
      client.release(true);
    }
  });

  test('D-5: those that wait for an answer are listed and counted by themselves', async () => {
    await store.visitor.call(send, { body: message() });
    const waiting = () => store.admin.ask(list, { query: { only: 'unanswered', limit: 1 } });
    const before = await waiting();
    const count = ({ headers }: typeof before) => Number(headers.get('x-total-count'));
    const id = before.body[0]?.id ?? '';
    await store.admin.call(change, { params: { id }, body: { answered: true } });
    const after = await waiting();
    expect(count(after)).toBe(count(before) - 1);
    expect(after.body[0]?.id).not.toBe(id);
    const link = before.headers.get('link');
    if (link) expect(link).toContain('only=unanswered');
  });

  test.each(['name', 'email', 'subject', 'message'])(
    'CONTACT-2: is refused without %s, in a sentence',
    async (field) => {
      for (const empty of ['', ' \r\n ', undefined]) {
        const { status, body } = await store.visitor.ask(send, { body: { ...message(), [field]: empty } });
        expect(status).toBe(400);
        expect(body).toMatchObject({ field, message: expect.stringMatching(/^Please .*\.$/) });
      }
    },
  );

  test.each([
    ['name', 'x'.repeat(contactLimits.name + 1)],
    ['subject', 'x'.repeat(contactLimits.subject + 1)],
    ['message', 'x'.repeat(contactLimits.message + 1)],
    ['email', 'no address'],
    ['email', 'a b@example.com'],
    ['email', `${'x'.repeat(250)}@example.com`],
  ])('S-18: a %s that is too long or no address is refused with its field', async (field, value) => {
    const { status, body } = await store.visitor.ask(send, { body: message({ [field]: value }) });
    expect([status, body.field]).toEqual([400, field]);
  });

  test('S-18: the longest that is allowed is kept whole', async () => {
    const body = message({
      name: 'ã'.repeat(contactLimits.name),
      subject: `${made}${'s'.repeat(contactLimits.subject)}`.slice(0, contactLimits.subject),
      message: 'm\n'.repeat(contactLimits.message / 2).trimEnd(),
    });
    await store.visitor.call(send, { body });
    expect(await newest()).toMatchObject(body);
  });

  test('S-18: line breaks and control characters leave the header fields; the message keeps its lines', async () => {
    await store.visitor.call(send, {
      body: message({
        name: ' Eve\r\nBcc: all@example.com ',
        subject: `Hi\u0000\u2028there\t${made}`,
        message: ' one\r\ntwo\rthree\u0007\tfour ',
      }),
    });
    expect(await newest()).toMatchObject({
      name: 'Eve Bcc: all@example.com',
      subject: expect.stringMatching(/^Hi there \d+$/),
      message: 'one\ntwo\nthree\tfour',
    });
  });

  test.each([
    ['URGENT: no delivery', true],
    ['this is urgent', true],
    ['Question', false],
  ])('A-77: the subject %s is marked urgent: %s', async (subject, urgent) => {
    await store.visitor.call(send, { body: message({ subject }) });
    expect(await newest()).toMatchObject({ subject, urgent });
  });

  test('S-18: one that fills the trap is answered like any other and kept nowhere', async () => {
    const body = message({ website: 'https://spam.example' });
    const { status, body: answer } = await store.visitor.ask(send, { body });
    expect([status, answer]).toEqual([200, { success: true }]);
    expect(await kept(body.subject)).toEqual([]);
  });

  test('the same message within a minute is kept once, also when both arrive together', async () => {
    const body = message();
    await Promise.all([1, 2, 3].map(() => store.visitor.call(send, { body })));
    await store.visitor.call(send, { body: { ...body, name: ` ${body.name} ` } });
    expect(await kept(body.subject)).toHaveLength(1);
    store.advance(61_000);
    await store.visitor.call(send, { body });
    expect(await kept(body.subject)).toHaveLength(2);
    await store.visitor.call(send, { body: { ...body, message: 'Something else.' } });
    expect(await kept(body.subject)).toHaveLength(3);
  });

  test('S-18: the sixth within an hour from one address has to wait', async () => {
    const strict = await startStore({ RATE_LIMIT_FACTOR: '1' });
    try {
      for (let sent = 0; sent < 5; sent += 1) await strict.visitor.call(send, { body: message() });
      const refused = await strict.visitor.ask(send, { body: message() });
      expect(refused.status).toBe(429);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3_500);
      strict.advance(3_600_000);
      await strict.visitor.call(send, { body: message() });
    } finally {
      await strict.stop();
    }
  });
});

describe('the desk of the support', () => {
  test('D-5: lists the newest first, by pages, and lets nobody keep them', async () => {
    const subjects = ['first', 'second', 'third'].map((name) => `${name} ${made}`);
    for (const subject of subjects) {
      await store.visitor.call(send, { body: message({ subject }) });
      store.advance(10);
    }
    const first = await store.admin.ask(list, { query: { limit: 2 } });
    expect(first.body.map(({ subject }) => subject)).toEqual([subjects[2], subjects[1]]);
    const [{ count }] = await rows('select count(*) from contact_messages');
    expect(first.headers.get('x-total-count')).toBe(String(count));
    expect(first.headers.get('cache-control')).toBe('no-store');
    const next = first.headers.get('link')?.match(/<(.*)>; rel="next"/)?.[1] ?? '';
    const second = await store.raw(next, { headers: { authorization: `Bearer ${store.adminToken}` } });
    expect(((await second.json()) as { subject: string }[])[0]?.subject).toBe(subjects[0]);
    const whole = await store.admin.ask(list, { query: { limit: 200 } });
    expect(whole.headers.get('link')).toBeNull();
    for (const cursor of ['nonsense', Buffer.from('2026-01-01 x').toString('base64url')])
      expect((await store.admin.ask(list, { query: { cursor } })).status).toBe(400);
  });

  test('D-5: marks a message as read and answered, takes a mark back, and writes who did', async () => {
    await store.visitor.call(send, { body: message() });
    const id = (await newest())?.id ?? '';
    const mark = (body: { read?: boolean; answered?: boolean }) => store.admin.call(change, { params: { id }, body });
    const read = await mark({ read: true });
    expect(read).toMatchObject({ read_at: expect.any(String), answered_at: null });
    store.advance(1000);
    expect(await mark({ read: true })).toEqual(read);
    expect(await mark({ read: false })).toMatchObject({ read_at: null, answered_at: null });
    expect(await mark({ answered: true })).toMatchObject({
      read_at: expect.any(String),
      answered_at: expect.any(String),
    });
    expect(await mark({ answered: false })).toMatchObject({ read_at: expect.any(String), answered_at: null });
    const audit = await rows('select actor, action, details from audit_log where subject = $1 order by id', id);
    expect(audit).toHaveLength(5);
    expect(audit[3]).toEqual({
      actor: expect.stringMatching(/^admin:/),
      action: 'contact.marked',
      details: { answered: true },
    });
  });

  test('an unknown message is 404, and a change of nothing is refused', async () => {
    for (const id of ['00000000-0000-4000-8000-000000000000', 'x']) {
      const { status, body } = await store.admin.ask(change, { params: { id }, body: { read: true } });
      expect([status, body.message]).toEqual([404, 'This message is not known here.']);
    }
    const id = (await newest())?.id ?? '';
    expect((await store.admin.ask(change, { params: { id }, body: {} })).status).toBe(400);
  });
});

describe('D-5: search of messages', () => {
  const found = async (search: string, query: { only?: 'unanswered'; email?: string } = {}) =>
    (await store.admin.call(list, { query: { search, limit: 200, ...query } })).map(({ subject }) => subject);
  const email = (text: string, rest: string | null = null) => ({ text, rest });
  /** Stores a message with an email in its thread. */
  async function insert(subject: string, answers: ReturnType<typeof email>[], rest: string | null = null) {
    const [{ id }] = await rows(
      `insert into contact_messages (id, name, email, subject, message, urgent, received_at, rest) values
        (gen_random_uuid(), 'Zoé Quintela', 'zoe.q+shop@mail.example', $1, 'Não chegou: “nada”.', false, now(), $2) returning id`,
      subject,
      rest,
    );
    for (const answer of answers) {
      await rows(
        `insert into incoming_emails (id, contact_message_id, message_id, name, email, text, rest, received_at) values
          (gen_random_uuid(), $1, gen_random_uuid()::text, 'Xavier', 'x@other.example', $2, $3, now())`,
        id,
        answer.text,
        answer.rest,
      );
    }
  }

  test('finds words of subject, sender, text, emails and folded parts, in any order, case and punctuation', async () => {
    const answer = email('See https://www.instagram.com/p/Kq_77/ please', '> quotedinanswer');
    await insert('Order 12E456789ABC', [answer], 'Sent by gadgetmaker');
    const all = ['Order 12E456789ABC'];
    for (const search of [
      ...['12e456789abc', '12E4567', 'quintela zoé', 'ZOÉ order', 'zoe.q+shop@mail.example', 'q+shop@mail', 'nada'],
      ...[
        'NÃO',
        'não chegou: "nada"',
        'gadgetmaker',
        'gadgetm',
        'quotedinanswer',
        'instagram.com/p/Kq_77',
        'xavier please',
      ],
    ])
      expect(await found(search), search).toEqual(all);
    for (const search of ['adgetmaker', 'ga', 'gadgetmaker please', '%', "'", '\\', '& |', '!', ':*']) {
      expect(await found(search), search).toEqual([]);
    }
    expect(await found('gadgetmaker', { email: 'another@mail.example' })).toEqual([]);
    expect(await found('gadgetmaker', { only: 'unanswered', email: 'ZOE.q+shop@mail.example' })).toEqual(all);
  });

  test('counts the matches and pages through them; refuses a search that is too long', async () => {
    for (const subject of ['Paged one', 'Paged two', 'Paged three']) await insert(subject, []);
    const first = await store.admin.ask(list, { query: { search: 'paged', limit: 2 } });
    expect([first.headers.get('x-total-count'), first.headers.get('x-total-capped')]).toEqual(['3', null]);
    const next = first.headers.get('link')?.match(/<(.*)>; rel="next"/)?.[1] ?? '';
    const second = await store.raw(next, { headers: { authorization: `Bearer ${store.adminToken}` } });
    expect(await second.json()).toHaveLength(1);
    for (const search of ['a\0b', 'x'.repeat(255)])
      expect((await store.admin.ask(list, { query: { search } })).status, search).toBe(400);
  });

  test('reads only the newest threads for a common word, and returns that there are more', async () => {
    await rows(`insert into contact_messages (id, name, email, subject, message, urgent, received_at)
      select gen_random_uuid(), 'Crowd', 'crowd@mail.example', 'Crowded ' || n, 'Text', false, '2020-01-01'::timestamptz + n * interval '1 s'
      from generate_series(1, ${searchWindow + 1}) n`);
    const { body, headers } = await store.admin.ask(list, { query: { search: 'crowd', limit: 2 } });
    expect(body.map(({ subject }) => subject)).toEqual([`Crowded ${searchWindow + 1}`, `Crowded ${searchWindow}`]);
    expect([headers.get('x-total-count'), headers.get('x-total-capped')]).toEqual(['2', 'true']);
    expect(await found('crowded 4711')).toEqual(['Crowded 4711']);
    await rows("delete from contact_messages where name = 'Crowd'");
  });

  test.each(['contact_messages', 'incoming_emails'] as const)('uses the index of the words of %s', async (table) => {
    const words = table === 'contact_messages' ? messageWords(contactMessages) : emailWords(incomingEmails);
    const plan = await store.db.database.transaction(async (tx) => {
      await tx.execute('set local enable_seqscan = off');
      return tx.execute(sql`explain select from ${sql.raw(table)} where ${hasWords(words, 'nothing')}`);
    });
    expect(JSON.stringify(plan.rows)).toContain(`${table}_words`);
  });

  test('a message of the maximum length can be stored, however many different words it has', async () => {
    const rest = Array.from({ length: 66_000 }, (_, at) => String.fromCodePoint(66_560 + (at % 40), 0x20000 + at)).join(
      ' ',
    );
    await insert('Full of words', [email('Text', rest)], rest);
    expect(await found('full of words')).toEqual(['Full of words']);
  });
});
