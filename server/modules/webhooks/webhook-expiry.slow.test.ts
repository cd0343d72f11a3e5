// Webhooks expire like API keys, and both announce their end.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { actionItemSteps } from '../../../tests/support/action-item-steps.ts';
import { paidOrder } from '../../../tests/support/orders.ts';
import { startStore, type TestStore } from '../../../tests/support/store.ts';
import { answering, type Receiver, startReceiver } from '../../../tests/support/webhook-receiver.ts';
import { allEvents, webhookSteps } from '../../../tests/support/webhook-steps.ts';

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
  await rows('delete from api_keys');
});

const { add, change, log, owe, replay, rows, tryAgain, tryOut } = webhookSteps(
  () => store,
  () => receiver,
);
const { all, aside } = actionItemSteps(() => store);

const addFor = (expiresInDays?: number | null) =>
  store.admin.call('POST /api/admin/webhooks', { body: { url: receiver.url, events: allEvents, expiresInDays } });
const listed = async (id: string) =>
  (await store.admin.call('GET /api/admin/webhooks', {})).find((webhook) => webhook.id === id);
const daysOf = ({ expires_at, from }: { expires_at: string | null; from: string }) =>
  expires_at === null ? null : (Date.parse(expires_at) - Date.parse(from)) / 86_400_000;
/** As if the end had been set for that time. */
const endIn = (id: string, time: string, table = 'webhook_endpoints') =>
  rows(`update ${table} set expires_at = now() + $1::interval where id = $2`, time, id);
const itemsOf = async (kind: 'webhook_expiring' | 'api_key_expiring') =>
  (await all({ kind })).flatMap(({ items }) => items);

describe('the end of a webhook', () => {
  test.each([
    ['90 days where none is named', undefined, 90],
    ['what was named', 30, 30],
    ['for ever on request', null, null],
  ] as const)('a webhook lives %s', async (_name, wanted, days) => {
    const { id, live, expires_at, created_at: from } = await addFor(wanted);
    expect([live, daysOf({ expires_at, from })]).toEqual([true, days]);
    expect(await listed(id)).toMatchObject({ expires_at, live: true });
  });

  test('a life of whole days is asked for, when it is added and when it is changed', async () => {
    const { id } = await add();
    for (const expiresInDays of [0, 4000, 1.5, '30']) {
      const body = { url: receiver.url, events: allEvents, expiresInDays } as never;
      const answers = [
        await store.admin.ask('POST /api/admin/webhooks', { body }),
        await store.admin.ask('PATCH /api/admin/webhooks/{id}', { params: { id }, body }),
      ];
      expect(answers.map(({ status }) => status)).toEqual([400, 400]);
    }
  });

  test('D-30: it is changed after a recent proof, stays where it is not named, and is in the audit log', async () => {
    const { id, expires_at } = await add();
    expect((await change(id, { newSecret: true })).expires_at).toBe(expires_at);
    expect((await change(id, { expiresInDays: null })).expires_at).toBeNull();
    const from = new Date().toISOString();
    expect(daysOf({ from, expires_at: (await change(id, { expiresInDays: 30 })).expires_at })).toBeCloseTo(30, 2);
    const audit = await rows(
      "select details->'expiresInDays' as days from audit_log where subject = $1 order by id",
      id,
    );
    expect(audit.map(({ days }) => days ?? null)).toEqual([90, null, null, 30]);
    store.advance(601_000);
    const late = { params: { id }, body: { expiresInDays: 365 } };
    const refusal = { status: 403, body: { code: 'step_up' } };
    expect(await store.admin.ask('PATCH /api/admin/webhooks/{id}', late)).toMatchObject(refusal);
    await store.admin.call('POST /api/admin/step-up', { body: { password: 'a long enough password' } });
  });
});

describe('an expired webhook', () => {
  test('gets no events of orders, no test and no replay; the order goes on', async () => {
    const { id } = await add();
    const delivered = await owe();
    await store.drain();
    await endIn(id, '-1 second');
    expect(await listed(id)).toMatchObject({ enabled: true, live: false });
    const refusal = { status: 409, body: { code: 'conflict', message: expect.stringContaining('expired') } };
    expect([await tryOut(id), await replay(delivered)]).toMatchObject([refusal, refusal]);
    const order = await paidOrder(store);
    await store.drain();
    expect(order.id).toBeTruthy();
    expect(receiver.received).toHaveLength(1);
    expect(await log()).toHaveLength(1);
  });

  test('its pending deliveries end with the reason in the log, also between two attempts', async () => {
    const { id } = await add();
    receiver.answerNext(answering(500));
    const retried = await owe();
    await store.drain();
    const waiting = await owe();
    await endIn(id, '-1 second');
    await tryAgain();
    expect(receiver.received.map((received) => received.id)).toEqual([retried]);
    const ended = { state: 'failed', next_attempt_at: null, last_error: 'The endpoint has expired.' };
    expect(await log()).toMatchObject([
      { ...ended, id: waiting, attempts: 0 },
      { ...ended, id: retried, attempts: 1 },
    ]);
  });

  test('works again after an extension, without the earlier failures, and belongs to the admin who extended it', async () => {
    const { id } = await add();
    await rows("update webhook_endpoints set admin_id = null, failing_since = now() - interval '3 days'");
    expect(await all({ kind: 'webhook_failing' })).toHaveLength(1);
    await endIn(id, '-1 second');
    expect(await all({ kind: 'webhook_failing' })).toEqual([]);
    const created_by = 'owner@shop.example';
    expect(await change(id, { expiresInDays: 30 })).toMatchObject({ live: true, failing_since: null, created_by });
    await owe();
    await store.drain();
    expect((await log())[0]?.state).toBe('delivered');
  });
});

describe('before the end', () => {
  test('a webhook is an action item for seven days and after them, until it is prolonged or switched off', async () => {
    const { id } = await add();
    await endIn(id, '8 days');
    expect(await itemsOf('webhook_expiring')).toEqual([]);
    await endIn(id, '6 days');
    const [soon] = await itemsOf('webhook_expiring');
    expect(soon?.words).toMatch(new RegExp(`^${receiver.url} expires on \\d{4}-\\d\\d-\\d\\d \\(UTC\\)\\.$`));
    expect((await all()).map(({ kind }) => kind)).toContain('webhook_expiring');
    await endIn(id, '-1 day');
    expect((await itemsOf('webhook_expiring'))[0]?.words).toContain(' expired on ');
    await change(id, { expiresInDays: 90 });
    expect(await itemsOf('webhook_expiring')).toEqual([]);
    await endIn(id, '-1 day');
    await change(id, { enabled: false });
    expect(await itemsOf('webhook_expiring')).toEqual([]);
  });

  test('an API key is one until it expires or is revoked; one that was put aside stays so', async () => {
    const make = async (name: string) => {
      const body = { name, scopes: ['orders:read' as const] };
      return (await store.admin.call('POST /api/admin/api-keys', { body })).id;
    };
    const [warehouse, till, robot] = [await make('Warehouse'), await make('Till'), await make('Robot')];
    for (const id of [warehouse, till, robot]) await endIn(id, '6 days', 'api_keys');
    await endIn(till, '-1 second', 'api_keys');
    await store.admin.call('DELETE /api/admin/api-keys/{id}', { params: { id: robot } });
    const [only, ...others] = await itemsOf('api_key_expiring');
    expect([others, only?.words]).toEqual([[], expect.stringMatching(/^Warehouse expires on .+ \(UTC\)\.$/)]);
    expect((await aside('api_key_expiring', only?.subject ?? '')).status).toBe(200);
    expect(await itemsOf('api_key_expiring')).toEqual([]);
  });
});
