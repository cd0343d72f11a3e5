import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { paidOrder } from '../../../tests/support/orders.ts';
import { settingsSteps } from '../../../tests/support/settings-steps.ts';
import { startStore, type TestStore } from '../../../tests/support/store.ts';

let store: TestStore;
beforeAll(async () => {
  store = await startStore();
});
afterAll(() => store.stop());

const { read, save } = settingsSteps(() => store);
const readSetup = () => store.admin.call('GET /api/admin/setup', {});
const undone = async () => (await readSetup()).steps.filter(({ done }) => !done).map(({ id }) => id);
const step = async (of: TestStore, wanted: string) =>
  (await of.admin.call('GET /api/admin/setup', {})).steps.find(({ id }) => id === wanted);

describe('D-85: the steps of the setup', () => {
  test('an empty sandbox store lists what is left, in order', async () => {
    expect(await readSetup()).toMatchObject({ shown: true, mode: 'sandbox' });
    const left = ['store', 'prices', 'texts', 'mail', 'notifications', 'second_factor', 'backup', 'purchase'];
    expect(await undone()).toEqual(left);
    expect(await step(store, 'store')).toMatchObject({ required: true, check: { code: 'check_support_email' } });
  });

  test('a step is done once its fact is', async () => {
    await save((settings) => {
      settings.support_email = 'help@shop.test';
    });
    expect(await undone()).not.toContain('store');
    const body = { kind: 'ntfy', name: 'Phone', config: { url: 'https://ntfy.invalid/topic' } } as const;
    await store.admin.ask('POST /api/admin/notification-channels', { body: body as never });
    await paidOrder(store);
    const left = await undone();
    expect(left).not.toContain('purchase');
    // It was paid at these prices.
    expect(left).not.toContain('prices');
  });

  test('it is put away and brought back for all admins, each once in the history', async () => {
    const put = (shown: boolean) => store.admin.call('PUT /api/admin/setup', { body: { shown } });
    const { version } = await read();
    expect(await put(false)).toMatchObject({ shown: false });
    await put(false);
    expect(await readSetup()).toMatchObject({ shown: false });
    expect(await read()).toMatchObject({ version: version + 1, settings: { home: { setup: false } } });
    expect(await put(true)).toMatchObject({ shown: true });
    expect((await store.admin.ask('PUT /api/admin/setup', { body: { shown: 'no' } as never })).status).toBe(400);
  });

  test('a viewer reads it and cannot put it away', async () => {
    const login = { email: 'viewer@shop.example', password: 'a password of this admin' };
    await store.admin.call('POST /api/admin/admins', { body: { ...login, role: 'viewer' } });
    const viewer = store.as((await store.visitor.call('POST /api/admin/login', { body: login })).token);
    expect((await viewer.ask('GET /api/admin/setup', {})).status).toBe(200);
    expect((await viewer.ask('PUT /api/admin/setup', { body: { shown: false } })).status).toBe(403);
  });
});

test('D-85: in a closed live store the test purchase follows the launch, and that follows what it requires', async () => {
  const secrets = { JWT_SECRET: 'x'.repeat(32), SECRETS_KEY: 'y'.repeat(32) };
  const live = await startStore({ MODE: 'live', PUBLIC_URL: 'https://shop.example', TRUST_PROXY: '1', ...secrets });
  try {
    expect(await step(live, 'gateway')).toMatchObject({ done: false, check: { code: 'check_gateway' } });
    expect(await step(live, 'launch')).toMatchObject({ done: false, after: 'store' });
    expect(await step(live, 'purchase')).toMatchObject({ done: false, after: 'launch' });
  } finally {
    await live.stop();
  }
});
