import { expect, test } from 'vitest';
import { browserOf, deviceTypeOf, systemOf } from './user-agents.ts';

const mozilla = 'Mozilla/5.0';
const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)';

test.each([
  [
    `${mozilla} (Windows NT 10.0; Win64; x64) ${webkit} Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0`,
    'Edge',
    'Windows',
    'desktop',
  ],
  [`${mozilla} (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0`, 'Firefox', 'Linux', 'desktop'],
  [
    `${mozilla} (Linux; Android 14; Pixel 8) ${webkit} Chrome/140.0.0.0 Mobile Safari/537.36`,
    'Chrome',
    'Android',
    'mobile',
  ],
  [`${mozilla} (Linux; Android 14; SM-X710) ${webkit} Chrome/140.0.0.0 Safari/537.36`, 'Chrome', 'Android', 'tablet'],
  [
    `${mozilla} (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 CriOS/140.0 Mobile/15E148 Safari/604.1`,
    'Chrome',
    'iOS',
    'mobile',
  ],
  [
    `${mozilla} (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1`,
    'Safari',
    'iOS',
    'mobile',
  ],
  [
    `${mozilla} (iPad; CPU OS 16_0 like Mac OS X) AppleWebKit/605.1.15 Version/16.0 Mobile/15E148 Safari/604.1`,
    'Safari',
    'iPadOS',
    'tablet',
  ],
  [
    `${mozilla} (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.0 Safari/605.1.15`,
    'Safari',
    'macOS',
    'desktop',
  ],
  ['curl/8.5.0', 'Unknown', 'Unknown', 'desktop'],
  ['', 'Unknown', 'Unknown', 'desktop'],
])('ADM-LIVE-13, A-68: %s', (userAgent, browser, system, device) => {
  expect([browserOf(userAgent), systemOf(userAgent), deviceTypeOf(userAgent)]).toEqual([browser, system, device]);
});
