// An admin without the second factor that the store requires: where the page leads, and how it goes on.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createAdmin } from '../admin-context.tsx';
import { AdminApp } from '../app.tsx';
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

const now = Date.parse('2026-03-01T12:00:00Z');
const exp = now / 1000 + 3600;
const user = { email: 'ana@shop.test', role: 'admin', exp };
let store: FakeStore;
let lacks: boolean;
let hide: (() => Promise<void>) | undefined;

beforeEach(() => {
  vi.useFakeTimers({ now });
  localStorage.clear();
  localStorage.setItem('adminToken', fakeToken({ exp }));
  lacks = true;
  const refusal = { message: 'This store asks every admin for a second factor.', code: 'second_factor_required' };
  store = fakeStore();
  store.on('GET /api/*', () => (lacks ? { status: 403, body: refusal } : { status: 503 }));
  store.on('GET /api/admin/verify', () => ({ body: { user, ...(lacks ? { second_factor_required: true } : {}) } }));
  store.on('GET /api/admin/sessions', { body: [] });
  store.on('GET /api/admin/passkeys', { body: [] });
  store.on('POST /api/admin/second-factor', { body: { secret: 'JBSWY3DP', uri: 'otpauth://totp/x?secret=JBSWY3DP' } });
  store.on('POST /api/admin/second-factor/confirm', () => {
    lacks = false;
    return { body: { backupCodes: ['aaaaa-bbbbb'] } };
  });
});
afterEach(async () => {
  await hide?.();
  hide = undefined;
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function open(path: string): Promise<void> {
  history.replaceState(null, '', path);
  hide = await show(<AdminApp admin={createAdmin(localStorage, () => {})} />);
  await settle(10);
}

const asked = () => store.asked.map(({ method, path }) => `${method} ${path}`);

describe('an admin without the second factor that the store requires', () => {
  it.each(['/admin', '/admin/orders', '/admin/orders/AAAAAAAAAAAA', '/admin/inbox', '/admin?tab=security'])(
    'is led from %s to the settings of the sign-in, told why, and nothing else is asked of the store',
    async (path) => {
      await open(path);
      expect(`${location.pathname}${location.search}`).toBe('/admin?tab=settings');
      expect(document.querySelector('h1')?.textContent).toBe('Set up your second factor');
      expect(text()).toContain('This store asks every admin for more than a password.');
      expect([hasButton('Switch on'), hasButton('Add a passkey'), hasButton('Change password')]).toEqual([
        true,
        true,
        true,
      ]);
      expect(document.querySelectorAll('a')).toHaveLength(0);
      expect(new Set(asked())).toEqual(
        new Set(['GET /api/admin/verify', 'GET /api/admin/sessions', 'GET /api/admin/passkeys']),
      );
    },
  );

  it('keeps the backup codes in sight until they are kept, and then goes on in the settings', async () => {
    await open('/admin');
    await click(button('Switch on'));
    await fill(field('input[name=code]'), '123456');
    await click(button('Switch on', document.querySelector('dialog') ?? document));
    expect(text()).toContain('aaaaa-bbbbb');
    await settle(10);
    expect(text()).toContain('aaaaa-bbbbb');
    await click(button('I have kept them'));
    expect(document.querySelector('h1')?.textContent).toBe('Settings');
    expect(text()).not.toContain('Set up your second factor');
  });

  it('is led there also when it is required while a page is open, and may sign out', async () => {
    lacks = false;
    await open('/admin/inbox');
    expect(document.querySelector('h1')?.textContent).not.toBe('Set up your second factor');
    lacks = true;
    await settle(60_000);
    expect(document.querySelector('h1')?.textContent).toBe('Set up your second factor');
    store.on('POST /api/admin/logout', { body: { success: true } });
    await click(button('Logout'));
    expect(store.calls('POST /api/admin/logout')).toHaveLength(1);
    expect(localStorage.getItem('adminToken')).toBeNull();
  });
});
