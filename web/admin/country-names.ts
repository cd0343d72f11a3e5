// Localized country names. The store keeps English names.

import { findCountryCode } from '../../contract/country-codes.ts';

export const unknownCountry = 'Unknown';

/** The localized name; the stored one when `Intl.DisplayNames` has no translation. */
export function countryName(stored: string, language: string): string {
  const code = findCountryCode(stored);
  return (code && countryOfCode(code, language)) || stored;
}

export function countryOfCode(code: string, language: string): string {
  return namesIn(language).of(code) ?? code;
}

/** `stored` ends with the country; a city may precede it. */
export function placeName(stored: string, language: string): string {
  const at = stored.lastIndexOf(', ') + 1;
  const lead = at === 0 ? '' : stored.slice(0, at + 1);
  return `${lead}${countryName(stored.slice(lead.length), language)}`;
}

const namesByLanguage = new Map<string, Intl.DisplayNames>();

function namesIn(language: string): Intl.DisplayNames {
  const known = namesByLanguage.get(language);
  if (known) return known;
  const names = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' });
  namesByLanguage.set(language, names);
  return names;
}
