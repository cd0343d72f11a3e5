import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { StoreMessage } from '../../../contract/store-messages.ts';
import { orderBody } from '../../../tests/support/orders.ts';
import { until } from '../../../tests/support/program.ts';
import { owner, startStore, type TestStore } from '../../../tests/support/store.ts';
import { createQueue } from '../../jobs/queue.ts';
import { randomIds } from '../../platform/ids.ts';
import { createOutbox } from '../email/outbox.ts';
import { createAlerts } from './alerts.ts';
import { suspicious } from './suspicious-orders.ts';

let store: TestStore;
beforeAll(async () => {
  store = await startStore({ TRUST_PROXY: '1', RATE_LIMIT_FACTOR: '3' });
});
afterAll(() => store.stop());

const list = () => store.admin.call('GET /api/admin/security-alerts', {});
const ofType = async (type: string) => (await list()).alerts.filter((alert) => alert.type === type);
const sql = async <T>(text: string, ...values: unknown[]) =>
  (await store.db.database.pool.query(text, values)).rows as T[];
const from = (ip: string, authorization?: string) => ({
  headers: { 'x-forwarded-for': ip, 'user-agent': 'A browser', ...(authorization ? { authorization } : {}) },
});
const order = (change: object, ip = '198.51.100.1') =>
  store.visitor.ask('POST /api/create-order', { body: orderBody(change) }, { 'x-forwarded-for': ip });

test.each(['GET', 'DELETE'])(
  'S-10: %s /api/admin/security-alerts is for admins only, and kept nowhere',
  async (method) => {
    const refused = await store.raw('/api/admin/security-alerts', { method });
    expect([refused.status, refused.headers.get('cache-control')]).toEqual([401, 'no-store']);
  },
);

describe('what raises an alert', () => {
  test('ADM-SEC-15, A-55: failed_login counts failed sign-ins of a network, brute_force for the lock that follows', async () => {
    const wrong = { ...owner, email: 'somebody@else.example', password: 'not this one' };
    for (let guess = 0; guess < 15; guess += 1) {
      await store.visitor.ask('POST /api/admin/login', { body: wrong }, { 'x-forwarded-for': '198.51.100.77' });
    }
    expect(await ofType('failed_login')).toMatchObject([
      { details: { email: wrong.email, ip: '198.51.100.77', attempts: 15 } },
    ]);
    expect(await ofType('brute_force')).toMatchObject([
      { severity: 'high', details: { email: wrong.email, ip: '198.51.100.77', attempts: 15 } },
    ]);
  });

  test('DATA-21: says where the address is, by the database on this machine, and nothing where that is not known', async () => {
    const wrong = { email: 'elsewhere@else.example', password: 'not this one' };
    for (const ip of ['8.8.8.8', '10.1.2.3', '2001:4860:4860::8888']) {
      await store.visitor.ask('POST /api/admin/login', { body: wrong }, { 'x-forwarded-for': ip });
    }
    const found = (await ofType('failed_login')).filter(({ details }) => details.email === wrong.email);
    expect(found.map(({ details: { ip, location } }) => [ip, location]).reverse()).toEqual([
      ['8.8.8.8', 'United States'],
      ['10.1.2.3', undefined],
      ['2001:4860:4860::8888', 'United States'],
    ]);
  });

  test('A-65: token_invalid for a forged token, once an hour and network', async () => {
    for (const token of ['a.b.c', 'nonsense', forged(store.adminToken)]) {
      await store.raw('/api/admin/verify', from('203.0.113.5', `Bearer ${token}`));
    }
    const found = await until('the alert is there', async () => {
      const alerts = await ofType('token_invalid');
      return alerts.length > 0 && alerts;
    });
    expect(found).toMatchObject([{ severity: 'high', details: { ip: '203.0.113.5', userAgent: 'A browser' } }]);
  });

  test('D-14: token_invalid for the token of a session that was ended, as a low one', async () => {
    const { token } = await store.visitor.call('POST /api/admin/login', { body: owner });
    await store.as(token).call('POST /api/admin/logout', {});
    await store.raw('/api/admin/verify', from('203.0.113.6', `Bearer ${token}`));
    await until('the alert is there', async () =>
      (await ofType('token_invalid')).some(
        ({ severity, details }) => severity === 'low' && details.ip === '203.0.113.6',
      ),
    );
  });

  test('A-52: ip_change for a session that is used from another address, once; the session goes on', async () => {
    for (let call = 0; call < 3; call += 1) {
      const answer = await store.raw('/api/admin/verify', from('203.0.113.7', `Bearer ${store.adminToken}`));
      expect(answer.status).toBe(200);
    }
    const found = await until('the alert is there', async () => {
      const alerts = await ofType('ip_change');
      return alerts.length > 0 && alerts;
    });
    expect(found).toMatchObject([{ severity: 'medium', details: { email: owner.email, ip: '203.0.113.7' } }]);
  });

  test('S-18: rate_limited for a limit that was reached, once an hour and network', async () => {
    const message = { name: 'A', email: 'a@b.example', subject: 'S', message: 'M' };
    const post = (ip: string) => store.visitor.ask('POST /api/contact', { body: message }, { 'x-forwarded-for': ip });
    for (let call = 0; call < 18; call += 1) await post('203.0.113.8');
    await until('the alert is there', async () => (await ofType('rate_limited')).length > 0);
    expect(await ofType('rate_limited')).toMatchObject([{ severity: 'medium', details: { ip: '203.0.113.8' } }]);
  });

  test('A-7: price_tamper for an order that names a price of its own, which is refused', async () => {
    for (const price of [0.01, 0.02]) expect((await order({ price })).status).toBe(400);
    expect(await ofType('price_tamper')).toMatchObject([
      { severity: 'medium', message: expect.stringContaining('$0.01'), details: { ip: '198.51.100.1' } },
    ]);
  });

  test('S-5: webhook_forged for a notification without the secret', async () => {
    await store.raw('/api/bigpay/webhook', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-notification-secret': 'wrong' },
      body: '{}',
    });
    expect(await ofType('webhook_forged')).toMatchObject([{ severity: 'high' }]);
  });

  test('ADM-SEC-15: suspicious_order for many orders from one address, and of one email over many links, once each', async () => {
    const newest = await orderFromOneAddress('198.51.100.9', suspicious.ordersPerHour);
    for (let number = 0; number < 3; number += 1) {
      const links = [1, 2, 3, 4].map((link) => `https://www.instagram.com/p/Many${number}${link}/`);
      await order({ email: 'Many@mail.example', post_links: links }, `198.51.101.${number}`);
    }
    await store.app.jobHandlers.watch_orders({});
    await store.app.jobHandlers.watch_orders({});
    const raised = await ofType('suspicious_order');
    expect(raised.map(({ message }) => message).sort()).toEqual([
      `${suspicious.ordersPerHour} orders came from 198.51.100.9 within an hour.`,
      'One email ordered for 12 different links within a day.',
    ]);
    expect(raised.find(({ details }) => details.ip)?.details).toMatchObject({
      ...newest,
      ip: '198.51.100.9',
      attempts: suspicious.ordersPerHour,
    });
  });

  test('ADM-SEC-15: its details are of one order, the newest, and an IPv6 address is named by its network', async () => {
    const newest = await orderFromOneAddress('2001:db8:7:8::9', suspicious.ordersPerHour);
    await store.app.jobHandlers.watch_orders({});
    const network = '2001:db8:7:8::/64';
    const raised = (await ofType('suspicious_order')).filter(({ details }) => details.ip === network);
    expect(raised).toMatchObject([
      {
        message: `${suspicious.ordersPerHour} orders came from the network ${network} within an hour.`,
        details: newest,
      },
    ]);
  });

  test('ADM-SEC-15: suspicious_order for many refused cards from one address', async () => {
    const { body } = await order({ email: 'cards@mail.example' }, '198.51.102.1');
    await sql(
      `insert into payment_attempts (order_id, number, gateway, gateway_order_id, amount_cents, currency, state,
         failed_tries, opened_at, updated_at)
       values ($1, 1, 'mpgs', 'many-cards', 300, 'USD', 'closed', $2, now(), now())`,
      body.orderId,
      suspicious.refusedCardsPerHour,
    );
    await store.app.jobHandlers.watch_orders({});
    expect(await ofType('suspicious_order')).toContainEqual(
      expect.objectContaining({
        message: '6 payments from 198.51.102.1 were refused within an hour.',
        details: expect.objectContaining({ email: 'cards@mail.example', orderId: body.orderId, ip: '198.51.102.1' }),
      }),
    );
  });

  test('ADM-SEC-15: an address code of an earlier version names no address', async () => {
    const ids = await orderFromOneAddress('198.51.103.1', suspicious.ordersPerHour, 'old');
    await sql(`update orders set address_key = repeat('ab', 32) where customer_email like 'old%'`);
    await store.app.jobHandlers.watch_orders({});
    expect(await ofType('suspicious_order')).toContainEqual(
      expect.objectContaining({
        message: `${suspicious.ordersPerHour} orders came from one address within an hour.`,
        details: { ...ids, attempts: suspicious.ordersPerHour },
      }),
    );
  });
});

describe('the list', () => {
  test('DATA-20, DATA-21, A-65: newest first, with what is critical, of the last hour, and a threat now', async () => {
    await sql('update alerts set cleared_at = now()');
    const add = (id: number, severity: string, minutesAgo: number) =>
      sql(
        `insert into alerts (id, type, severity, message, details, raised_at)
         values (gen_random_uuid(), 'chargeback', $1, $2, '{"orderId":"X","secret":"s"}', now() - $3 * interval '1 minute')`,
        severity,
        `Alert ${id}`,
        minutesAgo,
      );
    await add(1, 'critical', 90);
    await add(2, 'critical', 10);
    await add(3, 'high', 9);
    await add(4, 'medium', 8);
    await add(5, 'low', 7);
    const { stats, alerts } = await list();
    expect(stats).toEqual({ total: 5, critical: 2, recent: 4, activeThreats: 2 });
    expect(alerts.map(({ message }) => message)).toEqual(['Alert 5', 'Alert 4', 'Alert 3', 'Alert 2', 'Alert 1']);
    expect(alerts[0]).toEqual({
      id: expect.any(String),
      type: 'chargeback',
      severity: 'low',
      message: 'Alert 5',
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      details: { orderId: 'X' },
    });
  });

  test('ADM-SEC-10, A-65: clearing hides them all, erases none, and the audit says who did it', async () => {
    const [before] = await sql<{ count: number }>('select count(*) from alerts');
    expect(await store.admin.call('DELETE /api/admin/security-alerts', {})).toEqual({ success: true, cleared: 5 });
    expect(await list()).toEqual({ stats: { total: 0, critical: 0, recent: 0, activeThreats: 0 }, alerts: [] });
    expect(await sql('select count(*) from alerts')).toEqual([before]);
    expect(await store.admin.call('DELETE /api/admin/security-alerts', {})).toEqual({ success: true, cleared: 0 });
    const audit = await sql<{ actor: string; details: object }>(
      "select actor, details from audit_log where action = 'alerts.cleared'",
    );
    expect(audit).toEqual([{ actor: expect.stringMatching(/^admin:/), details: { count: 5 } }]);
  });

  test('A-83: alerts are forgotten after 90 days, but not those of money, which hold no address and may still wait', async () => {
    const old = "(select id from alerts where type not in ('chargeback') limit 1)";
    await sql(`update alerts set raised_at = now() - interval '91 days' where type = 'chargeback' or id = ${old}`);
    const [before] = await sql<{ n: number }>('select count(*)::int as n from alerts');
    const money = await sql("select from alerts where type = 'chargeback'");
    await store.app.jobHandlers.purge_expired({});
    expect(await sql('select count(*)::int as n from alerts')).toEqual([{ n: (before?.n ?? 0) - 1 }]);
    expect(await sql("select from alerts where type = 'chargeback'")).toEqual(money);
    expect(money.length).toBeGreaterThan(0);
  });
});

test('ADM-SEC-14: critical alerts are emailed to the operator, the first at once; others are not', async () => {
  const { database } = store.db;
  await sql('truncate mails cascade');
  const outbox = createOutbox({
    jobs: createQueue(),
    ids: randomIds,
    hasMailServer: async () => true,
  });
  const alerts = createAlerts({
    outbox,
    notifications: { notify: async () => {}, resolve: async () => {} },
    ids: randomIds,
    live: { announce: () => {} },
    geoIp: { findPlace: () => ({ country: 'Unknown', city: 'Unknown' }) },
  });
  const raise = (severity: 'critical' | 'high', sentence: string, onceKey?: string) => {
    // A code without a text: its sentence is the code.
    const message = { code: sentence } as unknown as StoreMessage;
    return alerts.raise(database.db, { type: 'chargeback', severity, message, ...(onceKey ? { onceKey } : {}) });
  };
  await raise('high', 'This can wait.');
  await raise('critical', 'Told once.', 'the same fact');
  await raise('critical', 'Told once.', 'the same fact');
  const mails = "select m.recipient, m.state from mails m where kind = 'alert'";
  expect(await sql(mails)).toEqual([{ recipient: owner.email, state: 'queued' }]);
  const alertMails = "select a.message from mails m join alerts a on a.id = m.alert_id where m.kind = 'alert'";
  expect(await sql(alertMails)).toEqual([{ message: 'Told once.' }]);
  store.advance(3_601_000);
  await raise('critical', 'Another hour');
  expect(await sql(mails)).toHaveLength(2);
});

/** Emails and ids sort against the time: what is newest must not be what is greatest. */
async function orderFromOneAddress(ip: string, count: number, name = 'buyer') {
  let newest = { email: '', orderId: '' };
  for (let left = count; left > 0; left -= 1) {
    const email = `${name}${left}@${ip.replace(/[.:]/g, '-')}.example`;
    const { body } = await order({ email }, ip);
    newest = { email, orderId: body.orderId };
  }
  return newest;
}

function forged(token: string): string {
  const [, payload = ''] = token.split('.');
  const header = Buffer.from('{"alg":"HS256","typ":"JWT"}').toString('base64url');
  const signature = createHmac('sha256', 'another secret of at least 32 bytes!').update(`${header}.${payload}`);
  return `${header}.${payload}.${signature.digest('base64url')}`;
}
