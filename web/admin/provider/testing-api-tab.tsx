// Fixtures of the API tab: a store with a saved provider, the tab, and its fields.
import { type Answer, type FakeStore, field } from '../testing.tsx';
import { openAdmin, signIn } from '../testing-signed-in.tsx';

export const saved = {
  api_key: '********wxyz',
  has_api_key: true,
  api_url: 'https://panel.example/api/v2',
  likes_service_id: '1001',
  views_service_id: '2001',
};

export function storeWithProvider(): FakeStore {
  const store = signIn();
  store.on('GET /api/admin/settings', { body: saved });
  store.on('POST /api/admin/settings', { body: saved });
  store.on('GET /api/admin/balance', { body: { balance: 100.849, currency: 'USD' } });
  store.on('GET /api/admin/provider-tests', { body: [] });
  store.on('GET /api/admin/providers', { body: [] });
  store.on('GET /api/admin/provider-scores', { body: { days: 30, scores: [], suggestions: [] } });
  store.on('GET /api/admin/service-changes', { body: [] });
  return store;
}

export async function openApiTab(store: FakeStore, settings: Answer = { body: saved }): Promise<() => Promise<void>> {
  store.on('GET /api/admin/settings', settings);
  return openAdmin('/admin?tab=api');
}

export function labelled(label: string): HTMLInputElement {
  const found = [...document.querySelectorAll('label')].find(({ textContent }) => textContent === label);
  return field(`#${CSS.escape(found?.htmlFor ?? `no field "${label}"`)}`);
}
