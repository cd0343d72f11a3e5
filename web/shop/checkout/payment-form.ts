// Chooses the library for the form of a session, by the response of the store.
import type { PaymentLibrary } from '../../../contract/payments.ts';
import { awaitPaymentLibrary, paymentFormId, showPaymentForm } from './payment-library.ts';
import { showStripeForm } from './stripe-form.ts';

export type PaymentSession = {
  sessionId: string;
  /** None: Hosted Checkout, at the address that came with the page. */
  library?: PaymentLibrary | undefined;
};

/** Puts the form into `#payment-form`; the answer takes it away. */
export type ShowForm = () => Promise<() => void>;

/** Waits for the library of a session. Throws CheckoutStop, as does its result. */
export async function readyForm({ sessionId, library }: PaymentSession, hostedUrl: string): Promise<ShowForm> {
  if (!library) {
    const hosted = await awaitPaymentLibrary(hostedUrl, 'Checkout');
    return async () => {
      await showPaymentForm(hosted, sessionId);
      return () => {};
    };
  }
  return forms[library.name](library, sessionId);
}

/** The form of each library. One without a form does not compile. */
const forms: Record<PaymentLibrary['name'], (library: PaymentLibrary, sessionId: string) => Promise<ShowForm>> = {
  stripe: async ({ url, publishableKey }, sessionId) => {
    const stripe = await awaitPaymentLibrary(url, 'Stripe');
    return () => showStripeForm(stripe, { publishableKey, clientSecret: sessionId, place: `#${paymentFormId}` });
  },
};
