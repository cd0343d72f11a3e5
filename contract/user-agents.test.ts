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

const onIphone = `${mozilla} (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)`;
const onAndroid = `${mozilla} (Linux; Android 14; SM-S918B Build/UP1A.231005.007; wv) ${webkit} Version/4.0`;

test.each([
  [`${onIphone} Mobile/22B83 Instagram 360.0.0.30.109 (iPhone15,2; iOS 18_1; pt_BR; pt; scale=3.00)`],
  [`${onIphone} Mobile/22B83 [FBAN/FBIOS;FBAV/490.0.0.37.102;FBDV/iPhone15,2;FBSN/iOS;FBSV/18.1]`],
  [`${onIphone} Mobile/22B83 musical_ly_37.3.0 JsSdk/2.0 NetType/WIFI Channel/App Store BytedanceWebview/d8a21c6`],
  [`${onIphone} GSA/344.0.695551749 Mobile/15E148 Safari/604.1`],
  ['[FBAN/FBIOS;FBDV/iPhone13,2;FBMD/iPhone;FBSN/iOS;FBSV/17.1;FBSS/3;FBCR/;FBID/phone]'],
  [`${onIphone} OPiOS/16.0.15 Mobile/22B83 Safari/9537.53`],
])('the page of an app on an iPhone is Safari: %s', (userAgent) => {
  expect([browserOf(userAgent), systemOf(userAgent), deviceTypeOf(userAgent)]).toEqual(['Safari', 'iOS', 'mobile']);
});

test.each([
  [`${onAndroid} Chrome/130.0.6723.86 Mobile Safari/537.36 Instagram 356.0.0.41.101 Android (34/14; 480dpi)`],
  [`${onAndroid} Chrome/130.0.6723.86 Mobile Safari/537.36 [FB_IAB/FB4A;FBAV/488.0.0.78.79;]`],
  [
    `${onAndroid} Chrome/130.0.6723.86 Mobile Safari/537.36 trill_370104 JsSdk/1.0 NetType/MOBILE BytedanceWebview/d8a21c6`,
  ],
  [`${onAndroid} Chrome/130.0.6723.86 Mobile Safari/537.36 GSA/15.44.32.28.arm64`],
  [`${onAndroid} Mobile Safari/537.36 musical_ly_2023700040`],
])('the page of an app on Android is Chrome: %s', (userAgent) => {
  expect([browserOf(userAgent), systemOf(userAgent), deviceTypeOf(userAgent)]).toEqual(['Chrome', 'Android', 'mobile']);
});
