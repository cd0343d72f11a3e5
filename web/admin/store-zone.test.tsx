import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { firstStoreSettings } from '../../contract/store-settings.ts';
import { setShownZone } from '../ui/format-date.ts';
import { type FakeStore, field, fill, settle, text } from './testing.tsx';
import { now, openAdmin, signIn } from './testing-signed-in.tsx';

let store: FakeStore;
beforeEach(() => {
  store = signIn();
});
afterEach(() => setShownZone(null));

const order = {
  id: 'A1B2C3D4E5F6',
  customer_email: 'a@mail.test',
  customer_username: 'a',
  status: 'paid',
  payment_status: 'paid',
  quantity: 500,
  category: 'Likes',
  amount: 3,
  refunded_amount: 0,
  post_links: [],
  created_at: '2026-03-01T02:30:00Z',
};

describe('D-48: the time zone of the store', () => {
  it('is that of every row of the admin, whatever the browser has, and named', async () => {
    store.on('GET /api/orders', { body: [order], headers: { 'X-Total-Count': '1' } });
    store.on('GET /api/admin/time-zone', { body: { time_zone: 'America/Los_Angeles', next: null } });
    await openAdmin('/admin/orders');
    await settle(10);
    expect(text()).toContain('Feb 28, 2026 6:30 PM');
    expect(text()).toContain('Days and times in America/Los_Angeles');
  });

  it('changes on the open page once the figures are rebuilt', async () => {
    let zone: { time_zone: string; next: string | null } = { time_zone: 'UTC', next: 'Asia/Kolkata' };
    store.on('GET /api/orders', { body: [order], headers: { 'X-Total-Count': '1' } });
    store.on('GET /api/admin/time-zone', () => ({ body: zone }));
    await openAdmin('/admin/orders');
    await settle(10);
    expect(text()).toContain('Mar 1, 2026 2:30 AM');
    zone = { time_zone: 'Asia/Kolkata', next: null };
    await settle(2_000);
    await settle(10);
    expect(text()).toContain('Mar 1, 2026 8:00 AM');
  });

  it('D-38: is chosen in the settings by name, with the time there and how far the figures are', async () => {
    const at = new Date(now).toISOString();
    const saved = { version: 1, changed_at: at, changed_by: null, mode: 'sandbox', settings: firstStoreSettings() };
    store.on('GET /api/admin/store-settings', { body: saved });
    store.on('GET /api/admin/time-zone', { body: { time_zone: 'UTC', next: 'Asia/Tokyo' } });
    await openAdmin('/admin?tab=settings');
    await settle(10);
    const input = field('#setting-time_zone');
    expect(input.value).toBe('UTC');
    expect(text()).toContain('It is Mar 1, 2026 12:00 PM there.');
    expect(text()).toContain('The figures are being rebuilt for Asia/Tokyo. Until then days and times are in UTC.');
    await fill(input, 'Europe/Berlin');
    expect(text()).toContain('It is Mar 1, 2026 1:00 PM there.');
    expect(text()).toContain('Visitors older than 30 days keep the days they were counted by.');
    await fill(input, 'Mars/Olympus');
    expect(text()).toContain('Choose a time zone of the list');
  });
});
