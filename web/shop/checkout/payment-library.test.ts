import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CheckoutStop } from './failure.ts';
import {
  awaitPaymentLibrary,
  listenToPayment,
  loadPaymentLibrary,
  type PaymentLibrary,
  showPaymentForm,
} from './payment-library.ts';
import type { StripeLibrary } from './stripe-library.ts';

const url = 'https://gateway.example/checkout.min.js';
const page = window as Window & { Checkout?: PaymentLibrary; Stripe?: StripeLibrary };
const library: PaymentLibrary = { configure: () => {}, showEmbeddedPage: () => {} };
const script = () => document.getElementById('payment-library') as HTMLScriptElement;

beforeEach(() => {
  vi.useFakeTimers();
  // Appended scripts are not fetched here: what the network would do is played by hand.
  vi.spyOn(document.head, 'append').mockImplementation((node) => {
    document.body.append(Object.assign(document.createElement('div'), { id: (node as Element).id }));
    const stand = document.getElementById('payment-library') as HTMLElement;
    Object.assign(stand.dataset, (node as HTMLElement).dataset);
    stand.setAttribute('src', (node as HTMLScriptElement).src);
    stand.addEventListener('error', () => {
      stand.dataset.failed = 'true';
    });
    stand.addEventListener('load', () => {
      stand.dataset.loaded = 'true';
    });
  });
});

afterEach(() => {
  delete page.Checkout;
  delete page.Stripe;
  document.body.innerHTML = '';
  vi.restoreAllMocks();
  vi.useRealTimers();
});

describe('waiting for the library', () => {
  it('PAY-10: finds it at a later try', async () => {
    const waiting = awaitPaymentLibrary(url, 'Checkout');
    await vi.advanceTimersByTimeAsync(1900);
    page.Checkout = library;
    await vi.advanceTimersByTimeAsync(100);
    expect(await waiting).toBe(library);
  });

  it('PAY-11, ERR-9: gives up after 10 tries of 200 ms', async () => {
    const failed = vi.fn();
    awaitPaymentLibrary(url, 'Checkout').catch(failed);
    await vi.advanceTimersByTimeAsync(1999);
    expect(failed).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(failed).toHaveBeenCalledOnce();
    const stop: CheckoutStop = failed.mock.calls[0]?.[0];
    expect(stop).toBeInstanceOf(CheckoutStop);
    expect(stop.failure).toEqual({ type: 'payment', code: 'library_missing' });
  });

  it('PAY-11: a script that came without the library is asked for again, one on its way is waited for', async () => {
    awaitPaymentLibrary(url, 'Checkout').catch(() => {});
    const first = script();
    await vi.advanceTimersByTimeAsync(2000);
    awaitPaymentLibrary(url, 'Checkout').catch(() => {});
    expect(script()).toBe(first);
    first.dispatchEvent(new Event('load'));
    await vi.advanceTimersByTimeAsync(2000);
    awaitPaymentLibrary(url, 'Checkout').catch(() => {});
    expect(script()).not.toBe(first);
  });

  it('A-23: takes the library that the session needs, and replaces the script of another gateway', async () => {
    page.Checkout = library;
    const waiting = awaitPaymentLibrary('https://other.example/stripe.js', 'Stripe');
    expect(script().getAttribute('src')).toBe('https://other.example/stripe.js');
    delete page.Checkout;
    const hosted = awaitPaymentLibrary(url, 'Checkout');
    expect(document.querySelectorAll('#payment-library')).toHaveLength(1);
    expect(script().getAttribute('src')).toBe(url);
    const stripe = vi.fn() as unknown as StripeLibrary;
    page.Stripe = stripe;
    page.Checkout = library;
    await vi.advanceTimersByTimeAsync(200);
    expect(await waiting).toBe(stripe);
    expect(await hosted).toBe(library);
  });

  it('goes on as soon as the script has loaded, without waiting for the next try', async () => {
    const waiting = awaitPaymentLibrary(url, 'Checkout');
    page.Checkout = library;
    script().dispatchEvent(new Event('load'));
    expect(await waiting).toBe(library);
  });

  it('PAY-10, PAY-11: a script that cannot be loaded is asked for at each of the 10 tries, then it is given up', async () => {
    const failed = vi.fn();
    awaitPaymentLibrary(url, 'Checkout').catch(failed);
    const loaded = new Set<HTMLElement>();
    for (let n = 0; n < 10; n += 1) {
      expect(failed).not.toHaveBeenCalled();
      expect(document.querySelectorAll('#payment-library')).toHaveLength(1);
      loaded.add(script());
      script().dispatchEvent(new Event('error'));
      await vi.advanceTimersByTimeAsync(200);
    }
    expect(loaded.size).toBe(10);
    expect(failed.mock.calls[0]?.[0]).toBeInstanceOf(CheckoutStop);
  });

  it('PAY-10: a script that fails once and then loads brings the library', async () => {
    const waiting = awaitPaymentLibrary(url, 'Checkout');
    script().dispatchEvent(new Event('error'));
    await vi.advanceTimersByTimeAsync(200);
    page.Checkout = library;
    script().dispatchEvent(new Event('load'));
    expect(await waiting).toBe(library);
  });

  it('A-23: names the functions that the library calls, and loads the script once', () => {
    loadPaymentLibrary(url);
    loadPaymentLibrary(url);
    expect(document.querySelectorAll('#payment-library')).toHaveLength(1);
    expect(script().getAttribute('src')).toBe(url);
    expect({ ...script().dataset }).toEqual({
      complete: 'onPaymentComplete',
      error: 'onPaymentError',
      timeout: 'onPaymentTimeout',
    });
  });
});

describe('showing the form', () => {
  it('PAY-8, PAY-9: forgets the old session, configures the new one, then shows the form', async () => {
    const done: string[] = [];
    for (const key of ['sessionId', 'embedContainer', 'merchantState'])
      sessionStorage.setItem(`HostedCheckout_${key}`, 'x');
    sessionStorage.setItem('orderInProgress', 'kept');
    const spy: PaymentLibrary = {
      configure: (options) => done.push(`${JSON.stringify(options)} with ${sessionStorage.length} kept`),
      showEmbeddedPage: (target) => done.push(`${target} as ${place.className}`),
    };
    const place = document.body.appendChild(document.createElement('div'));
    place.id = 'payment-form';
    await showPaymentForm(spy, 'SESSION1');
    // Only the frame of Hosted Checkout has to be given a height.
    expect(done).toEqual(['{"session":{"id":"SESSION1"}} with 1 kept', '#payment-form as hosted']);
    place.remove();
    sessionStorage.clear();
  });

  it('PAY-8: shows the form where the browser blocks storage', async () => {
    vi.spyOn(window, 'sessionStorage', 'get').mockImplementation(() => {
      throw new DOMException('Access is denied.', 'SecurityError');
    });
    const configure = vi.fn();
    await showPaymentForm({ ...library, configure }, 'SESSION1');
    expect(configure).toHaveBeenCalledWith({ session: { id: 'SESSION1' } });
  });

  it.each([
    [
      'configure',
      {
        ...library,
        configure: () => {
          throw new Error('no');
        },
      },
    ],
    ['showEmbeddedPage', { ...library, showEmbeddedPage: () => Promise.reject(new Error('no')) }],
  ])('ERR-10: %s fails', async (_, broken) => {
    const stop = await showPaymentForm(broken, 'S').catch((error: unknown) => error);
    expect(stop).toMatchObject({ failure: { type: 'payment', code: 'form_failed' } });
  });
});

describe('what the library reports', () => {
  it.each([
    ['two values', ['IND1', 'v1'], 'IND1'],
    ['one object', [{ resultIndicator: 'IND2', sessionVersion: 'v1' }], 'IND2'],
    ['nothing', [], undefined],
  ])('A-23: completion is reported by %s', (_, given, indicator) => {
    const onComplete = vi.fn();
    const release = listenToPayment({ onComplete, onError: () => {}, onTimeout: () => {} });
    (window as unknown as Record<string, (...args: unknown[]) => void>).onPaymentComplete?.(...given);
    expect(onComplete).toHaveBeenCalledWith(indicator);
    release();
    expect('onPaymentComplete' in window).toBe(false);
  });
});
