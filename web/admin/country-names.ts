// Names of countries in the language of a screen. The store keeps the English ones.

const english = 'en';
const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

export const unknownCountry = 'Unknown';

/** The name in the language; the stored one where it is no country that the browser knows. */
export function countryName(stored: string, language: string): string {
  const code = codes().get(stored);
  return (code && namesIn(language).of(code)) || stored;
}

/** The country stands last, after the city where that is known. */
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
