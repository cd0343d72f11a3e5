import { expect, it } from 'vitest';
import { browserName } from './browser-name.ts';

const like = 'AppleWebKit/537.36 (KHTML, like Gecko)';

it.each([
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${like} Chrome/150.0 Safari/537.36`, 'Chrome on Windows'],
  [`Mozilla/5.0 (Windows NT 10.0) ${like} Chrome/150.0 Safari/537.36 Edg/150.0`, 'Edge on Windows'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Mobile Safari/604.1', 'Safari on iOS'],
  [`Mozilla/5.0 (Linux; Android 16; K) ${like} Chrome/150.0 Mobile Safari/537.36`, 'Chrome on Android'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0', 'Firefox on Linux'],
  ['curl/8.9', 'A browser'],
  ['', 'A browser'],
])('%s is %s', (line, name) => {
  expect(browserName(line)).toBe(name);
});
