// Each failure that the checkout has a sentence for. The sentences are in `texts/`, one file a language.

export const checkoutFailureCodes = [
  // Reasons of refusals.
  'email_required',
  'email_invalid',
  'email_refused',
  'link_invalid',
  'link_empty',
  'link_duplicate',
  'link_missing',
  'link_without_post',
  'link_unreadable',
  'too_many_links',
  'quantity_not_for_sale',
  'too_many_tries',
  // Codes of refusals.
  'price_changed',
  'gateway_unavailable',
  'gateway_refused',
  'not_open',
  'checkout_paused',
  'category_paused',
  'card_declines',
  'rate_limited',
  'unavailable',
  'in_flight',
  'method_unavailable',
  // Failures that the page finds itself.
  'library_missing',
  'form_failed',
  'form_timed_out',
  'card_declined',
  'order_email_missing',
  'wrong_order_email',
  'order_not_created',
  'offline',
  'unknown',
] as const;

export type CheckoutFailureCode = (typeof checkoutFailureCodes)[number];

export function isCheckoutFailureCode(code: unknown): code is CheckoutFailureCode {
  return checkoutFailureCodes.some((known) => known === code);
}
