// Localized country names. The store keeps English names.

import { otherCountryNames } from '../../contract/other-country-names.ts';

const english = 'en';
const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

export const unknownCountry = 'Unknown';

/** The localized name; the stored one when `Intl.DisplayNames` has no translation. */
export function countryName(stored: string, language: string): string {
  const code = codes().get(stored) ?? otherCountryNames[stored];
  return (code && namesIn(language).of(code)) || stored;
}

/** `stored` ends with the country; a city may precede it. */
export function placeName(stored: string, language: string): string {
  const at = stored.lastIndexOf(', ') + 1;
  const lead = at === 0 ? '' : stored.slice(0, at + 1);
  return `${lead}${countryName(stored.slice(lead.length), language)}`;
}

let codesByName: Map<string, string> | null = null;

function codes(): Map<string, string> {
  codesByName ??= readCodes();
  return codesByName;
}

function readCodes(): Map<string, string> {
  const names = namesIn(english);
  const all = letters.flatMap((first) => letters.map((second) => `${first}${second}`));
  return new Map(all.flatMap((code): [string, string][] => (names.of(code) ? [[names.of(code) ?? '', code]] : [])));
}

const namesByLanguage = new Map<string, Intl.DisplayNames>();

function namesIn(language: string): Intl.DisplayNames {
  const known = namesByLanguage.get(language);
  if (known) return known;
  const names = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' });
  namesByLanguage.set(language, names);
  return names;
}
