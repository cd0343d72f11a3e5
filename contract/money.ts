// Money as integer cents: formatting and conversion. It contains no prices.
import { defaultLanguage, type Language, languageTags } from './languages.ts';

/** Converts cents to dollars with two decimals for the API: 3000 -> 30. A number, never a string. */
export function dollarsFromCents(amountCents: number): number {
  return amountCents / 100;
}

/** Converts a dollar amount of the API to cents. Null unless it is a finite number with at most two decimals. */
export function centsFromDollars(amount: number): number | null {
  if (!Number.isFinite(amount)) return null;
  const amountCents = Math.round(amount * 100);
  return Math.abs(amount * 100 - amountCents) < 1e-6 && Number.isSafeInteger(amountCents) ? amountCents : null;
}

/** The language of amounts and counts where none is given. Only the admin's pages change it. */
let amountLanguage: Language = defaultLanguage;

export function setAmountLanguage(lang: Language): void {
  amountLanguage = lang;
}

/** Shown before negative amounts and percentages. Files and the API have the ASCII hyphen. */
export const minusSign = '\u2212';

/** A number as text, with the sign that is shown. */
export function withMinusSign(text: string): string {
  return text.replace('-', minusSign);
}

const usdFormats: Partial<Record<Language, Intl.NumberFormat>> = {};

/** "$1,234.56"; in Portuguese "US$ 1.234,56" with a no-break space. A minus stands before the symbol. */
export function formatUsd(amountCents: number, lang: Language = amountLanguage): string {
  // Kept, because making one takes longer than formatting.
  usdFormats[lang] ??= new Intl.NumberFormat(languageTags[lang], { style: 'currency', currency: 'USD' });
  return withMinusSign(usdFormats[lang].format(amountCents / 100));
}

/** 1000000 -> "1,000,000", in Portuguese "1.000.000". Whole numbers only. */
export function formatCount(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, amountLanguage === defaultLanguage ? ',' : '.');
}

/** 12.34 -> "12.3", in Portuguese "12,3". Without a sign for thousands. */
export function formatDecimal(value: number, digits = 1): string {
  const text = withMinusSign(value.toFixed(digits));
  return amountLanguage === defaultLanguage ? text : text.replace('.', ',');
}

/** "30.00": the decimal string for card gateways. */
export function decimalFromCents(amountCents: number): string {
  return `${Math.floor(amountCents / 100)}.${String(amountCents % 100).padStart(2, '0')}`;
}
