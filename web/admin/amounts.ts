// Amounts and counts in the language of the admin's texts.
import { defaultLanguage, type Language } from '../../contract/languages.ts';
import { formatUsd as formatUsdIn } from '../../contract/money.ts';
import { minusSign } from '../../contract/numbers.ts';

let language: Language = defaultLanguage;

export function setAmountLanguage(lang: Language): void {
  language = lang;
}

/** "$1,234.56"; in Portuguese "US$ 1.234,56" with a no-break space. */
export function formatUsd(amountCents: number): string {
  return formatUsdIn(amountCents, language);
}

/** 1000000 -> "1,000,000", in Portuguese "1.000.000". Whole numbers only. */
export function formatCount(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, language === defaultLanguage ? ',' : '.');
}

export function hasDecimalComma(): boolean {
  return language !== defaultLanguage;
}

/** 12.34 -> "12.3", in Portuguese "12,3". Without a sign for thousands. */
export function formatDecimal(value: number, digits = 1): string {
  const text = withMinusSign(value.toFixed(digits));
  return hasDecimalComma() ? text.replace('.', ',') : text;
}

/** 8.25 -> "8.25%", in Portuguese "8,25%". At most two decimals. */
export function formatPercentage(percent: number): string {
  return `${formatDecimal(percent, Number.isInteger(percent) ? 0 : 2)}%`;
}

/** All decimals of a number, up to eight: 0.18 -> "0.18", in Portuguese "0,18". */
export function formatPlainDecimal(value: number): string {
  const text = value.toFixed(8).replace(/\.?0+$/, '');
  return hasDecimalComma() ? text.replace('.', ',') : text;
}

/** A number as text, with the sign that is shown. */
export function withMinusSign(text: string): string {
  return text.replace('-', minusSign);
}
