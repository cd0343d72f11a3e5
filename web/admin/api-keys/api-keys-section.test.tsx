import { QueryClientProvider } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ToastProvider } from '../../ui/toast.tsx';
import { createAdmin } from '../admin-context.tsx';
import { AdminProvider } from '../admin-provider.tsx';
import { createQueryClient } from '../query-client.ts';
import {
  button,
  click,
  type FakeStore,
  fakeStore,
  fakeToken,
  field,
  fill,
  hasButton,
  settle,
  show,
  text,
} from '../testing.tsx';
import { ApiKeysSection } from './api-keys-section.tsx';

const now = Date.parse('2026-03-01T12:00:00Z');
const key = {
  id: 'k1',
  name: 'Warehouse',
  prefix: 'ak_AbCdEf',
  scopes: ['orders:read'],
  created_by: 'owner@shop.test',
  created_at: new Date(now - 86_400_000).toISOString(),
  last_used_at: new Date(now - 3_600_000).toISOString(),
  expires_at: null,
  revoked_at: null,
  live: true,
};
const ended = { ...key, id: 'k2', name: 'Old', last_used_at: null, live: false, expires_at: key.created_at };
const whole = `ak_${'x'.repeat(43)}`;
let store: FakeStore;
let hide: (() => Promise<void>) | undefined;

beforeEach(async () => {
  vi.useFakeTimers({ now });
  localStorage.setItem('adminToken', fakeToken({ exp: now / 1000 + 3600 }));
  store = fakeStore();
  store.on('GET /api/admin/api-keys', { body: [key, ended] });
  hide = await show(
    <AdminProvider value={createAdmin(localStorage, () => {})}>
      <QueryClientProvider client={createQueryClient()}>
        <ToastProvider>
          <ApiKeysSection />
        </ToastProvider>
      </QueryClientProvider>
    </AdminProvider>,
  );
});
afterEach(async () => {
  await hide?.();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  localStorage.clear();
});

const dialogs = () => [...document.querySelectorAll('dialog')];
const tick = (title: string) =>
  [...document.querySelectorAll('label')].find((label) => label.textContent?.includes(title))?.querySelector('input');

it('lists what each key may do and when it was used; one that is over can be revoked no more', () => {
  expect(text()).toContain('Warehouseak_AbCdEf…');
  expect(text()).toContain('used 1 h ago');
  expect(text()).toContain('Expired');
  expect(hasButton('Revoke Warehouse')).toBe(true);
  expect(hasButton('Revoke Old')).toBe(false);
});

it('makes a key with the scopes that were ticked, after the password where it is asked for, and shows it once', async () => {
  let proved = false;
  store.on('POST /api/admin/step-up', () => {
    proved = true;
    return { body: { success: true, expiresIn: 600 } };
  });
  store.on('POST /api/admin/api-keys', () =>
    proved ? { body: { ...key, key: whole } } : { status: 403, body: { message: 'Please', code: 'step_up' } },
  );
  await click(button('Create key'));
  expect(button('Create').disabled).toBe(true);
  await fill(field('input[name=key-name]'), 'Warehouse');
  for (const title of ['Read revenue', 'Read orders']) await click(tick(title) ?? document.body);
  await click(button('Create'));
  await fill(field('input[type=password]'), 'a long enough password');
  await click(button('Continue'));
  await settle();
  expect(store.calls('POST /api/admin/api-keys').at(-1)?.body).toEqual({
    name: 'Warehouse',
    scopes: ['figures:read'],
    expiresInDays: 90,
  });
  expect(text()).toContain(whole);
  expect(hasButton('Copy the key')).toBe(true);
  await click(button('Done'));
  expect(text()).not.toContain(whole);
});

it('makes none without a scope', async () => {
  await click(button('Create key'));
  await fill(field('input[name=key-name]'), 'Warehouse');
  await click(tick('Read orders') ?? document.body);
  expect(button('Create').disabled).toBe(true);
});

it('asks before it revokes, and says what was refused', async () => {
  store.on('DELETE /api/admin/api-keys/k1', { status: 404, body: { message: 'Not found.' } });
  await click(button('Revoke Warehouse'));
  expect(store.calls('DELETE /api/admin/api-keys/k1')).toHaveLength(0);
  const [dialog] = dialogs();
  await click(button('Revoke', dialog));
  expect(text()).toContain('Not found.');
  store.on('DELETE /api/admin/api-keys/k1', { body: { ...key, live: false } });
  await click(button('Revoke', dialog));
  expect(dialogs()).toHaveLength(0);
  expect(text()).toContain('Requests with the key of Warehouse are refused.');
});
