import { act } from 'react';
import { expect, it, vi } from 'vitest';
import { text } from './testing.tsx';
import { openAdmin, signIn } from './testing-signed-in.tsx';

const offline = 'You are offline. This page may be out of date.';

it('shows a notice while the browser is offline', async () => {
  const store = signIn();
  store.on('GET /api/orders', { body: [], headers: { 'X-Total-Count': '0' } });
  await openAdmin('/admin/orders');
  expect(text()).not.toContain(offline);
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  act(() => void window.dispatchEvent(new Event('offline')));
  expect(text()).toContain(offline);
  onLine.mockRestore();
  act(() => void window.dispatchEvent(new Event('online')));
  expect(text()).not.toContain(offline);
});
