// Test cards and the effect of each expiry date. Card numbers are validated here; only brand and last 4 are stored.

export interface CardInput {
  number: string;
  expiry: string;
  csc: string;
  holder: string;
}

export interface CardShown {
  brand: string;
  last4: string;
}

export interface CardOutcome {
  result: 'SUCCESS' | 'FAILURE' | 'UNKNOWN';
  gatewayCode: string;
  label: string;
  message: string;
}

export const TEST_CARDS = [
  { brand: 'Mastercard', number: '5123450000000008' },
  { brand: 'Mastercard', number: '2223000000000007' },
  { brand: 'Mastercard', number: '5111111111111118' },
  { brand: 'Visa', number: '4508750015741019' },
  { brand: 'Visa', number: '4012000033330026' },
] as const;

export const RETRY = 'No money was taken. Check the details or try another card.';

export const EXPIRY_OUTCOMES: Readonly<Record<string, CardOutcome>> = {
  '01/39': { result: 'SUCCESS', gatewayCode: 'APPROVED', label: 'approved', message: 'Payment approved.' },
  '05/39': {
    result: 'FAILURE',
    gatewayCode: 'DECLINED',
    label: 'declined',
    message: `Your card was declined. ${RETRY}`,
  },
  '04/27': {
    result: 'FAILURE',
    gatewayCode: 'EXPIRED_CARD',
    label: 'expired card',
    message: `This card has expired. ${RETRY}`,
  },
  '08/28': {
    result: 'FAILURE',
    gatewayCode: 'TIMED_OUT',
    label: 'timed out',
    message: `Your bank did not answer in time. ${RETRY}`,
  },
  '01/37': {
    result: 'FAILURE',
    gatewayCode: 'ACQUIRER_SYSTEM_ERROR',
    label: 'acquirer error',
    message: `The bank's system had a fault. ${RETRY}`,
  },
  '02/37': {
    result: 'FAILURE',
    gatewayCode: 'UNSPECIFIED_FAILURE',
    label: 'unspecified failure',
    message: `The payment did not go through. ${RETRY}`,
  },
  '05/37': {
    result: 'UNKNOWN',
    gatewayCode: 'UNKNOWN',
    label: 'unknown',
    message: 'Your bank has not answered yet.',
  },
};

export type CardField = keyof CardInput;

/** Form errors by field; empty for a valid form. */
export function checkCard(card: CardInput): Partial<Record<CardField, string>> {
  const wrong: Partial<Record<CardField, string>> = {};
  const digits = card.number.replace(/[\s-]/g, '');
  if (!/^\d{12,19}$/.test(digits) || !passesLuhn(digits)) wrong.number = 'Check the card number.';
  if (!/^(0[1-9]|1[0-2])\/\d{2}$/.test(card.expiry)) wrong.expiry = 'Enter the date as MM/YY.';
  else if (!EXPIRY_OUTCOMES[card.expiry]) wrong.expiry = 'Use a test date, for example 01/39.';
  if (!/^\d{3,4}$/.test(card.csc)) wrong.csc = 'Enter the 3 or 4 digits.';
  if (card.holder.trim().length < 2 || card.holder.length > 120) wrong.holder = 'Enter the name on the card.';
  return wrong;
}

export function describeCard(number: string): CardShown {
  const digits = number.replace(/\D/g, '');
  return { brand: detectBrand(digits), last4: digits.slice(-4) };
}

export const cscResult = (csc: string) => (csc === '102' ? 'NO_MATCH' : csc === '100' ? 'MATCH' : 'NOT_PROCESSED');

function detectBrand(digits: string): string {
  if (/^4/.test(digits)) return 'VISA';
  if (/^(5[1-5]|2[2-7])/.test(digits)) return 'MASTERCARD';
  if (/^3[47]/.test(digits)) return 'AMEX';
  return 'UNKNOWN';
}

function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let at = 0; at < digits.length; at += 1) {
    const digit = Number(digits[digits.length - 1 - at]);
    const doubled = at % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}
