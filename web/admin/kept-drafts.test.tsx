// D-90: what was typed outlives the end of a session, for the same admin only.
import { beforeEach, describe, expect, it } from 'vitest';
import { amount, enterRefund, openRefunds, panel, reason, storeWithRefunds } from './payments/testing-refunds.tsx';
import { input, openSettings, storeWithSettings } from './settings/testing-settings.tsx';
import {
  button,
  click,
  dispatchEvent,
  type FakeStore,
  fakeToken,
  field,
  fill,
  hasButton,
  settle,
  text,
} from './testing.tsx';
import { openAdmin, operator } from './testing-signed-in.tsx';

let store: FakeStore;

async function changeToken(token: string | null): Promise<void> {
  if (token === null) localStorage.removeItem('adminToken');
  else localStorage.setItem('adminToken', token);
  await dispatchEvent(window, new StorageEvent('storage', { key: 'adminToken', newValue: token }));
  await settle();
  await settle(1);
}

async function signInAgain(email: string): Promise<void> {
  await changeToken(null);
  expect(text()).toContain('Your session has ended.');
  const user = { ...operator, email };
  store.on('GET /api/admin/verify', { body: { user } });
  await changeToken(fakeToken(user));
}

const [same, another] = [operator.email, 'ana@shop.test'];

describe('settings', () => {
  beforeEach(() => {
    store = storeWithSettings().store;
  });

  it.each([
    ['the same admin gets the changed settings back', same, '9'],
    ['another admin does not', another, '6'],
  ])('%s', async (_, email, expected) => {
    await openSettings('prices');
    await fill(input('prices.unit_price_micros'), '9');
    await signInAgain(email);
    expect(input('prices.unit_price_micros').value).toMatch(new RegExp(`^${expected}`));
    expect(hasButton('Review and save')).toBe(email === same);
  });

  it('a sign-out drops them', async () => {
    const leave = await openAdmin('/admin?tab=settings&page=prices');
    await fill(input('prices.unit_price_micros'), '9');
    store.on('POST /api/admin/logout', { body: { success: true } });
    await click(button('Logout'));
    await leave();
    localStorage.setItem('adminToken', fakeToken(operator));
    await openSettings('prices');
    expect(hasButton('Review and save')).toBe(false);
  });
});

describe('forms of an order', () => {
  beforeEach(() => {
    store = storeWithRefunds();
  });

  it.each([
    ['the same admin gets the amount and the reason of a refund back', same, ['1.50', 'Came late']],
    ['another admin does not', another, ['6.00', '']],
  ])('%s', async (_, email, expected) => {
    await openRefunds(store);
    await enterRefund('1.50', 'Came late');
    await signInAgain(email);
    await click(button('Refund', panel()));
    expect([amount().value, reason().value]).toEqual(expected);
  });

  it.each([
    ['a note is still being written', same, ['They asked twice.']],
    ['another admin sees no note', another, []],
  ])('%s', async (_, email, expected) => {
    await openRefunds(store);
    await click(button('Add a note'));
    await fill(field('textarea'), 'They asked twice.');
    await signInAgain(email);
    expect([...document.querySelectorAll('textarea')].map(({ value }) => value)).toEqual(expected);
  });
});
