// For tests of the admin's pages: an operator who is signed in, with a store behind fetch, until the test is over.
import { onTestFinished, vi } from 'vitest';
import { createAdmin } from './admin-context.tsx';
import { AdminApp } from './app.tsx';
import { type FakeStore, fakeStore, fakeToken, show } from './testing.tsx';

export const now = Date.parse('2026-03-01T12:00:00Z');
export const operator = { email: 'owner@shop.test', role: 'admin', exp: now / 1000 + 86_400 };

/** Somebody is signed in, and the time is `now`. */
export function signIn(): FakeStore {
  vi.useFakeTimers({ now });
  localStorage.clear();
  localStorage.setItem('adminToken', fakeToken(operator));
  const store = fakeStore();
  store.on('GET /api/admin/verify', { body: { user: operator } });
  onTestFinished(() => {
    localStorage.clear();
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });
  return store;
}

/** Comes to a page of the admin. It is left when the test is over, or before that by what is returned. */
export async function openAdmin(path: string): Promise<() => Promise<void>> {
  history.replaceState(null, '', path);
  const leave = await show(<AdminApp admin={createAdmin(localStorage, () => undefined)} />);
  onTestFinished(leave);
  return leave;
}
