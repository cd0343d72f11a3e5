// The place of the card form: a part of the document that React never draws (`payment-panel.tsx`). What fails in the live
// part, and is mounted again, leaves the form and the card in it alone.
export const paymentPanelId = 'payment';
export const paymentTitleId = 'payment-title';

export function showPaymentPlace(isShown: boolean): void {
  document.getElementById(paymentPanelId)?.toggleAttribute('hidden', !isShown);
}

/** The buyer can act: the focus and the view start at the form. */
export function showPaymentTitle(): void {
  document.getElementById(paymentTitleId)?.focus({ preventScroll: true });
  window.scrollTo?.({ top: 0 });
}
