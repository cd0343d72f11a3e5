// The store requires two-factor authentication and the admin has none: the redirect and the setup.
import { beforeEach, describe, expect, it } from 'vitest';
import { button, click, type FakeStore, field, fill, hasButton, settle, text } from '../testing.tsx';
import { openAdmin, operator, signIn } from '../testing-signed-in.tsx';

const user = { ...operator, email: 'ana@shop.test' };
let store: FakeStore;
let lacks: boolean;

beforeEach(() => {
  lacks = true;
  const refusal = { message: 'This store asks every admin for a second factor.', code: 'second_factor_required' };
  store = signIn();
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

async function open(path: string): Promise<void> {
  await openAdmin(path);
  await settle(10);
}

const calls = () => store.received.map(({ method, path }) => `${method} ${path}`);

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
      expect(new Set(calls())).toEqual(
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
    await click(button('I have saved them'));
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
