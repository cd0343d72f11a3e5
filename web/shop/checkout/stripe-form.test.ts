import { describe, expect, it, vi } from 'vitest';
import { type StripeLibrary, showStripeForm } from './stripe-form.ts';

const session = { publishableKey: 'pk_test_1', clientSecret: 'cs_test_1_secret_2', place: '#payment-form' };

function libraryWith(form: { mount?: () => void } = {}) {
  const done: string[] = [];
  const made = { mount: (place: string) => void done.push(`mount ${place}`), destroy: () => void done.push('destroy') };
  const library: StripeLibrary = (key) => ({
    createEmbeddedCheckoutPage: async ({ fetchClientSecret }) => {
      done.push(`${key} ${await fetchClientSecret()}`);
      return { ...made, ...form };
    },
  });
  return { library, done };
}

describe('the form of Stripe', () => {
  it('PAY-8, PAY-9, A-23: is made of the session with the key of the shop, put into its place, taken away', async () => {
    const { library, done } = libraryWith();
    const takeAway = await showStripeForm(library, session);
    expect(done).toEqual(['pk_test_1 cs_test_1_secret_2', 'mount #payment-form']);
    takeAway();
    expect(done.at(-1)).toBe('destroy');
  });

  const failing = vi.fn(() => {
    throw new Error('no');
  });
  it.each([
    ['payment_configure', failing],
    ['payment_configure', () => ({ createEmbeddedCheckoutPage: () => Promise.reject(new Error('no')) })],
    ['payment_page', libraryWith({ mount: failing }).library],
  ] as [string, StripeLibrary][])('ERR-10: what fails at %s is told as such', async (stage, broken) => {
    const stop = await showStripeForm(broken, session).catch((error: unknown) => error);
    expect(stop).toMatchObject({ stage, failure: { type: 'payment', code: 'form_failed' } });
  });
});
