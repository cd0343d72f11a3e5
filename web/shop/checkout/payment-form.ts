// Chooses the library for the form of a session, by the response of the store.
import type { ClientErrorStage } from '../../../contract/client-errors.ts';
import { languageTags } from '../../../contract/languages.ts';
import type { PaymentLibrary } from '../../../contract/payments.ts';
import { lookOf } from '../../ui/link-button.tsx';
import type { OfferedMethod } from './checkout-texts.ts';
import { CheckoutStop, payment } from './failure.ts';
import { awaitPaymentLibrary, paymentFormId, type ShowForm, showPaymentForm } from './payment-library.ts';

type OpenSession = {
  sessionId: string;
  /** None: Hosted Checkout, at the address that came with the page. */
  library?: PaymentLibrary | undefined;
  /** Its method was chosen among several. */
  isChosen?: boolean;
};

/** With several methods, their choice comes before the session. */
export type PaymentSession = OpenSession | { methods: readonly OfferedMethod[] };

/** Waits for the library of a session. Throws CheckoutStop, as does its result. */
export async function readyForm(session: PaymentSession, hostedUrl: string): Promise<ShowForm> {
  // On demand: with one method there is no choice.
  const loadChoice = () => import('./method-choice.ts').catch(stopAt('payment_library'));
  if ('methods' in session) return (await loadChoice()).showMethods(session.methods);
  const show = await formOf(session, hostedUrl);
  return session.isChosen ? (await loadChoice()).besideOthers(show) : show;
}

function stopAt(stage: ClientErrorStage) {
  return (cause: unknown): never => {
    throw new CheckoutStop(payment('form_failed'), cause, stage);
  };
}

async function formOf({ sessionId, library }: OpenSession, hostedUrl: string): Promise<ShowForm> {
  if (library) return forms[library.name](library, sessionId);
  const hosted = await awaitPaymentLibrary(hostedUrl, 'Checkout');
  return async () => {
    await showPaymentForm(hosted, sessionId);
    return () => document.getElementById(paymentFormId)?.classList.remove('hosted');
  };
}

/** The form of each library. One without a form does not compile. */
const forms: Record<PaymentLibrary['name'], (library: PaymentLibrary, sessionId: string) => Promise<ShowForm>> = {
  stripe: async ({ url, publishableKey }, sessionId) => {
    // On demand: only a session of Stripe needs it.
    const code = import('./stripe-form.ts').catch(stopAt('payment_library'));
    const [library, { showStripeForm }] = await Promise.all([awaitPaymentLibrary(url, 'Stripe'), code]);
    return ({ words, ...events }) => {
      let stage: ClientErrorStage = 'payment_configure';
      const form = {
        ...events,
        publishableKey,
        clientSecret: sessionId,
        place: `#${paymentFormId}`,
        locale: languageTags[words.lang],
        texts: words.texts,
        buttonLook: lookOf({ variant: 'primary', size: 'lg', wide: true }),
        onStage: (reached: ClientErrorStage) => {
          stage = reached;
        },
      };
      return showStripeForm(library, form).catch((cause: unknown) => stopAt(stage)(cause));
    };
  },
};
