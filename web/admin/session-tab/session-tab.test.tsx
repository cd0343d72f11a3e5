import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createAdmin } from '../admin-context.tsx';
import { AdminApp } from '../app.tsx';
import { button, click, type FakeStore, fakeStore, fakeToken, settle, show, text } from '../testing.tsx';
import { countdown, sessionStatus } from './session-status.ts';

const now = Date.parse('2026-03-01T12:00:00Z');
const nowSeconds = now / 1000;
let store: FakeStore;
let hide: (() => Promise<void>) | undefined;

// Imports the lazy chunk first.
beforeAll(() => import('./session-tab.tsx'));
beforeEach(() => {
  vi.useFakeTimers({ now });
  localStorage.clear();
  store = fakeStore();
});
afterEach(async () => {
  await hide?.();
  hide = undefined;
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function open(exp: number): Promise<string[]> {
  const left: string[] = [];
  const claims = { exp, iat: exp - 86_400, ip: '192.0.2.7', loginTime: '2026-03-01T09:30:00.000Z' };
  localStorage.setItem('adminToken', fakeToken(claims));
  store.on('GET /api/admin/verify', { body: { user: { email: 'owner@shop.test', role: 'admin', exp } } });
  history.replaceState(null, '', '/admin?tab=session');
  hide = await show(<AdminApp admin={createAdmin(localStorage, (to) => left.push(to))} />);
  return left;
}

describe('the session tab', () => {
  it('ADM-SES-1..5, ADM-SES-8, ADM-SES-13, A-54: shows state, time left, end, user and token, and never the token itself', async () => {
    await open(nowSeconds + 7_384);
    expect(text()).toContain('Active');
    expect(document.querySelector('[role=timer]')?.textContent).toBe('02:03:04');
    for (const shown of ['Adminowner@shop.test', 'Roleadmin', 'JWT', '24 hours', '192.0.2.7', '01/03/2026']) {
      expect(text()).toContain(shown);
    }
    expect(text()).not.toContain(localStorage.getItem('adminToken')?.split('.')[1]);
  });

  it('ADM-SES-12, ADM-SES-9, ADM-SES-10: counts every second, warns in the last hour, says when it is over', async () => {
    await open(nowSeconds + 3_602);
    await settle(1_000);
    expect(document.querySelector('[role=timer]')?.textContent).toBe('01:00:01');
    expect(text()).toContain('Active');
    await settle(2_000);
    expect(document.querySelector('[role=timer]')?.textContent).toBe('00:59:59');
    expect(text()).toContain('Expiring Soon');
  });

  it('ADM-SES-6, A-54: Refresh asks the store again and lengthens nothing', async () => {
    await open(nowSeconds + 600);
    const callCount = store.calls('GET /api/admin/verify').length;
    await click(button('Refresh'));
    expect(store.calls('GET /api/admin/verify')).toHaveLength(callCount + 1);
    expect(document.querySelector('[role=timer]')?.textContent).toMatch(/^00:(09:5\d|10:00)$/);
  });

  it('ADM-SES-7: Log out ends it', async () => {
    store.on('POST /api/admin/logout', { body: { success: true } });
    const left = await open(nowSeconds + 600);
    await click(button('Log out'));
    expect(store.calls('POST /api/admin/logout')).toHaveLength(1);
    expect(left).toEqual(['/']);
  });

  it('ADM-SES-14, A-55: shows password hashing and brute-force protection', async () => {
    await open(nowSeconds + 600);
    expect(text()).toContain('Password hashing: only argon2id hashes');
    expect(text()).toContain('Brute-force protection: five failures within 15 minutes');
  });
});

describe('ADM-SES-8..11: the state of a session', () => {
  it.each([
    [null, 'Not Authenticated'],
    [nowSeconds - 1, 'Expired'],
    [nowSeconds, 'Expired'],
    [nowSeconds + 3_599, 'Expiring Soon'],
    [nowSeconds + 3_600, 'Active'],
  ])('ADM-SES-8..11: with its end at %s it is %s', (expiry, status) => {
    expect(sessionStatus(expiry, now)).toBe(status);
  });

  it.each([
    [86_399_999, '23:59:59'],
    [61_000, '00:01:01'],
    [-5, '00:00:00'],
  ])('ADM-SES-2: %i ms left are %s', (leftMs, text) => {
    expect(countdown(leftMs)).toBe(text);
  });
});
