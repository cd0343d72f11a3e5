import { QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ToastProvider } from '../../ui/toast.tsx';
import { createAdmin } from '../admin-context.tsx';
import { AdminProvider } from '../admin-provider.tsx';
import { createQueryClient } from '../query-client.ts';
import { button, click, type FakeStore, fakeStore, fakeToken, settle, show, text, toasts } from '../testing.tsx';
import { type ActOptions, useAct } from './use-act.ts';
import { useApi } from './use-api.ts';

const now = Date.parse('2026-03-01T12:00:00Z');
const revoked = 'DELETE /api/admin/api-keys/k1';
const listed = 'GET /api/admin/api-keys';
let store: FakeStore;
let hide: (() => Promise<void>) | undefined;

beforeEach(() => {
  vi.useFakeTimers({ now });
  localStorage.setItem('adminToken', fakeToken({ exp: now / 1000 + 3600 }));
  store = fakeStore();
  store.on(listed, { body: [] });
  store.on(revoked, { body: { id: 'k1' } });
});
afterEach(async () => {
  await hide?.();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  localStorage.clear();
});

function Screen({ options }: { options: ActOptions<{ params: { id: string } }, unknown> }) {
  const keys = useApi(listed, {});
  const revoke = useAct('DELETE /api/admin/api-keys/{id}', { renews: [listed], ...options });
  return (
    <>
      <button type="button" onClick={() => revoke.run({ params: { id: 'k1' } })}>
        Revoke
      </button>
      <output>{`${keys.data ? 'listed' : 'empty'} ${revoke.isPending ? 'pending' : 'idle'}`}</output>
      <output>{`answer: ${revoke.answer === undefined ? 'none' : 'there'}`}</output>
      <output>{`failure: ${revoke.failure ?? 'none'}`}</output>
    </>
  );
}

async function open(options: ActOptions<{ params: { id: string } }, unknown> = {}): Promise<void> {
  hide = await show(
    <AdminProvider value={createAdmin(localStorage, () => {})}>
      <QueryClientProvider client={createQueryClient()}>
        <ToastProvider>
          <Screen options={options} />
        </ToastProvider>
      </QueryClientProvider>
    </AdminProvider>,
  );
}

/** The next request for the list gets no response. */
function holdList(): void {
  store.on(listed, () => new Promise(() => {}));
}

it('sends once, however fast it is clicked, and reads what it changed again', async () => {
  await open({ done: { title: 'Revoked' } });
  await act(async () => {
    for (let clicks = 0; clicks < 3; clicks += 1) button('Revoke').click();
  });
  await settle();
  expect(store.calls(revoked)).toHaveLength(1);
  expect(store.calls(listed)).toHaveLength(2);
  expect(toasts()).toContain('Revoked');
  expect(text()).toContain('listed idle');
});

it('shows the answer although the list that it reads again does not come, and stays pending', async () => {
  await open();
  holdList();
  await click(button('Revoke'));
  expect(text()).toContain('answer: there');
  expect(text()).toContain('listed pending');
  await click(button('Revoke'));
  expect(store.calls(revoked)).toHaveLength(1);
});

it('shows the failure although the list does not come', async () => {
  store.on(revoked, { status: 409, body: { code: 'conflict', message: 'It is revoked already.' } });
  await open();
  holdList();
  await click(button('Revoke'));
  expect(text()).toContain('failure: It is revoked already.');
});

it('is no failure after a lost answer when the store has done it', async () => {
  store.on(revoked, { status: 502, body: 'Bad gateway' });
  const onDone = vi.fn();
  await open({ onDone, done: { title: 'Revoked' }, verify: async () => 'done' });
  await click(button('Revoke'));
  await settle(10_000);
  expect(onDone).toHaveBeenCalledWith(null, { params: { id: 'k1' } });
  expect(text()).toContain('failure: none');
});

it('shows a failure as a toast where a title is given', async () => {
  store.on(revoked, { status: 404, body: { code: 'not_found', message: 'Not found.' } });
  await open({ failed: 'Not revoked' });
  await click(button('Revoke'));
  expect(toasts()).toContain('Not revokedNot found.');
});
