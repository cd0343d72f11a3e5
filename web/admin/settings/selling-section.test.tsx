import { expect, it } from 'vitest';
import { firstSelling } from '../../../contract/selling.ts';
import { button, click, fill, text } from '../testing.tsx';
import { dialog, input, openSettings, storeWithSettings } from './testing-settings.tsx';

const put = 'PUT /api/admin/store-settings';
const toggle = (category: string) =>
  [...document.querySelectorAll<HTMLInputElement>('#selling [role=switch]')].find(
    (one) => one.closest('label')?.textContent === `Pause selling ${category}`,
  ) as HTMLInputElement;

it('a category is paused with a banner in each language, reviewed, saved and undone', async () => {
  const { store } = storeWithSettings();
  await openSettings('store');
  await click(toggle('views'));
  await fill(input('selling.Views.banner.en'), 'x'.repeat(201));
  expect(text()).toContain('A banner may have 200 plain characters at most.');
  await fill(input('selling.Views.banner.en'), 'Back on Monday.');
  await fill(input('selling.Views.banner.pt'), 'Voltamos na segunda.');
  await click(button('Review and save'));
  expect(dialog()).toContain('Pause selling views off becomes →on');
  expect(dialog()).toContain('Banner for views, English the default text becomes →Back on Monday.');
  await click(button('Save'));
  const views = { paused: true, banner: { en: 'Back on Monday.', pt: 'Voltamos na segunda.' } };
  expect(store.calls(put)[0]?.body).toMatchObject({
    settings: { selling: { Likes: { paused: false }, Views: views } },
  });
  await click(button('Undo'));
  expect(store.calls(put).at(-1)?.body).toMatchObject({ settings: { selling: { Views: { paused: false } } } });
});

it('a pause because of the providers says so', async () => {
  const { held } = storeWithSettings();
  const Views = { ...firstSelling().Views, paused: true, undeliverable_since: '2026-03-01T11:00:00Z' };
  held.saved = { ...held.saved, settings: { ...held.saved.settings, selling: { ...firstSelling(), Views } } };
  await openSettings('store');
  expect(text()).toContain('Paused since Mar 1, 2026');
  await click(toggle('views'));
  expect(text()).not.toContain('Paused since');
});

it('is found by the word pause', async () => {
  storeWithSettings();
  await openSettings();
  await fill(document.querySelector('[role=search] input') as HTMLInputElement, 'pause');
  const found = [...document.querySelectorAll('[role=search] ~ ul a')].map(({ textContent }) => textContent);
  expect(found).toContain('Pause sellingStore');
});
