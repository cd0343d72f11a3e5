// The checkout rules in the specified order, applied by the form and again by the server.
import { isAcceptableEmail } from './email-address.ts';
import { findLinkProblem, firstDuplicate, hasAllowedPrefix, type LinkProblem } from './post-links.ts';
import type { RefusalReason } from './refusal-reasons.ts';

export type CheckoutFailure = {
  type: 'validation' | 'instagram';
  reason: RefusalReason;
  field: 'email' | 'post_links';
  /** The position of the invalid link, if any. */
  position?: number;
};

/** The first violated rule, or null. Trims the raw form values. */
export function checkCheckout(email: string, postLinks: readonly string[]): CheckoutFailure | null {
  const trimmedEmail = email.trim();
  if (trimmedEmail === '') return { type: 'validation', reason: 'email_required', field: 'email' };
  const invalid = postLinks.findIndex((link) => !hasAllowedPrefix(link));
  if (invalid >= 0) return linkFailure('link_invalid', invalid);
  const empty = postLinks.findIndex((link) => link.trim() === '');
  if (empty >= 0) return linkFailure('link_empty', empty);
  const duplicate = firstDuplicate(postLinks);
  if (duplicate >= 0) return linkFailure('link_duplicate', duplicate);
  if (!isAcceptableEmail(trimmedEmail)) return { type: 'validation', reason: 'email_invalid', field: 'email' };
  if (postLinks.length === 0) return { type: 'instagram', reason: 'link_missing', field: 'post_links' };
  return null;
}

/** The link rules in order, for changes to the links of an order. */
export function checkLinks(postLinks: readonly string[]): CheckoutFailure | null {
  return checkCheckout('a@b.c', postLinks);
}

/** An addition of the server to rule 2: the reason why a link with a valid prefix does not identify a post. */
export function findLinkRefusal(link: string): RefusalReason | null {
  const problem = findLinkProblem(link);
  return problem && linkRefusals[problem];
}

/** Rules 1 to 4 concern an incomplete form; all other failures concern the link. */
export function linkFailureType(reason: unknown): CheckoutFailure['type'] {
  return ['link_invalid', 'link_empty', 'link_duplicate'].some((rule) => rule === reason) ? 'validation' : 'instagram';
}

function linkFailure(reason: RefusalReason, position: number): CheckoutFailure {
  return { type: 'validation', reason, field: 'post_links', position };
}

const linkRefusals: Record<LinkProblem, RefusalReason> = {
  prefix: 'link_invalid',
  no_post: 'link_without_post',
  unreadable: 'link_unreadable',
};
