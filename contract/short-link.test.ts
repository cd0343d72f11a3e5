import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isShortened, shortLink } from './short-link.ts';

const codes = fc.stringMatching(/^[\w-]{1,40}$/);
const kinds = fc.constantFrom('p', 'reel', 'reels', 'tv');
const hosts = fc.constantFrom('https://www.instagram.com/', 'instagram.com/', 'HTTPS://Instagram.com/');

describe('a shortened link', () => {
  test.each([
    ['https://www.instagram.com/p/C8xYz12AbCd/', 'instagram.com/p/C8x…'],
    ['instagram.com/reels/C8xYz12AbCd/?igsh=1', 'instagram.com/reel/C8x…'],
    ['https://www.instagram.com/some.account/p/C8xYz12AbCd/', 'instagram.com/p/C8x…'],
    ['https://www.instagram.com/some.account/', 'instagram.com/…'],
    ['https://www.instagram.com/share/p/BAxxyyzz11/', 'instagram.com/…'],
    ['https://www.instagram.com/p/abc/', 'instagram.com/p/ab…'],
    ['javascript:alert(1)', 'instagram.com/…'],
    ['', 'instagram.com/…'],
  ])('D-35: %s is %s', (link, short) => {
    expect(shortLink(link)).toBe(short);
    expect(isShortened(short)).toBe(true);
    expect(isShortened(link)).toBe(false);
  });

  test('D-35: never shows more than three characters of the code, and never all of it', () => {
    fc.assert(
      fc.property(hosts, kinds, codes, (host, kind, code) => {
        const [, , shown = ''] = shortLink(`${host}${kind}/${code}/`).split('/');
        const visible = shown.replace('…', '');
        expect(visible.length).toBeLessThanOrEqual(3);
        expect(visible.length).toBeLessThan(code.length);
        expect(code.startsWith(visible)).toBe(true);
      }),
    );
  });

  test('D-35: of any text at all, at most three characters follow the kind', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 80 }), fc.webPath(), (noise, path) => {
        for (const link of [noise, `https://www.instagram.com${path}`, `instagram.com/p/${noise}`]) {
          expect(shortLink(link)).toMatch(/^instagram\.com\/((p|reel|tv)\/[\w-]{0,3})?…$/);
        }
      }),
    );
  });
});
