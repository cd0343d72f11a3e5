import { expect, it } from 'vitest';
import { firstStoreSettings } from '../../../contract/store-settings.ts';
import { button, click, field, fill, hasButton, text } from '../testing.tsx';
import { now, openAdmin, signIn } from '../testing-signed-in.tsx';

function storeWith(checkout_paused: boolean) {
  const store = signIn();
  const savedWith = (version: number, isPaused: boolean) => ({
    version,
    changed_at: new Date(now).toISOString(),
    changed_by: null,
    mode: 'sandbox',
    settings: { ...firstStoreSettings(), checkout_paused: isPaused },
  });
  store.on('GET /api/orders', { body: [], headers: { 'X-Total-Count': '0' } });
  store.on('GET /api/admin/store-settings', { body: savedWith(1, checkout_paused) });
  store.on('GET /api/admin/store-settings/history', { body: [] });
  return { ...store, savedWith };
}

it('the limits of declined cards are shown, changed, switched off, and refused when they are no number', async () => {
  const store = storeWith(false);
  store.on('PUT /api/admin/store-settings', { body: store.savedWith(2, false) });
  await openAdmin('/admin?tab=settings&page=safety');
  const limit = (path: string) => field(`#setting-card_testing-${path}`);
  expect(limit('address-per_10_minutes').value).toBe('5');
  await fill(limit('email-per_day'), 'many');
  expect(text()).toContain('A limit of declined cards is a whole number');
  await fill(limit('email-per_day'), '');
  await fill(limit('all-per_day'), '1,000');
  await click(button('Review and save'));
  const dialog = document.querySelector('dialog')?.textContent;
  expect(dialog).toContain('One email, declined cards in a day 10 becomes →no limit');
  expect(dialog).toContain('Whole store, declined cards in a day 300 becomes →1000');
  await click(button('Save'));
  expect(store.calls('PUT /api/admin/store-settings')[0]?.body).toMatchObject({
    settings: { card_testing: { email: { per_day: null }, all: { per_day: 1000, per_10_minutes: 60 } } },
  });
});

it.each([
  [false, 'Pause the checkout', 'Open the checkout'],
  [true, 'Open the checkout', 'Pause the checkout'],
])('paused: %s: it is changed beside what else was edited; a pause asks first', async (isPaused, action, opposite) => {
  const store = storeWith(isPaused);
  store.on('PUT /api/admin/checkout-pause', { body: { paused: !isPaused } });
  await openAdmin('/admin?tab=settings&page=safety');
  expect(text()).toContain(isPaused ? 'The checkout is paused.' : 'The checkout is open.');
  await fill(field('#setting-support_refund-largest'), '12.00');
  store.on('GET /api/admin/store-settings', { body: store.savedWith(2, !isPaused) });
  await click(button(action));
  if (!isPaused) {
    expect(store.calls('PUT /api/admin/checkout-pause')).toEqual([]);
    expect(document.querySelector('dialog')?.textContent).toContain('No one can order or pay until you reopen it.');
    await click(button('Pause', document.querySelector('dialog') ?? document));
  }
  expect(document.querySelector('dialog')).toBeNull();
  expect(store.calls('PUT /api/admin/checkout-pause').map(({ body }) => body)).toEqual([{ paused: !isPaused }]);
  expect(hasButton(opposite)).toBe(true);
  expect(field('#setting-support_refund-largest').value).toBe('12.00');
});
