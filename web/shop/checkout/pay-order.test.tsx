// Paying an order that was placed before: `/checkout?orderId=...`.
import { act } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { defaultPriceList } from '../../../contract/default-prices.ts';
import { ApiError, NetworkError } from '../../api.ts';
import { click, submit, type } from '../../testing.tsx';
import { readOrder, saveOrder } from '../in-progress-order.ts';
import { findOrderEmail, saveOrderEmail, saveOrderKey } from '../order-email.ts';
import { confirm, create, freshBrowser, init, open, page } from './testing.tsx';

const read = 'GET /api/orders/{id}';
const order = (more: Record<string, unknown> = {}) => ({
  id: 'ORDER1',
  status: 'pending',
  payment_status: 'expired',
  quantity: 10_000,
  category: 'Views',
  amount: 48,
  payment: 'expired',
  delivery: { state: 'none', links: 2, sent: 0, ended: 0, ordered: 10_000, delivered: 0 },
  ...more,
});

freshBrowser();
afterEach(() => window.history.replaceState(null, '', '/'));

async function openPay(answers: Parameters<typeof open>[0] = {}) {
  window.history.replaceState(null, '', '/checkout?orderId=ORDER1');
  const opened = open({ [read]: () => order(), ...answers });
  // Loaded on demand.
  await act(async () => void (await import('./pay-order.tsx')));
  await act(async () => {});
  return opened;
}

describe('an order that can still be paid', () => {
  it('PAY-6: opens the card form of this order at once where this tab knows its email', async () => {
    saveOrderEmail('ORDER1', 'me@example.com');
    const { to, one, text } = await openPay();
    expect(to(create)).toEqual([]);
    expect(to(init).map(({ input }) => input.body)).toEqual([
      { orderId: 'ORDER1', amount: 48, email: 'me@example.com' },
    ]);
    expect(page.Checkout?.configure).toHaveBeenCalledWith({ session: { id: 'SESSION1' } });
    expect(one('#payment-form').closest('[hidden]')).toBeNull();
    expect(text()).toContain('$48.00');
  });

  it('S-8: asks for the email where this tab does not know it, and shows no link', async () => {
    const { to, one, text } = await openPay();
    expect(to(init)).toEqual([]);
    expect(text()).toContain('Pay for order #ORDER1');
    expect(text()).toContain('10,000 views');
    expect(text()).not.toContain('instagram.com');
    await type(one('#order-email'), ' me@example.com ');
    await submit(one('form'));
    expect(to(init)[0]?.input.body).toMatchObject({ email: 'me@example.com' });
    expect(findOrderEmail('ORDER1')).toBe('me@example.com');
  });

  it('A-7: needs no email where this tab has opened the page of the order, with its key', async () => {
    saveOrderKey('ORDER1', 'the-key');
    const { to, all, button, one } = await openPay({ [confirm]: () => ({ status: 'pending', order: order() }) });
    const [call] = to(init);
    expect(call?.input.body).toEqual({ orderId: 'ORDER1', amount: 48 });
    expect(call?.headers).toEqual({ 'order-key': 'ORDER1.the-key' });
    expect(one('#payment-form').closest('[hidden]')).toBeNull();
    expect(all('#order-email')).toEqual([]);
    await act(async () => window.history.back());
    await expect.poll(() => one('form').hidden).toBe(false);
    expect(button('Pay now').disabled).toBe(false);
  });

  it('A-7: another email is refused in plain words and not kept', async () => {
    const { one, card, button } = await openPay({
      [init]: () => {
        throw new ApiError(400, { field: 'email', message: "The email is not the order's." });
      },
    });
    await submit(one('form'));
    expect(card()?.textContent).toContain('Enter the email that you ordered with.');
    await click(button('Try Again'));
    await type(one('#order-email'), 'other@example.com');
    await submit(one('form'));
    expect(card()?.textContent).toContain('This order was placed with another email.');
    expect(findOrderEmail('ORDER1')).toBeNull();
    await click(button('Try Again'));
    expect(button('Pay now').disabled).toBe(false);
  });

  it.each([
    ['the links of this tab', 'ORDER1', ['https://www.instagram.com/p/C8xAbCdEfGh/']],
    ['no links, which another order of this tab has', 'ORDER2', []],
  ])('rule 13: an email that the gateway refuses is replaced in a new order, with %s', async (_, placed, posts) => {
    saveOrderEmail('ORDER1', 'me@example.com');
    const link = 'https://www.instagram.com/p/C8xAbCdEfGh/';
    const kept = { category: 'Likes', quantity: 500, email: 'me@example.com', posts: [link], accepted: [] } as const;
    saveOrder({ ...kept, placed: { content: '', idempotencyKey: 'key', orderId: placed } });
    const { to, one, card, button, go } = await openPay({
      [init]: () => {
        throw new ApiError(400, { code: 'invalid_input', reason: 'email_refused', field: 'email' });
      },
    });
    expect(card()?.textContent).toContain(
      'The payment system does not accept this email address. Please use another one.',
    );
    await click(button('Try Again'));
    await submit(one('form'));
    expect(to(init)).toHaveLength(2);
    await click(button('Try Again'));
    await type(one('#order-email'), 'other@example.com');
    await submit(one('form'));
    expect(to(init)).toHaveLength(2);
    expect(go.mock.calls).toEqual([['/checkout']]);
    expect(readOrder(defaultPriceList)).toMatchObject({
      category: 'Views',
      quantity: 10_000,
      email: 'other@example.com',
      posts,
      placed: undefined,
    });
  });

  it('S-8: an emptied email keeps its field and its focus, and is not sent', async () => {
    saveOrderEmail('ORDER1', 'me@example.com');
    const { to, one, card, button } = await openPay({ [confirm]: () => ({ status: 'pending', order: order() }) });
    await click(button('Edit your details'));
    await expect.poll(() => document.activeElement).toBe(button('Pay now'));
    const input = one<HTMLInputElement>('#order-email');
    input.focus();
    await type(input, '');
    expect(document.activeElement).toBe(input);
    await submit(one('form'));
    expect(card()?.textContent).toContain('Enter the email that you ordered with.');
    expect(to(init)).toHaveLength(1);
  });

  it('A-7: a key that the store refuses is replaced by the email', async () => {
    saveOrderKey('ORDER1', 'of-another-order');
    const { to, one, button } = await openPay({
      [init]: ({ input }) => {
        if ((input.body as { email?: string }).email) return { sessionId: 'SESSION1' };
        throw new ApiError(400, { field: 'email', message: "The email is not the order's." });
      },
    });
    await click(button('Try Again'));
    await expect.poll(() => document.activeElement).toBe(one('#order-email'));
    await type(one('#order-email'), 'me@example.com');
    await submit(one('form'));
    expect(to(init).at(-1)?.input.body).toMatchObject({ email: 'me@example.com' });
    expect(one('#payment-form').closest('[hidden]')).toBeNull();
  });

  it('the finished payment leads to the result, the way back to the order', async () => {
    saveOrderEmail('ORDER1', 'me@example.com');
    const { go, button, one } = await openPay({ [confirm]: () => ({ status: 'pending', order: order() }) });
    await click(button('Edit your details'));
    expect(one('form').hidden).toBe(false);
    await submit(one('form'));
    await act(async () => (page.onPaymentComplete as (a: unknown) => void)({ resultIndicator: 'IND' }));
    expect(go).toHaveBeenCalledWith('/success?orderId=ORDER1&resultIndicator=IND');
  });
});

describe('an order that cannot be paid', () => {
  it.each([
    ['confirming', { payment: 'confirming' }],
    ['paid', { status: 'paid', payment_status: 'paid', payment: 'paid' }],
    ['closed', { status: 'failed' }],
    ['refunded', { status: 'failed', payment_status: 'refunded', payment: 'refunded' }],
  ])('%s: its result page says what it is', async (_, more) => {
    const { go, to } = await openPay({ [read]: () => order(more) });
    expect(go).toHaveBeenCalledWith('/success?orderId=ORDER1');
    expect(to(init)).toEqual([]);
  });

  it('closed in the meantime: its result page says what it is', async () => {
    saveOrderEmail('ORDER1', 'me@example.com');
    const { go } = await openPay({
      [init]: () => {
        throw new ApiError(409, { code: 'order_closed' });
      },
      [confirm]: () => ({ status: 'failed', order: order({ status: 'failed' }) }),
    });
    expect(go).toHaveBeenCalledWith('/success?orderId=ORDER1');
  });

  it('unknown: says so', async () => {
    const { text, link } = await openPay({
      [read]: () => {
        throw new ApiError(404, {});
      },
    });
    expect(text()).toContain('Order not found');
    expect(link('My Orders').getAttribute('href')).toBe('/client');
  });

  it('not loaded: can be tried again', async () => {
    let online = false;
    const { text, button } = await openPay({
      [read]: () => {
        if (!online) throw new NetworkError('offline');
        return order();
      },
    });
    expect(text()).toContain('The order could not be loaded');
    online = true;
    await click(button('Try Again'));
    expect(text()).toContain('Pay for order #ORDER1');
  });
});
