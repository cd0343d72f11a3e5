// The devices of admins that get push messages, through the contract.
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type PushStandIn, startPushStandIn } from '../../../tests/stand-ins/web-push-stand-in.ts';
import { newBrowserKeys, subscriptionKeys } from '../../../tests/support/push-decryption.ts';
import { startStore, type TestStore } from '../../../tests/support/store.ts';

let store: TestStore;
let push: PushStandIn;
beforeAll(async () => {
  store = await startStore();
  push = await startPushStandIn(await keyOf());
});
afterAll(async () => {
  await push.stop();
  await store.stop();
});
beforeEach(async () => {
  await store.db.database.pool.query('delete from notification_channels');
});

const keyOf = async () => (await store.admin.call('GET /api/admin/push-devices', {})).key;
const listed = async () => (await store.admin.call('GET /api/admin/push-devices', {})).devices;
const subscriptionAt = (path: string) => ({
  endpoint: `https://push.example/${path}`,
  ...subscriptionKeys(newBrowserKeys()),
});
const add = (subscription: typeof push.subscription, name = 'Chrome on Android', client = store.admin) =>
  client.call('POST /api/admin/push-devices', { body: { subscription, name, language: 'pt' } });
const renew = (body: object) => store.visitor.ask('POST /api/push-devices/renewal', { body: body as never });
const channels = async () =>
  (await store.db.database.pool.query('select * from notification_channels order by created_at')).rows;

test('a device is a channel of its admin, in its language, and its subscription is sealed', async () => {
  const subscription = subscriptionAt('a');
  const { id } = await add(subscription);
  expect(await listed()).toMatchObject([{ id, name: 'Chrome on Android', state: 'ok', last_sent_at: null }]);
  const [row] = await channels();
  expect(row).toMatchObject({ kind: 'web-push', language: 'pt', least_severity: 'info', kinds: null, enabled: true });
  for (const secret of [subscription.endpoint, subscription.auth]) expect(JSON.stringify(row)).not.toContain(secret);
  await add(subscription, 'Another name');
  expect(await listed()).toMatchObject([{ id, name: 'Another name' }]);
});

test('a test message arrives, and its answer is that of the push service', async () => {
  const { id } = await add(push.subscription);
  const answer = await store.admin.call('POST /api/admin/push-devices/{id}/test', { params: { id } });
  expect(answer).toEqual({
    arrived: true,
    answer: 'The push service answered 201.',
    answer_coded: { code: 'peer_answered', params: { who: 'push', status: 201, words: '' } },
  });
  expect(push.sent.at(-1)?.payload.path).toMatch(/^\/admin\?/);
  expect((await listed())[0]?.last_sent_at).not.toBeNull();
});

test('a subscription that ended fails, and is gone once the device is added again', async () => {
  const gone = { ...push.subscription, endpoint: `${push.subscription.endpoint}x` };
  const { id } = await add(gone);
  const answer = await store.admin.call('POST /api/admin/push-devices/{id}/test', { params: { id } });
  expect(answer).toMatchObject({ arrived: false });
  expect(await listed()).toMatchObject([{ id, state: 'failing' }]);
  await add(push.subscription);
  expect(await listed()).toMatchObject([{ state: 'ok' }]);
});

test('the browser renews its subscription with the former one as the only proof', async () => {
  const [former, subscription] = [subscriptionAt('former'), subscriptionAt('renewed')];
  const { id } = await add(former);
  const { auth } = subscriptionKeys(newBrowserKeys());
  for (const wrong of [
    { ...former, auth },
    { ...former, endpoint: 'https://push.example/other' },
  ]) {
    expect((await renew({ former: { endpoint: wrong.endpoint, auth: wrong.auth }, subscription })).status).toBe(404);
  }
  const proof = { endpoint: former.endpoint, auth: former.auth };
  expect((await renew({ former: proof, subscription })).status).toBe(200);
  expect((await renew({ former: proof, subscription: subscriptionAt('again') })).status).toBe(404);
  const [row] = await channels();
  const digest = createHash('sha256').update(`${subscription.auth} ${subscription.endpoint}`).digest('hex');
  expect(row).toMatchObject({ id, fingerprint: digest });
});

test('an admin removes the own devices only, and takes a browser over that another admin used', async () => {
  const other = { email: 'viewer@shop.example', password: 'another long enough password' };
  await store.admin.call('POST /api/admin/admins', { body: { ...other, role: 'viewer' } as never });
  const { token } = await store.visitor.call('POST /api/admin/login', { body: other });
  const viewer = store.as(token);
  const subscription = subscriptionAt('shared');
  const { id } = await add(subscription);
  for (const call of ['DELETE /api/admin/push-devices/{id}', 'POST /api/admin/push-devices/{id}/test'] as const) {
    expect((await viewer.ask(call, { params: { id } })).status).toBe(404);
  }
  await add(subscription, 'Shared', viewer);
  expect(await listed()).toEqual([]);
  await viewer.call('DELETE /api/admin/push-devices/{id}', { params: { id } });
  expect(await channels()).toEqual([]);
});

test.each(['http://10.0.0.1/a', 'https://10.0.0.1/a', 'no address'])(
  'the address %s is refused, at a renewal, too',
  async (endpoint) => {
    const subscription = { ...subscriptionAt('x'), endpoint };
    const added = await store.admin.ask('POST /api/admin/push-devices', {
      body: { subscription, name: 'x', language: 'en' },
    });
    expect(added.status).toBe(400);
    const { auth } = subscription;
    expect((await renew({ former: { endpoint: 'https://push.example/y', auth }, subscription })).status).toBe(400);
  },
);
