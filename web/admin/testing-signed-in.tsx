// Test support of the admin pages: a signed-in operator with a fake store. Each test cleans up automatically.
import { QueryClientProvider } from '@tanstack/react-query';
import { onTestFinished, vi } from 'vitest';
import { ToastProvider } from '../ui/toast.tsx';
import { createAdmin } from './admin-context.tsx';
import { AdminProvider } from './admin-provider.tsx';
import { AdminApp } from './app.tsx';
import { createQueryClient } from './query-client.ts';
// The lazy pages first, because fake timers do not wait for a dynamic import.
import './order-detail/order-page.tsx';
import './orders/orders-page.tsx';
import './sign-in/step-up-dialog.tsx';
import type { Elements } from '../ui/elements.ts';
import { type FakeStore, fakeStore, fakeToken, show } from './testing.tsx';

export const now = Date.parse('2026-03-01T12:00:00Z');
export const operator = { email: 'owner@shop.test', role: 'admin', exp: now / 1000 + 86_400 };

/** Signs in an admin and sets the time to `now`. */
export function signIn(): FakeStore {
  vi.useFakeTimers({ now });
  localStorage.clear();
  localStorage.setItem('adminToken', fakeToken(operator));
  const store = fakeStore();
  store.on('GET /api/admin/verify', { body: { user: operator } });
  store.on('GET /api/admin/pauses', { body: [] });
  onTestFinished(() => {
    localStorage.clear();
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });
  return store;
}

/** Opens an admin page. The page unmounts at the end of the test, or earlier by the returned function. */
export async function openAdmin(path: string): Promise<() => Promise<void>> {
  history.replaceState(null, '', path);
  const leave = await show(<AdminApp admin={createAdmin(localStorage, () => undefined)} />);
  onTestFinished(leave);
  return leave;
}

/** Renders a part of a page until the end of the test. */
export async function openSection(section: Elements): Promise<void> {
  const leave = await show(
    <AdminProvider value={createAdmin(localStorage, () => undefined)}>
      <QueryClientProvider client={createQueryClient()}>
        <ToastProvider>{section}</ToastProvider>
      </QueryClientProvider>
    </AdminProvider>,
  );
  onTestFinished(leave);
}
