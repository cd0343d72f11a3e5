// The owner's mail about alerts cannot be silenced: each type and actor has a budget of its own, and repeats share one
// summary.
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type AlertType, alertTitlesEn } from '../../../contract/alert-titles.ts';
import { firstSpendingCaps } from '../../../contract/setting-fields.ts';
import type { StoreMessage } from '../../../contract/store-messages.ts';
import { codeOf } from '../../../tests/support/authenticator-app.ts';
import { placeOrder } from '../../../tests/support/orders.ts';
import { settingsSteps } from '../../../tests/support/settings-steps.ts';
import { startMailServer, type TestMailServer } from '../../../tests/support/smtp-server.ts';
import { owner, startStore, type TestStore } from '../../../tests/support/store.ts';
import { createQueue } from '../../jobs/queue.ts';
import { randomIds } from '../../platform/ids.ts';
import type { Alert } from '../../ports/alerts.ts';
import { createOutbox } from '../email/outbox.ts';
import { createAlerts } from './alerts.ts';
import { createAudit } from './audit.ts';
import { noticedActions, withOwnerNotices } from './owner-notices.ts';

let mail: TestMailServer;
let store: TestStore;
beforeAll(async () => {
  mail = await startMailServer();
  store = await startStore({ SMTP_URL: mail.url, MAIL_FROM: 'shop@example.com', RATE_LIMIT_FACTOR: '10' });
});
afterAll(async () => {
  await store.stop();
  await mail.stop();
});

const types = Object.keys(alertTitlesEn) as AlertType[];
const sql = async <T>(text: string, ...values: unknown[]) =>
  (await store.db.database.pool.query(text, values)).rows as T[];

/** The texts of the emails since the last call. */
async function newMails(): Promise<string[]> {
  await store.drain();
  return Promise.all(mail.taken.splice(0).map(async ({ source }) => (await PostalMime.parse(source)).text ?? ''));
}

const alerts = () => {
  const outbox = createOutbox({
    jobs: createQueue(),
    ids: randomIds,
    hasMailServer: async () => true,
  });
  return createAlerts({
    outbox,
    notifications: { notify: async () => {}, resolve: async () => {} },
    ids: randomIds,
    live: { announce: () => {} },
    geoIp: { findPlace: () => ({ country: 'Unknown', city: 'Unknown' }) },
  });
};
/** A code without a text: its sentence is the code. */
const messageOf = (sentence: string) => ({ code: sentence }) as unknown as StoreMessage;
const raise = ({ message, ...alert }: Omit<Partial<Alert>, 'message'> & { type: Alert['type']; message: string }) =>
  alerts().raise(store.db.database.db, { severity: 'critical', ...alert, message: messageOf(message) });
const summarize = () => store.app.jobHandlers.mail_held_alerts({});

beforeEach(async () => {
  await sql('truncate alerts, mails cascade');
  mail.taken.length = 0;
});

describe('a flood of one type', () => {
  test.each(types)('ADM-SEC-14: of %s leaves the first alert of every other type its email', async (flooded) => {
    await Promise.all(
      Array.from({ length: 30 }, (_, number) => [
        raise({ type: flooded, message: `Flood ${number}.`, mailKey: `admin:${number % 3}` }),
        raise({ type: flooded, message: `Flood ${number}.` }),
      ]).flat(),
    );
    const others = types.filter((type) => type !== flooded);
    await Promise.all(others.map((type) => raise({ type, message: `First of ${type}.` })));
    const mailed = await sql<{ type: string }>('select a.type from mails m join alerts a on a.id = m.alert_id');
    expect(others.filter((type) => !mailed.some((one) => one.type === type))).toEqual([]);
  });

  test('ADM-SEC-14: is one email at once, and one summary within ten minutes that counts the others', async () => {
    for (let number = 0; number < 50; number += 1) {
      await raise({ type: 'chargeback', message: `A payment of order ${number % 3} was charged back.` });
    }
    expect(await newMails()).toHaveLength(1);
    store.advance(10 * 60_000);
    await summarize();
    const [summary = '', ...more] = await newMails();
    expect(more).toEqual([]);
    expect(summary).toContain('49 more alerts');
    for (const order of [0, 1, 2]) {
      expect(summary).toContain(
        `${order === 0 ? 16 : order === 1 ? 17 : 16} × A payment of order ${order} was charged back.`,
      );
    }
    await summarize();
    expect(await newMails()).toEqual([]);
  });

  test('that goes on is at most seven emails an hour, whatever it is', async () => {
    for (let minute = 0; minute < 60; minute += 1) {
      await Promise.all([1, 2].map((number) => raise({ type: 'cap_reached', message: `${minute} ${number}.` })));
      if (minute % 10 === 9) await summarize();
      store.advance(60_000);
    }
    expect(await newMails()).toHaveLength(7);
    store.advance(60 * 60_000);
    await raise({ type: 'cap_reached', message: 'Another hour.' });
    expect(await newMails()).toHaveLength(1);
  });

  test('of several types has one summary, which names the most severe alert first', async () => {
    for (const severity of ['medium', 'critical'] as const) {
      for (let number = 0; number < 3; number += 1) {
        await raise({
          type: severity === 'medium' ? 'brute_force' : 'chargeback',
          severity,
          message: `A ${severity} one.`,
        });
      }
    }
    await newMails();
    await summarize();
    const [summary = '', ...more] = await newMails();
    expect(more).toEqual([]);
    expect(summary.indexOf('2 × A critical one.')).toBeLessThan(summary.indexOf('2 × A medium one.'));
    expect(summary).toContain('2 × A medium one.');
  });

  test('raised at the same time by many processes is at most one email at once for each', async () => {
    await Promise.all(
      Array.from({ length: 20 }, (_, number) => raise({ type: 'chargeback', message: `Payment ${number}.` })),
    );
    await summarize();
    const received = (await newMails()).join('\n');
    for (let number = 0; number < 20; number += 1) expect(received).toContain(`Payment ${number}.`);
  });

  test('a rollback takes the alert out of emails and summaries', async () => {
    const { database } = store.db;
    await expect(
      database.transaction(async (tx) => {
        await alerts().raise(tx, { type: 'chargeback', severity: 'critical', message: messageOf('Never was.') });
        throw new Error('rolled back');
      }),
    ).rejects.toThrow('rolled back');
    await raise({ type: 'chargeback', message: 'It was.' });
    await summarize();
    expect((await newMails()).join()).not.toContain('Never was.');
  });

  test('what is neither critical nor about access is not emailed, at once or later', async () => {
    for (let number = 0; number < 5; number += 1)
      await raise({ type: 'chargeback', severity: 'high', message: 'Later.' });
    await summarize();
    expect(await newMails()).toEqual([]);
  });
});

describe('the lowest role', () => {
  const viewer = { email: 'viewer@example.com', password: 'a long enough one' };
  const addAdmin = (email: string, role: 'viewer' | 'owner') =>
    store.admin.call('POST /api/admin/admins', { body: { email, password: viewer.password, role } });
  const addKey = (name: string) =>
    store.admin.call('POST /api/admin/api-keys', {
      body: { name, scopes: ['refunds:write'], expiresInDays: null },
    });
  const signIn = async (who: { email: string; password: string }) =>
    store.as((await store.visitor.call('POST /api/admin/login', { body: who })).token);

  beforeEach(async () => {
    // The clock of earlier tests may have ended the session.
    store.admin = await signIn(owner);
  });

  test('ADM-SEC-14: 22 password changes of a viewer leave caps, owners, keys, factors and roles their emails', async () => {
    const { id } = await addAdmin(viewer.email, 'viewer');
    const theirs = await signIn(viewer);
    for (let number = 0; number < 22; number += 1) {
      await theirs.call('POST /api/admin/password', { body: { password: viewer.password } });
    }
    const flood = await newMails();
    expect(flood.filter((text) => text.includes('changed their password'))).toHaveLength(1);
    await addAdmin('another@example.com', 'owner');
    await addAdmin('third@example.com', 'owner');
    await addKey('one');
    await addKey('two');
    await store.admin.call('PATCH /api/admin/admins/{id}', { params: { id }, body: { role: 'support' } });
    await store.admin.call('PATCH /api/admin/admins/{id}', { params: { id }, body: { role: 'manager' } });
    const { secret } = await theirs.call('POST /api/admin/second-factor', {});
    await theirs.call('POST /api/admin/second-factor/confirm', { body: { code: codeOf(store, secret) } });
    await store.admin.call('POST /api/admin/password', { body: { password: owner.password } });
    await reachCap();
    const received = await newMails();
    const count = (text: string) => received.filter((source) => source.startsWith(text)).length;
    expect({
      owners: count('An admin was added. Account:'),
      keys: count('An API key was created.'),
      roles: count('The role of an admin was changed.'),
      factors: count('An admin set up an authenticator app.'),
      passwordOfAnother: count('An admin changed their password. By'),
      caps: received.filter((source) => source.includes('reached the cap')).length,
    }).toEqual({ owners: 2, keys: 2, roles: 2, factors: 1, passwordOfAnother: 1, caps: 1 });
    await summarize();
    const [summary] = await newMails();
    expect(summary).toContain(`21 × An admin changed their password. By ${viewer.email}.`);
  });

  test.each([
    ['the keys of a gateway', 'The keys of a payment gateway', saveStripeKeys],
    ['the instructions for transfers', 'The instructions for transfers', saveTransferSettings],
  ])('D-100, D-101, ADM-SEC-14: each change of %s is emailed to the owner', async (_, sentence, save) => {
    for (const number of [1, 2, 3]) await save(number);
    const received = await newMails();
    expect(received.filter((text) => text.startsWith(sentence))).toHaveLength(3);
  });

  test.each(noticedActions)('repeats of %s by one admin leave those of another their email', async (action) => {
    const record = (actor: string) =>
      store.db.database.transaction((tx) =>
        withOwnerNotices(createAudit(store.db.database), alerts()).record(tx, {
          actor,
          action,
          subject: crypto.randomUUID(),
        }),
      );
    const [mine, other] = [await adminId(owner.email), crypto.randomUUID()];
    // An alert may go to several owners.
    const countMails = async () => (await sql('select distinct alert_id from mails')).length;
    for (let number = 0; number < 4; number += 1) await record(`admin:${mine}`);
    const before = await countMails();
    await record(`admin:${other}`);
    expect(await countMails()).toBe(before + 1);
  });

  const adminId = async (email: string) =>
    (await sql<{ id: string }>('select id from admins where email = $1', email))[0]?.id;
});

async function saveStripeKeys(number: number): Promise<void> {
  await store.admin.call('PUT /api/admin/payment-methods/{method}/keys', {
    params: { method: 'stripe' },
    body: { publishable_key: 'pk_test_1', secret_key: `sk_test_${number}`, webhook_secret: 'whsec_1' },
  });
}

async function saveTransferSettings(number: number): Promise<void> {
  const en = `Send {{amount}} to account 123456-${number}, reference {{reference}}.`;
  await store.admin.call('PUT /api/admin/transfer-settings', {
    body: { instructions: { en, pt: en }, expiry_days: 3, pix: null },
  });
}

/** The second confirmation by hand is one too many. */
async function reachCap(): Promise<void> {
  const { save } = settingsSteps(() => store);
  await save((input) => {
    input.spending_caps = { ...firstSpendingCaps, confirmations: { hour: 1, day: null } };
  });
  for (let made = 0; made < 2; made += 1) {
    const { id } = await placeOrder(store);
    const body = { manual: true, note: 'Paid in cash' };
    await store.admin.ask('POST /api/orders/{id}/confirm-payment', { params: { id }, body });
  }
  await expect.poll(() => sql("select from alerts where type = 'cap_reached'")).toHaveLength(1);
}
