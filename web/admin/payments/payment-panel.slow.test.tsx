import { beforeEach, describe, expect, it } from 'vitest';
import { button, click, type FakeStore, field, fill, hasButton, toasts } from '../testing.tsx';
import { openAdmin, signIn } from '../testing-signed-in.tsx';

const id = 'ABCDEFGH2345';
const confirmCall = `POST /api/orders/${id}/confirm-payment`;
const order = {
  id,
  amount: 6,
  status: 'pending',
  payment_status: 'session',
  quantity: 1000,
  category: 'Likes',
  post_links: ['https://www.instagram.com/p/aaa/'],
};
const paymentsCall = `GET /api/admin/orders/${id}/payments`;
const payment = {
  number: 1,
  gateway: 'mpgs',
  gateway_order_id: `${id}-1`,
  state: 'paid',
  amount: 6,
  currency: 'USD',
  gateway_status: 'CAPTURED, SUCCESS',
  has_unknown_status: false,
  card_brand: 'Visa',
  card_last4: '1019',
  card_wallet: null,
  transaction_id: 'trans-1',
  decline: null,
  failed_tries: 0,
  opened_at: '2026-03-01T11:00:00Z',
  updated_at: '2026-03-01T11:01:00Z',
};
let store: FakeStore;

beforeEach(() => {
  store = signIn();
  store.on(`GET /api/orders/${id}/api-orders`, { body: [] });
});

async function open(paymentStatus = 'session'): Promise<void> {
  becomes(paymentStatus);
  await openAdmin(`/admin/orders/${id}`);
}

function becomes(paymentStatus: string): void {
  store.on(`GET /api/orders/${id}`, { body: { ...order, payment_status: paymentStatus } });
}

const panel = () =>
  [...document.querySelectorAll('section')].find((one) => one.querySelector('h2')?.textContent === 'Payment');
const items = () => [...(panel()?.querySelectorAll('ol > li') ?? [])].map((item) => item.textContent);
const dialog = () => document.querySelector('dialog');
const note = () => field('dialog textarea');

describe('the payment of an order', () => {
  it.each([
    ['none', 'Not started'],
    ['session', 'Open'],
    ['failed', 'Failed'],
    ['expired', 'Expired'],
  ])('5.2: one that is %s is shown as %s, and can be confirmed', async (status, word) => {
    await open(status);
    expect(panel()?.querySelector('[data-tone]')?.textContent).toBe(word);
    expect(button('Mark as paid', panel()).disabled).toBe(false);
  });

  it.each([
    ['confirming', 'session', 'Confirming', 'yellow'],
    ['declined', 'session', 'Declined', 'red'],
    ['expired', 'none', 'Expired', 'grey'],
    ['unpaid', 'session', 'Open', 'yellow'],
  ])('D-34, D-49: one that is %s is shown as such', async (payment, status, word, tone) => {
    store.on(`GET /api/orders/${id}`, { body: { ...order, payment_status: status, payment } });
    await openAdmin(`/admin/orders/${id}`);
    const badge = panel()?.querySelector('[data-tone]');
    expect([badge?.textContent, badge?.getAttribute('data-tone')]).toEqual([word, tone]);
  });

  it.each(['paid', 'refunded', 'disputed'])(
    '5.2: one that is %s and was opened at no gateway is no matter any more',
    async (status) => {
      await open(status);
      expect(panel()).toBeUndefined();
    },
  );

  it('A-24: a paid one shows its card and its transaction, and offers nothing', async () => {
    store.on(paymentsCall, { body: [payment] });
    await open('paid');
    const [item = ''] = items();
    for (const shown of ['$6.00', 'Paid', 'Visa •••• 1019', 'trans-1', `${id}-1`, 'Mastercard Gateway', 'CAPTURED']) {
      expect(item).toContain(shown);
    }
    expect(hasButton('Check payment', panel())).toBe(false);
    expect(hasButton('Mark as paid', panel())).toBe(false);
  });

  it('A-29: every try is shown, the newest first, with the decline in plain words', async () => {
    const decline = { code: 'EXPIRED_CARD', reason: 'The card has expired.' };
    const closed = { ...payment, state: 'closed', decline, failed_tries: 3, transaction_id: null };
    const unknown = { code: 'NEW_CODE', reason: null };
    const open2 = { ...payment, number: 2, state: 'open', decline: unknown, card_brand: null, failed_tries: 1 };
    store.on(paymentsCall, { body: [closed, open2] });
    await open();
    const [second = '', first = ''] = items();
    expect(second).toContain('Declined');
    expect(second).toContain('The buyer can try again.');
    expect(second).toContain('Card •••• 1019');
    expect(second).toContain('NEW_CODE');
    expect(first).toContain('The card has expired.EXPIRED_CARD');
    expect(first).toContain('No money was taken.');
  });

  it.each([
    [{ state: 'open' }, 'In doubt', 'The buyer paid by card. The gateway has no result yet.'],
    [{ state: 'open', has_unknown_status: true }, 'In doubt', 'an unknown status'],
    [{ state: 'mismatch' }, 'Mismatch', 'amount or currency differs'],
    [{ state: 'lost', transaction_id: null }, 'Unknown', 'answer was lost'],
    [{ state: 'second_capture' }, 'Paid twice', 'Refund this payment'],
  ])('A-24: one in doubt (%j) says what is known', async (change, word, sentence) => {
    store.on(paymentsCall, { body: [{ ...payment, ...change }] });
    await open();
    const [item = ''] = items();
    expect(item).toContain(word);
    expect(item).toContain(sentence);
    expect(item).toContain('Visa •••• 1019');
  });

  it('A-24: is confirmed with a note, trimmed, after it was said what that does', async () => {
    await open();
    store.on(confirmCall, () => {
      becomes('paid');
      return { body: { status: 'success', order: { ...order, payment_status: 'paid' } } };
    });
    await click(button('Mark as paid', panel()));
    expect(dialog()?.textContent).toContain('You confirm that you received $6.00');
    expect(store.calls(confirmCall)).toEqual([]);
    await fill(note(), '  Bank transfer 17 ');
    await click(button('Mark as paid', dialog() ?? undefined));
    expect(store.calls(confirmCall).map(({ body }) => body)).toEqual([{ manual: true, note: 'Bank transfer 17' }]);
    expect(dialog()).toBeNull();
    expect(panel()).toBeUndefined();
    expect(toasts()).toContain('Marked as paid');
  });

  it('A-24: is not confirmed without a note, nor when the question is left', async () => {
    await open();
    await click(button('Mark as paid', panel()));
    await fill(note(), '   ');
    expect(button('Mark as paid', dialog() ?? undefined).disabled).toBe(true);
    await click(button('Cancel'));
    expect(dialog()).toBeNull();
    expect(store.calls(confirmCall)).toEqual([]);
  });

  it('A-24: a refusal shows the message of the store, and the note stays', async () => {
    await open();
    store.on(confirmCall, { status: 409, body: { message: 'This order is already paid.' } });
    await click(button('Mark as paid', panel()));
    await fill(note(), 'Bank transfer 17');
    await click(button('Mark as paid', dialog() ?? undefined));
    expect(dialog()?.querySelector('[role=alert]')?.textContent).toBe('This order is already paid.');
    expect(note().value).toBe('Bank transfer 17');
  });

  it.each([
    ['success', 'The gateway confirms the payment'],
    ['pending', 'The gateway has no payment yet'],
    ['failed', 'The payment failed. The gateway will not try it again'],
  ])('A-24: the gateway is asked, and answers %s', async (status, shown) => {
    await open();
    store.on(confirmCall, { body: { status, order } });
    await click(button('Check payment', panel()));
    expect(store.calls(confirmCall).map(({ body }) => body)).toEqual([{}]);
    expect(toasts()).toContain(shown);
  });

  it('cannot be confirmed where nobody knows the amount', async () => {
    await open();
    store.on(`GET /api/orders/${id}`, { body: { ...order, amount: undefined } });
    await click(button('Refresh'));
    expect(hasButton('Mark as paid', panel())).toBe(true);
    expect(button('Mark as paid', panel()).disabled).toBe(true);
  });
});

describe('a disputed payment', () => {
  it('leads to the evidence, with the date when it is due', async () => {
    store.on(paymentsCall, { body: [{ ...payment, dispute_due_at: '2026-12-03T20:00:00Z' }] });
    await open('disputed');
    expect(panel()?.textContent).toContain('Answer the dispute at the gateway');
    expect(button('Evidence, due Dec 3', panel()).getAttribute('href')).toBe(`/admin/orders/${id}/evidence`);
  });

  it('has no date where the gateway returned none', async () => {
    store.on(paymentsCall, { body: [{ ...payment, dispute_due_at: null }] });
    await open('disputed');
    expect(hasButton('Evidence', panel())).toBe(true);
  });

  it('has no notice before a dispute', async () => {
    store.on(paymentsCall, { body: [{ ...payment, dispute_due_at: null }] });
    await open('paid');
    expect(panel()?.textContent).not.toContain('Answer the dispute');
  });
});
