// Money as integer cents: formatting and conversion. It contains no prices.

import { defaultLanguage, type Language, numberForms } from './languages.ts';
import { minusSign, numberText } from './numbers.ts';

/** Converts cents to dollars with two decimals for the API: 3000 -> 30. A number, never a string. */
export function dollarsFromCents(amountCents: number): number {
  return amountCents / 100;
}

/** "$1,234.56"; in Portuguese "US$ 1.234,56" with a no-break space. A minus stands before the symbol. */
export function formatUsd(amountCents: number, lang: Language = defaultLanguage): string {
  const [before, after] = numberForms[lang].usd;
  const amount = numberText((Math.abs(amountCents) / 100).toFixed(2), lang);
  return `${amountCents < 0 ? minusSign : ''}${before}${amount}${after}`;
}

/** "30.00": the decimal string for card gateways. */
export function decimalFromCents(amountCents: number): string {
  return `${Math.floor(amountCents / 100)}.${String(amountCents % 100).padStart(2, '0')}`;
}
