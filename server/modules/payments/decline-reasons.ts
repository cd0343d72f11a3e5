// Plain English sentences for the gateways' decline codes, shown on an order's payment card. Pure.

const noFunds = 'The card does not have enough money.';
const expired = 'The card has expired.';
const declined = "The buyer's bank declined the card and gave no reason.";
const noAnswer = "The buyer's bank did not answer in time.";
const bankFault = "The bank's system had a fault.";
const wrongCode = 'The security code of the card is wrong.';
const wrongAddress = 'The billing address does not match the card.';
const authentication = 'The buyer did not pass the identity check of the card (3-D Secure).';
const callBank = 'The buyer has to call the bank first.';
const blocked = 'A risk rule of the gateway blocked the payment.';
const notAllowed = 'The card does not allow this kind of payment.';
const stolen = 'The bank reports the card as lost, stolen or not usable.';
const wrongNumber = 'The card number is wrong.';
const limit = 'The payment is above the limit of the card.';
const gatewayFault = 'The gateway could not process the payment.';

/** Keyed by the code in lower case. First Mastercard Gateway (`response.gatewayCode`), then Stripe. */
const sentences: ReadonlyMap<string, string> = new Map([
  ['declined', declined],
  ['declined_do_not_contact', declined],
  ['do_not_proceed', blocked],
  ['expired_card', expired],
  ['insufficient_funds', noFunds],
  ['timed_out', noAnswer],
  ['acquirer_system_error', bankFault],
  ['unspecified_failure', 'The bank refused the payment and gave no reason.'],
  ['system_error', gatewayFault],
  ['declined_avs', wrongAddress],
  ['declined_csc', wrongCode],
  ['declined_avs_csc', 'The billing address and the security code do not match the card.'],
  ['declined_payment_plan', notAllowed],
  ['declined_invalid_pin', 'The PIN of the card is wrong.'],
  ['referred', callBank],
  ['blocked', blocked],
  ['cancelled', 'The buyer canceled the payment.'],
  ['aborted', 'The buyer canceled the payment.'],
  ['authentication_failed', authentication],
  ['not_supported', notAllowed],
  ['exceeded_retry_limit', 'The buyer tried too often.'],

  ['card_declined', declined],
  ['generic_decline', declined],
  ['do_not_honor', declined],
  ['no_action_taken', declined],
  ['try_again_later', declined],
  ['call_issuer', callBank],
  ['issuer_not_available', noAnswer],
  ['incorrect_cvc', wrongCode],
  ['invalid_cvc', wrongCode],
  ['incorrect_number', wrongNumber],
  ['invalid_number', wrongNumber],
  ['incorrect_zip', wrongAddress],
  ['incorrect_address', wrongAddress],
  ['invalid_expiry_month', 'The expiry date of the card is wrong.'],
  ['invalid_expiry_year', 'The expiry date of the card is wrong.'],
  ['lost_card', stolen],
  ['stolen_card', stolen],
  ['pickup_card', stolen],
  ['restricted_card', stolen],
  ['fraudulent', blocked],
  ['highest_risk_level', blocked],
  ['elevated_risk_level', blocked],
  ['rule', blocked],
  ['merchant_blacklist', blocked],
  ['authentication_required', authentication],
  ['authentication_not_handled', authentication],
  ['card_not_supported', notAllowed],
  ['transaction_not_allowed', notAllowed],
  ['service_not_allowed', notAllowed],
  ['currency_not_supported', 'The card does not support the currency.'],
  ['card_velocity_exceeded', limit],
  ['withdrawal_count_limit_exceeded', limit],
  ['processing_error', gatewayFault],
]);

/** One sentence; null for an unknown code. */
export function declineReason(code: string): string | null {
  return sentences.get(code.toLowerCase()) ?? null;
}
