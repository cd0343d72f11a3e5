import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { describeLink, findLinks, isPostOrShare, linkKinds, placeLinks, rewriteLink } from './pasted-links.ts';
import { findLinkProblem, hasAllowedPrefix, hrefOf, looksLikePost } from './post-links.ts';

const www = 'https://www.instagram.com';

describe('pasted text', () => {
  test.each([
    ['https://www.instagram.com/p/DAfXiNinAXB/?utm_source=a&utm_source=b&igsh=1#x', ['utm_source', 'igsh']],
    ['https://www.instagram.com/share/BAxYz12345?igsh=1', ['igsh']],
    ['https://www.instagram.com/p/DAfXiNinAXB/', []],
    ['https://l.instagram.com/?u=https%3A%2F%2Fwww.instagram.com%2Fp%2FDAfXiNinAXB%2F%3Figsh%3D1&e=AT0', ['igsh', 'e']],
    ['https://l.instagram.com/?u=https%3A%2F%2Fwww.instagram.com%2Fp%2FDAfXiNinAXB%2F&e=AT0', []],
  ])('what is removed from %s is named', (pasted, removed) => {
    expect(findLinks(pasted)).toMatchObject([{ removed }]);
  });

  test('CHK-20: each found link has a specified prefix, and the rewriting is stable, whatever is pasted', () => {
    const linkLike = fc
      .tuple(
        fc.constantFrom('', 'http://', 'https://', 'htps:', 'https%3A%2F%2F', 'see ', '//', '@', '.'),
        fc.constantFrom(
          'www.instagram.com',
          'instagram.com',
          'm.instagram.com',
          'instagr.am',
          'instagram .com',
          'www,instagram.con',
          'instagram.com.evil.example',
        ),
        fc.string({
          unit: fc.constantFrom(
            '/',
            'p',
            'reel',
            'share',
            'a',
            '%',
            '?',
            '&',
            '=',
            '.',
            '…',
            '#',
            ':',
            ' ',
            '@',
            '\\',
            '25',
            '2F',
          ),
        }),
      )
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(fc.array(fc.oneof(linkLike, fc.string(), fc.webUrl()), { maxLength: 4 }), (parts) => {
        const text = parts.join(' ');
        for (const { link } of findLinks(text)) {
          expect(hasAllowedPrefix(link)).toBe(true);
          expect(['no_post', null]).toContain(findLinkProblem(link));
          expect(rewriteLink(link)).toBe(link);
        }
        expect(rewriteLink(rewriteLink(text))).toBe(rewriteLink(text));
      }),
    );
  });

  test('a post is found in any surroundings, with its case', () => {
    const code = fc.stringMatching(/^[A-Za-z0-9_-]{11}$/);
    const around = fc.stringMatching(/^[^\w.@/…-]*$/u);
    const start = fc.constantFrom('http://', 'https://', 'https://www.', 'www.', 'https://m.', '');
    const end = fc.constantFrom('', '/', '?igsh=1', '/?utm_source=x&igsh=y==', '/.', '/)', '/, ok', ' 🔥');
    fc.assert(
      fc.property(
        around,
        start,
        fc.constantFrom('p', 'reel', 'reels', 'tv'),
        code,
        end,
        (before, scheme, kind, name, after) => {
          const [found, ...more] = findLinks(`${before}${scheme}instagram.com/${kind}/${name}${after}`);
          expect(found?.link).toBe(`${www}/${kind === 'reels' ? 'reel' : kind}/${name}/`);
          expect(more).toEqual([]);
          expect(looksLikePost(found?.link ?? '') && hrefOf(found?.link ?? '')).toBe(found?.link);
        },
      ),
    );
  });

  test('a post is found in the parameter of another address, however often that is escaped, and in JSON', () => {
    const code = fc.stringMatching(/^[A-Za-z0-9_-]{11}$/);
    const escapedTimes = (text: string, times: number): string =>
      times === 0 ? text : escapedTimes(encodeURIComponent(text), times - 1);
    const parameter = fc.constantFrom('https://l.instagram.com/?u=', 'https://out.example/?id=7&url=');
    fc.assert(
      fc.property(parameter, code, fc.integer({ min: 0, max: 3 }), (before, name, times) => {
        const link = `${www}/reel/${name}/`;
        expect(rewriteLink(`${before}${escapedTimes(`${link}?igsh=a&b=c`, times)}`)).toBe(link);
        const json = JSON.stringify({ text: JSON.stringify({ link }) });
        expect(rewriteLink(json)).toBe(link);
        expect(rewriteLink(json.replaceAll('/', '\\/'))).toBe(link);
      }),
    );
  });

  test('a long text without a link is read at once', () => {
    for (const part of ['htt', 'w', 'www.', '%25', '%2F', 'http: ', 'instagram ', 'https://instagram.com', '\\']) {
      const before = process.cpuUsage();
      findLinks(part.repeat(20_000));
      // Processor time: a busy machine needs no more of it.
      expect(process.cpuUsage(before).user / 1_000, part).toBeLessThan(1_000);
    }
  });
});

describe('what a link opens', () => {
  test.each([
    ['instagram.com/p/DAfXiNinAXB/?igsh=1', 'p', 'DAfXiNinAXB'],
    ['https://www.instagram.com/ana/reel/C8xAbCdEfGh/', 'reel', 'C8xAbCdEfGh'],
    ['instagram.com/tv/CBxAbCdEfGh', 'tv', 'CBxAbCdEfGh'],
    ['instagram.com/share/reel/BAxYz', 'share', ''],
    ['instagram.com/ana.souza/', 'profile', 'ana.souza'],
    ['instagram.com/@ana.souza', 'profile', 'ana.souza'],
    ['instagram.com/ana.souza/tagged/', 'profile', 'ana.souza'],
    ['instagram.com/stories/ana.souza/3412345678901234567/', 'story', 'ana.souza'],
    ['instagram.com/stories/highlights/17912345678901234/', 'highlight', ''],
    ['instagram.com/s/aGlnaGxpZ2h0OjE3OTEy', 'highlight', ''],
    ['instagram.com/reels/audio/123456/', 'other', ''],
    ['instagram.com/explore/tags/praia/', 'other', ''],
    ['instagram.com/reels/', 'other', ''],
    ['instagram.com/share/', 'other', ''],
    ['instagram.com/p/', 'other', ''],
    ['instagram.com/direct/inbox/', 'other', ''],
    ['instagram.com/', 'home', ''],
  ])('A-11: %s', (link, kind, name) => {
    expect(describeLink(link)).toEqual({ kind, name });
  });

  test('A-11: text that the rules refuse opens nothing', () => {
    for (const text of ['', 'nonsense', 'http://instagram.com/p/x/', 'instagram.com/p/a b/'])
      expect(describeLink(text)).toBeNull();
  });

  test('only posts and shared links pass without a warning', () => {
    const passing = linkKinds.filter((kind) => isPostOrShare({ kind, name: '' }));
    expect(passing).toEqual(['p', 'reel', 'tv', 'share']);
  });
});

describe('several links', () => {
  const links = 'abcdef'.split('').map((name) => ({ link: `${www}/p/${name.repeat(11)}/`, removed: [] }));
  const [a, b, c, d, e] = links.map(({ link }) => link);

  test.each([
    ['fill new fields', [''], 0, links.slice(0, 3), [a, b, c], 0],
    [
      'fill empty fields first',
      ['', '', 'instagram.com/p/x/'],
      1,
      links.slice(0, 3),
      [b, a, 'instagram.com/p/x/', c],
      0,
    ],
    ['replace what the field had', [e ?? ''], 0, links.slice(0, 1), [a], 0],
    ['CHK-6: five at most', ['', d ?? ''], 0, links, [a, d, b, c, e], 1],
    ['are not repeated', [a ?? '', ''], 1, links.slice(0, 2), [a, b], 0],
    ['A-12: a single repeated one stays, for the rule to name it', [a ?? '', ''], 1, links.slice(0, 1), [a, a], 0],
  ])('%s', (_, posts, position, found, placed, leftOut) => {
    expect(placeLinks(posts, position, found)).toEqual({ posts: placed, leftOut });
  });

  test('are compared by the rule of the offer, whose pages may differ in their query alone', () => {
    const watch = (id: string) => `https://www.youtube.com/watch?v=${id}`;
    const found = [watch('aaaaaaaaaa1'), watch('aaaaaaaaaa2')].map((link) => ({ link, removed: [] }));
    const placed = placeLinks([watch('aaaaaaaaaa0'), ''], 1, found, (link) => link);
    expect(placed).toEqual({ posts: [0, 1, 2].map((at) => watch(`aaaaaaaaaa${at}`)), leftOut: 0 });
  });
});
