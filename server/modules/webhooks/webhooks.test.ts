// Webhook events of orders, the allowed addresses, and the endpoints.

import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { webhookEvent } from '../../../contract/webhooks.ts';
import { deliverySteps } from '../../../tests/support/delivery-steps.ts';
import { paidOrder, placeOrder } from '../../../tests/support/orders.ts';
import { startStore, type TestStore } from '../../../tests/support/store.ts';
import { answering, isSigned, type Receiver, startReceiver } from '../../../tests/support/webhook-receiver.ts';
import { allEvents, webhookSteps } from '../../../tests/support/webhook-steps.ts';
import { createQueue } from '../../jobs/queue.ts';
import { randomIds } from '../../platform/ids.ts';
import { createSealer } from '../../platform/secrets.ts';
import type { Resolve } from '../../safe-fetch/addresses.ts';
import { createOrderViews } from '../orders/order-views.ts';
import { createOrderEvents } from './order-events.ts';
import { sealedFor } from './send-webhook.ts';

let store: TestStore;
let receiver: Receiver;
beforeAll(async () => {
  store = await startStore();
});
afterAll(() => store.stop());
beforeEach(async () => {
  receiver = await startReceiver();
});
afterEach(async () => {
  await receiver.close();
  await rows('delete from webhook_endpoints');
});

const { end, sent } = deliverySteps(() => store);
const { add, change, receivedEvents, log, owe, refund, rows, sender, setStatus, tryAgain, tryOut } = webhookSteps(
  () => store,
  () => receiver,
);

describe('events that are sent', () => {
  test('D-114: the package of Standard Webhooks verifies a received event, and no changed one', async () => {
    const { secret } = await add();
    const { id } = await paidOrder(store);
    await store.drain();
    const [{ body, headers } = { body: '', headers: {} as Record<string, string> }] = receiver.received;
    const webhook = new Webhook(secret);
    expect(webhook.verify(body, headers)).toMatchObject({ event: 'order.paid', order: { id } });
    const later = { ...headers, 'webhook-timestamp': String(Number(headers['webhook-timestamp']) + 1) };
    for (const [changed, sentWith] of [
      [body.replace(id, id.toLowerCase()), headers],
      [body, later],
      [body, { ...headers, 'webhook-id': 'another' }],
    ] as const) {
      expect(() => webhook.verify(changed, sentWith)).toThrow('No matching signature found');
    }
  });

  test('an order that is paid, completed and given back: once each, signed, as an admin sees it, without anything of the card', async () => {
    const { secret, id: webhookId } = await add();
    const order = await paidOrder(store);
    await store.drain();
    await setStatus(order, 'Completed');
    await setStatus(order, 'Completed');
    await refund(order, 1);
    await store.drain();
    expect(receivedEvents()).toEqual(['order.paid', 'order.completed', 'order.refunded']);
    for (const received of receiver.received) {
      expect(isSigned(received, secret)).toBe(true);
      expect(isSigned({ ...received, body: `${received.body} ` }, secret)).toBe(false);
      expect(received.headers).toMatchObject({ 'content-type': 'application/json', 'webhook-id': received.id });
      const payload = JSON.parse(received.body);
      expect(webhookEvent.parse(payload)).toEqual(payload);
      expect(payload).toMatchObject({ id: received.id, order: { id: order.id, customer_email: order.email } });
      expect(received.body).not.toMatch(/card|session|indicator|gateway/i);
    }
    const [paid, , refunded] = receiver.received.map(({ body }) => JSON.parse(body).order);
    expect(paid).toMatchObject({ payment_status: 'paid', refunded_amount: 0 });
    const shown = await store.admin.call('GET /api/orders/{id}', { params: { id: order.id } });
    expect(Object.keys(refunded).sort()).toEqual(
      Object.keys(shown)
        .filter((name) => name !== 'receipt_path' && name !== 'earlier_sends')
        .sort(),
    );
    expect(refunded.refunded_amount).toBe(1);
    const received = await log({ webhook: webhookId });
    expect(received.map(({ state, attempts, last_status }) => [state, attempts, last_status])).toEqual(
      Array(3).fill(['delivered', 1, 204]),
    );
  });

  test('sends an event for a delivery that completes the last link, and for an order paid by hand', async () => {
    await add();
    const order = await paidOrder(store);
    await end(await sent(order), 'Completed', 0);
    const byHand = await placeOrder(store);
    await store.admin.call('POST /api/orders/{id}/confirm-payment', {
      params: { id: byHand.id },
      body: { manual: true, note: 'Paid in cash' },
    });
    await store.drain();
    expect(receivedEvents().sort()).toEqual(['order.completed', 'order.paid', 'order.paid']);
  });

  test('each endpoint what it asked for, under an id of its own; one that is switched off nothing', async () => {
    await add(['order.refunded']);
    const both = [await add(['order.paid']), await add(['order.paid', 'order.completed'])];
    const off = await add();
    await change(off.id, { enabled: false });
    const order = await paidOrder(store);
    await store.drain();
    expect(receivedEvents()).toEqual(['order.paid', 'order.paid']);
    expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(2);
    const deliveries = await log();
    expect(new Set(deliveries.map(({ webhook_id }) => webhook_id))).toEqual(new Set(both.map(({ id }) => id)));
    expect(deliveries.every(({ order_id }) => order_id === order.id)).toBe(true);
  });

  test('a transaction that is rolled back sends nothing', async () => {
    await add();
    const { id } = await placeOrder(store);
    const { database } = store.db;
    const buildOrder = createOrderViews(database, { now: () => new Date() }).fullOne;
    const events = createOrderEvents({ database, jobs: createQueue(), ids: randomIds, buildOrder });
    const before = { id, status: 'pending', paidAt: null, refundedCents: 0 };
    const after = { ...before, status: 'paid', paidAt: new Date() };
    const rolledBack = database.transaction(async (tx) => {
      await events.note(tx, before, after);
      throw new Error('rolled back');
    });
    await expect(rolledBack).rejects.toThrow('rolled back');
    await store.drain();
    expect([receiver.received, await log()]).toEqual([[], []]);
    await database.transaction((tx) => events.note(tx, before, after));
    await store.drain();
    expect(receivedEvents()).toEqual(['order.paid']);
  });

  test('a test event has no order, and says what became of it', async () => {
    const { id, secret } = await add();
    expect((await tryOut(id)).body).toMatchObject({ event: 'test', state: 'waiting', order_id: null });
    await store.drain();
    const [told] = receiver.received;
    expect(told && isSigned(told, secret)).toBe(true);
    expect(JSON.parse(told?.body ?? '')).toMatchObject({ event: 'test', order: null });
    await change(id, { enabled: false });
    expect((await tryOut(id)).status).toBe(409);
  });
});

describe('where it may go', () => {
  test.each([
    'http://8.8.8.8/hook',
    'https://10.0.0.1/hook',
    'https://[::ffff:127.0.0.1]/hook',
    'https://169.254.169.254/latest/meta-data',
    'http://192.168.1.1/hook',
    'https://user:pass@example.org/hook',
    'ftp://example.org/hook',
    'example.org',
  ])('rule 10: %s is refused when it is entered', async (url) => {
    const body = { url, events: allEvents };
    expect(await store.admin.ask('POST /api/admin/webhooks', { body })).toMatchObject({
      status: 400,
      body: { field: 'url', message: expect.stringMatching(/^The endpoint .+\.$/) },
    });
    const { id } = await add();
    expect((await store.admin.ask('PATCH /api/admin/webhooks/{id}', { params: { id }, body: { url } })).status).toBe(
      400,
    );
  });

  test('rule 10: a name that leads inside is refused at the connection, each time, and loopback in a live store', async () => {
    const { id: endpointId } = await add();
    const urls: string[] = [];
    const leadsInside: Resolve = async (name) => {
      urls.push(name);
      return [
        { address: '93.184.216.34', family: 4 },
        { address: '127.0.0.1', family: 4 },
      ];
    };
    const id = await owe();
    const live = sender({ config: { ...store.app.ctx.config, mode: 'live' }, resolve: leadsInside });
    await live(id);
    expect((await log())[0]?.last_error).toBe('The endpoint URL must begin with https://.');
    const { port } = new URL(receiver.url);
    await rows('update webhook_endpoints set url = $1 where id = $2', `https://hook.example:${port}/`, endpointId);
    await rows("update webhook_deliveries set state = 'waiting' where id = $1", id);
    await live(id);
    expect((await log())[0]?.last_error).toBe('The endpoint is not at a public address.');
    expect(urls).toEqual(['hook.example']);
    expect(receiver.received).toEqual([]);
  });
});

describe('the endpoints themselves', () => {
  test('the secret is shown once, is encrypted in the database, and can be replaced', async () => {
    const { id, secret } = await add();
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const listed = await store.raw('/api/admin/webhooks', { headers: { authorization: `Bearer ${store.adminToken}` } });
    expect(await listed.text()).not.toContain('whsec_');
    const [kept] = await rows('select secret from webhook_endpoints where id = $1', id);
    expect(kept.secret).toMatch(/^v1\./);
    expect((await change(id, { enabled: true })).secret).toBeNull();
    const { secret: other } = await change(id, { newSecret: true });
    await owe();
    await store.drain();
    const [told] = receiver.received;
    expect(told && [isSigned(told, secret), isSigned(told, other ?? '')]).toEqual([false, true]);
  });

  test('a secret that was sealed under another key signs nothing, and says so', async () => {
    const { id } = await add();
    await owe();
    await rows(
      'update webhook_endpoints set secret = $1',
      createSealer('another key of 32 bytes or more...').seal('x', sealedFor(id)),
    );
    await store.drain();
    expect(receiver.received).toEqual([]);
    expect((await log())[0]?.last_error).toContain('SECRETS_KEY');
  });

  test('D-30: adding, changing and removing ask for the password again; all of it is in the audit log', async () => {
    const { id } = await add();
    store.advance(601_000);
    const body = { url: receiver.url, events: allEvents };
    const refused = [
      await store.admin.ask('POST /api/admin/webhooks', { body }),
      await store.admin.ask('PATCH /api/admin/webhooks/{id}', { params: { id }, body: { enabled: false } }),
      await store.admin.ask('DELETE /api/admin/webhooks/{id}', { params: { id } }),
    ];
    expect(refused.map(({ status, body: { code } }) => [status, code])).toEqual(Array(3).fill([403, 'step_up']));
    await store.admin.call('POST /api/admin/step-up', { body: { password: 'a long enough password' } });
    await change(id, { newSecret: true });
    await store.admin.call('DELETE /api/admin/webhooks/{id}', { params: { id } });
    expect((await store.admin.ask('DELETE /api/admin/webhooks/{id}', { params: { id } })).status).toBe(404);
    const audit = await rows('select action, details::text from audit_log where subject = $1 order by id', id);
    expect(audit.map(({ action }) => action)).toEqual(['webhook.created', 'webhook.changed', 'webhook.removed']);
    expect(JSON.stringify(audit)).not.toContain('whsec_');
  });

  test('the log is read by pages, and is forgotten after 30 days', async () => {
    const { id } = await add();
    for (let n = 0; n < 5; n += 1) await tryOut(id);
    const first = await store.admin.ask('GET /api/admin/webhook-deliveries', { query: { limit: 2 } });
    const seen = first.body.map((delivery) => delivery.id);
    let next = first.headers.get('link');
    while (next) {
      const page = await store.raw(next.slice(1, next.indexOf('>')), {
        headers: { authorization: `Bearer ${store.adminToken}` },
      });
      seen.push(...(await page.json()).map((delivery: { id: string }) => delivery.id));
      next = page.headers.get('link');
    }
    expect(seen).toEqual((await log()).map((delivery) => delivery.id));
    expect(new Set(seen).size).toBe(5);
    await store.drain();
    await rows(
      "update webhook_deliveries set created_at = created_at - interval '31 days' where id = any($1)",
      seen.slice(0, 3),
    );
    await store.app.jobHandlers.purge_expired({});
    expect((await log()).map((delivery) => delivery.id)).toEqual(seen.slice(3));
  });

  test('A-83: an export lists the deliveries about a person; erasure removes the person from them, also from pending ones', async () => {
    await add();
    receiver.answerNext(answering(500, 'We know person@example.org.'));
    const order = await paidOrder(store, { email: 'person@example.org' });
    await setStatus(order, 'Completed');
    await rows('update dispatches set following = false');
    await store.drain();
    const received = await store.admin.call('POST /api/admin/people/export', { body: { email: 'person@example.org' } });
    expect(received.webhook_deliveries).toMatchObject([
      { event: 'order.completed', sent_to: new URL(receiver.url).origin, said: { order: { id: order.id } } },
      { event: 'order.paid' },
    ]);
    await store.admin.call('POST /api/admin/people/erase', { body: { email: 'person@example.org' } });
    const left = await rows("select payload::text || coalesce(last_error, '') as kept from webhook_deliveries");
    expect(JSON.stringify(left)).not.toMatch(/person@|instagram/);
    await tryAgain();
    const again = JSON.parse(receiver.received.at(-1)?.body ?? '');
    expect(again.order).toMatchObject({ id: order.id, post_links: [], customer_username: 'customer' });
  });
});
