// Invisible and look-alike characters, from outside: what a browser, a keyboard or another program may send.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codeOf } from '../support/authenticator-app.ts';
import { aLink, orderBody, placeOrder } from '../support/orders.ts';
import { owner, startStore, type TestStore } from '../support/store.ts';

let store: TestStore;
beforeAll(async () => {
  store = await startStore();
});
afterAll(() => store.stop());

const invisible = [
  '\u200b',
  '\u202a',
  '\u202b',
  '\u202c',
  '\u202d',
  '\u202e',
  '\u2060',
  '\u00ad',
  '\u200e',
  '\u3164',
  '\u115f',
  '\u1160',
  '\uffa0',
  '\ufeff',
  '\u2066',
  '\u034f',
  '\u{e0041}',
];
const nameOf = (character: string) => `U+${character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}`;
const invisibleNames = invisible.map((character) => [nameOf(character), character] as const);
const emailOf = async (id: string) =>
  (await store.db.database.pool.query('select customer_email from orders where id = $1', [id])).rows[0].customer_email;
const ordersOf = async (email: string) =>
  (await store.visitor.call('GET /api/orders/by-email/{email}', { params: { email } })).map(({ id }) => id);
const search = async (text: string) =>
  (await store.admin.call('GET /api/orders', { query: { search: text } })).map(({ id }) => id);

describe('D-53: an address', () => {
  test.each(invisibleNames)('with %s is stored without it, and found in both forms', async (name, character) => {
    const plain = `anna.${name.slice(2).toLowerCase()}@example.com`;
    const typed = `an${character}na.${name.slice(2).toLowerCase()}${character}@exam${character}ple.com${character}`;
    const { id } = await placeOrder(store, { email: typed });
    expect(await emailOf(id)).toBe(plain);
    for (const email of [plain, typed, plain.toUpperCase()]) expect(await ordersOf(email)).toEqual([id]);
    for (const text of [plain, typed]) expect(await search(text)).toEqual([id]);
    const customers = await store.admin.call('GET /api/admin/customers', { query: { search: typed } });
    expect(customers.map(({ email }) => email)).toEqual([plain]);
  });

  test('in NFC and NFD is one customer', async () => {
    const nfc = 'jos\u00e9@example.com';
    const ids = [await placeOrder(store, { email: nfc }), await placeOrder(store, { email: nfc.normalize('NFD') })].map(
      ({ id }) => id,
    );
    expect((await ordersOf(nfc.normalize('NFD'))).toSorted()).toEqual(ids.toSorted());
    for (const email of [nfc, nfc.normalize('NFD')]) {
      const customer = await store.admin.call('GET /api/admin/customers/{email}', { params: { email } });
      expect(customer).toMatchObject({ email: nfc, totalOrders: 2 });
    }
  });

  test.each(['bob@\uff45xample.com', 'bob@example\u3002com', 'bob@example\uff0ecom', 'bob@example\uff61com'])(
    '%s has its domain in plain letters and full stops',
    async (email) => {
      expect(await emailOf((await placeOrder(store, { email })).id)).toBe('bob@example.com');
    },
  );

  test('of invisible characters alone is none', async () => {
    const answer = await store.visitor.ask('POST /api/create-order', { body: orderBody({ email: '\u200b\u3164' }) });
    expect(answer).toMatchObject({ status: 400, body: { reason: 'email_required', field: 'email' } });
  });

  test('is the same when an admin corrects it, and when a payment starts with it', async () => {
    const order = await placeOrder(store, { email: 'carl@example.com' });
    const body = { customer_email: 'ca\u200brl.two@\uff45xample.com' };
    const changed = await store.admin.call('PUT /api/orders/{id}', { params: { id: order.id }, body });
    expect(changed.customer_email).toBe('carl.two@example.com');
    const session = { orderId: order.id, amount: order.amount, email: 'carl.tw\u200bo@example.com' };
    expect(await store.visitor.call('POST /api/bigpay/init-session', { body: session })).toHaveProperty('sessionId');
  });

  test('of a person is exported and erased in every form', async () => {
    const { id } = await placeOrder(store, { email: 'dora@example.com' });
    const body = { email: 'do\u00adra@exam\u2060ple.com' };
    const { token } = await store.visitor.call('POST /api/admin/login', { body: owner });
    const exported = await store.as(token).call('POST /api/admin/people/export', { body });
    expect(exported).toMatchObject({ email: 'dora@example.com', orders: [{ id }] });
  });

  test('of a new admin is cleaned, belongs to one admin, and signs in in every form', async () => {
    const password = 'four words in a row';
    const email = 'se\u200bcond@shop.example';
    const { token } = await store.visitor.call('POST /api/admin/login', { body: owner });
    const added = await store.as(token).call('POST /api/admin/admins', { body: { email, password } });
    expect(added.email).toBe('second@shop.example');
    const again = { email: 'second\u3164@shop.example', password };
    expect((await store.as(token).ask('POST /api/admin/admins', { body: again })).status).toBe(409);
    for (const typed of [email, 'second@shop.example', 'SECOND@shop\u3002example'])
      expect((await store.visitor.ask('POST /api/admin/login', { body: { email: typed, password } })).status).toBe(200);
  });
});

describe('D-53: a link or a name with a format character is refused with a reason', () => {
  const refusal = { status: 400, body: { code: 'invalid_input', reason: 'format_character' } };

  test.each([...invisibleNames, ['encoded', '%E2%80%8B'], ['encoded in lower case', '%e2%80%ae']] as const)(
    'a link with %s',
    async (_name, character) => {
      for (const link of [
        `https://www.instagram.com/p/Cx1${character}yz/`,
        `https://www.instagram.com/p/Cx1yz/${character}`,
        `https://www.instagram.com/p/Cx1yz/?a=${character}`,
      ]) {
        const answer = await store.visitor.ask('POST /api/create-order', { body: orderBody({ post_links: [link] }) });
        expect(answer).toMatchObject(refusal);
        expect(answer.body.field).toBe('post_links');
      }
    },
  );

  test('a link that an admin changes or replaces', async () => {
    const { id, postLinks } = await placeOrder(store);
    const link = aLink('\u200b');
    const changed = await store.admin.ask('PUT /api/orders/{id}', { params: { id }, body: { post_links: [link] } });
    expect(changed).toMatchObject(refusal);
    const body = { postLink: postLinks[0] ?? '', newLink: link };
    const replaced = await store.admin.ask('POST /api/admin/orders/{id}/replace-link', { params: { id }, body });
    expect(replaced).toMatchObject(refusal);
    expect(replaced.body.field).toBe('newLink');
  });

  const message = { name: 'Ana', email: 'ana@example.com', subject: 'Hello', message: 'When does it start?' };
  const send = (fields: Partial<typeof message>) =>
    store.visitor.ask('POST /api/contact', { body: { ...message, ...fields } });

  test.each(['\u202emoc.elpmaxe@troppus', 'Ana\u200b', 'A\u00adna', 'Ana\u200d', '\u2067Ana'])(
    'the name of a writer: %j',
    async (name) => {
      expect(await send({ name })).toMatchObject({ ...refusal, body: { ...refusal.body, field: 'name' } });
    },
  );

  test.each(['علی\u200cرضا', '\u0915\u094d\u200d\u0937', 'Ana \u{1f469}\u200d\u{1f4bb}', 'Ana \u2764\ufe0f', 'José'])(
    'but not the joiners of scripts and emoji: %j',
    async (name) => {
      expect((await send({ name, subject: `Hello ${name}` })).status).toBe(200);
    },
  );

  test.each(['\u3164', '\u200b\u2060', '\u2800', '\u00ad \n \u200e'])(
    'a message of nothing visible is empty: %j',
    async (text) => {
      expect(await send({ message: text })).toMatchObject({
        status: 400,
        body: { reason: 'contact_message_required', field: 'message' },
      });
      expect(await send({ name: text })).toMatchObject({
        status: 400,
        body: { reason: 'contact_name_required', field: 'name' },
      });
      expect(await send({ subject: text })).toMatchObject({
        status: 400,
        body: { reason: 'contact_subject_required', field: 'subject' },
      });
    },
  );

  test('a text keeps its words without the controls that reorder them', async () => {
    const sent = {
      subject: '\u202eReordered',
      message: 'Pay \u2067to\u2069 \u202emoc.elpmaxe',
      email: 'ev\u200be@x.example',
    };
    expect((await send(sent)).status).toBe(200);
    const [newest] = await store.admin.call('GET /api/admin/contact-messages', { query: { limit: 1 } });
    expect(newest).toMatchObject({ subject: 'Reordered', message: 'Pay to moc.elpmaxe', email: 'eve@x.example' });
  });

  test('the names of what an admin makes', async () => {
    const name = 'Report\u202eer';
    const { token } = await store.visitor.call('POST /api/admin/login', { body: owner });
    const admin = store.as(token);
    const { id } = await placeOrder(store, { email: 'emma@example.com' });
    const email = 'emma@example.com';
    const answers = [
      await admin.ask('POST /api/admin/api-keys', { body: { name, scopes: ['orders:read'] } }),
      await admin.ask('POST /api/admin/order-views', { body: { name, filter: {} } }),
      await admin.ask('PUT /api/admin/customers/{email}/tags', { params: { email }, body: { tags: ['VIP', name] } }),
      await admin.ask('POST /api/admin/providers', {
        body: { name, api_url: 'https://panel.example/api/v2', api_key: 'k', likes_service_id: '1' } as never,
      }),
    ];
    for (const answer of answers) expect(answer).toMatchObject(refusal);
    const empty = await admin.ask('POST /api/admin/orders/{id}/notes', { params: { id }, body: { note: '\u3164' } });
    expect(empty.status).toBe(400);
    await admin.call('POST /api/admin/orders/{id}/notes', { params: { id }, body: { note: 'a \u202eb' } });
    const { rows } = await store.db.database.pool.query('select note from order_notes where order_id = $1', [id]);
    expect(rows).toEqual([{ note: 'a b' }]);
  });
});

describe('D-53: what an admin proves', () => {
  test.each([
    ['NFC', 'NFD'],
    ['NFD', 'NFC'],
    ['NFC', 'NFKC'],
  ])('a password that was set in %s is right in %s', async (set, typed) => {
    const password = 'Ünïcödé ﬁve wörds';
    const email = `${set}.${typed}@shop.example`.toLowerCase();
    const { token } = await store.visitor.call('POST /api/admin/login', { body: owner });
    await store.as(token).call('POST /api/admin/admins', { body: { email, password: password.normalize(set) } });
    const login = { email, password: password.normalize(typed) };
    const signedIn = await store.visitor.ask('POST /api/admin/login', { body: login });
    expect(signedIn.status).toBe(200);
    const proof = await store
      .as(signedIn.body.token)
      .ask('POST /api/admin/step-up', { body: { password: password.normalize(typed) } });
    expect(proof.status).toBe(200);
  });

  test('a password of the version before is right as it was typed', async () => {
    const { hash } = await import('@node-rs/argon2');
    const password = '\ufb01ve e\u0301qual words';
    const email = 'before@shop.example';
    const { token } = await store.visitor.call('POST /api/admin/login', { body: owner });
    await store.as(token).call('POST /api/admin/admins', { body: { email, password } });
    const before = await hash(password, { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 });
    await store.db.database.pool.query('update admins set password_hash = $1 where email = $2', [before, email]);
    expect((await store.visitor.ask('POST /api/admin/login', { body: { email, password } })).status).toBe(200);
  });

  test('a code is right in the digits of any script, with any spaces and dashes', async () => {
    const email = 'codes@shop.example';
    const password = 'four words in a row';
    const { token } = await store.visitor.call('POST /api/admin/login', { body: owner });
    await store.as(token).call('POST /api/admin/admins', { body: { email, password } });
    const own = store.as((await store.visitor.call('POST /api/admin/login', { body: { email, password } })).token);
    const { secret } = await own.call('POST /api/admin/second-factor', {});
    const digits = (zero: number, code: string) =>
      code.replace(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)));
    const arabic = digits(0x0660, codeOf(store, secret));
    const { backupCodes } = await own.call('POST /api/admin/second-factor/confirm', { body: { code: arabic } });
    store.advance(60_000);
    const fullWidth = digits(0xff10, codeOf(store, secret)).replace(/^.../u, '$&\u3000\u2013\u200b');
    const login = (code: string) => store.visitor.ask('POST /api/admin/login', { body: { email, password, code } });
    expect((await login(fullWidth)).status).toBe(200);
    const [first = '', second = ''] = backupCodes;
    expect((await login(digits(0x0966, first).toUpperCase().replace('-', '\u2011'))).status).toBe(200);
    expect(
      (await login(second.replace(/[a-z0-9]/g, (one) => String.fromCodePoint((one.codePointAt(0) ?? 0) + 0xfee0))))
        .status,
    ).toBe(200);
  });
});
