// What the gateways' decline codes mean, shown on an order's payment card. Pure.
import { type CodeWithoutParams, type StoreMessage, storeMessage } from '../../../contract/store-messages.ts';

type DeclineReason = Extract<CodeWithoutParams, `decline_${string}`>;

/** Keyed by the code in lower case. First Mastercard Gateway (`response.gatewayCode`), then Stripe. */
const reasons: ReadonlyMap<string, DeclineReason> = new Map([
  ['declined', 'decline_without_reason'],
  ['declined_do_not_contact', 'decline_without_reason'],
  ['do_not_proceed', 'decline_blocked'],
  ['expired_card', 'decline_expired'],
  ['insufficient_funds', 'decline_no_funds'],
  ['timed_out', 'decline_no_answer'],
  ['acquirer_system_error', 'decline_bank_fault'],
  ['unspecified_failure', 'decline_refused'],
  ['system_error', 'decline_gateway_fault'],
  ['declined_avs', 'decline_wrong_address'],
  ['declined_csc', 'decline_wrong_code'],
  ['declined_avs_csc', 'decline_wrong_address_and_code'],
  ['declined_payment_plan', 'decline_not_allowed'],
  ['declined_invalid_pin', 'decline_wrong_pin'],
  ['referred', 'decline_call_bank'],
  ['blocked', 'decline_blocked'],
  ['cancelled', 'decline_canceled'],
  ['aborted', 'decline_canceled'],
  ['authentication_failed', 'decline_authentication'],
  ['not_supported', 'decline_not_allowed'],
  ['exceeded_retry_limit', 'decline_too_many_tries'],

  ['card_declined', 'decline_without_reason'],
  ['generic_decline', 'decline_without_reason'],
  ['do_not_honor', 'decline_without_reason'],
  ['no_action_taken', 'decline_without_reason'],
  ['try_again_later', 'decline_without_reason'],
  ['call_issuer', 'decline_call_bank'],
  ['issuer_not_available', 'decline_no_answer'],
  ['incorrect_cvc', 'decline_wrong_code'],
  ['invalid_cvc', 'decline_wrong_code'],
  ['incorrect_number', 'decline_wrong_number'],
  ['invalid_number', 'decline_wrong_number'],
  ['incorrect_zip', 'decline_wrong_address'],
  ['incorrect_address', 'decline_wrong_address'],
  ['invalid_expiry_month', 'decline_wrong_expiry'],
  ['invalid_expiry_year', 'decline_wrong_expiry'],
  ['lost_card', 'decline_unusable'],
  ['stolen_card', 'decline_unusable'],
  ['pickup_card', 'decline_unusable'],
  ['restricted_card', 'decline_unusable'],
  ['fraudulent', 'decline_blocked'],
  ['highest_risk_level', 'decline_blocked'],
  ['elevated_risk_level', 'decline_blocked'],
  ['rule', 'decline_blocked'],
  ['merchant_blacklist', 'decline_blocked'],
  ['authentication_required', 'decline_authentication'],
  ['authentication_not_handled', 'decline_authentication'],
  ['card_not_supported', 'decline_not_allowed'],
  ['transaction_not_allowed', 'decline_not_allowed'],
  ['service_not_allowed', 'decline_not_allowed'],
  ['currency_not_supported', 'decline_currency'],
  ['card_velocity_exceeded', 'decline_above_limit'],
  ['withdrawal_count_limit_exceeded', 'decline_above_limit'],
  ['processing_error', 'decline_gateway_fault'],
]);

/** Null for an unknown code. */
export function declineReason(code: string): StoreMessage | null {
  const reason = reasons.get(code.toLowerCase());
  return reason === undefined ? null : storeMessage(reason);
}

/** The codes that have a reason, in lower case. */
export const declineCodes: readonly string[] = [...reasons.keys()];
