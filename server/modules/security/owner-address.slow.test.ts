// The owner is notified: of what, at which address, and that nobody can silence it.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { firstSpendingCaps } from '../../../contract/setting-fields.ts';
import { codeOf } from '../../../tests/support/authenticator-app.ts';
import { placeOrder } from '../../../tests/support/orders.ts';
import { pastGuards } from '../../../tests/support/past-guards.ts';
import { settingsSteps } from '../../../tests/support/settings-steps.ts';
import { startMailServer, type TestMailServer } from '../../../tests/support/smtp-server.ts';
import { owner, startStore, type TestStore } from '../../../tests/support/store.ts';
import { keepOwnerAddress } from './owner-address.ts';

let mail: TestMailServer;
let store: TestStore;
let admin: TestStore['admin'];
beforeAll(async () => {
  mail = await startMailServer();
  store = await startStore({
    SMTP_URL: mail.url,
    MAIL_FROM: 'shop@example.com',
    TRUST_PROXY: '1',
    RATE_LIMIT_FACTOR: '1',
  });
});
afterAll(async () => {
  await store.stop();
  await mail.stop();
});
beforeEach(async () => {
  await sql('truncate owner_addresses, login_guesses');
  // The clock of earlier tests may have ended the session.
  const { token } = await store.visitor.call('POST /api/admin/login', { body: owner });
  admin = store.as(token);
  await forgetMails();
  await sql('update alerts set mail_key = null');
});

async function forgetMails(): Promise<void> {
  await store.drain();
  mail.taken.length = 0;
}

const hourMs = 3_600_000;
const { save } = settingsSteps(() => ({ ...store, admin }));
const sql = async (text: string) => (await store.db.database.pool.query(text)).rows;
const set = (address: string) => admin.ask('PUT /api/admin/owner-address', { body: { address } });
const read = () => admin.call('GET /api/admin/owner-address', {});
const advance = async (ms: number) => {
  store.advance(ms);
  const { token } = await store.visitor.call('POST /api/admin/login', { body: owner });
  return store.as(token);
};
/** Who got which notice: the recipients, and the source of the email. */
async function notices(): Promise<{ to: string | undefined; source: string }[]> {
  await store.drain();
  return mail.taken.map(({ to, source }) => ({ to: to[0], source: source.replace(/=\r?\n/g, '') }));
}
const signIn = (ip: string, password = owner.password) =>
  store.visitor.ask('POST /api/admin/login', { body: { ...owner, password } }, { 'x-forwarded-for': ip });

describe('the address', () => {
  test('is the address of the first owner while the support email is the default, then the support email', async () => {
    const first = (await save(() => {})).body.settings.support_email;
    expect(first).toBe('support@applaud.example');
    expect((await read()).address).toBe(owner.email);
    await signIn('203.0.113.60');
    expect(await notices()).toMatchObject([{ to: owner.email }]);
    await save((input) => {
      input.support_email = 'help@example.com';
    });
    expect(await read()).toMatchObject({ address: 'help@example.com', is_set: false });
    await save((input) => {
      input.support_email = first;
    });
  });

  test('the first address takes effect at once, and the former address gets a notice', async () => {
    const before = await read();
    expect(before).toMatchObject({ is_set: false, can_mail: true, pending: null });
    expect((await set('owner@example.com')).body).toMatchObject({
      address: 'owner@example.com',
      is_set: true,
      pending: null,
    });
    expect(await notices()).toMatchObject([
      { to: before.address, source: expect.stringContaining('owner@example.com') },
    ]);
  });

  test('a change takes effect after 24 hours; the current address gets a notice at once, and all notices until then', async () => {
    await set('owner@example.com');
    await forgetMails();
    const { body } = await set('thief@example.com');
    expect(body).toMatchObject({
      address: 'owner@example.com',
      pending: { address: 'thief@example.com', requested_by: owner.email },
    });
    expect(await notices()).toMatchObject([
      { to: 'owner@example.com', source: expect.stringContaining('thief@example.com') },
    ]);
    await advance(23 * hourMs);
    expect((await (await advance(0)).call('GET /api/admin/owner-address', {})).address).toBe('owner@example.com');
    expect(await (await advance(1.1 * hourMs)).call('GET /api/admin/owner-address', {})).toMatchObject({
      address: 'thief@example.com',
      pending: null,
    });
  });

  test('in an opened store the first change waits, too: until then the support email is the address', async () => {
    const { address: support } = await read();
    await sql("insert into launch_attestations values (default, '{}', '', '', '', now())");
    try {
      expect((await set('thief@example.com')).body).toMatchObject({
        address: support,
        is_set: false,
        pending: { address: 'thief@example.com' },
      });
      expect(await notices()).toMatchObject([{ to: support, source: expect.stringContaining('thief@example.com') }]);
      const { database } = store.db;
      await database.transaction((tx) => keepOwnerAddress(tx));
      expect((await read()).address).toBe(support);
      const later = await advance(25 * hourMs);
      expect(await later.call('GET /api/admin/owner-address', {})).toMatchObject({ address: 'thief@example.com' });
    } finally {
      await pastGuards(store.db.database, 'delete from launch_attestations');
    }
  });

  test('a change that was canceled, or replaced by the present address, never takes effect', async () => {
    await set('owner@example.com');
    await set('thief@example.com');
    expect(await admin.call('DELETE /api/admin/owner-address/pending', {})).toMatchObject({ pending: null });
    await set('thief@example.com');
    expect((await set('owner@example.com')).body).toMatchObject({ address: 'owner@example.com', pending: null });
    const later = await advance(25 * hourMs);
    expect(await later.call('GET /api/admin/owner-address', {})).toMatchObject({ address: 'owner@example.com' });
  });

  test('of 20 changes at once, one waits', async () => {
    await set('owner@example.com');
    const all = await Promise.all(Array.from({ length: 20 }, (_, n) => set(`thief${n}@example.com`)));
    expect(new Set(all.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await sql('select from owner_addresses where canceled_at is null')).toHaveLength(2);
  });

  test('a text that is no address is refused', async () => {
    for (const address of ['', 'nobody', 'a@b.c,d@e.f', 'x'.repeat(300)]) {
      expect(await set(address)).toMatchObject({ status: 400, body: { code: 'invalid_input', field: 'address' } });
    }
    expect(await sql('select from owner_addresses')).toEqual([]);
  });

  test('in a live store, another support email does not redirect notices', async () => {
    const { database } = store.db;
    await database.transaction((tx) => keepOwnerAddress(tx));
    await save((input) => {
      input.support_email = 'thief@example.com';
    });
    expect(await read()).toMatchObject({ address: owner.email, is_set: true });
    await database.transaction((tx) => keepOwnerAddress(tx));
    expect((await read()).address).toBe(owner.email);
  });
});

describe('notices to the owner', () => {
  const messageOf = (alert: { message: string }) => alert.message;
  const own = async () =>
    (await admin.call('GET /api/admin/security-alerts', {})).alerts.filter(({ type }) => type === 'admin_change');

  test('a new admin, role, factor, key, webhook, password, and a canceled change of the address', async () => {
    await set('owner@example.com');
    await set('later@example.com');
    await forgetMails();
    await sql('update alerts set cleared_at = now()');
    const other = { email: 'new@example.com', password: 'a long enough one' };
    const { id } = await admin.call('POST /api/admin/admins', { body: other });
    await admin.call('PATCH /api/admin/admins/{id}', { params: { id }, body: { role: 'manager' } });
    const theirs = store.as((await store.visitor.call('POST /api/admin/login', { body: other })).token);
    const { secret } = await theirs.call('POST /api/admin/second-factor', {});
    await theirs.call('POST /api/admin/second-factor/confirm', { body: { code: codeOf(store, secret) } });
    await theirs.call('DELETE /api/admin/second-factor', {});
    await admin.call('POST /api/admin/api-keys', {
      body: { name: 'A program', scopes: ['orders:read'], expiresInDays: null },
    });
    const webhook = await admin.call('POST /api/admin/webhooks', {
      body: { url: 'https://program.example/hook', events: ['order.paid'] },
    });
    await admin.call('PATCH /api/admin/webhooks/{id}', {
      params: { id: webhook.id },
      body: { url: 'https://thief.example/hook', newSecret: true },
    });
    await admin.call('POST /api/admin/password', { body: { password: owner.password } });
    await admin.call('DELETE /api/admin/owner-address/pending', {});
    expect((await own()).map(messageOf).sort()).toEqual([
      `A change of the owner's address was canceled. By ${owner.email}.`,
      `A webhook was changed. By ${owner.email}.`,
      `A webhook was created. By ${owner.email}.`,
      `An API key was created. By ${owner.email}.`,
      `An admin changed their password. By ${owner.email}.`,
      'An admin removed their authenticator app. By new@example.com.',
      'An admin set up an authenticator app. By new@example.com.',
      `An admin was added. Account: new@example.com. By ${owner.email}.`,
      `The role of an admin was changed. Account: new@example.com. By ${owner.email}.`,
    ]);
    expect((await notices()).map(({ to }) => to)).toEqual(Array(9).fill('owner@example.com'));
  });

  test('the head of the audit log that the last check saw, in each email', async () => {
    await store.app.jobHandlers.check_audit({});
    await admin.call('POST /api/admin/password', { body: { password: owner.password } });
    const [{ seq, hash }] = await sql('select seq, hash from audit_head');
    const [{ source = '' } = {}] = await notices();
    expect(source).toContain(`Audit log: ${seq} entries, the last hash is ${hash}`);
  });

  test('a sign-in from a network that the admin has not used before, once', async () => {
    await forgetMails();
    await signIn('198.51.100.7');
    await signIn('198.51.100.99');
    await signIn('198.51.100.7');
    const sent = (await notices()).filter(({ source }) => source.includes('new place'));
    expect(sent).toHaveLength(1);
  });

  test('brute force, in one email and a summary; it leaves admins and caps their emails', async () => {
    const lock = async (network: number) => {
      for (let guess = 0; guess < 5; guess += 1) await signIn(`203.0.${network}.1`, 'wrong');
      await sql('truncate login_guesses');
    };
    for (const network of [0, 0, 1, 2, 3, 4, 5, 6]) await lock(network);
    await admin.call('POST /api/admin/password', { body: { password: owner.password } });
    await reachCap();
    await changeAuditLog();
    const sources = (await notices()).map(({ source }) => source);
    const count = (text: string) => sources.filter((source) => source.includes(text)).length;
    expect(count('locked for 15 minutes')).toBe(1);
    expect(count('changed their password')).toBe(1);
    expect(count('reached the cap')).toBe(1);
    expect(count('was changed past the store')).toBe(1);
  });

  /** The second confirmation by hand is one too many. */
  async function reachCap(): Promise<void> {
    await save((input) => {
      input.spending_caps = { ...firstSpendingCaps, confirmations: { hour: 1, day: null } };
    });
    for (let made = 0; made < 2; made += 1) {
      const { id } = await placeOrder(store);
      const body = { manual: true, note: 'Paid in cash' };
      await admin.ask('POST /api/orders/{id}/confirm-payment', { params: { id }, body });
    }
    await expect.poll(() => sql("select from alerts where type = 'cap_reached'")).toHaveLength(1);
  }

  async function changeAuditLog(): Promise<void> {
    await store.app.jobHandlers.chain_audit({});
    await pastGuards(
      store.db.database,
      "update audit_log set actor = 'somebody' where id = (select min(id) from audit_log)",
    );
    await store.app.jobHandlers.check_audit({});
  }
});

test('A-55: failed sign-ins from 35 networks, and of 12 accounts from one, leave other alerts in the list', async () => {
  await sql("update alerts set cleared_at = now(), raised_at = raised_at - interval '2 hours'");
  await store.raw('/api/bigpay/webhook', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-notification-secret': 'wrong' },
    body: '{}',
  });
  const fail = async (ip: string, email: string) => {
    const body = { email, password: 'wrong' };
    await store.visitor.ask('POST /api/admin/login', { body }, { 'x-forwarded-for': ip });
    await sql('truncate login_guesses');
  };
  for (let account = 0; account < 12; account += 1) await fail('10.0.0.1', `account${account}@example.com`);
  for (let network = 1; network <= 35; network += 1) await fail(`10.${network}.0.1`, 'account@example.com');
  const { alerts } = await admin.call('GET /api/admin/security-alerts', {});
  expect(alerts.map(({ type }) => type)).toContain('webhook_forged');
  const failed = alerts.filter(({ type }) => type === 'failed_login');
  expect(failed).toHaveLength(41);
  const attemptsOf = (message: string) => failed.find((alert) => alert.message === message)?.details.attempts;
  expect(attemptsOf('More sign-ins failed from this network.')).toBe(2);
  expect(attemptsOf('More sign-ins failed, from many networks.')).toBe(6);
});
