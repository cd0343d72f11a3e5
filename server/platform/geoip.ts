// Where an address is: from a file in the form of MaxMind's databases, the bundled one of countries or the operator's own.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { isIP } from 'node:net';
import { Reader } from 'mmdb-lib';
import { type GeoIp, type GeoLocation, unknownPlaceName } from '../ports/geoip.ts';

export const unknownLocation: GeoLocation = { country: unknownPlaceName, city: unknownPlaceName };
const bundled = '@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb';

/** The fields of such files; the bundled one has a code only. */
type Found = {
  country_code?: string;
  country?: { iso_code?: string };
  city?: { names?: { en?: string } };
};

/** `file`: the operator's own, null for the bundled one. Read once, at the first lookup. Throws for an invalid file. */
export function createGeoIp(file: string | null): GeoIp {
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  let reader: Reader<Record<string, never>> | null = null;

  function find(written: string): Found | null {
    const address = written.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '');
    if (isIP(address) === 0) return null;
    reader ??= new Reader(readFileSync(file ?? createRequire(import.meta.url).resolve(bundled)));
    return reader.get(address) as Found | null;
  }

  function readCode(found: Found | null): string | null {
    const code = found?.country?.iso_code ?? found?.country_code ?? '';
    return /^[A-Z]{2}$/.test(code) ? code : null;
  }

  return {
    findCountry: (address) => readCode(find(address)),
    findPlace: (address) => {
      const found = find(address);
      const code = readCode(found);
      return {
        country: (code !== null && names.of(code)) || unknownLocation.country,
        city: found?.city?.names?.en?.slice(0, 80) || unknownLocation.city,
      };
    },
  };
}
