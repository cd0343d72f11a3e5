// The English sentences of the checkout's error card.
import { errors } from '../../../contract/errors.ts';
import { messages } from '../../../contract/messages.ts';
import { reasonTexts } from '../../../contract/refusal-reasons.ts';
import type { CheckoutFailureCode } from '../checkout/failure-codes.ts';

export const enCheckoutFailures = {
  email_required: reasonTexts.email_required,
  email_invalid: reasonTexts.email_invalid,
  link_invalid: reasonTexts.link_invalid,
  link_empty: reasonTexts.link_empty,
  link_duplicate: reasonTexts.link_duplicate,
  link_missing: reasonTexts.link_missing,
  link_without_post: reasonTexts.link_without_post,
  link_unreadable: reasonTexts.link_unreadable,
  too_many_links: reasonTexts.too_many_links,
  quantity_not_for_sale: reasonTexts.quantity_not_for_sale,
  too_many_tries: reasonTexts.too_many_tries,
  price_changed: errors.price_changed.message,
  gateway_unavailable: errors.gateway_unavailable.message,
  gateway_refused: errors.gateway_refused.message,
  not_open: errors.not_open.message,
  rate_limited: errors.rate_limited.message,
  unavailable: errors.unavailable.message,
  in_flight: errors.in_flight.message,
  library_missing: messages.paymentLibraryMissing,
  form_failed: messages.paymentInitFailed,
  form_timed_out: 'The card form timed out. Please try again.',
  card_declined: 'Your card was declined. Nothing was charged.',
  order_email_missing: 'Enter the email that you ordered with.',
  wrong_order_email: 'This order was placed with another email.',
  order_not_created: messages.orderServerError,
  offline: messages.networkError,
  unknown: messages.somethingWrong,
} as const satisfies Record<CheckoutFailureCode, string>;
