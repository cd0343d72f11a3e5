import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createApi } from '../../api.ts';
import { type Answer, type FakeStore, fakeStore, fakeToken } from '../testing.tsx';
import { createDeviceKey } from './device-key.ts';
import { createSession, expiryCheckMs, verifyRetryMs } from './session.ts';
import { readTokenClaims } from './token-claims.ts';
import { createTokenStorage } from './token-storage.ts';

const now = Date.parse('2026-03-01T12:00:00Z');
const nowSeconds = now / 1000;
let store: FakeStore;

beforeEach(() => {
  vi.useFakeTimers({ now });
  localStorage.clear();
  store = fakeStore();
  store.on('GET /api/admin/verify', {
    body: { user: { email: 'owner@shop.test', role: 'admin', exp: nowSeconds + 3600 } },
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function setup() {
  const tokens = createTokenStorage(localStorage);
  const left: string[] = [];
  const api = createApi({ token: tokens.read, onUnauthorized: () => session.end() });
  const session = createSession({
    api,
    publicApi: createApi(),
    tokens,
    deviceKey: createDeviceKey(localStorage),
    now: Date.now,
    leave: (path) => left.push(path),
  });
  return { api, session, left };
}

const flush = () => vi.advanceTimersByTimeAsync(0);

describe('the stored token', () => {
  it('AUTH-2, AUTH-5, AUTH-11: is verified on load, and until then nobody is signed in', async () => {
    localStorage.setItem('adminToken', 'abc');
    const { session } = setup();
    expect(session.state()).toMatchObject({ phase: 'checking', isAuthenticated: false, user: null });
    const stop = session.start();
    await flush();
    expect(session.state()).toMatchObject({
      phase: 'active',
      isAuthenticated: true,
      user: { email: 'owner@shop.test', role: 'admin' },
      tokenExpiry: nowSeconds + 3600,
    });
    expect(store.received[0]?.headers.get('authorization')).toBe('Bearer abc');
    stop();
  });

  it('AUTH-1, A-49: under its former key is taken over', async () => {
    localStorage.setItem('admin_auth_token', 'old');
    const { session } = setup();
    expect(localStorage.getItem('adminToken')).toBe('old');
    expect(localStorage.getItem('admin_auth_token')).toBeNull();
    session.start()();
    await flush();
    expect(session.state().phase).toBe('active');
  });

  it('A-49: is read anew each time, because another tab may have signed in', () => {
    const tokens = createTokenStorage(localStorage);
    expect(tokens.read()).toBeNull();
    localStorage.setItem('adminToken', 'from another tab');
    expect(tokens.read()).toBe('from another tab');
    tokens.clear();
    expect(localStorage.getItem('adminToken')).toBeNull();
  });

  it('serves from memory where the browser forbids storage', () => {
    const forbidden = () => {
      throw new DOMException('denied', 'SecurityError');
    };
    const storage = { getItem: forbidden, setItem: forbidden, removeItem: forbidden } as unknown as Storage;
    for (const tokens of [createTokenStorage(storage), createTokenStorage(null)]) {
      expect(tokens.read()).toBeNull();
      tokens.write('abc');
      expect(tokens.read()).toBe('abc');
      tokens.clear();
      expect(tokens.read()).toBeNull();
    }
  });

  it('asks nothing when there is none', async () => {
    const { session } = setup();
    session.start()();
    await flush();
    expect(session.state().phase).toBe('unauthenticated');
    expect(store.received).toEqual([]);
  });

  it.each([401, 403, 500])('AUTH-6, A-53: is cleared when the verification answers %i', async (status) => {
    localStorage.setItem('adminToken', 'abc');
    store.on('GET /api/admin/verify', { status, body: { message: 'no' } });
    const { session } = setup();
    session.start()();
    await flush();
    expect(session.state()).toMatchObject({ phase: 'unauthenticated', isAuthenticated: false });
    expect(localStorage.getItem('adminToken')).toBeNull();
  });

  it('A-53: is kept while the network is away, and verified again on its own', async () => {
    localStorage.setItem('adminToken', 'abc');
    store.breakDown(true);
    const { session } = setup();
    const stop = session.start();
    await flush();
    expect(session.state()).toMatchObject({ phase: 'unreachable', isAuthenticated: false });
    expect(localStorage.getItem('adminToken')).toBe('abc');
    store.breakDown(false);
    await vi.advanceTimersByTimeAsync(verifyRetryMs);
    expect(session.state().phase).toBe('active');
    await vi.advanceTimersByTimeAsync(verifyRetryMs * 3);
    expect(store.calls('GET /api/admin/verify')).toHaveLength(2);
    stop();
  });
});

describe('the end of a session', () => {
  it('AUTH-8, AUTH-9: comes at the first check after the expiry, every 60 s', async () => {
    localStorage.setItem('adminToken', 'abc');
    store.on('GET /api/admin/verify', { body: { user: { email: 'o@s.test', role: 'admin', exp: nowSeconds + 90 } } });
    const { session } = setup();
    const stop = session.start();
    await flush();
    await vi.advanceTimersByTimeAsync(expiryCheckMs);
    expect(session.state().phase).toBe('active');
    await vi.advanceTimersByTimeAsync(expiryCheckMs - 1);
    expect(session.state().phase).toBe('active');
    await vi.advanceTimersByTimeAsync(1);
    expect(session.state()).toMatchObject({ phase: 'unauthenticated', isAuthenticated: false });
    expect(localStorage.getItem('adminToken')).toBeNull();
    stop();
  });

  it('A-53: comes with any later 401', async () => {
    localStorage.setItem('adminToken', 'abc');
    const { api, session } = setup();
    session.start()();
    await flush();
    store.on('GET /api/orders', { status: 401, body: { message: 'Please sign in as an admin.' } });
    await expect(api.call('GET /api/orders', { query: {} })).rejects.toThrow('Please sign in');
    expect(session.state().phase).toBe('unauthenticated');
    expect(localStorage.getItem('adminToken')).toBeNull();
  });

  it('A-53: does not come with a late 401 of a token before this one', async () => {
    localStorage.setItem('adminToken', 'old');
    const { api, session } = setup();
    session.start()();
    await flush();
    let finish: (answer: Answer) => void = () => {};
    store.on('GET /api/orders', () => new Promise((resolve) => (finish = resolve)));
    const late = api.call('GET /api/orders', { query: {} }).catch((error: unknown) => error);
    const token = fakeToken({ exp: nowSeconds + 86_400 });
    store.on('POST /api/admin/login', { body: { token, expiresIn: 86_400 } });
    expect(await session.login('owner@shop.test', 'secret')).toBe(true);
    finish({ status: 401, body: { message: 'Please sign in as an admin.' } });
    expect(await late).toMatchObject({ status: 401 });
    expect(session.state().phase).toBe('active');
    expect(localStorage.getItem('adminToken')).toBe(token);
  });

  it('AUTH-7, NAV-11, D-13: comes with logout, which revokes the token and goes to the site', async () => {
    localStorage.setItem('adminToken', 'abc');
    store.on('POST /api/admin/logout', { body: { success: true } });
    const { session, left } = setup();
    session.start()();
    await flush();
    await session.logout();
    expect(store.calls('POST /api/admin/logout')[0]?.headers.get('authorization')).toBe('Bearer abc');
    expect(localStorage.getItem('adminToken')).toBeNull();
    expect(left).toEqual(['/']);
  });

  it('AUTH-7: comes with logout even when the store never answers', async () => {
    localStorage.setItem('adminToken', 'abc');
    store.on('POST /api/admin/logout', () => new Promise(() => undefined));
    const { session, left } = setup();
    session.start()();
    await flush();
    void session.logout();
    expect(localStorage.getItem('adminToken')).toBeNull();
    await vi.advanceTimersByTimeAsync(3_000);
    expect(left).toEqual(['/']);
  });
});

describe('signing in', () => {
  it('AUTH-1, AUTH-11, LOGIN-11, LOGIN-12: keeps the token and says who is signed in', async () => {
    const token = fakeToken({ exp: nowSeconds + 86_400 });
    store.on('POST /api/admin/login', { body: { token, expiresIn: 86_400 } });
    const { session } = setup();
    const done = session.login('owner@shop.test', 'secret');
    expect(session.state().login).toEqual({ at: 'authenticating' });
    expect(await done).toBe(true);
    expect(store.calls('POST /api/admin/login')[0]?.body).toEqual({
      bind: true,
      email: 'owner@shop.test',
      password: 'secret',
    });
    expect(localStorage.getItem('adminToken')).toBe(token);
    expect(session.state()).toMatchObject({
      isAuthenticated: true,
      user: { email: 'owner@shop.test', role: 'admin' },
      tokenExpiry: nowSeconds + 86_400,
      login: { at: 'success' },
    });
  });

  it('LOGIN-13, A-51: yields false when refused, with the sentence in the state', async () => {
    store.on('POST /api/admin/login', { status: 401, body: { message: 'anything' } });
    const { session } = setup();
    expect(await session.login('a@b.test', 'x')).toBe(false);
    expect(session.state()).toMatchObject({
      isAuthenticated: false,
      login: { at: 'failed', message: { lang: 'pt-BR', text: 'Email ou senha incorretos. Tente novamente.' } },
    });
  });

  it('A-55: shows the sentence of the store for a lockout', async () => {
    const message = 'Muitas tentativas. Tente novamente em 14 minutos.';
    store.on('POST /api/admin/login', { status: 429, body: { message, retryAfter: 840 } });
    const { session } = setup();
    expect(await session.login('a@b.test', 'x')).toBe(false);
    expect(session.state().login).toEqual({ at: 'failed', message: { lang: 'pt-BR', text: message } });
  });

  it('A-53: a wrong password does not end a session that waits for the network', async () => {
    localStorage.setItem('adminToken', 'abc');
    store.breakDown(true);
    const { session } = setup();
    session.start()();
    await flush();
    store.breakDown(false);
    store.on('POST /api/admin/login', { status: 401, body: { message: 'no' } });
    await session.login('a@b.test', 'x');
    expect(localStorage.getItem('adminToken')).toBe('abc');
    expect(session.state()).toMatchObject({ phase: 'unreachable', login: { at: 'failed' } });
  });
});

describe('the claims of a token', () => {
  it('AUTH-10: are email, role and exp in seconds', () => {
    expect(readTokenClaims(fakeToken({ email: 'o@s.test', exp: 17 }))).toEqual({
      email: 'o@s.test',
      role: 'admin',
      exp: 17,
    });
  });

  it.each(['', 'a.b', 'a.!!.c', `a.${btoa('[]')}.c`])('are null for what is no token: %j', (token) => {
    expect(readTokenClaims(token)).toBeNull();
  });
});
