// Countries that are stored under a name of before.

/**
 * Names of before: `Intl.DisplayNames` of server and browser may be of different years, and rows keep the name that they
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
