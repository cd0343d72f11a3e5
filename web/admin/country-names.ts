// Localized country names. The store keeps English names.

const english = 'en';
const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

export const unknownCountry = 'Unknown';

/**
 * Names of before: `Intl.DisplayNames` of server and browser may be of different years, and rows keep the name that they
 * were stored with.
 */
const otherNames: Readonly<Record<string, string>> = {
  Turkey: 'TR',
  Türkiye: 'TR',
  'Czech Republic': 'CZ',
  Czechia: 'CZ',
  Macedonia: 'MK',
  'North Macedonia': 'MK',
  Swaziland: 'SZ',
  Eswatini: 'SZ',
  'Cabo Verde': 'CV',
  'Cape Verde': 'CV',
};

/** The localized name; the stored one when `Intl.DisplayNames` has no translation. */
export function countryName(stored: string, language: string): string {
  const code = codes().get(stored) ?? otherNames[stored];
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
