// Stripe's form: creates it with a session's secret, places it, removes it. Its library redirects a payer who has paid
// to the result.
import type { ClientErrorStage } from '../../../contract/client-errors.ts';
import { CheckoutStop, payment } from './failure.ts';

type StripeForm = { mount(place: string): void; destroy(): void };

/** As much of `window.Stripe` as is used. */
export type StripeLibrary = (publishableKey: string) => {
  createEmbeddedCheckoutPage(options: { fetchClientSecret: () => Promise<string> }): Promise<StripeForm>;
};

/**
 * Shows the form in the element `place`; the returned function removes it. Throws CheckoutStop for every error of the
 * library.
 */
export async function showStripeForm(
  library: StripeLibrary,
  { publishableKey, clientSecret, place }: { publishableKey: string; clientSecret: string; place: string },
): Promise<() => void> {
  let stage: ClientErrorStage = 'payment_configure';
  try {
    const form = await library(publishableKey).createEmbeddedCheckoutPage({
      fetchClientSecret: async () => clientSecret,
    });
    stage = 'payment_page';
    form.mount(place);
    // The library allows one at a time: the next one fails until this is gone.
    return () => form.destroy();
  } catch (cause) {
    throw new CheckoutStop(payment('form_failed'), cause, stage);
  }
}
