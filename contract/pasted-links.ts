// Finds post links in text that a buyer pastes, and rewrites them to a specified form. Pure, without zod; fetches
// nothing.
import { cleanLink } from './email-address.ts';
import { findLinkProblem, findNoPostKind, isShare, normaliseLink, pathSegments } from './post-links.ts';
import { maxPosts } from './share.ts';

/** `other`: a page of Instagram that is neither a post nor an account. `home`: no page at all. */
export const linkKinds = ['p', 'reel', 'tv', 'share', 'profile', 'story', 'highlight', 'other', 'home'] as const;
export type LinkKind = (typeof linkKinds)[number];
/** `name`: the shortcode, or the account; empty where the link shows none. */
export type LinkDescription = { kind: LinkKind; name: string };
/** `removed`: the names of the parameters that the rewritten link no longer has. */
export type FoundLink = { link: string; removed: string[] };

const host = 'https://www.instagram.com';

// With a scheme a link may follow a word directly; without one it must not be a part of another address. The slips that
// people make are read as what they mean: `htps:`, `www,instagram.com`, `Instagram .com`, `instagran.con`.
const linkPattern =
  /(?:tp\s?s*[\s:;.\\/]+|(?:^|[^\w.@/-]))(?:w+[\s.,]*|m\.)?instagr(?:a[mn]\s?[.,]\s?co[mn](?:\.br)?|\.am)\s?([\\/](?:(?!https?:)[\w\-.~%/\\?#&=+@])*…?)/gi;

/** Shortcodes have at least 11 characters since 2014: a shorter one before an ellipsis or a line break is cut off. */
const fullShortcode = 11;

/** What a link opens, that of an old order too; null for any other text. */
export function describeLink(link: string): LinkDescription | null {
  const problem = findLinkProblem(link);
  if (problem === 'no_post') return { kind: findNoPostKind(link) === 'home' ? 'home' : 'other', name: '' };
  if (problem !== null) return null;
  const { kind, shortcode } = normaliseLink(link);
  if (kind !== null && shortcode !== null) return { kind, name: shortcode };
  const segments = pathSegments(link);
  const [first = '', second = ''] = segments;
  if (isShare(segments)) return { kind: 'share', name: '' };
  const isStory = first.toLowerCase() === 'stories';
  if (first === 's' || (isStory && second.toLowerCase() === 'highlights')) return { kind: 'highlight', name: '' };
  if (isStory) return { kind: 'story', name: accountName(second) };
  const account = accountName(first);
  return account === '' ? { kind: 'other', name: '' } : { kind: 'profile', name: account };
}

/** True for the link of a post, and for a shared link, which hides its post. */
export function isPostOrShare({ kind }: { kind: string; name: string }): boolean {
  return kind === 'p' || kind === 'reel' || kind === 'tv' || kind === 'share';
}

/** What a link opens that is not the link of a post, for people who may see no more than that of the link. */
export function describeNonPost(link: string, isNamed: boolean): LinkDescription | null {
  const opens = describeLink(link);
  if (opens === null || (isPostOrShare(opens) && opens.kind !== 'share')) return null;
  return isNamed ? opens : { ...opens, name: '' };
}

/** True for a link that an order may have although it opens no post: the buyer chooses to use it. */
export function needsConsent(link: string): boolean {
  const opens = describeLink(link);
  return opens !== null && !isPostOrShare(opens) && findNoPostKind(link) === null;
}

/**
 * The links of posts in a text, each post once; without any, the first other link of Instagram. Each starts with
 * https://www.instagram.com/ and has no query.
 */
export function findLinks(text: string): FoundLink[] {
  const found = new Map<string, ReadLink>();
  for (const [, path = ''] of joined(unescaped(text)).matchAll(linkPattern)) {
    const read = readPath(path);
    const isCut = read !== null && /(…|\.{2})$/.test(path) && read.name.length < fullShortcode;
    if (read === null || isCut) continue;
    const { key } = normaliseLink(read.link);
    if (!found.has(key)) found.set(key, read);
  }
  const all = [...found.values()];
  const posts = all.filter(isPostOrShare);
  return (posts.length > 0 ? posts : all.slice(0, 1)).map(({ link, removed }) => ({ link, removed }));
}

/** The first link of a text in its specified form, or the text as it is. */
export function rewriteLink(text: string): string {
  return findLinks(text)[0]?.link ?? text.trim();
}

/**
 * Puts the first link at its position, and the others into empty or new fields. Links that another field has already
 * are not repeated. `leftOut`: the number of links without a field. `keyOf`: the same for two links to one page.
 */
export function placeLinks(
  posts: readonly string[],
  position: number,
  found: readonly FoundLink[],
  keyOf = (link: string) => normaliseLink(link).key,
) {
  const elsewhere = new Set(posts.filter((post, at) => at !== position && post.trim() !== '').map(keyOf));
  const fresh = found.filter(({ link }) => !elsewhere.has(keyOf(link)));
  const [first, ...rest] = fresh.length > 0 ? fresh : found.slice(0, 1);
  const placed = posts.map((post, at) => (at === position && first ? first.link : post));
  let leftOut = 0;
  for (const { link } of rest) {
    const empty = placed.findIndex((post) => post.trim() === '');
    if (empty < 0 && placed.length >= maxPosts) leftOut += 1;
    else placed[empty < 0 ? placed.length : empty] = link;
  }
  return { posts: placed, leftOut };
}

type ReadLink = FoundLink & LinkDescription;

/** Without invisible characters, and the escapes of JSON and of a parameter that names another address. */
function unescaped(text: string): string {
  return cleanLink(text)
    .replace(/\\{1,8}u00/g, '%')
    .replace(/\\{1,8}\//g, '/')
    .replace(/%(25)+/g, '%')
    .replace(/%[2-7][\da-f]/gi, decodeURIComponent);
}

/** With the links in one piece whose line was broken after a slash, or in a shortcode. */
function joined(text: string): string {
  return text
    .replace(/(\.com\/)\s+(?=(p|reels?|tv)\/)/gi, '$1')
    .replace(/(\/(?:p|reels?|tv)\/)([\w-]*)(\s+)([\w-]+)(?=[/?\s]|$)/gi, (all, path, start, space, end) => {
      const isOne = (start + end).length === fullShortcode && /[^a-z]/.test(end) && (!start || /\n/.test(space));
      return isOne ? path + start + end : all;
    });
}

function readPath(path: string): ReadLink | null {
  // The rest of another address follows its parameter with "&".
  const url = new URL(`${host}${withoutPunctuation(path.replace(/^([^?&]*)&.*/, '$1'))}`);
  // A visitor who is not signed in copies the address of the sign-in page, which names the post.
  const next = url.searchParams.get('next');
  if (next?.startsWith('/')) return readPath(next);
  const plain = `${host}${withoutPunctuation(url.pathname)}`;
  const described = describeLink(plain);
  if (described === null) return null;
  const { kind, name } = described;
  const link = kind === 'p' || kind === 'reel' || kind === 'tv' ? `${host}/${kind}/${name}/` : plain;
  return { ...described, link, removed: [...new Set(url.searchParams.keys())] };
}

function withoutPunctuation(path: string): string {
  return path.replace(/[.~%?#&=+@…]+$/, '');
}

function accountName(segment: string): string {
  const name = segment.replace(/^@/, '');
  // reels/audio/123 is the page of a sound.
  return /^[\w.]{1,30}$/.test(name) && !/^(reels|s)$/i.test(name) ? name : '';
}
