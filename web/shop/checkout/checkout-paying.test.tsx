// Paying in the checkout: from the order to the result, and everything that may go wrong between.
import { act } from 'react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { messages } from '../../../contract/messages.ts';
import { ApiError } from '../../api.ts';
import { click, later, setTabVisible } from '../../testing.tsx';
import { findOrderEmail } from '../order-email.ts';
import { confirm, create, freshBrowser, init, open, page, post } from './testing.tsx';

freshBrowser();

const stripeOfPage = { name: 'stripe', url: 'https://js.stripe.example/stripe.js', publishableKey: 'pk_test_1' };
/** With the one form that needs nothing of the page. */
const stripeWith = (createEmbeddedCheckoutPage: () => Promise<unknown>) => ({
  initCheckoutElementsSdk: () => ({ loadActions: async () => ({ type: 'error', error: {} }) }),
  createEmbeddedCheckoutPage,
});
/** The code of Stripe's form is loaded with its session. */
const until = (check: () => void) => act(async () => vi.waitFor(check, 30_000));

describe('paying', () => {
  it('CHK-13..15, CHK-27, GEN-3: processes under the overlay, then shows the card form in place', async () => {
    const created = later<unknown>();
    const { fill, complete, text, completeButton, one, to } = open({ [create]: () => created.promise });
    await fill('a@b.co', post('a'));
    await complete();
    expect(text()).toContain('Preparing Your Payment');
    expect(completeButton().disabled).toBe(true);
    await complete();
    expect(to(create)).toHaveLength(1);
    await created.resolve({ status: 'success', orderId: 'ORDER1' });
    expect(text()).not.toContain('Preparing Your Payment');
    expect(page.Checkout?.configure).toHaveBeenCalledWith({ session: { id: 'SESSION1' } });
    expect(page.Checkout?.showEmbeddedPage).toHaveBeenCalledWith('#payment-form');
    expect(one('#payment-form').closest('[hidden]')).toBeNull();
    expect(one('form').hidden).toBe(true);
  });

  it('A-23: the finished payment leads to the result', async () => {
    const { fill, complete, go } = open();
    await fill('a@b.co', post('a'));
    await complete();
    await act(async () =>
      (page.onPaymentComplete as (a: unknown) => void)({ resultIndicator: 'IND', sessionVersion: '1' }),
    );
    expect(go).toHaveBeenCalledWith('/success?orderId=ORDER1&resultIndicator=IND');
  });

  it('an order that was paid in another tab shows its result when this tab is shown again', async () => {
    let payment = 'unpaid';
    const { fill, complete, go } = open({ 'GET /api/orders/{id}': () => ({ payment }) });
    await fill('a@b.co', post('a'));
    await complete();
    const comeBack = async () => {
      await setTabVisible(false);
      await setTabVisible(true);
    };
    await comeBack();
    expect(go).not.toHaveBeenCalled();
    payment = 'paid';
    await comeBack();
    expect(go).toHaveBeenCalledWith('/success?orderId=ORDER1');
  });

  it('a gateway that cannot be reached is no trouble of the card', async () => {
    const unreachable = () => {
      throw new ApiError(502, { error: 'gateway_unavailable' });
    };
    const { fill, complete, card } = open({ [init]: unreachable });
    await fill('a@b.co', post('a'));
    await complete();
    expect(card()?.textContent).toContain('Wait a minute, then try again.');
    expect(card()?.textContent).not.toContain('another card');
  });

  it('the way back asks for the payment first and keeps the form and the order', async () => {
    const { fill, complete, button, one, links, go, to } = open({
      [confirm]: () => ({ status: 'pending', order: {} }),
    });
    await fill('a@b.co', post('a'));
    await complete();
    one('#payment-form').append(document.createElement('p'));
    await click(button('Edit your details'));
    expect(to(confirm)).toHaveLength(1);
    expect(go).not.toHaveBeenCalled();
    expect(one('form').hidden).toBe(false);
    expect(one('#payment-form').childElementCount).toBe(0);
    expect(links()[0]?.value).toBe(post('a'));
    await complete();
    expect(to(create)).toHaveLength(1);
    expect(to(init)).toHaveLength(2);
  });

  it('the way back leads to the result when the payment went through', async () => {
    const { fill, complete, button, go } = open({ [confirm]: () => ({ status: 'success', order: {} }) });
    await fill('a@b.co', post('a'));
    await complete();
    await click(button('Edit your details'));
    expect(go).toHaveBeenCalledWith('/success?orderId=ORDER1');
  });

  it('A-23: a session of Stripe is shown by its own library, and taken away on the way back', async () => {
    const form = { mount: vi.fn(), destroy: vi.fn() };
    const stripe = vi.fn(() => stripeWith(async () => form));
    page.Stripe = stripe;
    const { fill, complete, button, go } = open({
      [init]: () => ({ sessionId: 'cs_1_secret_2', library: stripeOfPage }),
      [confirm]: () => ({ status: 'pending', order: {} }),
    });
    await fill('a@b.co', post('a'));
    await complete();
    await until(() => expect(form.mount).toHaveBeenCalledWith('#payment-form'));
    expect(stripe).toHaveBeenCalledWith('pk_test_1', { locale: 'en' });
    expect(form.destroy).not.toHaveBeenCalled();
    await click(button('Edit your details'));
    expect(form.destroy).toHaveBeenCalledOnce();
    await complete();
    await until(() => expect(form.mount).toHaveBeenCalledTimes(2));
    expect(go).not.toHaveBeenCalled();
    delete page.Stripe;
  });

  it('a form that timed out says so and can be opened again', async () => {
    const { fill, complete, card, one } = open({ [confirm]: () => ({ status: 'pending', order: {} }) });
    await fill('a@b.co', post('a'));
    await complete();
    await act(async () => (page.onPaymentTimeout as () => void)());
    expect(card()?.textContent).toContain('The card form timed out. Please try again.');
    expect(one('form').hidden).toBe(false);
  });

  it('ERR-15, A-15: a failing library shows the payment card, and the operator hears of it', async () => {
    const { fill, complete, card, to } = open();
    await fill('a@b.co', post('a'));
    await complete();
    await act(async () => (page.onPaymentError as (a: unknown) => void)({ cause: 'SERVER_BUSY' }));
    expect(card()?.querySelector('h2')?.textContent).toBe('Payment Oops!');
    expect(to('POST /api/client-errors').map(({ input }) => input.body)).toEqual([
      { stage: 'payment_callback', orderId: 'ORDER1', message: 'SERVER_BUSY' },
    ]);
  });

  it.each([
    [
      'three declines',
      { payment: 'declined', payment_status: 'expired' },
      'Your card was declined. Nothing was charged.',
    ],
    ['trouble after one decline', { payment: 'declined', payment_status: 'session' }, messages.paymentTrouble],
    ['trouble without a decline', { payment: 'unpaid', payment_status: 'session' }, messages.paymentTrouble],
  ])('ERR-8: a form that fails after %s is called what it is', async (_, order, shown) => {
    const { fill, complete, card } = open({ [confirm]: () => ({ status: 'pending', order }) });
    await fill('a@b.co', post('a'));
    await complete();
    await act(async () => (page.onPaymentError as (a: unknown) => void)({ cause: 'REQUEST_REJECTED' }));
    expect(card()?.querySelector('h2')?.textContent).toBe('Payment Oops!');
    expect(card()?.querySelector('p')?.textContent).toBe(shown);
    if (shown !== messages.paymentTrouble) expect(card()?.textContent).not.toContain('Wait a minute');
  });

  it('S-8: an order that was tried too often says so', async () => {
    const { fill, complete, card } = open({
      [init]: () => {
        throw new ApiError(429, { code: 'rate_limited', reason: 'too_many_tries' });
      },
    });
    await fill('a@b.co', post('a'));
    await complete();
    expect(card()?.textContent).toContain(messages.tooManyTries);
  });

  it('keeps the email of the order for its result page', async () => {
    const { fill, complete } = open();
    await fill(' a@b.co ', post('a'));
    await complete();
    expect(findOrderEmail('ORDER1')).toBe('a@b.co');
  });

  it('A-24: a form that fails because the order is paid already leads to the result', async () => {
    const { fill, complete, card, go } = open({ [confirm]: () => ({ status: 'success', order: {} }) });
    await fill('a@b.co', post('a'));
    await complete();
    await act(async () => (page.onPaymentError as (a: unknown) => void)({ cause: 'REQUEST_REJECTED' }));
    expect(go).toHaveBeenCalledWith('/success?orderId=ORDER1');
    expect(card()).toBeUndefined();
  });

  it('CHK-15: two submits before anything is drawn again place one order', async () => {
    const { fill, one, to } = open();
    await fill('a@b.co', post('a'));
    await act(async () => {
      for (let at = 0; at < 2; at += 1) {
        one('form').dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
      }
    });
    expect(to(create)).toHaveLength(1);
    expect(to(init)).toHaveLength(1);
  });

  it.each([
    ['ERR-11, ERR-16', create, new ApiError(500, {}), 'Server Taking a Coffee Break!', messages.orderServerError],
    ['ERR-7, ERR-15', init, new ApiError(502, {}), 'Payment Oops!', messages.paymentUnreachable],
    ['ERR-8, ERR-15', init, new ApiError(400, {}), 'Payment Oops!', messages.paymentTrouble],
    [
      'A-16, too many requests',
      create,
      new ApiError(429, { message: 'Too many requests. Please wait and try again.' }),
      'Server Taking a Coffee Break!',
      'Too many requests. Please wait and try again.',
    ],
    ['D-25', create, new ApiError(503, { code: 'not_open' }), 'Server Taking a Coffee Break!', messages.notOpenYet],
    ['ERR-5, A-16', create, new ApiError(409, { message: 'Closed.' }), 'Missing Something!', 'Closed.'],
    ['ERR-13', create, new Error('odd'), 'Something Went Wrong!', messages.somethingWrong],
  ])('%s: a failing call shows its card, and the form is kept', async (_, key, error, title, message) => {
    const { fill, complete, card, button, links, completeButton } = open({
      [key]: () => {
        throw error;
      },
    });
    await fill('a@b.co', post('a'));
    await complete();
    expect(card()?.querySelector('h2')?.textContent).toBe(title);
    expect(card()?.textContent).toContain(message);
    await click(button('Try Again'));
    expect(completeButton().disabled).toBe(false);
    expect(links()[0]?.value).toBe(post('a'));
  });

  it('A-7: after a changed price, Try Again shows the new one', async () => {
    const { fill, complete, card, button, go } = open({
      [create]: () => {
        throw new ApiError(400, { code: 'price_changed' });
      },
    });
    await fill('a@b.co', post('a'));
    await complete();
    expect(card()?.textContent).toContain(messages.priceChanged);
    await click(button('Try Again'));
    expect(go).toHaveBeenCalledWith('/checkout');
  });

  it('ERR-10: a form that does not come is given up, and taken away when it comes after all', async () => {
    vi.useFakeTimers();
    const drawn = later<unknown>();
    const destroy = vi.fn();
    page.Stripe = () => stripeWith(() => drawn.promise);
    onTestFinished(() => {
      vi.useRealTimers();
      delete page.Stripe;
    });
    const { fill, complete, card, text, to } = open({
      [init]: () => ({ sessionId: 'SESSION1', library: stripeOfPage }),
    });
    await fill('a@b.co', post('a'));
    await complete();
    expect(text()).toContain('Preparing Your Payment');
    await act(async () => vi.advanceTimersByTimeAsync(30_000));
    expect(card()?.textContent).toContain(messages.paymentInitFailed);
    expect(to('POST /api/client-errors').map(({ input }) => input.body)).toEqual([
      { stage: 'payment_page', orderId: 'ORDER1', message: 'The form did not come.' },
    ]);
    await drawn.resolve({ mount: vi.fn(), destroy });
    expect(destroy).toHaveBeenCalledOnce();
    expect(card()).toBeDefined();
  });

  it('ERR-10: an exception of the library while it draws', async () => {
    page.Checkout = {
      configure: () => {
        throw new Error('no');
      },
      showEmbeddedPage: vi.fn(),
    };
    const { fill, complete, card, to } = open();
    await fill('a@b.co', post('a'));
    await complete();
    expect(card()?.textContent).toContain(messages.paymentInitFailed);
    // The sentence says that the team was notified: it is.
    expect(to('POST /api/client-errors').map(({ input }) => input.body)).toEqual([
      { stage: 'payment_configure', orderId: 'ORDER1', message: 'Error: no' },
    ]);
  });
});
