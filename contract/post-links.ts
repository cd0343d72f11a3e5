// Validates and normalizes post links, and detects duplicates. It never fetches a link.

/** In this order; the error message lists the first three. Compared in lower case after trimming. */
export const allowedPrefixes: readonly string[] = [
  'https://www.instagram.com/',
  'https://instagram.com/',
  'www.instagram.com/',
  'instagram.com/',
];

export const maxLinkLength = 500;

export type PostKind = 'p' | 'reel' | 'tv';
export type NormalLink = {
  /** With https:// and without tracking parameters; sent to the provider. */
  canonicalUrl: string;
  /** The case-sensitive ID of the post; null for a link without one (a profile, a share token). */
  shortcode: string | null;
  kind: PostKind | null;
  /** Equal for two links to the same post: the shortcode, or else the URL without query. */
  key: string;
};

/** The form's rule: an allowed prefix. An empty field counts as valid while typing. */
export function hasAllowedPrefix(link: string): boolean {
  const lower = link.trim().toLowerCase();
  return lower === '' || allowedPrefixes.some((prefix) => lower.startsWith(prefix));
}

export type LinkProblem = 'prefix' | 'unreadable' | 'no_post';

/** Paths that can never be a post, by what they open. `code`: a post without its shortcode. */
const pathsWithoutPost = {
  home: /^$/,
  code: /^(p|reels?|tv)\/(?![\w-]+\/)/i,
  share: /^share\/((p|reels?|tv)\/)?(?![\w-]+\/)/i,
  stories: /^stories\/$/i,
  explore: /^explore\//i,
  accounts: /^accounts\//i,
  direct: /^direct\//i,
  about: /^about\//i,
  legal: /^legal\//i,
} as const;
export type NoPostKind = keyof typeof pathsWithoutPost;

/**
 * What makes a link unusable: prefix; more than 500 characters, white space, control characters or credentials; a path
 * that can never be a post. An empty link is invalid.
 */
export function findLinkProblem(link: string): LinkProblem | null {
  const trimmed = link.trim();
  if (trimmed === '' || !hasAllowedPrefix(trimmed)) return 'prefix';
  if (trimmed.length > maxLinkLength || /[\s\p{Cc}\p{Cs}\\]/u.test(trimmed)) return 'unreadable';
  const url = parse(trimmed);
  if (url === null || url.username !== '' || url.password !== '') return 'unreadable';
  return noPostKindOf(segmentsOf(url)) === null ? null : 'no_post';
}

/** What a link opens that can never be a post; null for any other text. */
export function findNoPostKind(link: string): NoPostKind | null {
  return findLinkProblem(link) === 'no_post' ? noPostKindOf(pathSegments(link)) : null;
}

export function isAcceptableLink(link: string): boolean {
  return findLinkProblem(link) === null;
}

/** False for a link that is probably not a post. Used as a hint only, never as an error. */
export function looksLikePost(link: string): boolean {
  const url = parse(link.trim());
  return url !== null && postOf(url) !== null;
}

/** The link for the provider and its comparison key. Expects a valid link. */
export function normaliseLink(link: string): NormalLink {
  const url = parse(link.trim());
  if (!url) return { canonicalUrl: link.trim(), shortcode: null, kind: null, key: link.trim() };
  const post = postOf(url);
  const kept = [...url.searchParams].filter(([name]) => !/^(igsh|igshid|utm_.*)$/i.test(name));
  const query = kept.length > 0 ? `?${new URLSearchParams(kept)}` : '';
  const segments = segmentsOf(url);
  // A share token is not a shortcode, but it is case-sensitive too.
  const path = isShare(segments) ? segments.join('/') : segments.join('/').toLowerCase();
  return {
    canonicalUrl: `https://${url.host}${url.pathname}${query}`,
    shortcode: post?.shortcode ?? null,
    kind: post?.kind ?? null,
    key: post?.shortcode ?? `${url.host.replace(/^www\./, '')}/${path}`,
  };
}

/** The positions of the links to the same post as an earlier one. Ignores empty links. */
export function duplicates(links: readonly string[]): number[] {
  const seen = new Set<string>();
  return [...links.keys()].filter((position) => {
    const link = links[position] ?? '';
    if (link.trim() === '') return false;
    const { key } = normaliseLink(link);
    const repeated = seen.has(key);
    seen.add(key);
    return repeated;
  });
}

/** A URL that is safe in an href: https on an allowed host; else null. Old orders may have links without a post. */
export function hrefOf(link: string): string | null {
  const problem = findLinkProblem(link);
  return problem === null || problem === 'no_post' ? (parse(link.trim())?.href ?? null) : null;
}

function parse(link: string): URL | null {
  const withScheme = /^https:\/\//i.test(link) ? link : `https://${link}`;
  return URL.canParse(withScheme) ? new URL(withScheme) : null;
}

// Decodes percent-encoded ASCII (%41 is A), so that encoded links match.
function decoded(path: string): string {
  return path.replace(/%[0-7][\da-f]/gi, decodeURIComponent);
}

/** The decoded parts of the path of a link. */
export function pathSegments(link: string): string[] {
  const url = parse(link.trim());
  return url ? segmentsOf(url) : [];
}

export function isShare(segments: readonly string[]): boolean {
  return segments[0]?.toLowerCase() === 'share';
}

function segmentsOf(url: URL): string[] {
  return decoded(url.pathname)
    .split('/')
    .filter((segment) => segment.trim() !== '');
}

function noPostKindOf(segments: readonly string[]): NoPostKind | null {
  const path = segments.map((segment) => `${segment}/`).join('');
  const kinds = Object.keys(pathsWithoutPost) as NoPostKind[];
  return kinds.find((kind) => pathsWithoutPost[kind].test(path)) ?? null;
}

function postOf(url: URL): { kind: PostKind; shortcode: string } | null {
  const segments = segmentsOf(url);
  if (isShare(segments)) return null;
  const at = /^(p|reels?|tv)$/i.test(segments[0] ?? '') ? 0 : /^(p|reels?)$/i.test(segments[1] ?? '') ? 1 : -1;
  const shortcode = segments[at + 1];
  if (at < 0 || !shortcode || !/^[\w-]+$/.test(shortcode)) return null;
  const named = (segments[at] ?? '').toLowerCase();
  // reels/audio/123 is the page of a sound.
  if (named === 'reels' && shortcode.toLowerCase() === 'audio') return null;
  return { kind: named === 'reels' ? 'reel' : (named as PostKind), shortcode };
}

/** "Reel · C8xAbCdEfGh"; without a name "Story". `kinds`: the names of the kinds in a language. */
export function linkName<Kind extends string>(
  kinds: { readonly [K in Kind]?: string },
  { kind, name }: { kind: Kind; name: string },
): string {
  return name === '' ? (kinds[kind] as string) : `${kinds[kind]} · ${name}`;
}
