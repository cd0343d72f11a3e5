// The test cards of Stripe, with three of the sandbox's own: slow, lost and processing.
export type CardResult = 'succeeds' | 'declines' | 'requires_action' | 'processing' | 'lost' | 'slow' | 'disputed';

interface TestCard {
  number: string;
  label: string;
  result: CardResult;
  /** The code of the bank. */
  reason?: string;
}

export const TEST_CARDS: readonly TestCard[] = [
  { number: '4242424242424242', label: 'paid', result: 'succeeds' },
  { number: '5555555555554444', label: 'paid', result: 'succeeds' },
  { number: '4000002500003155', label: '3-D Secure step', result: 'requires_action' },
  { number: '4000000000000002', label: 'declined', result: 'declines', reason: 'generic_decline' },
  { number: '4000000000009995', label: 'insufficient funds', result: 'declines', reason: 'insufficient_funds' },
  { number: '4000000000009987', label: 'lost card', result: 'declines', reason: 'lost_card' },
  { number: '4000000000000069', label: 'expired card', result: 'declines', reason: 'expired_card' },
  { number: '4000000000000127', label: 'wrong security code', result: 'declines', reason: 'incorrect_cvc' },
  { number: '4000000000000119', label: 'processing error', result: 'declines', reason: 'processing_error' },
  { number: '4000000000005001', label: 'paid after 8 seconds', result: 'slow' },
  { number: '4000000000006009', label: 'paid, and the answer is lost', result: 'lost' },
  { number: '4000000000007007', label: 'in doubt, until "finish"', result: 'processing' },
  { number: '4000000000000259', label: 'paid, and disputed 20 seconds later', result: 'disputed' },
];

/** Other numbers are paid. */
export function findCard(typed: string): {
  card: { brand: string; last4: string };
  result: CardResult;
  reason?: string;
} {
  const number = typed.replace(/\D/g, '');
  const { result = 'succeeds', reason } = TEST_CARDS.find((card) => card.number === number) ?? {};
  const brand = number.startsWith('4') ? 'visa' : number.startsWith('5') ? 'mastercard' : 'unknown';
  return { card: { brand, last4: number.slice(-4) }, result, reason };
}
