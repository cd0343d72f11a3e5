// Declined cards, refunds, and failures of the payment gateways, in English.
import { gatewayTitles, isGateway } from '../gateways.ts';
import type { TextForms, Words } from './forms.ts';

export function gatewayName(gateway: string): string {
  return isGateway(gateway) ? gatewayTitles[gateway] : gateway;
}

export const gatewayTexts = {
  decline_no_funds: 'The card does not have enough money.',
  decline_expired: 'The card has expired.',
  decline_without_reason: "The buyer's bank declined the card and gave no reason.",
  decline_no_answer: "The buyer's bank did not answer in time.",
  decline_bank_fault: "The bank's system had a fault.",
  decline_wrong_code: 'The security code of the card is wrong.',
  decline_wrong_address: 'The billing address does not match the card.',
  decline_wrong_address_and_code: 'The billing address and the security code do not match the card.',
  decline_authentication: 'The buyer did not pass the identity check of the card (3-D Secure).',
  decline_call_bank: 'The buyer has to call the bank first.',
  decline_blocked: 'A risk rule of the gateway blocked the payment.',
  decline_not_allowed: 'The card does not allow this kind of payment.',
  decline_unusable: 'The bank reports the card as lost, stolen or not usable.',
  decline_wrong_number: 'The card number is wrong.',
  decline_above_limit: 'The payment is above the limit of the card.',
  decline_gateway_fault: 'The gateway could not process the payment.',
  decline_refused: 'The bank refused the payment and gave no reason.',
  decline_wrong_pin: 'The PIN of the card is wrong.',
  decline_canceled: 'The buyer canceled the payment.',
  decline_too_many_tries: 'The buyer tried too often.',
  decline_wrong_expiry: 'The expiry date of the card is wrong.',
  decline_currency: 'The card does not support the currency.',

  refund_unreached: 'The gateway could not be reached. The store keeps trying.',
  gateway_session_refused: ({ result }: { result: string }) => `The gateway opened no session: result ${result}.`,
  refund_answer_lost: "The gateway's answer was lost. The store checks the refund again.",
  refund_not_made: 'The gateway did not make the refund.',
  refund_of_disputed: 'The payment was disputed before it was sent.',
  refund_refused_there: ({ answer }: { answer: Words }, { text }: TextForms) =>
    `The gateway refused it. ${text(answer)}`,

  gateway_silent: ({ codes }: { codes: string }) => `The gateway gave no answer (${codes}).`,
  gateway_answered: ({ answer }: { answer: string }) => `The gateway answered ${answer}.`,
  gateway_credentials_wrong: 'The gateway answered 401: the merchant id or the API password is wrong.',
  gateway_order_missing: 'The gateway answered without an order.',
  gateway_refund_missing: 'The gateway answered without a refund.',
  gateway_removed: ({ gateway }: { gateway: string }) => `The gateway ${gateway} is not configured any more.`,
  gateway_down: ({ gateway }: { gateway: string }) =>
    `${gatewayName(gateway)} does not answer. While another card method answers, new payments use that one.`,

  gateway_keys_missing: 'Enter the keys of this gateway first.',
  gateway_keys_unreadable: 'The saved keys cannot be read any more. Enter them again.',
  gateway_keys_untested: 'Test the keys first: a payment method is turned on after a successful test.',
  gateway_keys_failed: ({ problem }: { problem: Words }, { text }: TextForms) =>
    `The test of these keys failed, so they were not saved. ${text(problem)}`,
  gateway_keys_changed: 'Another owner changed this method meanwhile. Nothing was saved. Look at it again.',
  gateway_payments_watched: ({ payments }: { payments: number }, { count }: TextForms) =>
    `The store still watches ${count(payments)} ${payments === 1 ? 'payment' : 'payments'} of this gateway, and needs the keys of their account. Turn the method off. About three days after its last payment form was opened, the account can be changed and the keys can be removed.`,
  gateway_key_missing: 'Enter this key.',
  gateway_key_form: 'A key has no spaces and no special letters.',
  stripe_webhook_secret_form: 'The signing secret of the endpoint begins with whsec_. Two are separated by a comma.',
  gateway_key_test_needed: ({ heads }: { heads: string }) =>
    `This is a sandbox store: enter a test key, which begins with ${heads}.`,
  gateway_key_live_needed: ({ heads }: { heads: string }) =>
    `This is a live store: enter a live key, which begins with ${heads}.`,
  mpgs_live_in_sandbox: 'This is a sandbox store: enter a test merchant, whose ID begins with TEST.',
  mpgs_test_in_live: 'This is a live store: enter the merchant and the address for real payments, not those for tests.',
  limits_reversed: 'The maximum must not be below the minimum.',
  limit_decimals: 'Enter an amount with at most two decimals.',
  country_unknown: 'One of the countries is unknown.',

  stripe_answered: ({ answer }: { answer: string }) => `Stripe answered ${answer}.`,
  stripe_key_wrong: 'Stripe answered 401: the secret key is wrong.',
  stripe_failed: 'Stripe could not be understood.',
  stripe_unreadable: 'Stripe gave no answer that can be read.',
  stripe_shape_unknown: 'Stripe answered in an unknown shape.',
  stripe_list_too_long: 'Stripe has too long a list.',
  stripe_payment_missing: 'Stripe has no payment for this order.',
  stripe_payouts_right:
    'The Stripe key cannot read payouts. Give it read access to Payouts, Balance and Balance Transaction Sources.',
};
