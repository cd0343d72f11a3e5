// D-90: while the store cannot be reached, Home keeps its figures, and one bar shows their time.
import { beforeEach, expect, it } from 'vitest';
import { order } from './orders/testing-orders.tsx';
import { type FakeStore, settle, text } from './testing.tsx';
import { openAdmin, signIn } from './testing-signed-in.tsx';
import './overview/revenue-overview.tsx';

let store: FakeStore;
const days = Array.from({ length: 30 }, (_, at) => ({
  date: `2026-02-${String((at % 28) + 1).padStart(2, '0')}`,
  revenue: 10,
  orders: 1,
}));
const home = [
  'GET /api/admin/stats',
  'GET /api/admin/period-stats',
  'GET /api/admin/monthly-stats',
  'GET /api/admin/attention',
  'GET /api/orders',
  'GET /api/admin/system',
];
beforeEach(() => {
  store = signIn();
  store.on('GET /api/admin/stats', {
    body: { totalOrders: 4321, todayOrders: 7, todayDeclined: 0, ordersDayBefore: 5, pendingOrders: 2, revenue: 31.2 },
  });
  store.on('GET /api/admin/monthly-stats', { body: days });
  store.on('GET /api/admin/attention', { body: { kinds: [] } });
  store.on('GET /api/orders', { body: [order('AAA')], headers: { 'X-Total-Count': '1' } });
});

const alerts = () => [...document.querySelectorAll('[role=alert]')].map((alert) => alert.textContent);
const isStale = () => document.querySelector('main')?.hasAttribute('data-stale');
/** More than one round of polling. */
const minute = 60_000;

const bar = 'No connection to the store. This page may be out of date; trying again.';

it.each([
  ['no connection', () => store.breakDown(true), () => store.breakDown(false)],
  ['no response', () => store.breakDown('frozen'), () => store.breakDown(false)],
  [
    'a busy store',
    () => {
      for (const call of home) store.on(call, { status: 503, body: { message: 'The store is busy.' } });
    },
    () => undefined,
  ],
])('%s', async (_, stop, start) => {
  await openAdmin('/admin');
  await settle(2_000);
  expect(text()).toContain('4,321');
  expect(isStale()).toBe(false);
  stop();
  await settle(minute);
  await settle(minute);
  expect(text()).toContain('4,321');
  expect(text()).toContain('aaa@mail.test');
  expect(isStale()).toBe(true);
  // Any other bar stands above it: its margin would cover them.
  expect(document.querySelector('main')?.previousElementSibling?.textContent).toContain(bar);
  expect(alerts()).toEqual([expect.stringMatching(`^${bar} Data from \\d\\d:\\d\\d\\.$`)]);
  start();
  if (_ === 'a busy store') return;
  await settle(minute);
  await settle(minute);
  expect([isStale(), alerts()]).toEqual([false, []]);
});

it('a failure of one part keeps its red notice', async () => {
  store.on('GET /api/admin/monthly-stats', { status: 500, body: { message: 'Broken.' } });
  await openAdmin('/admin');
  await settle(5_000);
  expect(isStale()).toBe(false);
  expect(alerts().join()).toContain('Broken.');
});
