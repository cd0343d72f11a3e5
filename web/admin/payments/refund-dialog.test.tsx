import { act } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Answer, button, click, type FakeStore, fill, settle } from '../testing.tsx';
import {
  alarm,
  amount,
  bodiesOf,
  createRefund,
  dialog,
  enterRefund,
  keysOf,
  openRefunds,
  panel,
  readRefunds,
  reason,
  refund,
  refundNow,
  storeWithRefunds,
  toBePaid,
  undelivered,
} from './testing-refunds.tsx';

let store: FakeStore;

beforeEach(() => {
  store = storeWithRefunds();
});

/** Chromium closes a dialog at the third Escape. */
const closedByBrowser = async () => {
  await act(async () => dialog()?.close());
  await settle();
};

describe('making a refund', () => {
  it('D-6, D-13: takes an amount and a reason, sends them under a key, and says that it is done', async () => {
    await openRefunds(store);
    store.on(createRefund, { body: { success: true, refund } });
    await enterRefund('2.50', ' Too slow ');
    store.on(readRefunds, { body: { refunds: [refund], payments: [{ ...toBePaid, left: 3.5 }], undelivered } });
    await refundNow('$2.50');
    expect(bodiesOf(store)).toEqual([{ amount: 2.5, reason: 'Too slow' }]);
    expect(keysOf(store)[0]).toMatch(/^[0-9a-f]{32}$/);
    expect(dialog()).toBeNull();
    expect(document.querySelector('[aria-label=Notices]')?.textContent).toContain('$2.50 refunded');
    expect(panel()?.textContent).toContain('$3.50 can be refunded');
  });

  it('is asked about once more, with amount and reason, also right after a sign-in; a no changes nothing', async () => {
    await openRefunds(store);
    store.on(createRefund, { body: { success: true, refund } });
    await enterRefund('2.50', 'Too slow');
    await click(button('Continue'));
    expect(dialog()?.textContent).toContain('Refund $2.50?Reason: Too slow');
    await click(button('Cancel'));
    expect(store.calls(createRefund)).toEqual([]);
    expect([amount().value, reason().value]).toEqual(['2.50', 'Too slow']);
  });

  it('D-16: proposes all that is left, and the undelivered part as the store computes it', async () => {
    await openRefunds(store, { undelivered: { quantity: 250, amount: 1.5, running: 1, unknown: 2 } });
    store.on(createRefund, { body: { success: true, refund } });
    await click(button('Refund', panel()));
    expect(amount().value).toBe('6.00');
    expect(dialog()?.textContent).toContain('250 were not delivered.');
    expect(dialog()?.textContent).toContain('One link is still being delivered. The result of 2 links is unknown.');
    await click(button('Undelivered, $1.50'));
    expect(amount().value).toBe('1.50');
    await fill(reason(), 'Half');
    await refundNow('$1.50');
    expect(bodiesOf(store)).toEqual([{ amount: 1.5, reason: 'Half', undelivered: true }]);
  });

  it('D-16: an amount that is typed is no undelivered part any more', async () => {
    await openRefunds(store, { undelivered: { ...undelivered, quantity: 250, amount: 1.5 } });
    store.on(createRefund, { body: { success: true, refund } });
    await click(button('Refund', panel()));
    await click(button('Undelivered, $1.50'));
    await fill(amount(), '1.4');
    await fill(reason(), 'Half');
    await refundNow('$1.40');
    expect(bodiesOf(store)).toEqual([{ amount: 1.4, reason: 'Half' }]);
  });

  it('closed by the browser it is closed, and under way it is shown again', async () => {
    await openRefunds(store);
    await click(button('Refund', panel()));
    await closedByBrowser();
    expect(dialog()).toBeNull();
    let finish: (answer: Answer) => void = () => {};
    store.on(createRefund, () => new Promise((resolve) => (finish = resolve)));
    await enterRefund('1', 'Too slow');
    await refundNow('$1.00');
    await closedByBrowser();
    expect(dialog()?.open).toBe(true);
    finish({ status: 409, body: { message: 'Too late.' } });
    await settle();
    expect(alarm()).toContain('Too late.');
  });

  it('names the payment where it is a second one', async () => {
    await openRefunds(store, {
      payments: [
        { ...toBePaid, left: 0 },
        { ...toBePaid, payment: 2, kind: 'second' },
      ],
    });
    store.on(createRefund, { body: { success: true, refund } });
    await enterRefund('6', 'Paid twice');
    await refundNow('$6.00');
    expect(bodiesOf(store)).toEqual([{ amount: 6, reason: 'Paid twice', payment: 2 }]);
  });

  it.each([
    ['2,50', 2.5],
    ['$2.50', 2.5],
    ['US$ 2,5', 2.5],
    ['０２．５０', 2.5],
  ])('D-52: an amount of "%s" is read with either decimal sign', async (typed, dollars) => {
    await openRefunds(store);
    store.on(createRefund, { body: { success: true, refund } });
    await enterRefund(typed, 'Why not');
    await refundNow('$2.50');
    expect(bodiesOf(store)).toEqual([{ amount: dollars, reason: 'Why not' }]);
  });

  it.each(['', '0', '0.001', '1.000', '0,500', '-1', '6.01', '1e1', 'all'])(
    'D-16: an amount of "%s" is not sent',
    async (typed) => {
      await openRefunds(store);
      await enterRefund(typed, 'Why not');
      expect(button('Continue').disabled).toBe(true);
      await click(button('Continue'));
      expect(store.calls(createRefund)).toEqual([]);
      expect(amount().getAttribute('aria-invalid')).toBe('true');
    },
  );

  it('is not sent without a reason', async () => {
    await openRefunds(store);
    await enterRefund('1', '  ');
    expect(button('Continue').disabled).toBe(true);
  });
});
