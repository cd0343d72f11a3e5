// D-103: Settings, Prices edits offers.
import { beforeEach, expect, it } from 'vitest';
import { button, choose, click, type FakeStore, fill, text } from '../testing.tsx';
import { dialog, input, openSettings, storeWithSettings } from './testing-settings.tsx';

let store: FakeStore;
beforeEach(async () => {
  ({ store } = storeWithSettings());
  await openSettings('prices');
});

const put = 'PUT /api/admin/store-settings';
const tables = () =>
  [...document.querySelectorAll('#prices table')].map((table) =>
    [...table.querySelectorAll('tbody tr')].map((row) =>
      [...row.querySelectorAll('td')].map((cell) => cell.textContent).join(' '),
    ),
  );
const likes = (name: string) => input(`offers.instagram-likes.${name}`);
const views = (name: string) => input(`offers.instagram-views.${name}`);

it('D-103: a price of its own changes the packages of one offer, and is reviewed and saved as such', async () => {
  await fill(views('unit_price_micros'), '4.50');
  const [ofLikes, ofViews] = tables();
  expect(ofLikes?.[0]).toBe('500 $3.00 $3.00');
  expect(ofViews?.[0]).toBe('5,000 $30.00 $22.50');
  await click(button('Review and save'));
  expect(dialog()).toContain('Views: price per 1,000 $6.00 becomes →$4.50');
  await click(button('Save'));
  expect(store.calls(put)[0]?.body).toMatchObject({
    settings: {
      prices: { unit_price_micros: 6_000 },
      offers: [
        { id: 'instagram-likes', unit_price_micros: 6_000 },
        { id: 'instagram-views', unit_price_micros: 4_500 },
      ],
    },
  });
  expect(views('unit_price_micros').value).toBe('4.50');
  await click(button('Undo'));
  expect(store.calls(put).at(-1)?.body).toMatchObject({ settings: { offers: [{}, { unit_price_micros: 6_000 }] } });
});

it('D-106: another rounding changes the table, and is reviewed and saved as such', async () => {
  const select = document.querySelector<HTMLSelectElement>('#setting-offers-instagram-likes-rounding') ?? undefined;
  expect([...(select?.options ?? [])].map((option) => option.textContent)).toEqual([
    'To the cent',
    'Up to the next 5 cents',
    'Up to the next 10 cents',
    'Up to .49 or .99',
    'Up to .95',
    'Up to .99',
  ]);
  await choose(select, 'ending_99');
  const [ofLikes, ofViews] = tables();
  expect(ofLikes?.slice(0, 2)).toEqual(['500 $3.00 $3.99', '1,000 $6.00 $6.99']);
  expect(ofViews?.[0]).toBe('5,000 $30.00 $30.00');
  await click(button('Review and save'));
  expect(dialog()).toContain('Likes: rounding To the cent becomes →Up to .99');
  await click(button('Save'));
  expect(store.calls(put)[0]?.body).toMatchObject({ settings: { offers: [{ rounding: 'ending_99' }, {}] } });
});

it('D-103: the base price of likes changes likes alone', async () => {
  await fill(input('prices.unit_price_micros'), '7');
  const [ofLikes, ofViews] = tables();
  expect(ofLikes?.[0]).toBe('500 $3.00 $3.50');
  expect(ofViews?.[0]).toBe('5,000 $30.00 $30.00');
  await click(button('Review and save'));
  expect([...document.querySelectorAll('dialog li')].map((line) => line.textContent)).toEqual([
    'Likes: price per 1,000 $6.00 becomes →$7.00',
  ]);
});

it('D-103: limits and packages are those of the table, and a package off the step is refused with its sentence', async () => {
  await fill(likes('packages'), '500\n1,010');
  expect(text()).toContain('Each package of Likes must be on sale: 500 to 30,000 in steps of 50.');
  expect(tables()[0]?.every((row) => row.endsWith(' -'))).toBe(true);
  await fill(likes('step_quantity'), '10');
  expect(tables()[0]).toEqual(['500 $3.00 $3.00', '1,010 - $6.06']);
  await fill(likes('min_quantity'), '30 mil');
  expect(text()).toContain('The smallest quantity of Likes must be below the largest one.');
  await fill(likes('min_quantity'), '500');
  await click(button('Review and save'));
  expect(dialog()).toContain('Likes: step 50 becomes →10');
  expect(dialog()).toContain('→500; 1,010');
  await click(button('Save'));
  expect(store.calls(put)[0]?.body).toMatchObject({
    settings: { offers: [{ step_quantity: 10, packages: [500, 1_010] }, { step_quantity: 100 }] },
  });
});
