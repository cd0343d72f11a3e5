import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkCheckout, checkLinks, findLinkRefusal } from './checkout-rules.ts';
import { linkMessage } from './link-message.ts';
import { englishMessage } from './message-texts/english-message.ts';
import { describeLink, isPostOrShare, needsConsent, rewriteLink } from './pasted-links.ts';
import { allowedPrefixes, findNoPostKind, hrefOf, type NoPostKind } from './post-links.ts';
import { noPostTexts, reasonTexts } from './refusal-reasons.ts';

/** Each character in any case, or percent-encoded. */
function spellings(text: string): fc.Arbitrary<string> {
  const spelled = [...text].map((character) =>
    fc.constantFrom(
      character.toLowerCase(),
      character.toUpperCase(),
      `%${character.charCodeAt(0).toString(16)}`,
      `%${character.toUpperCase().charCodeAt(0).toString(16).toUpperCase()}`,
    ),
  );
  return fc.tuple(...spelled).map((parts) => parts.join(''));
}

const prefix = fc
  .tuple(fc.constantFrom(...allowedPrefixes), fc.constantFrom('', '', ' '), fc.boolean())
  .map(([start, space, isUpper]) => space + (isUpper ? start.toUpperCase() : start));
/** What may stand between two segments, and before and after all of them, without a change of the page. */
const slash = fc.constantFrom('/', '//', '/./', '/%2e/', '/x/../', '/x/%2E%2e/', '%2F', '/%2f/');
const end = fc.constantFrom('', '/', '//', '/?igsh=1', '?utm_source=x', '/#x', '?next=/p/DAfXiNinAXB/', '/./', '/x/..');

function link(...segments: fc.Arbitrary<string>[]): fc.Arbitrary<string> {
  const joined = segments.flatMap((segment, at) => (at === 0 ? [segment] : [slash, segment]));
  return fc
    .tuple(prefix, fc.constantFrom('', '/', './', '%2e/', 'x/../'), fc.tuple(...joined), end)
    .map(([start, before, path, after]) => start + before + path.join('') + after);
}

const code = fc.stringMatching(/^[A-Za-z0-9_-]{5,12}$/);
const account = fc.stringMatching(/^[a-z][a-z0-9_]{3,12}(\.[a-z0-9_]{1,8})?$/).filter((name) => {
  const pages = ['explore', 'accounts', 'direct', 'about', 'legal', 'share', 'stories', 'reel', 'reels'];
  return !pages.includes(name);
});
const rest = fc.constantFrom('tags', 'login', 'inbox', 'us', 'privacy', 'p', 'DAfXiNinAXB', '123456', 'some.user');
const one = (text: string) => spellings(text);

const withoutPost: [NoPostKind, fc.Arbitrary<string>][] = [
  ['home', link()],
  ['code', link(fc.constantFrom('p', 'reel', 'reels', 'tv').chain(one))],
  ['code', link(fc.constantFrom('p', 'reel', 'reels', 'tv').chain(one), fc.constantFrom('%20', '!!', '%C3%A9', '%'))],
  ['share', link(one('share'))],
  ['share', link(one('share'), fc.constantFrom('p', 'reel', 'reels', 'tv').chain(one))],
  ['stories', link(one('stories'))],
  ...(['explore', 'accounts', 'direct', 'about', 'legal'] as const).flatMap(
    (page): [NoPostKind, fc.Arbitrary<string>][] => [
      [page, link(one(page))],
      [page, link(one(page), rest)],
      [page, link(one(page), rest, rest)],
    ],
  ),
];

describe('what can never be a post', () => {
  test.each(withoutPost)('D-51: %s is refused by the rules of page and API, however it is spelled', (kind, links) => {
    fc.assert(
      fc.property(links, (given) => {
        expect(findNoPostKind(given)).toBe(kind);
        expect(findLinkRefusal(given)).toBe('link_without_post');
        expect(needsConsent(given)).toBe(false);
        const failure = { type: 'instagram', reason: 'link_without_post', field: 'post_links', position: 0 };
        expect(checkCheckout('a@b.co', [given])).toEqual(failure);
        expect(checkLinks([given])).toEqual(failure);
        expect(englishMessage(linkMessage('link_without_post', given))).toBe(noPostTexts[kind]);
      }),
    );
  });

  test.each(withoutPost)('D-51: an old order keeps and shows such a link: %s', (kind, links) => {
    fc.assert(
      fc.property(links, (given) => {
        expect(hrefOf(given)).toMatch(/^https:\/\/(www\.)?instagram\.com\//);
        expect(describeLink(given)).toEqual({ kind: kind === 'home' ? 'home' : 'other', name: '' });
        expect(checkLinks([given], [given.trim()])).toBeNull();
        expect(checkLinks(['instagram.com/p/C8xAbCdEfGh/', given], [given.trim()])).toBeNull();
      }),
    );
  });

  test('D-51: each kind has a sentence of its own', () => {
    const sentences = Object.values(noPostTexts);
    expect(new Set(sentences).size).toBe(sentences.length);
    expect(sentences.filter((text) => /home page/.test(text))).toEqual([noPostTexts.home]);
    expect(englishMessage(linkMessage('link_without_post', ''))).toBe(reasonTexts.link_without_post);
  });
});

describe('what may be bought', () => {
  const kinds = fc.constantFrom('p', 'reel', 'reels', 'tv');
  test.each([
    ['a post', link(kinds.chain(one), code)],
    ['a post below its account', link(account, fc.constantFrom('p', 'reel', 'reels').chain(one), code)],
    ['a share link', link(one('share'), code)],
    ['a share link with its kind', link(one('share'), fc.constantFrom('p', 'reel').chain(one), code)],
  ])('D-51: %s needs no consent', (_, links) => {
    fc.assert(
      fc.property(links, (given) => {
        // reels/audio is the page of a sound.
        fc.pre(!/reels[^\w]*audio\b/i.test(given));
        const opens = describeLink(given);
        expect(opens && isPostOrShare(opens)).toBe(true);
        expect([findLinkRefusal(given), needsConsent(given)]).toEqual([null, false]);
      }),
    );
  });

  test.each([
    ['profile', link(account)],
    ['profile', link(account, fc.constantFrom('tagged', 'reels', 'followers'))],
    ['story', link(one('stories'), account)],
    ['story', link(one('stories'), account, fc.constant('3412345678901234567'))],
    ['highlight', link(one('stories'), one('highlights'), fc.constant('17912345678901234'))],
    ['highlight', link(fc.constant('s'), code)],
    ['other', link(one('reels'), fc.constant('audio'), fc.constant('123456'))],
    ['other', link(fc.constantFrom('a-b', 'a'.repeat(40)))],
  ] as const)('D-51: %s needs consent, in the form that the page sends, too', (kind, links) => {
    fc.assert(
      fc.property(links, (given) => {
        fc.pre(!/highlights/i.test(given) || kind === 'highlight');
        expect(findLinkRefusal(given)).toBeNull();
        expect(describeLink(given)?.kind).toBe(kind);
        expect(needsConsent(given)).toBe(true);
        expect(needsConsent(rewriteLink(given.trim()))).toBe(!/next=/.test(given));
      }),
    );
  });
});
