// A store with settings for tests of the settings pages: a save is the next version.
import { launchStatementIds, launchStatements } from '../../../contract/launch.ts';
import { firstStoreSettings, type StoreSettingsInput, settingsAfter } from '../../../contract/store-settings.ts';
import { type FakeStore, field } from '../testing.tsx';
import { now, openAdmin, signIn } from '../testing-signed-in.tsx';
import { type SettingsPageId, settingsPagePath } from './sections.ts';

export const at = new Date(now).toISOString();
export const you = 'owner@shop.test';
export type Saved = {
  version: number;
  changed_at: string;
  changed_by: string | null;
  mode: string;
  settings: ReturnType<typeof firstStoreSettings>;
};

/** `held.saved`: the latest version, as the store returns it. */
export function storeWithSettings(): { store: FakeStore; held: { saved: Saved } } {
  const first = { version: 1, changed_at: at, changed_by: null, mode: 'sandbox', settings: firstStoreSettings() };
  const held: { saved: Saved } = { saved: first };
  const store = signIn();
  store.on('GET /api/orders', { body: [], headers: { 'X-Total-Count': '0' } });
  store.on('GET /api/admin/store-settings', () => ({ body: held.saved }));
  store.on('PUT /api/admin/store-settings', ({ body }) => {
    const { version, settings } = body as { version: number; settings: StoreSettingsInput };
    const next = settingsAfter(held.saved.settings, settings, { at, by: you });
    held.saved = { ...held.saved, version: version + 1, changed_by: you, settings: next };
    return { body: held.saved };
  });
  store.on('GET /api/admin/store-settings/history', {
    body: [{ version: 1, changed_at: at, changed_by: null, changes: [] }],
  });
  store.on('GET /api/admin/store-settings/scheduled', { body: [] });
  store.on('GET /api/admin/launch', { body: launch({}) });
  return { store, held };
}

export async function openSettings(page?: SettingsPageId): Promise<void> {
  await openAdmin(page ? settingsPagePath(page) : '/admin?tab=settings');
}

export const launch = (change: object) => ({
  mode: 'sandbox',
  open: true,
  attestation: null,
  checks: [{ id: 'mail', title: 'Configure a mail server.', done: false, required: false }],
  statements: launchStatementIds.map((id) => ({ id, title: launchStatements[id] })),
  ...change,
});

export const input = (path: string) => field(`#setting-${path.replaceAll('.', '-')}`);
export const dialog = () => document.querySelector('dialog')?.textContent ?? '';
