// The gateway's browser library: loads it, waits for it, shows the form of Hosted Checkout.
import type { ClientErrorStage } from '../../../contract/client-errors.ts';
import type { CheckoutTexts } from './checkout-texts.ts';
import { CheckoutStop, payment } from './failure.ts';
import type { StripeLibrary } from './stripe-library.ts';

export type PaymentLibrary = {
  configure(options: { session: { id: string } }): unknown;
  showEmbeddedPage(target: string): unknown;
};

export type PaymentCallbacks = {
  onComplete: (resultIndicator: string | undefined) => void;
  onError: (error: unknown) => void;
  onTimeout: () => void;
};

/** For a form that the page draws itself. */
export type FormEvents = Pick<PaymentCallbacks, 'onComplete' | 'onError'> & {
  words: CheckoutTexts;
  /** The buyer chooses a method; none: chooses anew. */
  onMethod: (method?: string) => void;
};

/** Puts the form into `#payment-form`; the answer takes it away. */
export type ShowForm = (events: FormEvents) => Promise<() => void>;

/** By the names under which they are found in the window. */
type Libraries = { Checkout: PaymentLibrary; Stripe: StripeLibrary };

type PaymentWindow = Window &
  Partial<Libraries> & {
    onPaymentComplete?: (first?: unknown) => void;
    onPaymentError?: (error?: unknown) => void;
    onPaymentTimeout?: () => void;
  };

export const paymentFormId = 'payment-form';
const scriptId = 'payment-library';
const retryMs = 200;
const tries = 10;
/** The library's memory of an earlier attempt, which would reopen the old session. */
const rememberedKeys = ['HostedCheckout_sessionId', 'HostedCheckout_embedContainer', 'HostedCheckout_merchantState'];

/**
 * Starts loading the library, unless it is there or on its way. A script that failed, that was still without the library
 * when the waiting ended, or that is of another gateway, is replaced by a new one.
 */
export function loadPaymentLibrary(libraryUrl: string, name?: keyof Libraries): void {
  const page = window as PaymentWindow;
  if (name ? page[name] : (page.Checkout ?? page.Stripe)) return;
  const present = document.getElementById(scriptId);
  if (present && present.dataset.failed !== 'true' && present.getAttribute('src') === libraryUrl) return;
  present?.remove();
  const script = document.createElement('script');
  script.id = scriptId;
  script.src = libraryUrl;
  script.async = true;
  // Hosted Checkout calls these by name.
  script.dataset.complete = 'onPaymentComplete';
  script.dataset.error = 'onPaymentError';
  script.dataset.timeout = 'onPaymentTimeout';
  script.addEventListener('error', () => {
    script.dataset.failed = 'true';
  });
  script.addEventListener('load', () => {
    script.dataset.loaded = 'true';
  });
  document.head.append(script);
}

/** Gives the library's callbacks their names; the returned function takes them back. */
export function listenToPayment({ onComplete, onError, onTimeout }: PaymentCallbacks): () => void {
  const page = window as PaymentWindow;
  page.onPaymentComplete = (first) => onComplete(indicatorOf(first));
  page.onPaymentError = onError;
  page.onPaymentTimeout = onTimeout;
  return () => {
    delete page.onPaymentComplete;
    delete page.onPaymentError;
    delete page.onPaymentTimeout;
  };
}

/** Waits up to 10 x 200 ms for the library. A script that fails to load is requested again at each try. */
export function awaitPaymentLibrary<N extends keyof Libraries>(libraryUrl: string, name: N): Promise<Libraries[N]> {
  return new Promise((resolve, reject) => {
    let tried = 0;
    let timer: ReturnType<typeof setTimeout> | undefined;

    function look(): void {
      clearTimeout(timer);
      const library: Libraries[N] | undefined = (window as Partial<Libraries>)[name];
      if (library) {
        end(() => resolve(library));
      } else if (tried < tries) {
        tried += 1;
        loadPaymentLibrary(libraryUrl, name);
        timer = setTimeout(look, retryMs);
      } else {
        const script = document.getElementById(scriptId);
        // One that is still on its way may yet arrive.
        if (script?.dataset.loaded === 'true') script.dataset.failed = 'true';
        end(() => reject(new CheckoutStop(payment('library_missing'), undefined, 'payment_library')));
      }
    }
    /** Goes on as soon as the script is there. */
    function onLoad(event: Event): void {
      if ((event.target as Element | null)?.id === scriptId && (window as Partial<Libraries>)[name]) look();
    }
    function end(settle: () => void): void {
      document.removeEventListener('load', onLoad, true);
      settle();
    }
    document.addEventListener('load', onLoad, true);
    look();
  });
}

/**
 * Shows the card form of a session in the element `#payment-form`. Throws CheckoutStop for every error of the library.
 */
export async function showPaymentForm(library: PaymentLibrary, sessionId: string): Promise<void> {
  let stage: ClientErrorStage = 'payment_configure';
  try {
    forgetOldSession();
    await library.configure({ session: { id: sessionId } });
    document.getElementById(paymentFormId)?.classList.add('hosted');
    stage = 'payment_page';
    await library.showEmbeddedPage(`#${paymentFormId}`);
  } catch (cause) {
    throw new CheckoutStop(payment('form_failed'), cause, stage);
  }
}

function forgetOldSession(): void {
  try {
    for (const key of rememberedKeys) sessionStorage.removeItem(key);
  } catch {
    // Blocked storage has no old session.
  }
}

/** `complete` gets the indicator and the version either as two values or as one object. */
function indicatorOf(first: unknown): string | undefined {
  if (typeof first === 'string') return first;
  const { resultIndicator } = (first ?? {}) as { resultIndicator?: unknown };
  return typeof resultIndicator === 'string' ? resultIndicator : undefined;
}
