import { beforeEach, describe, expect, it } from 'vitest';
import { fieldAt, fieldPaths } from '../../../contract/setting-fields.ts';
import { firstStoreSettings } from '../../../contract/store-settings.ts';
import { button, click, type FakeStore, field, fill, hasButton, text } from '../testing.tsx';
import { openAdmin } from '../testing-signed-in.tsx';
import { fields as enFields } from '../texts/en.ts';
import { pageOfSection, type SettingsPageId, settingsPagePath } from './sections.ts';
import { at, dialog, input, launch, openSettings, type Saved, storeWithSettings, you } from './testing-settings.tsx';

let store: FakeStore;
let held: { saved: Saved };

beforeEach(() => {
  ({ store, held } = storeWithSettings());
});

describe('the pages of the settings', () => {
  const pages = () => [...document.querySelectorAll('nav[aria-label="Settings pages"] a')];
  const isLinkTo = (page: SettingsPageId) => (link: Element) => link.getAttribute('href') === settingsPagePath(page);
  const shown = () => [...document.querySelectorAll('main .scroll-mt-4[id]')].map(({ id }) => id);

  it('each has its sections and its address', async () => {
    await openSettings('safety');
    expect(shown()).toEqual(['guardrails', 'card-testing']);
    await click(button('Prices'));
    expect(location.search).toBe('?tab=settings&page=prices');
    expect(shown()).toEqual(['prices', 'margins']);
    expect(button('Prices').getAttribute('aria-current')).toBe('page');
  });

  it('the older address of a section leads to its page', async () => {
    await openAdmin('/admin?tab=settings#webhooks');
    expect(shown()).toEqual(['api-keys', 'webhooks']);
  });

  it('are a list on a narrow screen until one is opened, which leads back to the list', async () => {
    await openSettings();
    const list = () => document.querySelector('nav[aria-label="Settings pages"]')?.closest('div');
    expect(list()?.className).not.toContain('max-lg:hidden');
    expect(document.querySelector('#store')?.parentElement?.className).toContain('max-lg:hidden');
    await click(button('Prices'));
    expect(list()?.className).toContain('max-lg:hidden');
    expect(document.querySelector('#prices')?.parentElement?.className).not.toContain('max-lg:hidden');
    await click(button('All settings'));
    expect(location.search).toBe('?tab=settings');
  });

  it('end with Launch once it is done', async () => {
    await openSettings();
    expect(pages().at(-1)?.textContent).toBe('Launch');
    expect(shown()[0]).toBe('store');
  });

  it('begin with Launch while a required task is open', async () => {
    const checks = [{ id: 'provider', title: 'Enter the provider.', done: false, required: true }];
    store.on('GET /api/admin/launch', { body: launch({ checks }) });
    await openSettings();
    expect(pages()[0]?.textContent).toBe('Launch');
    expect(shown()).toEqual(['launch']);
  });

  it('are searched by words of their fields', async () => {
    await openSettings();
    await fill(field('[role=search] input'), 'discou');
    const found = [...document.querySelectorAll('[role=search] ~ ul a')];
    expect(found.map(({ textContent }) => textContent)).toEqual(['PricesPrices']);
    await click(found[0] as Element);
    expect(`${location.search}${location.hash}`).toBe('?tab=settings&page=prices#prices');
    await fill(field('[role=search] input'), 'nonsense');
    expect(text()).toContain('No results');
  });

  it('show every field of their sections', async () => {
    await openSettings();
    for (const path of fieldPaths) {
      const { section } = fieldAt(path);
      if (!document.getElementById(section)) await click(pages().find(isLinkTo(pageOfSection(section))) as Element);
      expect(document.getElementById(section)?.textContent).toContain(enFields[path].label ?? enFields[path].title);
    }
  });

  it('are searched by the names of their fields', async () => {
    await openSettings();
    await fill(field('[role=search] input'), 'registration');
    const found = [...document.querySelectorAll('[role=search] ~ ul a')];
    expect(found.map(({ textContent }) => textContent)).toEqual(['Business detailsBusiness and cards']);
  });

  it('an invalid value on another page is shown there', async () => {
    await openSettings();
    await fill(input('support_email'), 'nobody');
    await click(button('Prices'));
    await click(button('Review and save'));
    expect(document.activeElement).toBe(input('support_email'));
  });
});

describe('D-1: an older version', () => {
  const put = 'PUT /api/admin/store-settings';

  it('is undone with one click after a save', async () => {
    await openSettings('prices');
    await fill(input('prices.unit_price_micros'), '12');
    await click(button('Review and save'));
    await click(button('Save'));
    await click(button('Undo'));
    expect(store.calls(put).at(-1)?.body).toMatchObject({
      version: 2,
      settings: { prices: { unit_price_micros: 6_000 } },
    });
    expect(text()).toContain('Settings restored');
    expect(input('prices.unit_price_micros').value).toBe('6.00');
  });

  it('is loaded from the history, reviewed and saved as a new one', async () => {
    const older = { ...firstStoreSettings(), name: 'Older' };
    const step = (version: number) => ({ version, changed_at: at, changed_by: you, changes: [] });
    held.saved = { ...held.saved, version: 3 };
    store.on('GET /api/admin/store-settings/history', { body: [step(3), step(2), step(1)] });
    store.on('GET /api/admin/store-settings/versions/1', { body: { ...held.saved, version: 1, settings: older } });
    await openSettings('records');
    expect(hasButton('Restore version 3')).toBe(false);
    await click(button('Restore version 1'));
    await click(button('Review and save'));
    expect(dialog()).toContain('Store name Applaud becomes →Older');
    expect(store.calls(put)).toEqual([]);
    await click(button('Save'));
    expect(store.calls(put).at(-1)?.body).toMatchObject({ version: 3, settings: { name: 'Older' } });
  });
});
