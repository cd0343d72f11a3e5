// The buttons of Apple Pay, Google Pay and Link, above the card form. Only a device that has one of them sees them.
import type { ConfirmEvent, StripeCheckout, StripeElement } from './stripe-library.ts';

const options = {
  buttonHeight: 48,
  buttonType: { applePay: 'plain', googlePay: 'plain' },
  layout: { maxColumns: 2, maxRows: 2, overflow: 'never' },
  paymentMethods: { amazonPay: 'never', klarna: 'never', paypal: 'never' },
};

export type WalletButtons = {
  element: StripeElement;
  /** True when the library shows at least one button. Perhaps never settles. */
  isOffered: Promise<boolean>;
};

export function mountWallets(
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
