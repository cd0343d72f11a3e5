import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { describeLink, findLinks, isPostOrShare, placeLinks, rewriteLink } from './pasted-links.ts';
import { findLinkProblem, hasAllowedPrefix, hrefOf, looksLikePost } from './post-links.ts';

const www = 'https://www.instagram.com';
const reel = `${www}/reel/C8xAbCdEfGh/`;
const post = `${www}/p/DAfXiNinAXB/`;

/** What people paste, and the links that the page makes of it. */
const samples: [pasted: string, ...links: string[]][] = [
  // The four specified prefixes.
  ['https://www.instagram.com/p/DAfXiNinAXB/', post],
  ['https://instagram.com/p/DAfXiNinAXB', post],
  ['www.instagram.com/p/DAfXiNinAXB/', post],
  ['instagram.com/p/DAfXiNinAXB/', post],
  // Other schemes, hosts and cases.
  ['http://www.instagram.com/p/DAfXiNinAXB/', post],
  ['http://instagram.com/p/DAfXiNinAXB', post],
  ['https://m.instagram.com/p/DAfXiNinAXB/', post],
  ['http://instagr.am/p/DAfXiNinAXB/', post],
  ['instagr.am/p/DAfXiNinAXB', post],
  ['Https://Www.Instagram.com/p/DAfXiNinAXB/', post],
  ['HTTPS://WWW.INSTAGRAM.COM/P/DAfXiNinAXB/', post],
  ['https:/www.instagram.com/p/DAfXiNinAXB/', post],
  ['https//instagram.com/p/DAfXiNinAXB/', post],
  ['htttps://www.instagram.com/p/DAfXiNinAXB/', post],
  // Kinds of posts.
  ['https://www.instagram.com/reel/C8xAbCdEfGh/', reel],
  ['https://www.instagram.com/reels/C8xAbCdEfGh/', reel],
  ['https://www.instagram.com/tv/CBxAbCdEfGh/', `${www}/tv/CBxAbCdEfGh/`],
  ['https://www.instagram.com/ana.souza/p/DAfXiNinAXB/', post],
  ['https://www.instagram.com/ana.souza/reel/C8xAbCdEfGh/?igsh=abc', reel],
  ['https://www.instagram.com/p/DAfXiNinAXB/c/18012345678901234/', post],
  ['https://www.instagram.com/p/DAfXiNinAXB/embed/captioned/', post],
  ['https://www.instagram.com/p/DAfXiNinA-_/', `${www}/p/DAfXiNinA-_/`],
  // Query strings.
  ['https://www.instagram.com/reel/C8xAbCdEfGh/?igsh=MzRlODBiNWFlZA==', reel],
  ['https://www.instagram.com/reel/C8xAbCdEfGh/?utm_source=ig_web_copy_link&igsh=MzRlODBiNWFlZA==', reel],
  ['https://www.instagram.com/p/DAfXiNinAXB?igshid=YmMyMTA2M2Y=', post],
  ['https://www.instagram.com/p/DAfXiNinAXB/?img_index=3', post],
  ['https://www.instagram.com/p/DAfXiNinAXB/?hl=pt-br#comments', post],
  // In a text.
  ['Look at this https://www.instagram.com/reel/C8xAbCdEfGh/?igsh=abc', reel],
  ['Olha esse reel 😍🔥 https://www.instagram.com/reel/C8xAbCdEfGh/ 👏👏', reel],
  ['https://www.instagram.com/reel/C8xAbCdEfGh/😍', reel],
  ['dá uma olhada:https://www.instagram.com/p/DAfXiNinAXB/, por favor', post],
  ['My post is (https://www.instagram.com/p/DAfXiNinAXB/).', post],
  ['Curte aí → instagram.com/p/DAfXiNinAXB!', post],
  ['"https://www.instagram.com/p/DAfXiNinAXB/"', post],
  ['<https://www.instagram.com/p/DAfXiNinAXB/>', post],
  ['*https://www.instagram.com/p/DAfXiNinAXB/*', post],
  ['[meu post](https://www.instagram.com/p/DAfXiNinAXB/?igsh=1)', post],
  ['https://www.instagram.com/p/DAfXiNinAXB...', post],
  ['https://www.instagram.com/p/DAfXiNinAXB/…', post],
  ['meu linkhttps://www.instagram.com/p/DAfXiNinAXB/', post],
  ['\u200bhttps://www.instagram.com/p/DAfXiNinAXB/\u200b', post],
  ['  \n https://www.instagram.com/p/DAfXiNinAXB/ \r\n', post],
  ['Ana Souza (@ana.souza) • Instagram photos and videos\nhttps://www.instagram.com/p/DAfXiNinAXB/?igsh=1', post],
  [
    '<blockquote data-instgrm-permalink="https://www.instagram.com/p/DAfXiNinAXB/?utm_source=ig_embed&amp;utm_campaign=loading"><a href="https://www.instagram.com/p/DAfXiNinAXB/?utm_source=ig_embed">A post</a></blockquote>',
    post,
  ],
  ['https://www.google.com/url?q=https://www.instagram.com/p/DAfXiNinAXB/&sa=D', post],
  ['https://www.instagram.com/accounts/login/?next=%2Fp%2FDAfXiNinAXB%2F', post],
  ['https://www.instagram.com/accounts/login/?next=/reel/C8xAbCdEfGh/%3Figsh%3D1', reel],
  ['https://www.instagram.com/challenge/?next=/p/DAfXiNinAXB/', post],
  [
    'https://www.instagram.com/accounts/login/?next=https%3A%2F%2Fwww.instagram.com%2Fp%2FDAfXiNinAXB%2F%3Fhl%3Den',
    post,
  ],
  // Inside another address.
  ['https://l.instagram.com/?u=https%3A%2F%2Fwww.instagram.com%2Freel%2FC8xAbCdEfGh%2F&e=AT0', reel],
  ['https://l.instagram.com/?u=https://www.instagram.com/p/DAfXiNinAXB/&e=AT0', post],
  ['https://l.facebook.com/l.php?u=https%3A%2F%2Fwww.instagram.com%2Fp%2FDAfXiNinAXB%2F%3Figsh%3DMzRl&h=AT1', post],
  ['https://www.google.com/url?q=https%3A%2F%2Finstagram.com%2Fp%2FDAfXiNinAXB&sa=D&ust=17', post],
  ['https://out.example/?url=https%253A%252F%252Fwww.instagram.com%252Freel%252FC8xAbCdEfGh%252F', reel],
  ['https://out.example/?url=www.instagram.com%2Fp%2FDAfXiNinAXB%2F', post],
  ['https://out.example/go?url=http%3a%2f%2finstagr.am%2fp%2fDAfXiNinAXB', post],
  ['https://api.instagram.com/oembed/?url=https%3A%2F%2Fwww.instagram.com%2Fp%2FDAfXiNinAXB%2F', post],
  ['https://web.archive.org/web/2024/https://www.instagram.com/p/DAfXiNinAXB/', post],
  ['https://wa.me/?text=Olha%20https%3A%2F%2Fwww.instagram.com%2Freel%2FC8xAbCdEfGh%2F%20%F0%9F%94%A5', reel],
  ['intent://www.instagram.com/p/DAfXiNinAXB/#Intent;package=com.instagram.android;scheme=https;end', post],
  ['android-app://com.instagram.android/https/www.instagram.com/p/DAfXiNinAXB/', post],
  [
    `https://l.instagram.com/?u=https%3A%2F%2Fwww.instagram.com%2Freel%2FC8xAbCdEfGh%2F
     https://l.instagram.com/?u=https%3A%2F%2Fwww.instagram.com%2Fp%2FDAfXiNinAXB%2F`,
    reel,
    post,
  ],
  // Escaped by a program.
  [String.raw`{"url":"https:\/\/www.instagram.com\/reel\/C8xAbCdEfGh\/"}`, reel],
  [String.raw`{"permalink":"https:\/\/www.instagram.com\/p\/DAfXiNinAXB\/?hl=en\u0026igsh=1","likes":3}`, post],
  [String.raw`{"text":"olha\nhttps://www.instagram.com/p/DAfXiNinAXB/\nvaleu"}`, post],
  [String.raw`{\"link\":\"https:\\/\\/www.instagram.com\\/p\\/DAfXiNinAXB\\/\"}`, post],
  [String.raw`https:\u002F\u002Fwww.instagram.com\u002Fp\u002FDAfXiNinAXB\u002F`, post],
  [`["${reel}","${post}"]`, reel, post],
  ['https:&#x2F;&#x2F;www.instagram.com&#x2F;p&#x2F;DAfXiNinAXB&#x2F;', post],
  [String.raw`https://www.instagram.com/p/DAfXi\_NinAX/`, `${www}/p/DAfXi_NinAX/`],
  ['https://www.instagram.com/p/DAfXi\u200bNinAXB/\u2069', post],
  ['<a href="https://www.instagram.com/p/DAfXiNinAXB/">meu post</a>', post],
  // Slips of the fingers, and of the keyboard that corrects them.
  ['htps://www.instagram.com/p/DAfXiNinAXB/', post],
  ['htp://instagram.com/p/DAfXiNinAXB', post],
  ['hhttps://www.instagram.com/p/DAfXiNinAXB/', post],
  ['ttps://www.instagram.com/p/DAfXiNinAXB/', post],
  ['httpss://www.instagram.com/p/DAfXiNinAXB/', post],
  ['https;//www.instagram.com/p/DAfXiNinAXB/', post],
  ['https.//www.instagram.com/p/DAfXiNinAXB/', post],
  ['https: //www.instagram.com/p/DAfXiNinAXB/', post],
  ['https:// www.instagram.com/p/DAfXiNinAXB/', post],
  ['https:www.instagram.com/p/DAfXiNinAXB/', post],
  [String.raw`https:\\www.instagram.com\p\DAfXiNinAXB`, post],
  ['www,instagram.com/p/DAfXiNinAXB/', post],
  ['https://www,instagram,com/p/DAfXiNinAXB/', post],
  ['Www. Instagram. com/p/DAfXiNinAXB/', post],
  ['instagram .com/p/DAfXiNinAXB', post],
  ['https://www.instagram .com/reel/C8xAbCdEfGh/', reel],
  ['www.instagram.com /p/DAfXiNinAXB/', post],
  ['www instagram.com/p/DAfXiNinAXB/', post],
  ['ww.instagram.com/p/DAfXiNinAXB/', post],
  ['wwww.instagram.com/p/DAfXiNinAXB/', post],
  ['https://wwwinstagram.com/p/DAfXiNinAXB/', post],
  ['https://www..instagram.com/p/DAfXiNinAXB/', post],
  ['instagram.com.br/p/DAfXiNinAXB/', post],
  ['www.instagram.con/p/DAfXiNinAXB/', post],
  ['instagran.com/p/DAfXiNinAXB', post],
  ['https://www.intagram.com/p/DAfXiNinAXB/', post],
  ['https://www.instagram.com:443/p/DAfXiNinAXB/', post],
  ['https://www.instagram.com//p/DAfXiNinAXB/', post],
  // Several at once.
  [`${reel}\n${post}`, reel, post],
  [`1) ${reel}?igsh=1 2) ${post}?igsh=2`, reel, post],
  [`${reel},${post}`, reel, post],
  [`${reel}${post}`, reel, post],
  [`este ${post} e este http://instagr.am/reel/C8xAbCdEfGh e de novo ${post}?igsh=1`, post, reel],
  [`meu perfil https://www.instagram.com/ana.souza e o post ${post}`, post],
  // A shared link keeps its path: it is never resolved.
  ['https://www.instagram.com/share/BAxYz12345', `${www}/share/BAxYz12345`],
  ['https://www.instagram.com/share/reel/_aB1cD2eF3?igsh=1', `${www}/share/reel/_aB1cD2eF3`],
  ['http://instagram.com/share/p/BAxYz12345/', `${www}/share/p/BAxYz12345/`],
  // Not a post: only the first one.
  ['https://www.instagram.com/ana.souza?igsh=1&utm_source=qr', `${www}/ana.souza`],
  ['instagram.com/ana.souza/ instagram.com/bruno/', `${www}/ana.souza/`],
  [
    'https://www.instagram.com/stories/ana.souza/3412345678901234567?utm_source=x',
    `${www}/stories/ana.souza/3412345678901234567`,
  ],
  ['https://www.instagram.com/', `${www}/`],
  // No link of a post on Instagram: the text stays, and the specified rule names what is wrong.
  ['https://www.tiktok.com/@ana.souza/video/7312345678901234567'],
  ['https://youtu.be/dQw4w9WgXcQ'],
  ['https://www.facebook.com/reel/1234567890'],
  ['https://www.threads.net/@ana.souza/post/C8xAbCdEfGh'],
  ['https://help.instagram.com/1234567890'],
  ['https://instagram.com.evil.example/p/DAfXiNinAXB/'],
  ['https://evil.example/instagram.com/p/DAfXiNinAXB/'],
  ['https://www.instagram.com@evil.example/p/DAfXiNinAXB/'],
  ['https://evil@instagram.com/p/DAfXiNinAXB/'],
  ['https://notinstagram.com/p/DAfXiNinAXB/'],
  ['https://evil.test/instagram.com/p/DAfXiNinAXB/'],
  ['https://instagram.com.br.evil.example/p/DAfXiNinAXB/'],
  ['https://www.instagram.com.evil.example%2Fp%2FDAfXiNinAXB%2F'],
  ['https://l.instagram.com/?u=https%3A%2F%2Fwww.example.com%2Fp%2FDAfXiNinAXB%2F'],
  ['https://show.instagram.com/p/DAfXiNinAXB/'],
  ['siga a gente no instagram, comente e compartilhe'],
  ['javascript:alert(1)//instagram.com/p/DAfXiNinAXB/'],
  ['instagram.com/p/C8x…'],
  ['@ana.souza'],
  ['instagram'],
  ['meu post mais recente'],
  [''],
];

describe('pasted text', () => {
  test.each(samples)('CHK-20, A-11: %j', (pasted, ...links) => {
    expect(findLinks(pasted).map(({ link }) => link)).toEqual(links);
    expect(rewriteLink(pasted)).toBe(links[0] ?? pasted.trim());
  });

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
      fc.property(fc.array(fc.oneof(linkLike, fc.string(), fc.webUrl())), (parts) => {
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
      const startedMs = performance.now();
      findLinks(part.repeat(20_000));
      expect(performance.now() - startedMs, part).toBeLessThan(1_000);
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
    ['instagram.com/stories/highlights/17912345678901234/', 'story', ''],
    ['instagram.com/s/aGlnaGxpZ2h0OjE3OTEy', 'story', ''],
    ['instagram.com/reels/audio/123456/', 'other', ''],
    ['instagram.com/explore/tags/praia/', 'other', ''],
    ['instagram.com/reels/', 'other', ''],
    ['instagram.com/share/', 'other', ''],
    ['instagram.com/p/', 'other', ''],
    ['instagram.com/', 'home', ''],
  ])('A-11: %s', (link, kind, name) => {
    expect(describeLink(link)).toEqual({ kind, name });
  });

  test('A-11: text that the rules refuse opens nothing', () => {
    for (const text of ['', 'nonsense', 'http://instagram.com/p/x/', 'instagram.com/p/a b/'])
      expect(describeLink(text)).toBeNull();
  });

  test('only posts and shared links pass without a warning', () => {
    const passing = (['p', 'reel', 'tv', 'share', 'profile', 'story', 'other', 'home'] as const).filter((kind) =>
      isPostOrShare({ kind, name: '' }),
    );
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
});
