import { act } from 'react';
import { beforeEach, expect, it } from 'vitest';
import { button, click, type FakeStore, fill, text } from '../testing.tsx';
import { input, openSettings, storeWithSettings } from './testing-settings.tsx';

let store: FakeStore;

beforeEach(() => {
  ({ store } = storeWithSettings());
});

const from = 'prices.tiers.Likes.0.from_quantity';

/** Focuses a field, types, and leaves it. */
async function enter(path: string, typed: string): Promise<void> {
  const leave = (type: string) => act(async () => input(path).dispatchEvent(new FocusEvent(type, { bubbles: true })));
  await leave('focusin');
  await fill(input(path), typed);
  await leave('focusout');
}

it.each([
  ['6k', '6,000', null],
  ['6.000,00', '6,000', null],
  ['6012', '6,000', 'In steps of 50'],
  ['100', '500', 'At least 500'],
  ['99999999', '30,000', null],
  ['1e5', '5,000', 'Invalid, not changed'],
  ['', '5,000', 'Invalid, not changed'],
])('D-52: the start of a discount, typed as %j, becomes %s, with the reason %j', async (typed, shown, reason) => {
  await openSettings('prices');
  expect(input(from).value).toBe('5,000');
  await enter(from, typed);
  expect(input(from).value).toBe(shown);
  if (reason) expect(text()).toContain(reason);
});

it.each([
  ['2.5k', '2,500', 2500, null],
  ['2000.5', '2,000', 2000, 'Whole numbers only'],
  ['5M', '1,000,000', 1_000_000, 'At most 1,000,000'],
  ['', '', null, null],
])('D-52: the units of a test order, typed as %j, become %j', async (typed, shown, test_units, reason) => {
  await openSettings('safety');
  await enter('spending_caps.test_units', '77');
  await enter('spending_caps.test_units', typed);
  expect(input('spending_caps.test_units').value).toBe(shown);
  if (reason) expect(text()).toContain(reason);
  await click(button('Review and save'));
  await click(button('Save'));
  expect(store.calls('PUT /api/admin/store-settings')[0]?.body).toMatchObject({
    settings: { spending_caps: { test_units } },
  });
});
