import { expect, it } from 'vitest';
import { firstStoreSettings } from '../../../contract/store-settings.ts';
import { button, click, field, fill, text } from '../testing.tsx';
import { now, openAdmin, signIn } from '../testing-signed-in.tsx';

it('D-36: an owner limits the refunds of support in dollars; what is no amount is not saved', async () => {
  const store = signIn();
  const saved = {
    version: 1,
    changed_at: new Date(now).toISOString(),
    changed_by: null,
    mode: 'sandbox',
    settings: firstStoreSettings(),
  };
  store.on('GET /api/orders', { body: [], headers: { 'X-Total-Count': '0' } });
  store.on('GET /api/admin/store-settings', { body: saved });
  store.on('PUT /api/admin/store-settings', { body: saved });
  store.on('GET /api/admin/store-settings/history', { body: [] });
  await openAdmin('/admin?tab=settings&page=safety');
  const largest = field('#setting-support_refund-largest');
  expect(largest.value).toBe('20.00');
  expect(field('#setting-support_refund-per_day').value).toBe('100.00');
  for (const wrong of ['', '-1', '1.001', '100000.01', 'much']) {
    await fill(largest, wrong);
    expect(text(), wrong).toContain('Enter an amount from $0.00 to $100,000.00');
  }
  await fill(largest, '$12,50');
  await click(button('Review and save'));
  expect(document.querySelector('dialog')?.textContent).toContain('Largest refund by support $20.00 becomes →$12.50');
  await click(button('Save'));
  expect(store.calls('PUT /api/admin/store-settings')[0]?.body).toMatchObject({
    settings: { support_refund: { largest: 12.5, per_day: 100 } },
  });
});
