import { beforeEach, describe, expect, it, vi } from 'vitest';
import { button, click, type FakeStore, field, fill, hasButton, proofDialog } from '../testing.tsx';
import { now } from '../testing-signed-in.tsx';
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

describe('making a refund', () => {
  it('D-31: a refund made despite a lost response is found in the refunds, and shown as done', async () => {
    await openRefunds(store);
    store.on(createRefund, () => {
      store.on(readRefunds, { body: { refunds: [refund], payments: [{ ...toBePaid, left: 3.5 }], undelivered } });
      throw new TypeError('Failed to fetch');
    });
    await enterRefund('2.50', 'Too slow');
    await refundNow('$2.50');
    expect(dialog()).toBeNull();
    expect(document.querySelector('[aria-label=Notices]')?.textContent).toContain('$2.50 refunded');
    await enterRefund('1', 'Again');
    expect(alarm()).toBeUndefined();
  });

  it('D-30, D-31: asks for the password where the store does, and goes on with the same refund', async () => {
    await openRefunds(store);
    store.on(createRefund, { status: 403, body: { message: 'Please enter your password again.', code: 'step_up' } });
    store.on('POST /api/admin/step-up', { body: { success: true } });
    await enterRefund('1', 'Too slow');
    await refundNow('$1.00');
    expect(proofDialog().textContent).toContain('Confirm your password');
    await fill(field('dialog input[name=password]'), 'secret words');
    store.on(createRefund, { body: { success: true, refund } });
    await click(button('Continue', proofDialog()));
    expect(bodiesOf(store)).toEqual([
      { amount: 1, reason: 'Too slow' },
      { amount: 1, reason: 'Too slow' },
    ]);
    expect(new Set(keysOf(store)).size).toBe(1);
    expect(dialog()).toBeNull();
  });

  it('D-31: after no answer nothing can be changed, and asking once more is the same refund', async () => {
    await openRefunds(store);
    store.on(createRefund, () => {
      throw new TypeError('Failed to fetch');
    });
    await enterRefund('1', 'Too slow');
    await refundNow('$1.00');
    expect(alarm()).toContain('The refund may have been made: the response was lost.');
    expect([amount().readOnly, reason().readOnly]).toEqual([true, true]);
    expect(hasButton('Remaining amount, $6.00')).toBe(false);
    store.on(createRefund, { body: { success: true, refund } });
    await click(button('Retry refund'));
    expect(keysOf(store)).toHaveLength(2);
    expect(new Set(keysOf(store)).size).toBe(1);
    expect(dialog()).toBeNull();
  });

  describe('D-31: one that was not answered', () => {
    let leave: () => Promise<void>;

    beforeEach(async () => {
      leave = await openRefunds(store);
      store.on(createRefund, () => {
        throw new TypeError('Failed to fetch');
      });
      await enterRefund('1', 'Too slow');
      await refundNow('$1.00');
      await click(button('Cancel', proofDialog()));
    });

    it('is what a dialog that is opened again asks for, under the same key', async () => {
      await click(button('Refund', panel()));
      expect(alarm()).toContain('The refund may have been made: the response was lost.');
      expect([amount().value, amount().readOnly]).toEqual(['1.00', true]);
      expect([reason().value, reason().readOnly]).toEqual(['Too slow', true]);
      store.on(createRefund, { body: { success: true, refund } });
      await click(button('Retry refund'));
      expect(bodiesOf(store)).toEqual(Array(2).fill({ amount: 1, reason: 'Too slow' }));
      expect(new Set(keysOf(store)).size).toBe(1);
      await enterRefund('1', 'Too slow');
      await refundNow('$1.00');
      expect(new Set(keysOf(store)).size).toBe(2);
    });

    it('stays the same one after the page was loaded anew and the password was asked for', async () => {
      await leave();
      await openRefunds(store);
      await click(button('Refund', panel()));
      store.on(createRefund, { status: 403, body: { message: 'Password.', code: 'step_up' } });
      await click(button('Retry refund'));
      await click(button('Cancel', proofDialog()));
      expect(alarm()).toContain('The refund may have been made: the response was lost.');
      await click(button('Retry refund'));
      store.on('POST /api/admin/step-up', { body: { success: true } });
      store.on(createRefund, { body: { success: true, refund } });
      await fill(field('dialog input[name=password]'), 'secret words');
      await click(button('Continue', proofDialog()));
      expect(keysOf(store)).toHaveLength(4);
      expect(new Set(keysOf(store)).size).toBe(1);
    });

    it('is free for another amount once the store has refused it', async () => {
      await click(button('Refund', panel()));
      store.on(createRefund, { status: 409, body: { message: 'At most $0.50 can be refunded.' } });
      await click(button('Retry refund'));
      expect(alarm()).toBe('At most $0.50 can be refunded.');
      expect(amount().readOnly).toBe(false);
      await fill(amount(), '0.50');
      await refundNow('$0.50');
      expect(new Set(keysOf(store)).size).toBe(2);
    });

    it('is not asked for again a day later, when the store may have forgotten the key', async () => {
      vi.setSystemTime(now + 86_401_000);
      await click(button('Refund', panel()));
      expect(amount().value).toBe('6.00');
      expect(alarm()).toBeUndefined();
    });
  });

  it('D-6: one that the gateway refused shows an error, and a retry is another refund', async () => {
    await openRefunds(store);
    const message = 'The gateway refused the refund. Nothing was refunded.';
    store.on(createRefund, { status: 502, body: { message, refund: { ...refund, state: 'failed' } } });
    await enterRefund('1', 'Too slow');
    await refundNow('$1.00');
    expect(alarm()).toBe(message);
    await refundNow('$1.00');
    expect(new Set(keysOf(store)).size).toBe(2);
  });

  it('D-16: what is more than is left by now is refused with the sentence of the store', async () => {
    await openRefunds(store);
    store.on(createRefund, { status: 409, body: { message: 'At most $2.00 can be refunded.' } });
    await enterRefund('3', 'Too slow');
    await refundNow('$3.00');
    expect(alarm()).toBe('At most $2.00 can be refunded.');
    expect(amount().readOnly).toBe(false);
  });

  it('D-6: says that one is under way, and never that it is done, while it is not settled', async () => {
    await openRefunds(store);
    const problem = "The gateway's answer was lost. The store checks the refund again.";
    store.on(createRefund, { body: { success: true, refund: { ...refund, state: 'unclear', problem } } });
    await enterRefund('1', 'Too slow');
    await refundNow('$1.00');
    const notices = document.querySelector('[aria-label=Notices]')?.textContent;
    expect(notices).toContain(`Refund pending${problem}`);
    expect(notices).not.toContain('$2.50 refunded');
  });
});
