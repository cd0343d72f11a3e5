import { expect, test } from 'vitest';
import { createGeoIp } from './geoip.ts';

const geoIp = createGeoIp(null);

test('D-100: the code of a country, where it is known', () => {
  expect(['200.160.2.3', '8.8.8.8', '10.0.0.1', 'nonsense'].map(geoIp.findCountry)).toEqual(['BR', 'US', null, null]);
});

test.each([
  ['8.8.8.8', 'United States'],
  ['::ffff:8.8.8.8', 'United States'],
  ['2001:4860:4860::8888', 'United States'],
  ['200.160.2.3', 'Brazil'],
  ['127.0.0.1', 'Unknown'],
  ['10.0.0.1', 'Unknown'],
  ['::1', 'Unknown'],
  ['nonsense', 'Unknown'],
  ['', 'Unknown'],
])('A-64: the country of %s is %s, and its city is not known', (address, country) => {
  expect(geoIp.findPlace(address)).toEqual({ country, city: 'Unknown' });
});
