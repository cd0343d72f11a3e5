// For tests of the admin's pages: an operator who is signed in, with a store behind fetch, until the test is over.
import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { onTestFinished, vi } from 'vitest';
import { ToastProvider } from '../ui/toast.tsx';
import { AdminProvider, createAdmin } from './admin-context.tsx';
import { AdminApp } from './app.tsx';
import { createQueryClient } from './query-client.ts';
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

/** Shows a part of a page by itself until the test is over. */
export async function openSection(section: ReactNode): Promise<void> {
  const leave = await show(
    <AdminProvider value={createAdmin(localStorage, () => undefined)}>
      <QueryClientProvider client={createQueryClient()}>
        <ToastProvider>{section}</ToastProvider>
      </QueryClientProvider>
    </AdminProvider>,
  );
  onTestFinished(leave);
}
