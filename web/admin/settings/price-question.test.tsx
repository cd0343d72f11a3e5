// D-80: a large price change needs a confirmation, and can be undone at once.
import { beforeEach, expect, it } from 'vitest';
import { button, click, type FakeStore, fill, hasButton, text } from '../testing.tsx';
import { dialog, input, openSettings, type Saved, storeWithSettings } from './testing-settings.tsx';

let store: FakeStore;
let held: { saved: Saved };
beforeEach(() => {
  ({ store, held } = storeWithSettings());
});

const put = 'PUT /api/admin/store-settings';
const packages = [500, 5_000, 30_000].map((quantity) => ({
  category: 'Likes',
  quantity,
  before: (quantity * 6) / 1_000,
  after: (quantity * 60) / 1_000,
}));
const question = { status: 409, body: { message: 'Compare.', code: 'price_change_large', packages } };
const bodies = () =>
  store.calls(put).map(({ body }) => body as { confirm?: boolean; version: number; restores?: number });

const dearer = (settings: Saved['settings']): Saved['settings'] => {
  const unit_price_micros = 60_000;
  const offers = settings.offers.map((offer) => ({ ...offer, unit_price_micros }));
  return { ...settings, offers, prices: { ...settings.prices, unit_price_micros } };
};

async function typePrice(): Promise<void> {
  await openSettings('prices');
  await fill(input('prices.unit_price_micros'), '60');
  await click(button('Review and save'));
}

it('shows the old and new prices of three packages, then saves the confirmed change', async () => {
  await typePrice();
  store.on(put, ({ body }) => ((body as { confirm: boolean }).confirm ? { body: held.saved } : question));
  await click(button('Save'));
  expect(dialog()).toContain('500 likes$3.00$30.00');
  expect(dialog()).toContain('30,000 likes$180.00$1,800.00');
  await click(button('Change prices'));
  expect(bodies().map(({ confirm }) => confirm)).toEqual([false, true]);
  expect(dialog()).toBe('');
});

it('needs another confirmation after the dialog was closed, and after another admin saved', async () => {
  await typePrice();
  store.on(put, question);
  await click(button('Save'));
  await click(button('Cancel'));
  await click(button('Review and save'));
  expect(hasButton('Change prices')).toBe(false);
  await click(button('Save'));
  store.on(put, { status: 409, body: { message: 'Somebody saved.', code: 'settings_changed', version: 2 } });
  await click(button('Change prices'));
  expect(dialog()).toContain('Somebody saved.');
  expect(hasButton('Change prices')).toBe(false);
  expect(bodies().map(({ confirm }) => confirm)).toEqual([false, false, true]);
});

it('Undo of the toast restores the earlier prices in one click', async () => {
  await typePrice();
  await click(button('Save'));
  await click(button('Undo'));
  expect(bodies().at(-1)).toMatchObject({
    version: 2,
    restores: 1,
    settings: { prices: { unit_price_micros: 6_000 } },
  });
  expect(text()).toContain('Settings restored');
});

it('Undo of the toast that the store asks about leads to the history', async () => {
  await typePrice();
  await click(button('Save'));
  store.on(put, question);
  await click(button('Undo'));
  expect(text()).toContain('Not restored. Restore the version in History.');
});

it.each([
  ['prices alone are restored in one click', 'Applaud', 3],
  ['the last change is undone in one click', 'Earlier', 2],
])('History: %s', async (_, name, version) => {
  const first = structuredClone(held.saved);
  held.saved = { ...held.saved, version };
  held.saved.settings = dearer(first.settings);
  store.on('GET /api/admin/store-settings/versions/1', { body: { ...first, settings: { ...first.settings, name } } });
  await openSettings('records');
  await click(button('Restore version 1'));
  expect(bodies()).toMatchObject([{ version, restores: 1, settings: { name, prices: { unit_price_micros: 6_000 } } }]);
  expect(text()).toContain('Settings restored');
});

it('History: a change of more than prices is reviewed first', async () => {
  const first = structuredClone(held.saved);
  held.saved = { ...held.saved, version: 3, settings: { ...held.saved.settings, name: 'Later' } };
  store.on('GET /api/admin/store-settings/versions/1', { body: first });
  await openSettings('records');
  await click(button('Restore version 1'));
  expect(bodies()).toEqual([]);
  expect(text()).toContain('Version 1 is loaded. Review it and save.');
});

it('Restore of prices that need a confirmation loads them for review', async () => {
  const first = structuredClone(held.saved);
  held.saved = { ...held.saved, version: 3 };
  held.saved.settings = dearer(first.settings);
  store.on('GET /api/admin/store-settings/versions/1', { body: first });
  store.on(put, question);
  await openSettings('records');
  await click(button('Restore version 1'));
  expect(text()).toContain('Version 1 is loaded. Review it and save.');
  expect(text()).not.toContain('Not restored');
  await click(button('Review and save'));
  expect(dialog()).toContain('Likes: price per 1,000 $60.00 becomes →$6.00');
  await click(button('Save'));
  expect(bodies().map(({ restores }) => restores)).toEqual([1, undefined]);
});

it('D-103: settings of a process without offers are edited as before, and leave the offers as they are', async () => {
  const { offers: _, ...settings } = held.saved.settings;
  store.on('GET /api/admin/store-settings', { body: { ...held.saved, settings } });
  await openSettings('prices');
  const cells = () => [...document.querySelectorAll('#prices table:last-of-type td')].map((cell) => cell.textContent);
  expect(cells()).toContain('$30.00');
  await fill(input('prices.unit_price_micros'), '7');
  expect(cells()).toContain('$35.00');
  await click(button('Review and save'));
  await click(button('Save'));
  const { body } = store.calls('PUT /api/admin/store-settings')[0] as { body: { settings: object } };
  expect(body).toMatchObject({ settings: { prices: { unit_price_micros: 7_000 } } });
  expect(body.settings).not.toHaveProperty('offers');
});
