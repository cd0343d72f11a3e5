import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  dropFolder,
  type Hook,
  newFolder,
  type SandboxSetup,
  startHook,
  startSandboxSetup,
} from '../../tests/support/sandbox-setup.ts';

let folder: string;
let setup: SandboxSetup;
let hook: Hook;

beforeEach(async () => {
  folder = await newFolder();
  setup = await startSandboxSetup(folder);
  hook = await startHook();
});

afterEach(async () => {
  await setup.stop();
  await hook.stop();
  await dropFolder(folder);
});

async function payOne(): Promise<void> {
  await setup.openSession({ notificationUrl: hook.url });
  await setup.control('gateway/pay', { orderId: 'order-1' });
}

const types = () => hook.received.map(({ body }) => (body.transaction as { type: string }).type);
const arrived = (count: number) => vi.waitFor(() => expect(hook.received.length).toBeGreaterThanOrEqual(count), 8_000);

test('the authentication notice comes before the payment notice, each with secret, id and attempt', async () => {
  await payOne();
  await arrived(2);
  expect(types()).toEqual(['AUTHENTICATION', 'PAYMENT']);
  const { headers, body } = hook.received[1] ?? {};
  expect(headers).toMatchObject({ 'x-notification-secret': 'hook-secret', 'x-notification-attempt': '1' });
  expect(headers?.['x-notification-id']).toMatch(/^[0-9a-f-]{36}$/);
  expect(body).toMatchObject({
    merchant: 'SHOP',
    result: 'SUCCESS',
    order: { id: 'order-1', status: 'CAPTURED', totalCapturedAmount: 30 },
    transaction: { type: 'PAYMENT', amount: 30, currency: 'USD' },
  });
});

test('a notice that is refused comes again later with the same id and the next attempt', async () => {
  hook.answers = [500, 200];
  await payOne();
  await arrived(2);
  expect(types()).toEqual(['AUTHENTICATION', 'PAYMENT']);
  setup.later(2_000);
  await arrived(3);
  const [first, , again] = hook.received;
  expect(again?.headers['x-notification-id']).toBe(first?.headers['x-notification-id']);
  expect(again?.headers['x-notification-attempt']).toBe('2');
});

test('an endpoint that never answers costs an attempt, not the notice', async () => {
  hook.answers = [null];
  await payOne();
  await arrived(2);
  setup.later(2_000);
  await arrived(3);
  expect(hook.received[2]?.headers['x-notification-attempt']).toBe('2');
}, 20_000);

test('waiting notices survive a restart', async () => {
  hook.answers = [503, 503];
  await payOne();
  await arrived(2);
  await setup.stop();
  setup = await startSandboxSetup(folder);
  setup.setClock(new Date('2026-06-01T13:00:00.000Z'));
  await arrived(4);
  expect(types().slice(2)).toEqual(['AUTHENTICATION', 'PAYMENT']);
});

test('controls duplicate, reorder, drop and delay notices, and send a wrong secret', async () => {
  await setup.control('gateway/fail', { kind: 'duplicate_notice' });
  await setup.control('gateway/fail', { kind: 'reorder_notices' });
  await payOne();
  await arrived(4);
  expect(types()).toEqual(['PAYMENT', 'PAYMENT', 'AUTHENTICATION', 'AUTHENTICATION']);
  expect(hook.received[0]?.headers['x-notification-id']).toBe(hook.received[1]?.headers['x-notification-id']);

  hook.received.length = 0;
  await setup.control('gateway/fail', { kind: 'drop_notice' });
  await setup.control('gateway/notify', { orderId: 'order-1' });
  await setup.control('gateway/fail', { kind: 'delay_notice', delayMs: 60_000 });
  await setup.control('gateway/notify', { orderId: 'order-1' });
  expect((await setup.control('gateway/deliver')).body).toEqual({ sent: 1, failed: 0 });
  expect(hook.received).toHaveLength(1);

  await setup.control('gateway/fail', { kind: 'wrong_secret' });
  await setup.control('gateway/notify', { orderId: 'order-1' });
  await arrived(2);
  expect(hook.received[1]?.headers['x-notification-secret']).toBe('wrong-secret');
});

test('two processes on one folder send each notice once', async () => {
  const other = await startSandboxSetup(folder);
  await payOne();
  await arrived(2);
  await setup.control('gateway/deliver');
  await other.control('gateway/deliver');
  expect(hook.received).toHaveLength(2);
  await other.stop();
});
