import { beforeEach, expect, it, vi } from 'vitest';
import { button, click } from './testing.tsx';
import { openTab, storeWithVisitors } from './testing-visitors.tsx';
// Imports the lazy chunk first, because fake timers do not wait for a dynamic import.
import './live-users/live-users-tab.tsx';
import './session-tab/session-tab.tsx';

beforeEach(() => {
  storeWithVisitors();
});

it('ADM-1, ADM-2: ten tabs in their order, the last three left out on a phone', async () => {
  await openTab('session');
  const tabs = [...document.querySelectorAll('[role=tab]')];
  expect(tabs.map(({ id }) => id.replace('tab-', '')).join(' ')).toBe(
    'overview orders customers analytics visitors security session liveusers api settings',
  );
  expect(tabs.filter(({ className }) => className.includes('max-sm:hidden')).map(({ id }) => id)).toEqual([
    ...['tab-liveusers', 'tab-api', 'tab-settings'],
  ]);
});

it('TRA-2, TRA-6: a navigation inside the admin is recorded as a visit', async () => {
  const turned = vi.fn();
  window.addEventListener('pageturn', turned);
  await openTab('liveusers');
  expect(turned).not.toHaveBeenCalled();
  await click(button('Orders', document.querySelector('nav') ?? document));
  expect(turned).toHaveBeenCalledTimes(1);
  window.removeEventListener('pageturn', turned);
});
