// Strangers cannot flood the list of alerts: one network has one alert an hour for each fact, however many addresses it has.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { orderBody } from '../../../tests/support/orders.ts';
import { startStore, type TestStore } from '../../../tests/support/store.ts';

let store: TestStore;
beforeAll(async () => {
  store = await startStore({ TRUST_PROXY: '1' });
});
afterAll(() => store.stop());

type Act = (headers: Record<string, string>) => Promise<unknown>;

const acts: [type: string, act: Act][] = [
  [
    'price_tamper',
    (headers) => store.visitor.ask('POST /api/create-order', { body: orderBody({ price: 0.01 }) }, headers),
  ],
  [
    'webhook_forged',
    (headers) => {
      const all = { ...headers, 'content-type': 'application/json', 'x-notification-secret': 'wrong' };
      return store.raw('/api/bigpay/webhook', { method: 'POST', headers: all, body: '{}' });
    },
  ],
  [
    'token_invalid',
    (headers) => store.raw('/api/admin/verify', { headers: { ...headers, authorization: 'Bearer a.b.c' } }),
  ],
];

test.each(acts)('A-65: %s has one alert an hour for each network, /24 or /48', async (type, act) => {
  for (let part = 1; part <= 12; part += 1) {
    await act({ 'x-forwarded-for': `198.51.100.${part}` });
    await act({ 'x-forwarded-for': `2001:db8:7:${part}::1` });
  }
  await act({ 'x-forwarded-for': '203.0.113.1' });
  const addresses = async () => {
    const { alerts } = await store.admin.call('GET /api/admin/security-alerts', {});
    return alerts.filter((alert) => alert.type === type).map(({ details }) => details.ip);
  };
  await expect.poll(addresses).toContain('203.0.113.1');
  expect((await addresses()).sort()).toEqual(['198.51.100.1', '2001:db8:7:1::1', '203.0.113.1']);
});
