// Stripe's form: wallets, card fields and the button that pays. Loaded with a session of Stripe only. Its library
// redirects a payer who has paid to the result.
import type { ClientErrorStage } from '../../../contract/client-errors.ts';
import figtree from '../../ui/fonts/figtree-latin-variable.woff2?url';
import type { CheckoutTexts } from './checkout-texts.ts';
import type { PaymentCallbacks } from './payment-library.ts';
import type {
  ConfirmEvent,
  Stripe,
  StripeActions,
  StripeCheckout,
  StripeElement,
  StripeLibrary,
} from './stripe-library.ts';

/** All that it needs of the page, so that it is one file of its own. */
export type StripeForm = Pick<PaymentCallbacks, 'onComplete' | 'onError'> & {
  publishableKey: string;
  clientSecret: string;
  place: string;
  locale: string;
  texts: CheckoutTexts['texts'];
  /** The classes of the main button. */
  buttonLook: string;
  onStage: (stage: ClientErrorStage) => void;
};

/** Wallets that are not there so long after the card stay away: nothing moves under the buyer's finger. */
const walletsLimitMs = 4_000;
/** The fields have the colors of the page; a form of the gateway stands on white. */
const ownGround = 'bg-transparent!';
/** Its own height, once the overlay goes: the place for a form of the gateway is higher. */
const ownHeight = 'min-h-0!';
const line = 'before:flex-1 before:border-t before:border-hairline after:flex-1 after:border-t after:border-hairline';
/** Cards only: the wallets have buttons of their own. */
const cardOptions = { layout: 'tabs', wallets: { applePay: 'never', googlePay: 'never', link: 'never' } };

/** Shows the form in the element `place`; the returned function removes it. Rejects with every error of the library. */
export async function showStripeForm(library: StripeLibrary, form: StripeForm): Promise<() => void> {
  const { publishableKey, clientSecret, locale, onStage } = form;
  onStage('payment_configure');
  const stripe = library(publishableKey, { locale });
  const elementsOptions = { appearance: appearance(), fonts: fonts() };
  const checkout = stripe.initCheckoutElementsSdk({ clientSecret, elementsOptions });
  const loaded = await checkout.loadActions();
  onStage('payment_page');
  return loaded.type === 'error' ? showEmbeddedPage(stripe, form) : drawFields(checkout, loaded.actions, form);
}

/** A session that was opened before the update has this form, for the half hour that it lives. */
async function showEmbeddedPage(stripe: Stripe, { clientSecret, place }: StripeForm): Promise<() => void> {
  const form = await stripe.createEmbeddedCheckoutPage({ fetchClientSecret: async () => clientSecret });
  form.mount(place);
  return () => form.destroy();
}

async function drawFields(
  checkout: StripeCheckout,
  actions: StripeActions,
  { place, texts, buttonLook, onComplete, onError }: StripeForm,
): Promise<() => void> {
  const host = document.querySelector(place) as Element;
  const walletPlace = make('div', 'min-h-12', { role: 'group', 'aria-label': texts.wallets });
  const divider = make('p', `my-5 flex items-center gap-3 text-sm text-muted ${line}`, {}, texts.orCard);
  const cardPlace = make('div', '');
  const notice = make('p', 'mt-4 rounded-card bg-red-soft p-3 font-medium text-red-ink', { role: 'alert' });
  const button = make('button', `mt-5 ${buttonLook}`, { type: 'submit' }, texts.payNow);
  const form = make('form', 'p-4 sm:p-5', { novalidate: '' });
  form.append(walletPlace, divider, cardPlace, notice, button);
  notice.hidden = true;
  host.classList.add(ownGround);
  host.append(form);

  // One at a time: a double tap, or a card beside an open wallet, is no second payment.
  let isBusy = false;
  async function confirm(event?: ConfirmEvent): Promise<void> {
    if (isBusy) return event?.paymentFailed?.({ reason: 'fail' });
    setBusy(true);
    notice.hidden = true;
    try {
      // The fields show what is missing.
      if (!event && (await actions.validateElements()).type === 'error') return setBusy(false);
      const result = await actions.confirm({
        redirect: 'always',
        ...(event ? { expressCheckoutConfirmEvent: event } : {}),
      });
      if (result.type === 'success') return onComplete(undefined);
      event?.paymentFailed?.({ reason: 'fail' });
      if (result.error.code !== 'paymentFailed') return onError(result.error.message ?? 'The payment failed.');
      notice.textContent = texts.failures.card_declined;
      notice.hidden = false;
      setBusy(false);
    } catch (error) {
      // The payment may have gone through: the store asks the gateway.
      onError(error);
    }
  }
  function setBusy(busy: boolean): void {
    isBusy = busy;
    button.toggleAttribute('disabled', busy);
    button.toggleAttribute('aria-busy', busy);
    button.textContent = busy ? texts.checking : texts.payNow;
  }
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    confirm();
  });

  const wallets = mountWallets(checkout, walletPlace, confirm);
  // The store opened the session without the email, because Stripe refused it.
  const contact = actions.getSession().email === null ? checkout.createContactDetailsElement() : null;
  if (contact) {
    const contactPlace = make('div', 'mb-4');
    cardPlace.before(contactPlace);
    contact.mount(contactPlace);
  }
  const card = checkout.createPaymentElement(cardOptions);
  const cardReady = new Promise<void>((resolve, reject) => {
    card.on('ready', () => resolve());
    card.on('loaderror', ({ error }) => reject(error));
  });
  card.mount(cardPlace);
  function remove(): void {
    wallets.element.destroy();
    contact?.destroy();
    card.destroy();
    form.remove();
    host.classList.remove(ownGround, ownHeight);
  }
  try {
    // Both under the overlay: what the buyer sees first stays where it is.
    await cardReady;
    const tooLate = new Promise<false>((resolve) => setTimeout(resolve, walletsLimitMs, false));
    const isOffered = await Promise.race([wallets.isOffered, tooLate]);
    walletPlace.hidden = divider.hidden = !isOffered;
    host.classList.add(ownHeight);
    return remove;
  } catch (error) {
    remove();
    throw error;
  }
}

function make<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  className: string,
  attributes: Record<string, string> = {},
  text = '',
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  made.className = className;
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.textContent = text;
  return made;
}

/** Colors, radius and typeface of the store, in the theme of the page. */
function appearance(): object {
  const style = getComputedStyle(document.documentElement);
  const token = (name: string) => style.getPropertyValue(`--${name}`).trim();
  return {
    theme: style.colorScheme.includes('dark') ? 'night' : 'stripe',
    variables: {
      fontFamily: 'Figtree, system-ui, sans-serif',
      borderRadius: token('radius'),
      colorPrimary: token('brand'),
      colorBackground: token('surface'),
      colorText: token('ink'),
      colorTextSecondary: token('muted'),
      colorTextPlaceholder: token('muted'),
      colorDanger: token('red'),
    },
  };
}

/** The file of the typeface, for the frames of Stripe. Its library refuses a file that HTTPS does not serve. */
function fonts(): object[] {
  const { href, protocol } = new URL(figtree, document.baseURI);
  return protocol === 'https:' ? [{ family: 'Figtree', src: `url(${href})`, weight: '300 900' }] : [];
}

// The buttons of Apple Pay, Google Pay and Link, above the card form. Shown only on devices that support one of them.

const options = {
  buttonHeight: 48,
  buttonType: { applePay: 'plain', googlePay: 'plain' },
  layout: { maxColumns: 2, maxRows: 2, overflow: 'never' },
  paymentMethods: { amazonPay: 'never', klarna: 'never', paypal: 'never' },
};

type WalletButtons = {
  element: StripeElement;
  /** True when the library shows at least one button. May never settle. */
  isOffered: Promise<boolean>;
};

function mountWallets(
  checkout: StripeCheckout,
  place: Element,
  onConfirm: (event: ConfirmEvent) => void,
): WalletButtons {
  const element = checkout.createExpressCheckoutElement(options);
  const isOffered = new Promise<boolean>((resolve) => {
    element.on('ready', ({ availablePaymentMethods: found }) => {
      resolve(Boolean(found?.applePay || found?.googlePay || found?.link));
    });
    element.on('loaderror', () => resolve(false));
  });
  element.on('confirm', onConfirm);
  element.mount(place);
  return { element, isOffered };
}
