import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { messages } from '../../../contract/messages.ts';
import type { Language } from '../../../contract/pages.ts';
import { ApiError } from '../../api.ts';
import { type Call, click, draw, fakeApi, later, pageData, submit, type } from '../../testing.tsx';
import { pageOf } from '../testing.tsx';
import { sentencesOf, textsOf } from '../texts/catalogue.ts';
import CheckoutIsland from './checkout-island.tsx';
import type { PaymentLibrary } from './payment-library.ts';

const create = 'POST /api/create-order';
const init = 'POST /api/bigpay/init-session';
const confirm = 'POST /api/orders/{id}/confirm-payment';
const post = (name: string) => `https://www.instagram.com/p/${name}/`;
const page = window as unknown as { Checkout?: PaymentLibrary } & Record<string, unknown>;

function open(answers: Record<string, (call: Call) => unknown> = {}, lang: Language = 'en') {
  const fake = fakeApi({
    [create]: () => ({ status: 'success', orderId: 'ORDER1' }),
    [init]: () => ({ sessionId: 'SESSION1' }),
    ...answers,
  });
  const go = vi.fn();
  const data = pageData('checkout', { lang });
  const words = { lang, texts: textsOf(lang).checkout.island, sentences: sentencesOf(lang) };
  const island = (
    <CheckoutIsland
      words={words}
      prices={data.store.prices}
      libraryUrl="https://gateway.example/c.js"
      api={fake.api}
      go={go}
    />
  );
  const screen = draw(pageOf(data, island));
  const links = () => screen.all<HTMLInputElement>('input[id^=post-]');
  const fill = async (email: string, ...given: string[]) => {
    await type(screen.one('#email'), email);
    for (let at = links().length; at < given.length; at += 1) await click(screen.button(/^\+ Ad/));
    for (const [at, link] of given.entries()) await type(links()[at] as Element, link);
  };
  const complete = () => submit(screen.one('form'));
  const card = () => screen.all('[role=alert]')[0];
  return { ...fake, ...screen, go, links, fill, complete, card, completeButton: () => screen.button('Complete Order') };
}

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
  page.Checkout = { configure: vi.fn(), showEmbeddedPage: vi.fn() };
});
afterEach(() => {
  delete page.Checkout;
});

describe('the form', () => {
  it('CHK-1, CHK-2, CHK-8, CHK-9, CHK-12, CHK-25, A-6: a direct visit starts with 500 likes and one empty field', () => {
    const { links, one, text } = open();
    expect(one<HTMLInputElement>('#email').value).toBe('');
    expect(links().map(({ value }) => value)).toEqual(['']);
    expect(text()).toContain('Package500 likes');
    expect(text()).toContain('Posts1');
    expect(one('[data-testid=total]').textContent).toBe('$3.00');
  });

  it('HOME-17: takes over what was chosen, and what was typed before a reload', () => {
    const kept = { category: 'Views', quantity: 100_000, email: 'a@b.co', posts: [post('a'), post('b')] };
    sessionStorage.setItem('orderInProgress', JSON.stringify(kept));
    const { links, one, text } = open();
    expect(text()).toContain('100,000 views');
    expect(one('[data-testid=total]').textContent).toBe('$420.00');
    expect(one<HTMLInputElement>('#email').value).toBe('a@b.co');
    expect(links().map(({ value }) => value)).toEqual([post('a'), post('b')]);
  });

  it('CHK-3..6, A-18: fields are added up to five and removed down to one', async () => {
    const { links, button, all } = open();
    expect(all('button[aria-label^=Remove]')).toHaveLength(0);
    for (const shown of ['(1/5)', '(2/5)', '(3/5)', '(4/5)']) await click(button(`+ Add Another Post ${shown}`));
    expect(links()).toHaveLength(5);
    expect(button('+ Add Another Post (5/5)').disabled).toBe(true);
    await type(links()[1] as Element, post('second'));
    await click(button('Remove post URL 1'));
    expect(links().map(({ value }) => value)).toEqual([post('second'), '', '', '']);
    for (let left = 4; left > 1; left -= 1) await click(button(`Remove post URL ${left}`));
    expect(all('button[aria-label^=Remove]')).toHaveLength(0);
  });

  it('CHK-7, CHK-21, A-17: each field repeats the rule, red only while it is broken', async () => {
    const { fill, links, text } = open();
    await fill('', '', 'https://example.com/');
    expect(text().split(messages.linkHelp)).toHaveLength(3);
    expect(links().map((link) => link.getAttribute('aria-invalid'))).toEqual([null, 'true']);
  });

  it('A-11: a link that is hardly a post gets a hint and is not refused', async () => {
    const { fill, text, complete, card } = open();
    await fill('a@b.co', 'https://www.instagram.com/someone');
    expect(text()).toContain(messages.linkHint);
    await complete();
    expect(card()).toBeUndefined();
  });

  it('CHK-10, CHK-11: the share of each post shows with more than one post, rounded down', async () => {
    const { button, text } = open();
    expect(text()).not.toContain('Per post');
    await click(button(/^\+ Add/));
    await click(button(/^\+ Add/));
    expect(text()).toContain('Per post166 likes each');
  });
});

describe('the rules', () => {
  it.each([
    ['CHK-18: no e-mail', ' ', [post('a')], messages.emailRequired],
    ['CHK-19: an invalid link', 'a@b.co', ['http://www.instagram.com/p/a'], messages.linkInvalid],
    ['CHK-22: an empty link', 'a@b.co', [post('a'), ''], messages.linkEmpty],
    ['A-12: the same post twice', 'a@b.co', [post('a'), `${post('a')}?igsh=1`], messages.linkDuplicate],
    ['CHK-23: an e-mail without a dot', 'a@b', [post('a')], messages.emailInvalid],
    ['CHK-17: the first broken rule, of several', '', ['nonsense'], messages.emailRequired],
    ['CHK-17: links before the form of the e-mail', 'a', ['nonsense'], messages.linkInvalid],
  ])('%s', async (_, email, links, message) => {
    const { fill, complete, card, calls } = open();
    await fill(email, ...links);
    await complete();
    expect(card()?.querySelector('h2')?.textContent).toBe('Missing Something!');
    expect(card()?.textContent).toContain(message);
    expect(calls).toEqual([]);
  });

  it('ERR-1..5, CHK-16: the card has tips, holds the button, and Try Again only dismisses it', async () => {
    const { complete, card, button, completeButton, calls } = open();
    await complete();
    expect(card()?.querySelectorAll('li').length).toBeGreaterThanOrEqual(2);
    expect(completeButton().disabled).toBe(true);
    await complete();
    await click(button('Try Again'));
    expect(card()).toBeUndefined();
    expect(completeButton().disabled).toBe(false);
    expect(calls).toEqual([]);
  });
});

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

  it('the way back asks for the payment first and keeps the form and the order', async () => {
    const { fill, complete, button, one, links, go, to } = open({
      [confirm]: () => ({ status: 'pending', order: {} }),
    });
    await fill('a@b.co', post('a'));
    await complete();
    one('#payment-form').append(document.createElement('p'));
    await click(button('Back to your details'));
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
    await click(button('Back to your details'));
    expect(go).toHaveBeenCalledWith('/success?orderId=ORDER1');
  });

  it('A-23: a session of Stripe is shown by its own library, and taken away on the way back', async () => {
    const form = { mount: vi.fn(), destroy: vi.fn() };
    const createEmbeddedCheckoutPage = vi.fn(async (_: { fetchClientSecret: () => Promise<string> }) => form);
    const stripe = vi.fn(() => ({ createEmbeddedCheckoutPage }));
    page.Stripe = stripe;
    const { fill, complete, button, go } = open({
      [init]: () => ({
        sessionId: 'cs_1_secret_2',
        library: { name: 'stripe', url: 'https://js.stripe.example/stripe.js', publishableKey: 'pk_test_1' },
      }),
      [confirm]: () => ({ status: 'pending', order: {} }),
    });
    await fill('a@b.co', post('a'));
    await complete();
    expect(stripe).toHaveBeenCalledWith('pk_test_1');
    await expect(createEmbeddedCheckoutPage.mock.calls[0]?.[0].fetchClientSecret()).resolves.toBe('cs_1_secret_2');
    expect(form.mount).toHaveBeenCalledWith('#payment-form');
    expect(form.destroy).not.toHaveBeenCalled();
    await click(button('Back to your details'));
    expect(form.destroy).toHaveBeenCalledOnce();
    await complete();
    expect(form.mount).toHaveBeenCalledTimes(2);
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
    [
      'D-25',
      create,
      new ApiError(503, { message: messages.notOpenYet }),
      'Server Taking a Coffee Break!',
      messages.notOpenYet,
    ],
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
        throw new ApiError(400, { message: messages.priceChanged });
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
    page.Stripe = () => ({ createEmbeddedCheckoutPage: () => drawn.promise });
    onTestFinished(() => {
      vi.useRealTimers();
      delete page.Stripe;
    });
    const library = { name: 'stripe', url: 'https://js.stripe.example/stripe.js', publishableKey: 'pk_test_1' };
    const { fill, complete, card, text, to } = open({
      [init]: () => ({ sessionId: 'SESSION1', library }),
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

describe('in Portuguese', () => {
  it.each([
    ['', [post('a')], 'Precisamos do seu e-mail para enviar novidades sobre o seu pedido!'],
    ['a@b.co', ['nonsense'], 'Informe links válidos do Instagram.'],
    ['a@b.co', [''], 'Preencha todos os links das publicações ou remova os campos vazios!'],
    ['a@b', [post('a')], 'Informe um e-mail válido (como voce@exemplo.com.br)'],
  ])('D-27: a broken rule is told in Portuguese (%j, %j)', async (email, links, message) => {
    const { fill, complete, card } = open({}, 'pt');
    await fill(email, ...links);
    await complete();
    expect(card()?.querySelector('h2')?.textContent).toBe('Faltou alguma coisa!');
    expect(card()?.textContent).toContain(message);
  });

  it('D-27: a sentence of the store that the page knows is translated, any other is shown as it came', async () => {
    const said = ['Too many requests. Please wait and try again.', 'Something nobody translated.'];
    const shown: (string | undefined)[] = [];
    for (const message of said) {
      const refuse = () => {
        throw new ApiError(429, { message });
      };
      const { fill, complete, card } = open({ [create]: refuse }, 'pt');
      await fill('a@b.co', post('a'));
      await complete();
      shown.push(card()?.querySelector('p')?.textContent);
    }
    expect(shown).toEqual(['Muitas tentativas seguidas. Espere um pouco e tente novamente.', said[1]]);
  });

  it('D-27: buying in a language remembers it, and the result is in it', async () => {
    const { fill, complete, go } = open({}, 'pt');
    await fill('a@b.co', post('a'));
    await complete();
    await act(async () => (page.onPaymentComplete as (a: unknown) => void)('IND'));
    expect(go).toHaveBeenCalledWith('/pt/success?orderId=ORDER1&resultIndicator=IND');
    expect(localStorage.getItem('language')).toBe('pt');
  });
});

it('A-80: the terms and the refund rules are one step away', () => {
  const { link } = open();
  expect(link('terms').getAttribute('href')).toBe('/terms');
  expect(link('refund rules').getAttribute('href')).toBe('/refunds');
});
