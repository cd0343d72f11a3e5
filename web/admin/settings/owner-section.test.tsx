import { beforeEach, expect, it } from 'vitest';
import { firstStoreSettings } from '../../../contract/store-settings.ts';
import { button, click, field, fill, text } from '../testing.tsx';
import { now, openAdmin, signIn } from '../testing-signed-in.tsx';

const pending = {
  address: 'new@shop.example',
  takes_effect_at: '2026-11-25T12:00:00.000Z',
  requested_by: 'ana@shop.example',
};
const owner = { address: 'support@shop.example', is_set: false, can_mail: false, pending: null };
let store: ReturnType<typeof signIn>;
beforeEach(() => {
  store = signIn();
  store.on('GET /api/orders', { body: [], headers: { 'X-Total-Count': '0' } });
  store.on('GET /api/admin/store-settings', {
    body: {
      version: 1,
      changed_at: new Date(now).toISOString(),
      changed_by: null,
      mode: 'sandbox',
      settings: firstStoreSettings(),
    },
  });
});

it('says where notices go, and why none is mailed without a mail server', async () => {
  store.on('GET /api/admin/owner-address', { body: owner });
  await openAdmin('/admin?tab=settings&page=team');
  expect(text()).toContain('This is the support email until you save an address here, and that of the first owner');
  expect(text()).toContain('No mail server is set up');
});

it('shows the change that waits, and cancels it', async () => {
  const set = { ...owner, address: 'owner@shop.example', is_set: true, can_mail: true };
  store.on('GET /api/admin/owner-address', { body: set });
  store.on('PUT /api/admin/owner-address', { body: { ...set, pending } });
  store.on('DELETE /api/admin/owner-address/pending', { body: set });
  await openAdmin('/admin?tab=settings&page=team');
  expect(button('Save address').disabled).toBe(true);
  await fill(field('[name=owner-address]'), 'new@shop.example');
  await click(button('Save address'));
  expect(store.calls('PUT /api/admin/owner-address')[0]?.body).toEqual({ address: 'new@shop.example' });
  expect(text()).toContain(
    'Notices go to new@shop.example from 2026-11-25 12:00 (UTC) on. Requested by ana@shop.example.',
  );
  await click(button('Cancel the change'));
  expect(store.calls('DELETE /api/admin/owner-address/pending')).toHaveLength(1);
  expect(text()).not.toContain('Requested by');
});
