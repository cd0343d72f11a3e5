import { describe, expect, it, vi } from 'vitest';
import { countryName, placeName } from './country-names.ts';

/** ISO 3166-1 alpha-2. */
const isoCodes =
  `AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ
  DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO
  JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU
  NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV
  TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW`.match(/[A-Z]{2}/g) ?? [];
const names = (language: string) => new Intl.DisplayNames(language, { type: 'region', fallback: 'none' });

describe('a country', () => {
  it.each(['en', 'pt-BR'])('has a name in %s for every code', (language) => {
    expect(isoCodes).toHaveLength(249);
    for (const code of isoCodes) {
      const stored = names('en').of(code) ?? '';
      expect(countryName(stored, language)).toBe(names(language).of(code));
      expect(placeName(`City, X, ${stored}`, language)).toBe(`City, X, ${names(language).of(code)}`);
    }
  });

  it.each([
    ['Turkey', 'Turquia'],
    ['Türkiye', 'Turquia'],
    ['Swaziland', 'Essuatíni'],
    ['Czech Republic', 'Tchéquia'],
    ['Macedonia', 'Macedônia do Norte'],
  ])('that was stored as %s is %s', (stored, portuguese) => {
    expect(countryName(stored, 'pt-BR')).toBe(portuguese);
  });

  it('is translated when the browser has another English name for it', async () => {
    const { of: read } = Intl.DisplayNames.prototype;
    vi.spyOn(Intl.DisplayNames.prototype, 'of').mockImplementation(function (this: Intl.DisplayNames, code) {
      const name = read.call(this, code);
      return name === 'Türkiye' ? 'Turkey' : name;
    });
    vi.resetModules();
    const older = await import('./country-names.ts');
    vi.restoreAllMocks();
    expect(older.countryName('Türkiye', 'pt-BR')).toBe('Turquia');
    expect(older.countryName('Turkey', 'pt-BR')).toBe('Turquia');
  });

  it('stays unchanged without a translation', () => {
    expect(countryName('Atlantis', 'pt-BR')).toBe('Atlantis');
  });
});
