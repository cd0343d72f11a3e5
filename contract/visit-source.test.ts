// Sources, from what anyone can write into an address.
import { describe, expect, test } from 'vitest';
import { cleanSource, cleanTag, longestTag, queryOf, readSource, sourceWords } from './visit-source.ts';

const own = 'shop.example';

describe('a tag (D-94)', () => {
  test.each([
    ['  news ', 'news'],
    ['Promoção de verão_1.2:3~4+5-6', 'Promoção de verão_1.2:3~4+5-6'],
    ['a/b<c>"d\u202e\u0000', 'abcd'],
    ['x'.repeat(250), 'x'.repeat(longestTag)],
    [`${'x'.repeat(99)} y`, 'x'.repeat(99)],
  ])('%j becomes %j', (written, kept) => {
    expect(cleanTag(written)).toBe(kept);
  });

  test.each(['joao%40mail.com', 'joao%2540mail.com', 'joao＠mail.com'])(
    'an email address is dropped: %s',
    (written) => {
      expect(cleanTag(written)).toBeUndefined();
      expect(readSource({ landing: `/x/${written}` }, own).landing).toBeUndefined();
    },
  );

  test.each(['', '   ', '<>', '😀', 'to=someone@mail.example', undefined, null, 7, {}, ['a']])(
    '%j is dropped',
    (written) => {
      expect(cleanTag(written)).toBeUndefined();
    },
  );

  test.each(sourceWords)('no link can name the source %s', (word) => {
    expect(cleanSource(word)).toBeUndefined();
    expect(cleanSource(` ${word.toUpperCase()} `)).toBeUndefined();
    expect(readSource({ tags: `utm_source=${word}`, landing: '/' }, own).source).toBe('direct');
    expect(readSource({ referrer_host: word, landing: '/' }, own).source).toBe('direct');
  });
});

describe('the source of a visit (D-94)', () => {
  test.each([
    [
      { tags: 'utm_source=news&utm_medium=email', landing: '/' },
      { source: 'news', medium: 'email', landing: '/' },
    ],
    [{ tags: '?utm_source=news&gclid=x&fbclid=y&email=a@b.co' }, { source: 'news' }],
    [
      { tags: 'ref=friend', landing: '/pt/about/' },
      { source: 'friend', landing: '/about' },
    ],
    [{ tags: 'utm_source=&ref=friend' }, { source: 'friend' }],
    [{ tags: 'utm_source=a&ref=b' }, { source: 'a' }],
    [
      { source: 'a', tags: 'utm_source=b&utm_term=c' },
      { source: 'a', term: 'c' },
    ],
    [
      { referrer_host: 'www.Google.com:443', landing: '/' },
      { source: 'google.com', referrer_host: 'google.com', landing: '/' },
    ],
    [
      { tags: 'utm_source=ads', referrer_host: 'google.com', landing: '/' },
      { source: 'ads', referrer_host: 'google.com', landing: '/' },
    ],
    [{ landing: '/' }, { source: 'direct', landing: '/' }],
    [{ referrer_host: 'www.shop.example', landing: '/checkout' }, { source: 'unknown' }],
    [{ tags: 'utm_source=a', referrer_host: 'shop.example:8080', landing: '/checkout' }, { source: 'a' }],
    [{ landing: '/order/ABC/key' }, { source: 'direct', landing: '/order' }],
    [{}, { source: 'unknown' }],
  ])('%j is %j', (given, source) => {
    expect(readSource(given, own)).toEqual(source);
  });

  test.each([undefined, null, 7, 'text', [], { tags: {} }, { tags: '%E0%A4%A&%', landing: 'x', referrer_host: {} }])(
    '%j is unknown',
    (given) => {
      expect(readSource(given, own)).toEqual({ source: 'unknown' });
    },
  );

  test('a source is small, however much is written', () => {
    const long = 'é'.repeat(40_000);
    const given = Object.fromEntries(
      ['source', 'medium', 'campaign', 'content', 'term', 'referrer_host', 'landing', 'tags'].map((name) => [
        name,
        name === 'landing' ? `/${long}` : long,
      ]),
    );
    expect(JSON.stringify(readSource(given, own)).length).toBeLessThan(800);
  });
});

test('the query of an address, or nothing', () => {
  expect(queryOf('https://shop.example/?utm_source=a#b')).toBe('?utm_source=a');
  expect([queryOf('/x?a=1'), queryOf(undefined), queryOf('')]).toEqual(['', '', '']);
});
