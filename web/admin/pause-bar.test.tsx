// D-81: the red bar of active pauses on every page, with the button that ends a pause.
import { beforeEach, expect, it } from 'vitest';
import { endpoints } from '../../contract/index.ts';
import { firstStoreSettings } from '../../contract/store-settings.ts';
import { button, click, type FakeStore, field, fill, hasButton, toasts } from './testing.tsx';
import { now, openAdmin, operator, signIn } from './testing-signed-in.tsx';

let store: FakeStore;
beforeEach(() => {
  store = signIn();
  store.on('GET /api/orders', { body: [], headers: { 'X-Total-Count': '0' } });
});

const since = new Date(now).toISOString();
const checkout = { kind: 'checkout', subject: null, name: null, since, by: 'owner@shop.test' };
const views = { kind: 'category', subject: 'Views', name: 'Views', since: null, by: null };
const sending = { kind: 'sending', subject: null, name: null, since, by: null };
const provider = { kind: 'provider', subject: 'p2', name: 'Panel B', since, by: 'owner@shop.test' };
const bar = () => document.querySelector('aside[aria-label="Paused"]') as HTMLElement;
const clock = /since \d\d:\d\d by owner@shop\.test/;

it.each(['/admin', '/admin/orders', '/admin?tab=settings'])('is on %s, with one line for one pause', async (path) => {
  store.on('GET /api/admin/pauses', { body: [checkout] });
  await openAdmin(path);
  expect(bar().textContent).toMatch(/^Checkout paused since \d\d:\d\d by owner@shop\.testReopen$/);
  expect(bar().textContent).toMatch(clock);
});

it.each([
  [checkout, 'PUT /api/admin/checkout-pause', { paused: false }, 'Checkout open again'],
  [views, 'PUT /api/admin/selling-pause', { category: 'Views', paused: false }, 'Views: on sale again'],
  [sending, 'POST /api/admin/spending/provider/lift', undefined, 'Sending resumed'],
  [provider, 'PUT /api/admin/providers/p2', { enabled: true }, 'Panel B gets new links again'],
] as const)('one click resumes it: $kind', async (pause, call, body, done) => {
  store.on('GET /api/admin/pauses', { body: [pause] });
  store.on(call, () => {
    store.on('GET /api/admin/pauses', { body: [] });
    return { body: {} };
  });
  await openAdmin('/admin');
  await click(bar().querySelector('button') as HTMLElement);
  expect(store.calls(call).map((one) => one.body ?? undefined)).toEqual([body]);
  expect(toasts()).toContain(done);
  expect(bar()).toBeNull();
});

it('shows the password dialog when the store requires a proof, then resumes', async () => {
  store.on('GET /api/admin/pauses', { body: [checkout] });
  store.on('PUT /api/admin/checkout-pause', { status: 403, body: { message: 'Again.', code: 'step_up' } });
  store.on('POST /api/admin/step-up', () => {
    store.on('PUT /api/admin/checkout-pause', { body: { paused: false } });
    return { body: { success: true, expiresIn: 600 } };
  });
  await openAdmin('/admin');
  await click(bar().querySelector('button') as HTMLElement);
  await fill(field('dialog input[type=password]'), 'four words in a row');
  await click(button('Continue'));
  expect(store.calls('PUT /api/admin/checkout-pause')).toHaveLength(2);
  expect(toasts()).toContain('Checkout open again');
});

it.each([
  ['is gone after its cap is lifted in the settings', 'main'],
  ['resumes what the settings show as stopped', 'aside[aria-label="Paused"]'],
])('%s', async (_, place) => {
  const use = (reached_at: string | null) => ({ hour: { used: 1, cap: 2 }, day: { used: 1, cap: 2 }, reached_at });
  const free = { refunds: use(null), provider: use(null), confirmations: use(null) };
  const settings = firstStoreSettings();
  const saved = { version: 1, changed_at: since, changed_by: null, mode: 'sandbox', settings };
  store.on('GET /api/admin/store-settings', { body: saved });
  store.on('GET /api/admin/spending', { body: { ...free, provider: use(since) } });
  store.on('GET /api/admin/pauses', { body: [sending] });
  store.on('POST /api/admin/spending/provider/lift', () => {
    store.on('GET /api/admin/pauses', { body: [] });
    store.on('GET /api/admin/spending', { body: free });
    return { body: free };
  });
  await openAdmin('/admin?tab=settings&page=safety');
  const lift = 'Resume spending at providers';
  expect(hasButton(lift)).toBe(true);
  const inPlace = [...document.querySelectorAll(`${place} button`)];
  await click(inPlace.find(({ textContent }) => [lift, 'Reopen'].includes(textContent ?? '')) as HTMLElement);
  expect(bar()).toBeNull();
  expect(hasButton(lift)).toBe(false);
});

it('folds several pauses into one line', async () => {
  store.on('GET /api/admin/pauses', { body: [checkout, views, sending, provider] });
  await openAdmin('/admin');
  expect(bar().querySelector('summary')?.textContent).toBe('4 parts of the store are paused');
  const lines = [...bar().querySelectorAll('li p')].map(({ textContent }) => textContent?.replace(/ since .*/, ''));
  expect(lines).toEqual([
    'Checkout paused',
    'Views paused',
    'Sending stopped by a spending cap',
    'Provider Panel B paused',
  ]);
});

it('has no button for a role without the permission; is not shown after a failed call', async () => {
  const denied = Object.keys(endpoints).filter((name) => name === 'pauseCheckout');
  store.on('GET /api/admin/verify', { body: { user: { ...operator, access: 'support', denied } } });
  store.on('GET /api/admin/pauses', { body: [checkout] });
  await openAdmin('/admin');
  expect(hasButton('Reopen', bar())).toBe(false);
});
