// D-107: what holds for any text.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type OtherLinkRule, otherLinkRules } from '../link-rule-names.ts';
import { otherRules } from './other-links.ts';

const platformOf = (rule: OtherLinkRule) => rule.split('-')[0] as 'instagram' | 'tiktok' | 'youtube';
const starts = {
  instagram: /^https:\/\/www\.instagram\.com\//,
  tiktok: /^https:\/\/(www|m|vm|vt)\.tiktok\.com\//,
  youtube: /^https:\/\/www\.youtube\.com\//,
};
const accepted = (rule: OtherLinkRule, text: string) => {
  const read = otherRules[rule].read(text);
  return 'problem' in read ? null : read;
};

const hosts = [
  'www.instagram.com',
  'instagram.com',
  'instagr.am',
  'm.instagram.com',
  'l.instagram.com',
  'www.tiktok.com',
  'tiktok.com',
  'vm.tiktok.com',
  'vt.tiktok.com',
  'm.tiktok.com',
  'youtube.com',
  'www.youtube.com',
  'm.youtube.com',
  'youtu.be',
  'WWW.YouTube.com',
  'instagram.com.evil.example',
  'evil.example',
  'tiktok.com:99',
  'a@youtube.com',
] as const;
const host = fc.constantFrom(...hosts);
const code = fc.oneof(
  fc.stringMatching(/^[A-Za-z0-9_-]{5,12}$/),
  fc.stringMatching(/^[A-Za-z0-9_-]{11}$/),
  fc.stringMatching(/^7[0-9]{18}$/),
  fc.stringMatching(/^UC[A-Za-z0-9_-]{22}$/),
  fc.stringMatching(/^@?[a-z0-9_.]{2,20}$/),
);
const parts = [
  'p',
  'reel',
  'reels',
  'tv',
  'share',
  'stories',
  'highlights',
  'explore',
  'accounts',
  's',
  '_u',
  't',
  'video',
  'photo',
  'embed',
  'v',
  'foryou',
  'live',
  'watch',
  'shorts',
  'channel',
  'c',
  'user',
  'feed',
  'results',
  'playlist',
  '..',
  '%2e',
  '',
] as const;
const part = fc.oneof(code, fc.constantFrom(...parts), fc.string({ unit: 'grapheme', maxLength: 6 }));
const query = fc.oneof(
  fc.constantFrom(
    '',
    '?',
    '#x',
    '?igsh=1',
    '?v=dQw4w9WgXcQ',
    '?v=x',
    '?list=PLx',
    '?next=/p/abcdef/',
    '?u=//evil.example/x',
    '?item_id=7301234567890123456',
  ),
  fc.string({ maxLength: 8 }).map((text) => `?q=${text}`),
);
const link = fc
  .tuple(
    fc.constantFrom('https://', 'http://', '', '//', 'HTTPS://', 'https:/'),
    host,
    fc.array(part, { maxLength: 4 }),
    query,
  )
  .map(([scheme, where, path, after]) => `${scheme}${where}/${path.join('/')}${after}`);
const shaped = fc
  .tuple(
    fc.constantFrom(
      'instagram.com/reel/',
      'instagram.com/stories/',
      'instagram.com/',
      'tiktok.com/@a.b/video/',
      'tiktok.com/',
      'youtu.be/',
      'youtube.com/watch?v=',
      'youtube.com/',
      'youtube.com/channel/',
      'vm.tiktok.com/',
    ),
    code,
    fc.oneof(fc.constant(''), query, fc.string({ unit: 'grapheme', maxLength: 3 })),
  )
  .map((all) => all.join(''));
const pasted = fc.oneof(
  link,
  shaped,
  shaped,
  fc
    .tuple(fc.string({ unit: 'binary', maxLength: 8 }), link, fc.string({ unit: 'grapheme', maxLength: 8 }))
    .map((all) => all.join(' ')),
  fc.tuple(fc.string({ maxLength: 3 }), link, link).map((all) => all.join('')),
  code,
  fc.string({ unit: 'binary' }),
);

describe.each(otherLinkRules)('D-107: %s', (rule) => {
  test('an accepted link is rebuilt on its platform, short, and its own canonical form', () => {
    let count = 0;
    fc.assert(
      fc.property(pasted, (text) => {
        const read = accepted(rule, text);
        if (read === null) return;
        count += 1;
        const { canonical, stored, key } = read;
        expect(canonical).toMatch(starts[platformOf(rule)]);
        expect(canonical).not.toMatch(/[\s\p{Cc}\p{Cs}\\#&]|@.*@|\/\/.*(\/\/|:)/u);
        expect(new URL(canonical).href).toBe(canonical);
        expect(canonical.length).toBeLessThanOrEqual(500);
        expect(stored).toBe(canonical);
        expect(accepted(rule, canonical)).toEqual(read);
        expect(otherRules[rule].normalise(text)).toMatchObject({ canonical, key });
        expect(key).toMatch(/^\P{Cc}{1,300}$/u);
      }),
      { numRuns: 2_000 },
    );
    expect(count).toBeGreaterThan(5);
  });

  test('long text is read within a second', () => {
    const long = [
      ' ',
      '@',
      ':',
      '/',
      '%25',
      '%40',
      '.',
      'www,',
      'https://',
      '\\',
      'a',
      '😍',
      'youtu.be/',
      '?u=/',
      '<',
      '!',
      '!a',
      '…',
      '\u200b',
    ].flatMap((piece) => [
      piece.repeat(2_000 / piece.length),
      `https://www.tiktok.com/@${piece.repeat(1_900 / piece.length)}`,
      `https://youtu.be/?u=${piece.repeat(1_900 / piece.length)}`,
      piece.repeat(200_000),
    ]);
    const start = performance.now();
    for (const text of long) expect(accepted(rule, text)?.canonical.length ?? 0).toBeLessThanOrEqual(500);
    expect(performance.now() - start).toBeLessThan(1_000);
  });
});

test('D-107: two rules of a platform accept the same link only where it hides what it opens', () => {
  let count = 0;
  fc.assert(
    fc.property(fc.oneof(link, shaped, code), (text) => {
      const all = otherLinkRules.flatMap((rule) => {
        const read = accepted(rule, text);
        return read && read.kind !== 'share' && read.kind !== 'short' ? [[platformOf(rule), read.kind] as const] : [];
      });
      count += all.length;
      const taken = all.map(([platform]) => platform);
      // A bare @name may be a profile on each platform.
      expect(new Set(taken).size).toBe(taken.length);
      if (!/^[\s@＠]*[\w.]+\/?\s*$/.test(text)) return;
      expect(all.every(([, kind]) => kind === 'profile' || kind === 'channel')).toBe(true);
    }),
    { numRuns: 2_000 },
  );
  expect(count).toBeGreaterThan(100);
});
