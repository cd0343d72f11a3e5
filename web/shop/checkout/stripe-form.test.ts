import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { textsOf } from '../texts/catalogue.ts';
import { showStripeForm } from './stripe-form.ts';
import type { ConfirmResult, StripeLibrary } from './stripe-library.ts';

const formOptions = {
  publishableKey: 'pk_test_1',
  clientSecret: 'cs_test_1_secret_2',
  place: '#payment-form',
  locale: 'en',
  texts: textsOf('en').checkout.island,
  buttonLook: '',
};
const events = () => ({ onComplete: vi.fn(), onError: vi.fn(), onStage: vi.fn() });
type Handler = (event: object) => void;
type Elements = { fonts: { family: string; src: string; weight: string }[] };
type Wallets = { applePay?: boolean; googlePay?: boolean; link?: boolean; amazonPay?: boolean };

beforeEach(() => {
  document.body.innerHTML = '<div id="payment-form"></div>';
});
afterEach(() => {
  document.body.innerHTML = '';
});

const one = <E extends Element = HTMLElement>(selector: string) => document.querySelector<E>(selector);
const button = () => one<HTMLButtonElement>('button[type=submit]');
const alert = () => one('[role=alert]:not([hidden])')?.textContent ?? null;
const isWalletShown = () => one('[role=group]:not([hidden])') !== null;

type Played = {
  email?: null;
  wallets?: Wallets | 'failing' | 'late';
  valid?: boolean;
  result?: () => Promise<ConfirmResult>;
};

/** The library of Stripe, with what it was given. */
function libraryWith({ email, wallets, valid = true, result = () => new Promise(() => {}) }: Played = {}) {
  const done: string[] = [];
  const fonts: Elements['fonts'] = [];
  const handlers: Record<string, Handler> = {};
  const confirm = vi.fn(result);
  const element = (name: string, onMount: () => void) => ({
    on: (event: string, handler: Handler) => {
      handlers[`${name} ${event}`] = handler;
    },
    mount: () => {
      done.push(`mount ${name}`);
      queueMicrotask(onMount);
    },
    destroy: () => void done.push(`destroy ${name}`),
  });
  const library = ((key: string, { locale }: { locale: string }) => ({
    initCheckoutElementsSdk: ({
      clientSecret,
      elementsOptions,
    }: {
      clientSecret: string;
      elementsOptions: Elements;
    }) => {
      done.push(`${key} ${locale} ${clientSecret}`);
      fonts.push(...elementsOptions.fonts);
      return {
        loadActions: async () => ({
          type: 'success',
          actions: {
            confirm,
            getSession: () => ({ email: email === null ? null : 'buyer@example.com' }),
            validateElements: async () => (valid ? { type: 'success' } : { type: 'error', error: { code: null } }),
          },
        }),
        createContactDetailsElement: () => element('contact', () => {}),
        createPaymentElement: () => element('card', () => handlers['card ready']?.({})),
        createExpressCheckoutElement: () =>
          element('wallets', () => {
            if (wallets === 'failing') handlers['wallets loaderror']?.({});
            else if (wallets !== 'late') handlers['wallets ready']?.({ availablePaymentMethods: wallets });
          }),
      };
    },
  })) as unknown as StripeLibrary;
  return { library, done, fonts, handlers, confirm };
}

async function show(played: Played = {}) {
  const made = libraryWith(played);
  const callbacks = events();
  const remove = await showStripeForm(made.library, { ...formOptions, ...callbacks });
  const pay = () => button()?.click();
  const walletPays = (event: object = {}) => made.handlers['wallets confirm']?.(event);
  return { ...made, ...callbacks, remove, pay, walletPays };
}

const declined: ConfirmResult = { type: 'error', error: { code: 'paymentFailed', message: 'Declined.' } };

describe('the form of Stripe', () => {
  it('PAY-8, PAY-9, A-23: is made of the session with the key of the shop, put into its place, taken away', async () => {
    const { done, remove } = await show();
    expect(done).toEqual(['pk_test_1 en cs_test_1_secret_2', 'mount wallets', 'mount card']);
    expect(button()?.textContent).toBe('Pay now');
    remove();
    expect(done.slice(3)).toEqual(['destroy wallets', 'destroy card']);
    expect(one('#payment-form')?.childElementCount).toBe(0);
  });

  it('rule 13: asks for the email where the store opened the session without one', async () => {
    const { done, remove } = await show({ email: null });
    expect(done.slice(1)).toEqual(['mount wallets', 'mount contact', 'mount card']);
    remove();
    expect(done.slice(4)).toEqual(['destroy wallets', 'destroy contact', 'destroy card']);
    expect(one('#payment-form')?.childElementCount).toBe(0);
  });

  it('CHK-13: has the typeface of the store where that is served by HTTPS, as the library demands', async () => {
    expect((await show()).fonts).toEqual([]);
    document.body.insertAdjacentHTML('beforeend', '<base href="https://store.example/checkout">');
    const { fonts } = await show();
    expect(fonts).toHaveLength(1);
    expect(fonts[0]).toMatchObject({ family: 'Figtree', weight: '300 900' });
    expect(fonts[0]?.src).toMatch(/^url\(https:\/\/store\.example\/.*figtree-latin-variable.*\.woff2\)$/);
  });

  it.each<[Wallets | 'failing' | undefined, boolean]>([
    [{ applePay: true }, true],
    [{ googlePay: true }, true],
    [{ link: true }, true],
    [{ applePay: false, googlePay: false, link: false, amazonPay: true }, false],
    [undefined, false],
    ['failing', false],
  ])('with %j of the library the wallets and their divider are there: %s', async (wallets, isShown) => {
    await show({ ...(wallets === undefined ? {} : { wallets }) });
    expect(isWalletShown()).toBe(isShown);
    expect(one('p:not([role]):not([hidden])')?.textContent === 'Or pay by card').toBe(isShown);
  });

  it('wallets that are late stay away, so that nothing moves', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const shown = show({ wallets: 'late' });
    await vi.advanceTimersByTimeAsync(4_000);
    const { handlers } = await shown;
    expect(isWalletShown()).toBe(false);
    handlers['wallets ready']?.({ availablePaymentMethods: { applePay: true } });
    await vi.advanceTimersByTimeAsync(0);
    expect(isWalletShown()).toBe(false);
  });

  it('a double tap, and a card beside an open wallet, confirm once', async () => {
    const { pay, walletPays, confirm } = await show({ wallets: { applePay: true } });
    const paymentFailed = vi.fn();
    walletPays();
    walletPays({ paymentFailed });
    pay();
    await expect.poll(() => paymentFailed).toHaveBeenCalledOnce();
    expect(confirm).toHaveBeenCalledOnce();
    expect(button()?.disabled).toBe(true);
  });

  it('a wallet confirms with its event, a card without', async () => {
    const first = await show({ wallets: { link: true } });
    const event = { expressPaymentType: 'link' };
    first.walletPays(event);
    expect(first.confirm).toHaveBeenCalledWith({ redirect: 'always', expressCheckoutConfirmEvent: event });
    first.remove();
    const second = await show();
    second.pay();
    await expect.poll(() => second.confirm).toHaveBeenCalledWith({ redirect: 'always' });
  });

  it.each(['card', 'wallet'])('a declined %s says so in the form, and the next try is possible', async (kind) => {
    const { pay, walletPays, confirm, onError } = await show({ result: async () => declined });
    const paymentFailed = vi.fn();
    if (kind === 'card') pay();
    else walletPays({ paymentFailed });
    await expect.poll(() => alert()).toBe('Your card was declined. Nothing was charged.');
    expect(paymentFailed).toHaveBeenCalledTimes(kind === 'card' ? 0 : 1);
    expect(button()?.disabled).toBe(false);
    pay();
    await expect.poll(() => confirm).toHaveBeenCalledTimes(2);
    expect(onError).not.toHaveBeenCalled();
  });

  it('fields that are not filled in are not sent', async () => {
    const { pay, confirm } = await show({ valid: false });
    pay();
    await expect.poll(() => button()?.disabled).toBe(false);
    expect(confirm).not.toHaveBeenCalled();
    expect(alert()).toBeNull();
  });

  it.each<[string, () => Promise<ConfirmResult>]>([
    ['an error without a decline', async () => ({ type: 'error', error: { code: null, message: 'Odd.' } })],
    ['an exception', () => Promise.reject(new Error('Odd.'))],
  ])('A-24: after %s the store asks the gateway, because it may be paid', async (_, result) => {
    const { pay, onError } = await show({ result });
    pay();
    await expect.poll(() => onError).toHaveBeenCalledOnce();
    expect(String(onError.mock.calls[0]?.[0])).toContain('Odd.');
    expect(button()?.disabled).toBe(true);
  });

  it('a payment without a redirect goes to the result', async () => {
    const { walletPays, onComplete } = await show({ result: async () => ({ type: 'success' }) });
    walletPays();
    await expect.poll(() => onComplete).toHaveBeenCalledOnce();
  });

  it('a session of the version before has its own form', async () => {
    const form = { mount: vi.fn(), destroy: vi.fn() };
    const library = (() => ({
      initCheckoutElementsSdk: () => ({ loadActions: async () => ({ type: 'error', error: {} }) }),
      createEmbeddedCheckoutPage: async () => form,
    })) as unknown as StripeLibrary;
    const remove = await showStripeForm(library, { ...formOptions, ...events() });
    expect(form.mount).toHaveBeenCalledWith('#payment-form');
    remove();
    expect(form.destroy).toHaveBeenCalledOnce();
  });

  const failing = () => {
    throw new Error('no');
  };
  it.each([
    ['payment_configure', failing],
    ['payment_configure', () => ({ initCheckoutElementsSdk: failing })],
    [
      'payment_page',
      () => ({
        initCheckoutElementsSdk: () => ({
          loadActions: async () => ({ type: 'success', actions: {} }),
          createExpressCheckoutElement: failing,
        }),
      }),
    ],
  ] as unknown as [string, StripeLibrary][])('ERR-10: a failure at %s is reported as such', async (stage, broken) => {
    const callbacks = events();
    await expect(showStripeForm(broken, { ...formOptions, ...callbacks })).rejects.toThrow('no');
    expect(callbacks.onStage).toHaveBeenLastCalledWith(stage);
  });
});
