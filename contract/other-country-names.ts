// Former names of countries, which older rows contain.

/**
 * Former names by country. `Intl.DisplayNames` differs between versions of Node and browsers, and rows keep the name that they
 * were stored with.
 */
export const otherCountryNames: Readonly<Record<string, string>> = {
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
