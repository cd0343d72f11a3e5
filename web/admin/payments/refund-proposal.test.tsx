import { beforeEach, describe, expect, it } from 'vitest';
import { button, click, type FakeStore, field, fill, hasButton } from '../testing.tsx';
import {
  bodiesOf,
  createRefund,
  dialog,
  enterRefund,
  keysOf,
  openRefunds,
  panel,
  readRefunds,
  refund,
  refundNow,
  refundPart,
  storeWithRefunds,
  toBePaid,
  undelivered,
} from './testing-refunds.tsx';

let store: FakeStore;

beforeEach(() => {
  store = storeWithRefunds();
});

describe('the proposal once delivery has ended short (rule 9)', () => {
  const short = { undelivered: { ...undelivered, quantity: 250, amount: 1.5 }, proposed: true };

  it('refunds the undelivered part after a question that says how much and why', async () => {
    await openRefunds(store, short);
    expect(panel()?.textContent).toContain('250 were not delivered. They are worth $1.50.');
    store.on(createRefund, { body: { success: true, refund: {} } });
    store.on(readRefunds, { body: { refunds: [], payments: [toBePaid], undelivered, proposed: false } });
    await click(button('Refund $1.50', panel()));
    expect(dialog()?.textContent).toContain('Reason: The provider did not deliver this part.');
    expect(store.calls(createRefund)).toEqual([]);
    await click(button('Cancel'));
    await refundPart();
    expect(bodiesOf(store)).toEqual([
      { undelivered: true, amount: 1.5, reason: 'The provider did not deliver this part.' },
    ]);
    expect(hasButton('Refund $1.50', panel())).toBe(false);
  });

  it('asks for the password where it is due, and keeps the key', async () => {
    await openRefunds(store, short);
    store.on(createRefund, { status: 403, body: { message: 'Password.', code: 'step_up' } });
    await refundPart();
    store.on('POST /api/admin/step-up', { body: { success: true, expiresIn: 600 } });
    store.on(createRefund, { body: { success: true, refund: {} } });
    await fill(field('input[name=password]'), 'a password');
    await click(button('Continue'));
    expect(new Set(keysOf(store)).size).toBe(1);
    expect(keysOf(store)).toHaveLength(2);
  });

  it('D-13: a lost response is retried under the same key; a refusal shows an error', async () => {
    await openRefunds(store, short);
    store.on(createRefund, { status: 503, body: { message: 'Busy.' } });
    await refundPart();
    store.on(createRefund, { status: 409, body: { message: 'The undelivered part is now worth $1.00 by now.' } });
    await click(button('Retry refund', panel()));
    expect(new Set(keysOf(store)).size).toBe(1);
    expect(panel()?.textContent).toContain('The undelivered part is now worth $1.00 by now.');
  });

  it('D-13: sends nothing while another refund of this order was not answered', async () => {
    await openRefunds(store, short);
    store.on(createRefund, () => {
      throw new TypeError('Failed to fetch');
    });
    await enterRefund('1.50', 'A quarter is missing');
    await refundNow('$1.50');
    await click(button('Cancel'));
    store.on(createRefund, { body: { success: true, refund } });
    await refundPart();
    expect(bodiesOf(store)).toEqual([{ amount: 1.5, reason: 'A quarter is missing' }]);
    expect(panel()?.textContent).toContain('The result of another refund of this order is unknown.');
    await click(button('Refund', panel()));
    await click(button('Retry refund'));
    expect(keysOf(store)).toHaveLength(2);
    expect(new Set(keysOf(store)).size).toBe(1);
    await refundPart();
    expect(bodiesOf(store).at(-1)).toMatchObject({ undelivered: true, amount: 1.5 });
    expect(panel()?.textContent).not.toContain('another refund');
  });
});
