import { beforeEach, expect, it } from 'vitest';
import { firstStoreSettings, type StoreSettingsInput } from '../../../../contract/store-settings.ts';
import { button, click, type FakeStore, field, fill, hasButton, settle, text } from '../../testing.tsx';
import { now, openAdmin, signIn } from '../../testing-signed-in.tsx';
import { inputIdOf } from '../inputs.tsx';

const at = new Date(now).toISOString();
const title = 'checkout.island.titles.payment';
const entryOf = (key: string, en: string, plain: string | null = null) => ({
  key,
  texts: { en: { specified: en, plain }, pt: { specified: `${en} (pt)`, plain: null } },
});
let store: FakeStore;

beforeEach(() => {
  store = signIn();
  const saved = { version: 1, changed_at: at, changed_by: null, mode: 'sandbox', settings: firstStoreSettings() };
  store.on('GET /api/admin/store-settings', { body: saved });
  store.on('GET /api/admin/store-settings/history', { body: [] });
  store.on('PUT /api/admin/store-settings', { body: { ...saved, version: 2 } });
  store.on('GET /api/admin/texts', {
    body: [entryOf('home.page.lead', 'Pick some'), entryOf(title, 'Payment Oops!', 'Payment problem')],
  });
});

const own = (key = 'home.page.lead') => field(`#${inputIdOf(`texts.en.changed.${key}`)}`);

async function open(): Promise<void> {
  // Loaded when it is opened; a test does not wait for the network.
  await import('./texts-editor.tsx');
  await openAdmin('/admin?tab=settings&page=texts');
  expect(store.calls('GET /api/admin/texts')).toEqual([]);
  await click(button('Edit texts'));
  await settle();
  await settle();
  expect(text()).toContain('2 texts');
}

it('D-33: loads the texts when it is opened, and saves only what was changed', async () => {
  await open();
  await click(button('Edit titles.payment'));
  expect(text()).toContain('Payment problem');
  await fill(own(title), 'The card did not work');
  expect(text()).toContain('English: 1 changed');
  await click(button('Review and save'));
  expect(text()).toContain(`Text ${title}, English`);
  expect(text()).toContain('the default text');
  await click(button('Save'));
  const [call] = store.calls('PUT /api/admin/store-settings');
  const sent = call?.body as { settings: StoreSettingsInput } | undefined;
  expect(sent?.settings.texts).toEqual({
    en: { preset: 'specified', changed: { [title]: 'The card did not work' } },
    pt: { preset: 'plain', changed: {} },
  });
});

it('D-33: an unknown placeholder is named, and holds the save', async () => {
  await open();
  await click(button('Edit lead'));
  await fill(own(), 'Pick {many}');
  expect(text()).toContain('must not contain {many}');
  await click(button('Review and save'));
  expect(hasButton('Save')).toBe(false);
});

it('D-33: a reset leaves nothing to save', async () => {
  await open();
  await click(button('Edit lead'));
  await fill(own(), 'Mine');
  expect(text()).toContain('1 change not saved');
  await click(button('Reset to default'));
  expect(hasButton('Review and save')).toBe(false);
});
