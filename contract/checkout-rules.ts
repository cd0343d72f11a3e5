// The checkout rules in the specified order, then what no order can have; applied by the form and again by the server.
import { isAcceptableEmail } from './email-address.ts';
import { duplicates, findLinkProblem, hasAllowedPrefix, type LinkProblem } from './post-links.ts';
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
  return listCheckoutFailures(email, postLinks)[0] ?? null;
}

/**
 * Every violated rule in the specified order, at most one for the email and one for each link; then the links that cannot
 * be used although they have a valid prefix.
 */
export function listCheckoutFailures(email: string, postLinks: readonly string[]): CheckoutFailure[] {
  const trimmedEmail = email.trim();
  const failing = (reason: RefusalReason, isWrong: (link: string) => boolean) =>
    postLinks.flatMap((link, position) => (isWrong(link) ? [linkFailure(reason, position)] : []));
  const repeated = duplicates(postLinks);
  return [
    trimmedEmail === '' && emailFailure('email_required'),
    ...failing('link_invalid', (link) => !hasAllowedPrefix(link)),
    ...failing('link_empty', (link) => link.trim() === ''),
    ...repeated
      .filter((position) => hasAllowedPrefix(postLinks[position] ?? ''))
      .map((position) => linkFailure('link_duplicate', position)),
    trimmedEmail !== '' && !isAcceptableEmail(trimmedEmail) && emailFailure('email_invalid'),
    postLinks.length === 0 && ({ type: 'instagram', reason: 'link_missing', field: 'post_links' } as const),
    ...postLinks.flatMap((link, position) => {
      const reason = hasAllowedPrefix(link) && link.trim() !== '' ? findLinkRefusal(link) : null;
      return reason ? [linkFailure(reason, position)] : [];
    }),
  ].filter((failure) => failure !== false);
}

/** The link rules in order, for changes to the links of an order. Links that it has already stay usable. */
export function checkLinks(postLinks: readonly string[], kept: readonly string[] = []): CheckoutFailure | null {
  const isKept = ({ type, position }: CheckoutFailure) =>
    type === 'instagram' && position !== undefined && kept.includes(postLinks[position]?.trim() ?? '');
  return listCheckoutFailures('a@b.c', postLinks).find((failure) => !isKept(failure)) ?? null;
}

/** Why an order cannot have this link; null for a usable one. */
export function findLinkRefusal(link: string): RefusalReason | null {
  const problem = findLinkProblem(link);
  return problem && linkRefusals[problem];
}

/** Rules 1 to 4 concern an incomplete form; all other failures concern the link. */
export function linkFailureType(reason: unknown): CheckoutFailure['type'] {
  return ['link_invalid', 'link_empty', 'link_duplicate'].some((rule) => rule === reason) ? 'validation' : 'instagram';
}

function emailFailure(reason: RefusalReason): CheckoutFailure {
  return { type: 'validation', reason, field: 'email' };
}

function linkFailure(reason: RefusalReason, position: number): CheckoutFailure {
  return { type: linkFailureType(reason), reason, field: 'post_links', position };
}

const linkRefusals: Record<LinkProblem, RefusalReason> = {
  prefix: 'link_invalid',
  no_post: 'link_without_post',
  unreadable: 'link_unreadable',
};
