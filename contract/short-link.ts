// The form of a post link that its buyer recognizes and that leads nobody else to the post. Pure, without zod.
import { normaliseLink } from './post-links.ts';

const shownCharacters = 3;
/** Ends every shortened link, and no valid one. */
const mark = '…';

/**
 * `instagram.com/p/C8x…`: the kind and the first characters of the shortcode, never all of them. Without a shortcode no
 * path is left, because it may be the name of an account.
 */
export function shortLink(link: string): string {
  const { kind, shortcode } = normaliseLink(link);
  if (kind === null || shortcode === null) return `instagram.com/${mark}`;
  return `instagram.com/${kind}/${shortcode.slice(0, Math.min(shownCharacters, shortcode.length - 1))}${mark}`;
}

/** True for the result of `shortLink`. */
export function isShortened(link: string): boolean {
  return link.endsWith(mark);
}
