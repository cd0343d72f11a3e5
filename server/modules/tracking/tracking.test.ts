// The code that opens the orders of an address, and the setting that asks for it (D-35).
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { shortLink } from '../../../contract/short-link.ts';
import { firstStoreSettings } from '../../../contract/store-settings.ts';
import type { CodeRule } from '../../../contract/tracking-settings.ts';
import { orderBody, type Placed, paidOrder, placeOrder } from '../../../tests/support/orders.ts';
import { settingsSteps } from '../../../tests/support/settings-steps.ts';
import { startMailServer, type TestMailServer } from '../../../tests/support/smtp-server.ts';
import { owner, startStore, type TestStore } from '../../../tests/support/store.ts';

let mail: TestMailServer;
let store: TestStore;
beforeAll(async () => {
  mail = await startMailServer();
  store = await startStore({ SMTP_URL: mail.url, MAIL_FROM: 'shop@example.com' });
});
afterAll(async () => {
  await store.stop();
  await mail.stop();
});
beforeEach(() => setCodeRule('never'));

const minuteMs = 60_000;
const { save } = settingsSteps(() => store);
const rows = async (sql: string, ...values: unknown[]) => (await store.db.database.pool.query(sql, values)).rows;
const track = (email: string, headers: Record<string, string> = {}) =>
  store.visitor.ask('GET /api/orders/by-email/{email}', { params: { email } }, headers);
const request = (email: string, language: 'en' | 'pt' = 'en') =>
  store.visitor.ask('POST /api/orders/track-code', { body: { email, language } });
const prove = (email: string, code: string) =>
  store.visitor.ask('POST /api/orders/track-proof', { body: { email, code } });
const mailsTo = (email: string) =>
  mail.taken.filter(({ to, source }) => to[0] === email && /Subject: .*(Your code|Seu_c)/.test(source));

let made = 0;
const anEmail = () => {
  made += 1;
  return `code${made}@example.com`;
};

/** The clock of earlier tests may have ended the proof. */
async function setCodeRule(rule: CodeRule): Promise<void> {
  await store.admin.call('POST /api/admin/step-up', { body: { password: owner.password } });
  const { status } = await save((input) => {
    input.tracking = { ask_for_code: rule };
  });
  expect(status).toBe(200);
}

/** The statements that the store sends to the database meanwhile. */
async function queriesOf(act: () => Promise<unknown>): Promise<string[]> {
  const pool = store.db.database.pool as unknown as { query: (...args: unknown[]) => unknown };
  const query = pool.query;
  const seen: string[] = [];
  pool.query = (...args) => {
    seen.push(JSON.stringify(args[0]));
    return query.apply(pool, args);
  };
  try {
    await act();
  } finally {
    pool.query = query;
  }
  return seen;
}

/** The code that was mailed last. */
async function mailedCode(email: string): Promise<string> {
  expect(await request(email)).toMatchObject({ status: 200, body: { success: true } });
  await store.drain();
  const source = mailsTo(email).at(-1)?.source ?? '';
  return /Code: (\d{6})/.exec(source.replace(/=\r?\n/g, ''))?.[1] ?? 'none';
}

async function tokenFor(order: Pick<Placed, 'email'>): Promise<string> {
  const { status, body } = await prove(order.email, await mailedCode(order.email));
  expect(status).toBe(200);
  return body.token;
}

const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

describe('a code', () => {
  test('D-35: opens all orders of its address for half an hour: links, receipts, and what is older than 90 days', async () => {
    const email = anEmail();
    const [paid, unpaid] = [await paidOrder(store, { email }), await placeOrder(store, { email })];
    await rows("update orders set created_at = created_at - interval '100 days' where id = $1", unpaid.id);
    const closed = await track(email);
    expect(closed.body).toMatchObject([{ id: paid.id, post_links: paid.postLinks.map(shortLink), receipt_path: null }]);
    expect(closed.headers.get('order-code')).toBe('offered');
    const header = { 'order-proof': await tokenFor(paid) };
    const open = await track(email.toUpperCase(), header);
    expect(open.body).toMatchObject([
      { id: paid.id, post_links: paid.postLinks, receipt_path: expect.stringMatching(`^/receipt/${paid.id}/`) },
      { id: unpaid.id, post_links: unpaid.postLinks, receipt_path: null },
    ]);
    expect(open.headers.get('order-code')).toBeNull();
    // Of no other address, and not changed by a letter.
    const other = await paidOrder(store, { email: anEmail() });
    expect((await track(other.email, header)).body).toMatchObject([{ post_links: other.postLinks.map(shortLink) }]);
    const forged = { 'order-proof': header['order-proof'].replace(/.$/, (sign) => (sign === 'A' ? 'B' : 'A')) };
    expect((await track(email, forged)).body).toMatchObject([{ receipt_path: null }]);
    const later = { 'order-proof': header['order-proof'].replace(/^\d+/, '999999999999') };
    expect((await track(email, later)).body).toMatchObject([{ receipt_path: null }]);
    store.advance(31 * minuteMs);
    expect((await track(email, header)).body).toMatchObject([{ receipt_path: null }]);
  });

  test('D-35: is mailed in the language of the page, to addresses with orders only, and never shown to an admin', async () => {
    const [known, unknown] = [(await placeOrder(store, { email: anEmail() })).email, anEmail()];
    const answers = [await request(known, 'pt'), await request(unknown, 'pt')];
    expect(answers.map(({ status, body }) => ({ status, body }))).toEqual(
      Array(2).fill({ status: 200, body: { success: true } }),
    );
    await store.drain();
    expect(mailsTo(unknown)).toEqual([]);
    const [sent] = mailsTo(known);
    expect(sent?.source).toContain('Seu_c');
    const [listed] = await store.admin.call('GET /api/admin/mails', { query: { limit: 1 } });
    expect(listed).toMatchObject({ kind: 'track_code', recipient: known, state: 'sent' });
    const read = await store.admin.call('GET /api/admin/mails/{id}', { params: { id: listed?.id ?? '' } });
    expect(read.letter?.text).toContain('••••••');
    expect(read.letter?.text).not.toMatch(/\d{6}/);
  });

  test('D-35: is valid for ten minutes, once, and the newest only', async () => {
    const { email } = await placeOrder(store, { email: anEmail() });
    const first = await mailedCode(email);
    const second = await mailedCode(email);
    expect((await prove(email, first)).status).toBe(first === second ? 200 : 403);
    expect((await prove(email, ` ${second.slice(0, 3)} ${second.slice(3)} `)).status).toBe(200);
    expect(await prove(email, second)).toMatchObject({ status: 403, body: { code: 'wrong_track_code' } });
    const third = await mailedCode(email);
    store.advance(10 * minuteMs + 1_000);
    expect((await prove(email, third)).status).toBe(403);
  });

  test('D-35: takes five tries, exactly, however many arrive at once; the right one afterwards is refused', async () => {
    const { email } = await placeOrder(store, { email: anEmail() });
    const code = await mailedCode(email);
    const tried = await Promise.all(Array.from({ length: 30 }, () => prove(email, wrong(code))));
    expect(new Set(tried.map(({ status }) => status))).toEqual(new Set([403]));
    const [{ tries } = { tries: 0 }] = await rows('select tries from tracking_codes order by expires_at desc limit 1');
    expect(tries).toBe(5);
    expect((await prove(email, code)).status).toBe(403);
  });

  test('D-35: sent by 20 tabs at once, it makes one token', async () => {
    const { email } = await placeOrder(store, { email: anEmail() });
    const code = await mailedCode(email);
    const statuses = (await Promise.all(Array.from({ length: 20 }, () => prove(email, code)))).map((one) => one.status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  });

  test('D-35: an address gets five codes an hour at most', async () => {
    const { email } = await placeOrder(store, { email: anEmail() });
    for (let n = 0; n < 8; n += 1) {
      await request(email);
      await store.drain();
    }
    expect(mailsTo(email)).toHaveLength(5);
    store.advance(61 * minuteMs);
    expect(await mailedCode(email)).toMatch(/^\d{6}$/);
  });

  test('D-35: requests that wait together mail one code', async () => {
    const { email } = await placeOrder(store, { email: anEmail() });
    for (let n = 0; n < 4; n += 1) await request(email);
    await store.drain();
    expect(mailsTo(email)).toHaveLength(1);
  });

  test('D-35: a code that a newer one replaced is not mailed, and is no work for an admin', async () => {
    const { email } = await placeOrder(store, { email: anEmail() });
    mail.reply({ MAIL: '451 later' });
    await mailedCode(email);
    mail.reply({});
    await mailedCode(email);
    await rows('update graphile_worker._private_jobs set run_at = now() where locked_at is null');
    await store.drain();
    const states = await rows("select state from mails where kind = 'track_code' and recipient = $1", email);
    expect(states.map(({ state }) => state).sort()).toEqual(['failed', 'sent']);
    await store.admin.call('POST /api/admin/step-up', { body: { password: owner.password } });
    expect(JSON.stringify(await store.admin.call('GET /api/admin/attention', { query: {} }))).not.toContain(
      'mail_undelivered',
    );
  });

  test('D-35: neither queue nor table holds the address or the code, and old rows are deleted', async () => {
    const { email } = await placeOrder(store, { email: anEmail() });
    await request(email);
    const [job] = await rows(`select payload::text from graphile_worker._private_jobs j
      join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = 'mail_track_code'`);
    expect(job?.payload).toContain('request');
    expect(job?.payload).not.toContain(email);
    const code = await mailedCode(email);
    const kept = JSON.stringify(await rows('select * from tracking_codes'));
    expect(kept).not.toContain('@');
    expect(kept).not.toContain(`"${code}"`);
    store.advance(61 * minuteMs);
    await store.app.jobHandlers.forget_track_codes({});
    expect(await rows('select * from tracking_codes')).toEqual([]);
  });

  test('S-18: for a text that no mail server takes, it is neither looked up nor mailed', async () => {
    const emails = ['a\u0000b@example.com', 'a,b@example.com', 'no address', '"a b"@example.com', '\ud800@example.com'];
    for (const email of emails) expect((await request(email)).status).toBe(200);
    await store.drain();
    const failed = await rows('select last_error from graphile_worker._private_jobs where last_error is not null');
    expect(failed).toEqual([]);
    expect(
      await rows("select 1 from mails where kind = 'track_code' and recipient = any($1)", emails.slice(1, 4)),
    ).toEqual([]);
  });

  test('D-35: requested before an outage of the queue, it is no longer mailed', async () => {
    const { email } = await placeOrder(store, { email: anEmail() });
    await request(email);
    store.advance(11 * minuteMs);
    await store.drain();
    expect(mailsTo(email)).toEqual([]);
  });
});

describe('an address that only looks like another one', () => {
  test('D-35: gets no code for the orders of that one', async () => {
    await placeOrder(store, { email: 'irina@example.com' });
    await request('\u0130rina@example.com');
    await store.drain();
    expect(await rows("select 1 from mails where kind = 'track_code' and recipient like '%rina@example.com'")).toEqual(
      [],
    );
  });
});

describe('the setting Ask for a code', () => {
  test('D-35: on, an email alone shows nothing, and known and unknown addresses get the same', async () => {
    await setCodeRule('always');
    const order = await paidOrder(store, { email: anEmail() });
    const seen = await Promise.all(
      [order.email, anEmail()].map(async (email) => {
        const { status, body, headers } = await track(email);
        const named = [...headers.keys()].filter((name) => !['date', 'x-request-id'].includes(name)).sort();
        return { status, body, named, code: headers.get('order-code'), requested: (await request(email)).body };
      }),
    );
    expect(seen[0]).toMatchObject({ status: 200, body: [], code: 'required' });
    expect(seen[1]).toEqual(seen[0]);
    const header = { 'order-proof': await tokenFor(order) };
    expect((await track(order.email, header)).body).toMatchObject([{ id: order.id, post_links: order.postLinks }]);
  });

  test('D-35: on, a search by email alone runs no query about orders', async () => {
    const { email } = await placeOrder(store, { email: anEmail() });
    const orderQueries = async () =>
      (await queriesOf(() => track(email))).filter((text) => /from \\"orders\\"/.test(text));
    expect(await orderQueries()).not.toEqual([]);
    await setCodeRule('always');
    expect(await orderQueries()).toEqual([]);
  });

  test('D-91: a search with a code takes the same number of queries for one order as for five', async () => {
    await setCodeRule('always');
    const order = await paidOrder(store, { email: anEmail() });
    const header = { 'order-proof': await tokenFor(order) };
    // Caches and timers add a query now and then, so the least of three counts.
    const count = async () => {
      const counts: number[] = [];
      for (let time = 0; time < 3; time += 1) counts.push((await queriesOf(() => track(order.email, header))).length);
      return Math.min(...counts);
    };
    const one = await count();
    for (const quantity of [600, 700, 800, 900]) await paidOrder(store, { email: order.email, quantity });
    expect((await track(order.email, header)).body).toHaveLength(5);
    expect(await count()).toBe(one);
  });

  test('D-35: on, the browser that ordered sees its order, and no other', async () => {
    await setCodeRule('always');
    const email = anEmail();
    await placeOrder(store, { email });
    const body = orderBody({ email });
    const { orderId, orderKey } = await store.visitor.call('POST /api/create-order', { body });
    const found = await track(email, { 'order-key': `${orderId}.${orderKey}` });
    expect(found.body).toMatchObject([{ id: orderId, post_links: body.post_links }]);
    expect(found.headers.get('order-code')).toBe('required');
    expect((await track(anEmail(), { 'order-key': `${orderId}.${orderKey}` })).body).toEqual([]);
  });

  test('D-35: a document without the group keeps the saved value; a store starts with automatic', async () => {
    await setCodeRule('always');
    const saved = await save((input) => {
      delete input.tracking;
      input.name = `Shop ${made}`;
    });
    expect(saved.body.settings).toMatchObject({ name: `Shop ${made}`, tracking: { ask_for_code: 'always' } });
    expect(firstStoreSettings().tracking).toEqual({ ask_for_code: 'automatic' });
  });
});

test('without a mail server in the sandbox, a search is as before and offers no code', async () => {
  const plain = await startStore();
  try {
    const { id, email } = await placeOrder(plain, { email: anEmail() });
    const found = await plain.visitor.ask('GET /api/orders/by-email/{email}', { params: { email } });
    expect(found.body).toMatchObject([{ id }]);
    expect(found.headers.get('order-code')).toBeNull();
  } finally {
    await plain.stop();
  }
});
