import { beforeEach, describe, expect, it } from 'vitest';
import { button, click, type FakeStore, hasButton, settle, text } from '../testing.tsx';
import {
  id,
  openRefunds,
  panel,
  readRefunds,
  refund,
  storeWithRefunds,
  toBePaid,
  undelivered,
} from './testing-refunds.tsx';

let store: FakeStore;

beforeEach(() => {
  store = storeWithRefunds();
});

describe('the refunds of an order', () => {
  it('are no matter of an order that was never paid', async () => {
    await openRefunds(store, { payments: [] }, 'session');
    expect(panel()).toBeUndefined();
    expect(store.calls(readRefunds)).toEqual([]);
  });

  it('D-6: shows each refund as it truly stands, with who asked for it and why', async () => {
    const states = {
      asking: 'Requested',
      pending: 'Pending',
      unclear: 'Unclear',
      refunded: 'Refunded',
      failed: 'Failed',
    };
    const refunds = Object.keys(states).map((state, at) => ({ ...refund, id: `${id}-R${at}`, state }));
    await openRefunds(store, {
      refunds: [...refunds, { ...refund, id: 'R9', state: 'unclear', problem: 'The answer was lost.' }],
    });
    const shown = [...(panel()?.querySelectorAll('ol li') ?? [])].map((row) => row.textContent ?? '');
    for (const [at, word] of Object.values(states).entries())
      expect(shown[at]).toMatch(new RegExp(`^\\$2\\.50${word}`));
    expect(shown[5]).toContain('The answer was lost.');
    expect(shown[0]).toContain('Too slow');
    expect(shown[0]).toContain('o@s.test');
  });

  it('D-6: asks again soon while one is not settled, and stops then', async () => {
    await openRefunds(store, { refunds: [{ ...refund, state: 'unclear' }] });
    store.on(readRefunds, { body: { refunds: [refund], payments: [toBePaid], undelivered } });
    await settle(5_000);
    expect(panel()?.textContent).toContain('Refunded');
    const callCount = store.calls(readRefunds).length;
    await settle(20_000);
    expect(store.calls(readRefunds)).toHaveLength(callCount);
  });

  it('D-6: offers nothing where nothing is left', async () => {
    await openRefunds(store, { payments: [{ ...toBePaid, left: 0 }] }, 'refunded');
    expect(panel()?.textContent).toContain('Nothing is left to refund');
    expect(hasButton('Refund', panel())).toBe(false);
  });

  it('says that they could not be loaded, and lets try again', async () => {
    await openRefunds(store);
    store.on(readRefunds, { status: 500, body: { message: 'Busy.' } });
    await click(button('Refresh'));
    await settle(5_000);
    expect(text()).toContain("Couldn't load the refunds");
    store.on(readRefunds, { body: { refunds: [], payments: [toBePaid], undelivered } });
    await click(button('Try Again'));
    expect(panel()?.textContent).not.toContain("Couldn't load");
    expect(hasButton('Refund', panel())).toBe(true);
  });
});
