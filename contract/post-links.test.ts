import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkCheckout } from './checkout-rules.ts';
import { isAcceptableEmail } from './email-address.ts';
import {
  allowedPrefixes,
  duplicates,
  findLinkProblem,
  hasAllowedPrefix,
  hrefOf,
  isAcceptableLink,
  looksLikePost,
  normaliseLink,
} from './post-links.ts';
import { readPostLinks } from './read-post-links.ts';

describe('the rule of the form', () => {
  test('CHK-20, A-10: exactly four prefixes, in any case, after trimming', () => {
    expect(allowedPrefixes).toEqual([
      'https://www.instagram.com/',
      'https://instagram.com/',
      'www.instagram.com/',
      'instagram.com/',
    ]);
    for (const prefix of allowedPrefixes) {
      expect(hasAllowedPrefix(`${prefix}p/x/`)).toBe(true);
      expect(hasAllowedPrefix(`  ${prefix.toUpperCase()}p/x/ `)).toBe(true);
    }
  });

  test('CHK-21: an empty field counts as valid while typing', () => {
    expect(hasAllowedPrefix('')).toBe(true);
    expect(hasAllowedPrefix('   ')).toBe(true);
  });

  test.each([
    'http://instagram.com/p/x/',
    'https://instagram.com.evil.example/p/x/',
    'instagram.com',
    'https://m.instagram.com/p/x/',
    'ftp://instagram.com/p/x/',
    'javascript:alert(1)//instagram.com/',
    'x instagram.com/p/x/',
  ])('CHK-19: %s is refused', (link) => {
    expect(hasAllowedPrefix(link)).toBe(false);
    expect(isAcceptableLink(link)).toBe(false);
    expect(hrefOf(link)).toBeNull();
  });
});

describe('the deeper rule of the server', () => {
  test.each([
    'https://www.instagram.com/',
    'instagram.com/',
    'instagram.com//',
    '',
    'instagram.com/p/a b/',
    'instagram.com/p/a\u0000/',
    'instagram.com/p/a\n/',
    'instagram.com/p/\ud800/',
    `instagram.com/p/${'x'.repeat(500)}/`,
  ])('A-11: %j cannot receive anything', (link) => {
    expect(isAcceptableLink(link)).toBe(false);
  });

  test.each([
    ['http://instagram.com/p/x/', 'prefix'],
    ['', 'prefix'],
    ['https://www.instagram.com/', 'no_post'],
    ['instagram.com/?igsh=1', 'no_post'],
    ['INSTAGRAM.com//', 'no_post'],
    ['instagram.com/p/a b/', 'unreadable'],
    [`instagram.com/p/${'x'.repeat(500)}/`, 'unreadable'],
    ['instagram.com/p/', 'no_post'],
    ['instagram.com/explore/tags/sun/', 'no_post'],
    ['instagram.com/p/a/', null],
  ])('A-11: the problem of %j is %s', (link, problem) => {
    expect(findLinkProblem(link)).toBe(problem);
  });

  test('A-11: a profile is accepted with a hint, a post without one', () => {
    expect([isAcceptableLink('instagram.com/someone/'), looksLikePost('instagram.com/someone/')]).toEqual([
      true,
      false,
    ]);
    for (const path of ['p/Ab_-1/', 'reel/Ab/', 'reels/Ab', 'tv/Ab/', 'someone/p/Ab/', 'someone/reel/Ab/?x=1']) {
      expect(looksLikePost(`https://www.instagram.com/${path}`), path).toBe(true);
    }
    expect(normaliseLink('instagram.com/reels/audio/123/').key).toBe('instagram.com/reels/audio/123');
    for (const path of ['share/BAxyz/', 'share/p/BAxyz/', 'share/reel/BAxyz/']) {
      expect(looksLikePost(`https://www.instagram.com/${path}`), path).toBe(false);
    }
  });

  test('S-1: what becomes an address is https and ours, whatever is typed', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.string().map((text) => `instagram.com/${text}`),
          fc.webUrl(),
        ),
        (typed) => {
          const href = hrefOf(typed);
          if (href !== null) expect(href).toMatch(/^https:\/\/(www\.)?instagram\.com\//);
        },
      ),
    );
  });
});

describe('the identity of a post', () => {
  test('A-11: for the provider the link gets https and loses what tracks', () => {
    const link = normaliseLink(' Instagram.com/p/AbC/?igsh=1&utm_source=x&img_index=2&igshid=3 ');
    expect(link).toEqual({
      canonicalUrl: 'https://instagram.com/p/AbC/?img_index=2',
      shortcode: 'AbC',
      kind: 'p',
      key: 'AbC',
    });
    expect(normaliseLink('https://www.instagram.com/p/AbC').canonicalUrl).toBe('https://www.instagram.com/p/AbC');
  });

  test('A-12: the shortcode, with its case, is the post; other links are compared without case and query', () => {
    expect(duplicates(['instagram.com/p/AbC/', 'https://www.instagram.com/me/reel/AbC/?igsh=1'])).toEqual([1]);
    expect(duplicates(['instagram.com/p/AbC/', 'instagram.com/p/abc/'])).toEqual([]);
    expect(duplicates(['instagram.com/Me/', 'www.instagram.com/me?x=1'])).toEqual([1]);
    expect(duplicates(['', '', 'instagram.com/p/a/'])).toEqual([]);
    expect(duplicates(['instagram.com/p/%41AA/', 'instagram.com/p/AAA/'])).toEqual([1]);
    expect(duplicates(['instagram.com/share/BAbc/', 'instagram.com/share/baBC/'])).toEqual([]);
  });

  test('normalising is stable: the link that the provider gets names the same post', () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^[A-Za-z0-9_-]{5,12}$/),
        fc.constantFrom('p', 'reel', 'reels', 'tv'),
        (code, kind) => {
          const once = normaliseLink(`instagram.com/${kind}/${code}/?igsh=zz`);
          expect(normaliseLink(once.canonicalUrl)).toEqual(once);
          expect(once.key).toBe(code);
        },
      ),
    );
  });
});

describe('the checkout rules', () => {
  const good = 'instagram.com/p/a/';
  test.each([
    ['CHK-18', '', ['nonsense', ''], 'email_required', 'validation'],
    ['CHK-19', 'x', ['nonsense', ''], 'link_invalid', 'validation'],
    ['CHK-22', 'x', [good, ''], 'link_empty', 'validation'],
    ['A-12', 'x', [good, good], 'link_duplicate', 'validation'],
    ['CHK-23', 'x', [good], 'email_invalid', 'validation'],
    ['CHK-24, A-13', 'x@y.z', [], 'link_missing', 'instagram'],
  ])('CHK-17: %s comes before all that follow', (_id, email, links, reason, type) => {
    expect(checkCheckout(email, links)).toMatchObject({ reason, type });
  });

  test('nothing fails in a good form', () => {
    expect(checkCheckout(' you@example.com ', [good, 'instagram.com/p/b/'])).toBeNull();
  });

  test('A-14: the server takes an email of 254 characters without white space', () => {
    expect(isAcceptableEmail(`${'a'.repeat(242)}@example.com`)).toBe(true);
    for (const email of [
      `${'a'.repeat(243)}@example.com`,
      'a b@example.com',
      'a@example.com\r\nbcc: x@y.z',
      'a\u0000@b.c',
      '@',
      'a@',
      'x@.',
      'x@.y',
      'x@y.',
      'x@y..z',
      'x.y@z',
      'a;=1+2;b@a.b',
      'a,b@example.com',
      'a<b@example.com',
      '"a b"@example.com',
    ]) {
      expect(isAcceptableEmail(email), email).toBe(false);
    }
  });
});

describe('links as any version of the store sends them', () => {
  const link = 'https://www.instagram.com/p/abc/';
  test('DATA-3: reads an array', () => expect(readPostLinks([link, '', 'b', 3])).toEqual([link, 'b']));
  test('DATA-4: reads a single string', () => expect(readPostLinks(link)).toEqual([link]));
  test('DATA-5: reads a JSON array as text', () =>
    expect(readPostLinks(JSON.stringify([link, 'b']))).toEqual([link, 'b']));
  test('A-36: reads broken JSON as one link', () => expect(readPostLinks('["https://')).toEqual(['["https://']));
  test.each(['', '  ', '[]', null, undefined, {}])('A-36: reads %j as none', (sent) => {
    expect(readPostLinks(sent)).toEqual([]);
  });
});
