import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createAdmin } from '../admin-context.tsx';
import { AdminApp } from '../app.tsx';
import {
  button,
  click,
  dispatchEvent,
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
import { successScreenMs } from './login-page.tsx';

const now = Date.parse('2026-03-01T12:00:00Z');
const exp = now / 1000 + 3600;
let store: FakeStore;
let hide: (() => Promise<void>) | undefined;

beforeEach(() => {
  vi.useFakeTimers({ now });
  localStorage.clear();
  store = fakeStore();
  store.on('GET /api/admin/verify', { body: { user: { email: 'owner@shop.test', role: 'admin', exp } } });
  store.on('POST /api/admin/login', { body: { token: fakeToken({ exp }), expiresIn: 86_400 } });
  store.on('GET /api/orders', { body: [], headers: { 'X-Total-Count': '0' } });
});

afterEach(async () => {
  await hide?.();
  hide = undefined;
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function open(path: string): Promise<string[]> {
  const left: string[] = [];
  history.replaceState(null, '', path);
  hide = await show(<AdminApp admin={createAdmin(localStorage, (to) => left.push(to))} />);
  return left;
}

async function signIn(email = 'owner@shop.test', password = 'secret'): Promise<void> {
  await fill(field('input[name=email]'), email);
  await fill(field('input[name=password]'), password);
  await click(button('Sign in'));
}

describe('the login page', () => {
  it('LOGIN-1, LOGIN-2, LOGIN-3: has both fields and stays shut while one is blank', async () => {
    await open('/admin-login');
    expect(field('input[name=email]').type).toBe('email');
    expect(field('input[name=password]').type).toBe('password');
    expect(button('Sign in').disabled).toBe(true);
    await fill(field('input[name=email]'), 'owner@shop.test');
    await fill(field('input[name=password]'), '   ');
    expect(button('Sign in').disabled).toBe(true);
    await fill(field('input[name=password]'), 'secret');
    expect(button('Sign in').disabled).toBe(false);
  });

  it('LOGIN-4: is shut while a login is running', async () => {
    store.on('POST /api/admin/login', () => new Promise(() => undefined));
    await open('/admin-login');
    await signIn();
    expect(button('Signing in...').disabled).toBe(true);
    await click(button('Signing in...'));
    expect(store.calls('POST /api/admin/login')).toHaveLength(1);
  });

  it('LOGIN-5, LOGIN-6, LOGIN-10, LOGIN-11: shows the success for 2 s, then the dashboard', async () => {
    expect(successScreenMs).toBe(2000);
    await open('/admin-login');
    await signIn();
    expect(text()).toContain('Login Successful!');
    expect(text()).toContain('Login realizado com sucesso');
    await settle(1999);
    expect(location.pathname).toBe('/admin-login');
    await settle(1);
    expect(location.pathname).toBe('/admin');
    expect(text()).toContain('Dashboard');
    expect(localStorage.getItem('adminToken')).toBe(fakeToken({ exp }));
  });

  it('LOGIN-8, LOGIN-9: says in Portuguese that the pair is wrong, and lets try again', async () => {
    store.on('POST /api/admin/login', {
      status: 401,
      body: { message: 'Email ou senha incorretos. Tente novamente.' },
    });
    await open('/admin-login');
    await signIn();
    expect(document.querySelector('form [role=alert]')?.textContent).toBe(
      'Email ou senha incorretos. Tente novamente.',
    );
    expect(text()).toContain('Erro de autenticação');
    expect(button('Sign in').disabled).toBe(false);
    expect(location.pathname).toBe('/admin-login');
  });

  it('LOGIN-9, LOGIN-10: the notice of a failure leaves with the success that follows it', async () => {
    const message = 'Email ou senha incorretos. Tente novamente.';
    store.on('POST /api/admin/login', { status: 401, body: { message } });
    await open('/admin-login');
    await signIn();
    expect(text()).toContain('Erro de autenticação');
    store.on('POST /api/admin/login', { body: { token: fakeToken({ exp }), expiresIn: 86_400 } });
    await signIn();
    expect(text()).toContain('Login realizado com sucesso');
    expect(text()).not.toContain('Erro de autenticação');
  });

  it('A-55: shows the sentence of a lockout', async () => {
    const message = 'Muitas tentativas. Tente novamente em 15 minutos.';
    store.on('POST /api/admin/login', { status: 429, body: { message, retryAfter: 900 } });
    await open('/admin-login');
    await signIn();
    expect(document.querySelector('form [role=alert]')?.textContent).toBe(message);
  });

  it('says that only the passkey signs in, where the store requires a second factor and it is the only one', async () => {
    const message = 'A senha não basta nesta loja. Entre com sua chave de acesso.';
    store.on('POST /api/admin/login', { status: 401, body: { message, code: 'passkey_required' } });
    await open('/admin-login');
    await signIn();
    expect(document.querySelector('form [role=alert]')?.textContent).toBe(message);
  });

  it('D-58: a backup code stands in for a lost passkey, also after a wrong one', async () => {
    const message = 'A senha não basta nesta loja. Entre com sua chave de acesso.';
    const factors = ['passkey', 'backup_code'];
    store.on('POST /api/admin/login', { status: 401, body: { message, code: 'passkey_required', factors } });
    await open('/admin-login');
    expect(hasButton('Use a backup code')).toBe(false);
    await signIn();
    await click(button('Use a backup code'));
    store.on('POST /api/admin/login', { status: 403, body: { message: 'Wrong.', code: 'wrong_code' } });
    for (const code of ['11111-11111', '22222-22222']) {
      await fill(field('input[name=code]'), code);
      expect(document.querySelector('label')?.textContent).toBe('Backup code');
      await click(button('Continue'));
      expect(store.calls('POST /api/admin/login').at(-1)?.body).toMatchObject({ code });
    }
    store.on('POST /api/admin/login', { body: { token: fakeToken({ exp }), expiresIn: 86_400 } });
    await fill(field('input[name=code]'), '33333-33333');
    await click(button('Continue'));
    expect(text()).toContain('Login realizado com sucesso');
  });

  it('LOGIN-7, D-26: leads back to the main site by a plain link', async () => {
    await open('/admin-login');
    expect(button('Back to the main site').getAttribute('href')).toBe('/');
  });

  it('says that no money moves in a sandbox store, and what the store is called', async () => {
    history.replaceState(null, '', '/admin-login');
    const store = { name: 'Claps', sandbox: true, timeZone: null };
    hide = await show(<AdminApp admin={createAdmin(localStorage, () => undefined, store)} />);
    expect(text()).toContain('Sandbox: no money moves');
    expect(text()).toContain('Claps');
    expect(document.title).toBe('Sign in | Claps admin');
  });

  it('A-56: sends someone who is signed in to the dashboard', async () => {
    localStorage.setItem('adminToken', 'abc');
    await open('/admin-login');
    expect(location.pathname).toBe('/admin');
  });
});

describe('the gate', () => {
  it.each(['/admin', '/admin/orders', '/admin/orders/ABC'])(
    'ROUTE-12: sends a stranger from %s to the login',
    async (path) => {
      await open(path);
      expect(location.pathname).toBe('/admin-login');
      expect(store.received).toEqual([]);
    },
  );

  it('ROUTE-13, AUTH-2: says that it checks while the verification runs', async () => {
    localStorage.setItem('adminToken', 'abc');
    store.on('GET /api/admin/verify', () => new Promise(() => undefined));
    await open('/admin/orders');
    expect(text()).toContain('Verificando autenticação...');
    expect(location.pathname).toBe('/admin/orders');
    expect(store.calls('GET /api/orders')).toHaveLength(0);
  });

  it('AUTH-6: sends someone with a dead token to the login and forgets the token', async () => {
    localStorage.setItem('adminToken', 'abc');
    store.on('GET /api/admin/verify', { status: 401, body: { message: 'no' } });
    await open('/admin');
    expect(location.pathname).toBe('/admin-login');
    expect(localStorage.getItem('adminToken')).toBeNull();
  });

  it('A-53: any later 401 ends the session', async () => {
    localStorage.setItem('adminToken', 'abc');
    await open('/admin/orders');
    store.on('GET /api/orders', { status: 401, body: { message: 'no' } });
    await click(button('Refresh'));
    expect(location.pathname).toBe('/admin-login');
    expect(localStorage.getItem('adminToken')).toBeNull();
  });

  it('AUTH-8, A-53: who had a session goes on where it ended, after the next login', async () => {
    localStorage.setItem('adminToken', 'abc');
    await open('/admin/orders?status=paid');
    store.on('GET /api/orders', { status: 401, body: { message: 'no' } });
    await click(button('Refresh'));
    expect(text()).toContain('Your session has ended. Sign in to continue where you were.');
    store.on('GET /api/orders', { body: [] });
    await signIn();
    expect(location.pathname + location.search).toBe('/admin/orders?status=paid');
  });

  it('D-48: a link that was opened while signed out is open after the login, without a wait', async () => {
    await open('/admin/orders?status=paid');
    expect(text()).not.toContain('Your session has ended.');
    await signIn();
    expect(location.pathname + location.search).toBe('/admin/orders?status=paid');
    expect(text()).toContain('Login realizado com sucesso');
  });

  it.each(['/admin', '/admin?tab=overview'])(
    'LOGIN-6, D-48: who asked for %s waits two seconds for it',
    async (path) => {
      await open(path);
      await signIn();
      expect(text()).toContain('Login Successful!');
      await settle(successScreenMs - 1);
      expect(location.pathname).toBe('/admin-login');
      await settle(1);
      expect(location.pathname).toBe('/admin');
    },
  );

  it('D-48: another tab of the dashboard is another page', async () => {
    await open('/admin?tab=visitors');
    await signIn();
    expect(location.pathname + location.search).toBe('/admin?tab=visitors');
  });

  it('A-53: without a network shows the login, keeps the token, and returns when the store is back', async () => {
    localStorage.setItem('adminToken', 'abc');
    store.breakDown(true);
    await open('/admin/orders?status=paid');
    expect(location.pathname).toBe('/admin-login');
    expect(text()).toContain('The store cannot be reached.');
    expect(localStorage.getItem('adminToken')).toBe('abc');
    store.breakDown(false);
    await settle(5_000);
    expect(location.pathname + location.search).toBe('/admin/orders?status=paid');
  });

  it('AUTH-9: an expired session ends at the check of the minute', async () => {
    localStorage.setItem('adminToken', 'abc');
    store.on('GET /api/admin/verify', { body: { user: { email: 'o@s.test', role: 'admin', exp: now / 1000 + 30 } } });
    await open('/admin/orders');
    await settle(60_000);
    expect(location.pathname).toBe('/admin-login');
  });
});

describe('another tab', () => {
  it('AUTH-7: that signs out ends the session here', async () => {
    localStorage.setItem('adminToken', 'abc');
    await open('/admin');
    localStorage.removeItem('adminToken');
    await dispatchEvent(window, new StorageEvent('storage', { key: 'adminToken', oldValue: 'abc', newValue: null }));
    expect(location.pathname).toBe('/admin-login');
  });

  it('A-56: that signs in opens the dashboard here', async () => {
    await open('/admin-login');
    localStorage.setItem('adminToken', 'abc');
    await dispatchEvent(window, new StorageEvent('storage', { key: 'adminToken', newValue: 'abc' }));
    expect(location.pathname).toBe('/admin');
  });
});

describe('the navigation', () => {
  it('NAV-5, NAV-6, NAV-10, D-44, NAV-12, D-26: leads around the admin, and to the site by plain links', async () => {
    localStorage.setItem('adminToken', 'abc');
    await open('/admin');
    await click(button('Plain list'));
    expect(location.pathname).toBe('/admin/orders');
    expect(button('Plain list').getAttribute('aria-current')).toBe('page');
    await click(button('Applaud Dashboard'));
    expect(location.pathname).toBe('/admin');
    expect(button('View Site').getAttribute('href')).toBe('/');
    expect(button('Exit Admin').getAttribute('href')).toBe('/');
    expect(localStorage.getItem('adminToken')).toBe('abc');
  });

  it('NAV-11, AUTH-7, D-13: Logout revokes the token and goes to the site', async () => {
    localStorage.setItem('adminToken', 'abc');
    store.on('POST /api/admin/logout', { body: { success: true } });
    const left = await open('/admin');
    await click(button('Logout'));
    expect(store.calls('POST /api/admin/logout')).toHaveLength(1);
    expect(left).toEqual(['/']);
    expect(localStorage.getItem('adminToken')).toBeNull();
  });
});
