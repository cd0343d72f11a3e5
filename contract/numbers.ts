// How numbers are shown in a language. Home loads it: `number-inputs.ts` reads what people type.
import { type Language, numberForms } from './languages.ts';

/** "1,234" or "12.5"; in Portuguese "1.234" and "12,5". */
export function countText(count: number, lang: Language): string {
  return numberText(String(count), lang);
}

/** The same of digits with a decimal point: "1234.50" -> "1,234.50". */
export function numberText(digits: string, lang: Language): string {
  const { group, groupedFrom, decimal } = numberForms[lang];
  const [whole = '', fraction] = digits.split('.');
  const short = whole.replace('-', '').length < groupedFrom;
  const grouped = short ? whole : whole.replace(/\B(?=(\d{3})+$)/g, group);
  return fraction ? grouped + decimal + fraction : grouped;
}

/** Shown before negative amounts and percentages. Files and the API have the ASCII hyphen. */
export const minusSign = '\u2212';
