import { expect, it } from 'vitest';
import { firstStoreSettings } from '../../../contract/store-settings.ts';
import { button, click, dispatchEvent, text } from '../testing.tsx';
import { now, openAdmin, signIn } from '../testing-signed-in.tsx';

function storeWithFirstSettings() {
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
  return store;
}

it('D-35: a code for My Orders is asked automatically at first, and its hint says what each choice does', async () => {
  const store = storeWithFirstSettings();
  await openAdmin('/admin?tab=settings&page=delivery');
  const choice = document.querySelector<HTMLSelectElement>('#setting-tracking-ask_for_code');
  if (!choice) throw new Error('no choice of a code');
  expect(choice.value).toBe('automatic');
  expect(text()).toContain('A live store with a mail server requires the code.');
  choice.value = 'never';
  await dispatchEvent(choice, new Event('change', { bubbles: true }));
  expect(text()).toContain('sees the orders of the last 90 days');
  await click(button('Review and save'));
  expect(document.querySelector('dialog')?.textContent).toContain('Require a code Automatic becomes →Never');
  await click(button('Save'));
  expect(store.calls('PUT /api/admin/store-settings')[0]?.body).toMatchObject({
    settings: { tracking: { ask_for_code: 'never' } },
  });
});

it('the switch of the setup steps stands below what describes the store', async () => {
  storeWithFirstSettings();
  await openAdmin('/admin?tab=settings&page=store');
  const shown = text();
  expect(shown.indexOf('Show the setup steps')).toBeGreaterThan(shown.indexOf('Support hours, Portuguese'));
});
