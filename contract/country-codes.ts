// Countries by their codes of ISO 3166 and their English names, which orders hold. Pure, without zod.
import { otherCountryNames } from './other-country-names.ts';

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
/** Regions of `Intl.DisplayNames` that are no countries. */
const noCountries: ReadonlySet<string> = new Set(['EU', 'EZ', 'QO', 'UN', 'XA', 'XB', 'ZZ']);

let byCode: ReadonlyMap<string, string> | null = null;
let byName: ReadonlyMap<string, string> | null = null;

/** English names by code, in the order of the codes. Former codes, such as YU, are left out. */
export function countryNames(): ReadonlyMap<string, string> {
  byCode ??= readNames();
  return byCode;
}

/** Of a name in English, also a former one; null for another. */
export function findCountryCode(name: string): string | null {
  byName ??= new Map([...countryNames()].map(([code, known]) => [known, code]));
  return byName.get(name) ?? otherCountryNames[name] ?? null;
}

function readNames(): ReadonlyMap<string, string> {
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  const codes = letters.flatMap((first) => letters.map((second) => `${first}${second}`));
  return new Map(
    codes
      .filter((code) => !noCountries.has(code) && new Intl.Locale(`und-${code}`).region === code)
      .flatMap((code): [string, string][] => {
        const name = names.of(code);
        return name ? [[code, name]] : [];
      }),
  );
}
