import { beforeEach, describe, expect, it } from 'vitest';
import { type FakeStore, settle, text } from '../testing.tsx';
import { card, online, openTab, storeWithVisitors } from '../testing-visitors.tsx';
// Imports the lazy chunk first, because fake timers do not wait for a dynamic import.
import './live-users-tab.tsx';

let store: FakeStore;

beforeEach(() => {
  store = storeWithVisitors();
});

describe('live users', () => {
  it('ADM-LIVE-1..5, ADM-LIVE-12, ADM-LIVE-13: four figures, and who is where with what', async () => {
    await openTab('liveusers');
    expect(['Currently Online', 'Total Sessions', "Today's Visitors", 'Countries'].map(card)).toEqual([
      ...['12', '345', '678', '2'],
    ]);
    const heads = [...document.querySelectorAll('th')].map((head) => head.textContent);
    expect(heads).toEqual(['IP', 'Country', 'Current Page', 'Browser', 'Last Activity']);
    const rows = [...document.querySelectorAll('tbody tr')].map((row) =>
      [...row.querySelectorAll('td')].map((cell) => cell.textContent),
    );
    expect(rows).toEqual([
      ['8.8.8.0/24 shortened', 'Brazil', 'Checkout', 'Edge', '1 min ago'],
      ['9.9.9.0/24 shortened', 'Portugal', '/<b>odd</b>', 'Unknown', 'just now'],
    ]);
  });

  it('ADM-LIVE-4: an unknown place is no country', async () => {
    const [user] = online.users;
    const users = [user, { ...user, id: 'u3', country: 'Unknown' }];
    store.on('GET /api/admin/online-users', { body: { ...online, users } });
    await openTab('liveusers');
    expect(card('Countries')).toBe('1');
  });

  it('ADM-LIVE-6: asks every 5 s', async () => {
    await openTab('liveusers');
    const before = store.calls('GET /api/admin/online-users').length;
    await settle(5_000);
    await settle(5_000);
    expect(store.calls('GET /api/admin/online-users').length).toBe(before + 2);
  });

  it('ADM-LIVE-10, ADM-LIVE-11: says what could not be loaded', async () => {
    store.on('GET /api/admin/online-users', { status: 503, body: { message: 'busy' } });
    await openTab('liveusers');
    await settle(2_000);
    expect(text()).toContain('Error loading live users data');
    expect(text()).toContain('Failed to fetch live users data');
  });
});
