// Who counts as a visitor, beside the package `isbot`, and where and why the two differ.
import { isbot } from 'isbot';
import { describe, expect, test } from 'vitest';
import { findBotReason } from './visits.ts';

const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)';
const chrome = `${webkit} Chrome/140.0.0.0 Mobile Safari/537.36`;
const android = (model: string) => `Mozilla/5.0 (Linux; Android 13; ${model}) ${chrome}`;
const desktop = `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/140.0.0.0 Safari/537.36`;
const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const nexus = `Mozilla/5.0 (Linux; Android 6.0.1; Nexus 5X Build/MMB29P) ${chrome}`;

const people = [
  desktop,
  `${desktop} Edg/140.0.0.0`,
  'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  `${iphone} Version/18.1 Mobile/15E148 Safari/604.1`,
  `${iphone} CriOS/140.0 Mobile/15E148 Safari/604.1`,
  `${iphone} GSA/344.0.695551749 Mobile/15E148 Safari/604.1`,
  `${iphone} Mobile/22B83 Instagram 360.0.0.30.109 (iPhone15,2; iOS 18_1; pt_BR; pt; scale=3.00; 1179x2556; 65)`,
  `${iphone} Mobile/22B83 [FBAN/FBIOS;FBAV/490.0.0.37.102;FBDV/iPhone15,2;FBSN/iOS;FBSV/18.1;FBSS/3]`,
  `${iphone} Mobile/22B83 musical_ly_37.3.0 JsSdk/2.0 NetType/WIFI Channel/App Store BytedanceWebview/d8a21c6`,
  android('SM-S918B Build/UP1A.231005.007; wv'),
  android('CUBOT'),
  android('CUBOT NOTE 50'),
  android('CUBOT_KINGKONG 9 Build/TP1A'),
  android('Cubot X30'),
  'Mozilla/5.0 (Linux; U; Android 4.4.2; en-us; CUBOT GT99 Build/JDQ39) AppleWebKit/534.30 Version/4.0 Mobile Safari/534.30',
];

const bots = [
  'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  `${nexus} (compatible; Googlebot/2.1; +http://www.google.com/bot.html)`,
  `${nexus} (compatible; Google-InspectionTool/1.0;)`,
  'Mozilla/5.0 (compatible; Google-InspectionTool/1.0)',
  'GoogleOther',
  `${nexus} (compatible; GoogleOther)`,
  'Mediapartners-Google',
  'Google-Read-Aloud',
  'AdsBot-Google (+http://www.google.com/adsbot.html)',
  'FeedFetcher-Google; (+http://www.google.com/feedfetcher.html)',
  `${desktop} PTST/240201.181244`,
  `${desktop} PTST 1`,
  `Mozilla/5.0 (X11; Linux x86_64) ${webkit} HeadlessChrome/140.0.0.0 Safari/537.36`,
  `${desktop} Chrome-Lighthouse`,
  'Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)',
  'Mozilla/5.0 (compatible; YandexBot/3.0; +http://yandex.com/bots)',
  'Mozilla/5.0 (Linux; Android 5.0) AppleWebKit/537.36 (KHTML, like Gecko) Mobile Safari/537.36 (compatible; Bytespider)',
  'Mozilla/5.0 (Linux; Android 7.0;) AppleWebKit/537.36 (KHTML, like Gecko) Mobile Safari/537.36 (compatible; PetalBot)',
  'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)',
  'Mozilla/5.0 (compatible; AhrefsBot/7.0; +http://ahrefs.com/robot/)',
  'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
  'meta-externalagent/1.1 (+https://developers.facebook.com/docs/sharing/webmasters/crawler)',
  'WhatsApp/2.23.20.0 A',
  'Twitterbot/1.0',
  'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
  'TelegramBot (like TwitterBot)',
  'Mozilla/5.0 (compatible; UptimeRobot/2.0; http://www.uptimerobot.com/)',
  'Pingdom.com_bot_version_1.4_(http://www.pingdom.com/)',
  'curl/8.5.0',
  'python-requests/2.32.0',
  'Go-http-client/2.0',
  'okhttp/4.12.0',
  'node-fetch/1.0',
];

/** Where the store counts otherwise than the package, and why. */
const differences: [userAgent: string, isPerson: boolean, why: string][] = [
  ['Mozilla/5.0', true, 'privacy extensions shorten it to this'],
  [android('M bot 60'), true, 'a phone of this name'],
  [android('Bot 8 Pro'), true, 'a phone of this name'],
  [android('LG-Scan 5'), true, 'a phone, whose name holds a word of the package'],
  [`${desktop} Norton Private Browser Check`, true, 'browsers of people name their protection'],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) DuckDuckGo/5 Proxy Safari',
    true,
    'the same',
  ],
];

const isPerson = (userAgent: string) => findBotReason({ 'user-agent': userAgent }, userAgent) === null;

describe('S-13: a visitor', () => {
  test.each(people)('is a person: %s', (userAgent) => {
    expect([isPerson(userAgent), !isbot(userAgent)]).toEqual([true, true]);
  });

  test.each(bots)('is none: %s', (userAgent) => {
    expect([isPerson(userAgent), !isbot(userAgent)]).toEqual([false, false]);
  });

  test.each(differences)('differs from isbot: %s (%s, because %s)', (userAgent, expected) => {
    expect([isPerson(userAgent), !isbot(userAgent)]).toEqual([expected, !expected]);
  });

  test('is none where either the request or the script of the page says so', () => {
    expect(findBotReason({ 'user-agent': desktop }, 'HeadlessChrome')).toBe('bot');
    expect(findBotReason({ 'user-agent': 'Googlebot/2.1' }, desktop)).toBe('bot');
    expect(findBotReason({}, '')).toBe('program');
    expect(findBotReason({ 'user-agent': desktop, 'sec-purpose': 'prefetch;prerender' }, '')).toBe('prefetch');
  });
});
