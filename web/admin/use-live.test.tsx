import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { LiveOptions } from '../live.ts';
import type { Admin } from './admin-context.tsx';
import { AdminProvider } from './admin-provider.tsx';
import '../testing.tsx';
import { orderCalls } from './live-calls.ts';
import { createProof } from './sign-in/proof.ts';
import { pollEveryMs, pollFiguresEveryMs, useLive } from './use-live.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Does not cancel a pending request. */
const patient = { cancelRefetch: false };

function Page() {
  return useLive() ? 'lost' : 'fine';
}

function setup(isAuthenticated: boolean) {
  const queries = new QueryClient();
  const invalidated = vi.spyOn(queries, 'invalidateQueries');
  const close = vi.fn();
  let options: LiveOptions | null = null;
  const admin = {
    session: { state: () => state, subscribe: () => () => {} },
    readToken: () => 'token',
    proof: createProof(),
    connectLive: (given: LiveOptions) => {
      options = given;
      return { close };
    },
  } as unknown as Admin;
  const state = { isAuthenticated };
  const place = document.createElement('div');
  const root = createRoot(place);
  act(() =>
    root.render(
      <AdminProvider value={admin}>
        <QueryClientProvider client={queries}>
          <Page />
        </QueryClientProvider>
      </AdminProvider>,
    ),
  );
  return {
    shown: () => place.textContent,
    invalidated,
    close,
    options: () => options,
    leave: () => act(() => root.unmount()),
  };
}

test('A-66, ADM-LIVE-7: an order-update fetches the orders again, another message fetches its own data', () => {
  const { options, invalidated } = setup(true);
  options()?.onMessage('alert-update');
  options()?.onMessage('user-update');
  expect(invalidated.mock.calls).toEqual([
    [{ queryKey: ['GET /api/admin/attention'] }],
    [{ queryKey: ['GET /api/admin/pauses'] }],
    [{ queryKey: ['GET /api/admin/security-alerts'] }],
    [{ queryKey: ['GET /api/admin/contact-messages'] }],
    [{ queryKey: ['GET /api/admin/contact-messages/{id}'] }],
    [{ queryKey: ['GET /api/admin/mails'] }],
    [{ queryKey: ['GET /api/admin/mails/{id}'] }],
    [{ queryKey: ['GET /api/admin/online-users'] }],
  ]);
  options()?.onMessage('order-update');
  expect(invalidated).toHaveBeenCalledWith({ queryKey: ['GET /api/orders'] });
  expect(invalidated).toHaveBeenCalledWith({ queryKey: ['GET /api/orders/{id}'] });
});

test('after a gap everything is fetched again, after the first connection nothing', () => {
  const { options, invalidated } = setup(true);
  options()?.onStatus?.(true);
  expect(invalidated).not.toHaveBeenCalled();
  options()?.onStatus?.(false);
  options()?.onStatus?.(true);
  expect(invalidated).toHaveBeenCalled();
});

test('a first connection that comes late fetches what was missed', () => {
  const { options, invalidated } = setup(true);
  vi.advanceTimersByTime(pollEveryMs - 500);
  expect(invalidated).not.toHaveBeenCalled();
  options()?.onStatus?.(true);
  expect(invalidated).toHaveBeenCalledWith({ queryKey: ['GET /api/orders'] });
});

test('A-66: without a connection orders are asked for every 5 s and figures every 30 s, with one nothing is', () => {
  const { options, invalidated } = setup(true);
  vi.advanceTimersByTime(pollEveryMs);
  expect(invalidated.mock.calls).toEqual(orderCalls.map((call) => [{ queryKey: [call] }, patient]));
  vi.advanceTimersByTime(pollFiguresEveryMs);
  expect(invalidated).toHaveBeenCalledWith({ queryKey: ['GET /api/admin/stats'] }, patient);
  options()?.onStatus?.(true);
  invalidated.mockClear();
  vi.advanceTimersByTime(2 * pollFiguresEveryMs);
  expect(invalidated).not.toHaveBeenCalled();
  options()?.onStatus?.(false);
  vi.advanceTimersByTime(pollEveryMs);
  expect(invalidated).toHaveBeenCalledWith({ queryKey: ['GET /api/orders'] }, patient);
});

test('A-66: nobody asks for a page that nobody looks at', () => {
  const { invalidated } = setup(true);
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  vi.advanceTimersByTime(pollFiguresEveryMs);
  expect(invalidated).not.toHaveBeenCalled();
  hidden.mockRestore();
});

test('a connection that stays away for seconds is called lost, a short gap and one that never was are not', () => {
  const { options, shown } = setup(true);
  const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms));
  const report = (connected: boolean) => act(() => options()?.onStatus?.(connected));
  report(false);
  pass(60_000);
  expect(shown()).toBe('fine');
  report(true);
  report(false);
  pass(2_000);
  report(true);
  pass(5_000);
  expect(shown()).toBe('fine');
  report(false);
  pass(2_000);
  report(false);
  pass(2_000);
  expect(shown()).toBe('lost');
  report(true);
  expect(shown()).toBe('fine');
});

test('without a session nothing is connected, and leaving closes what was', () => {
  expect(setup(false).options()).toBeNull();
  const { close, leave } = setup(true);
  leave();
  expect(close).toHaveBeenCalledOnce();
  expect(vi.getTimerCount()).toBe(0);
});
