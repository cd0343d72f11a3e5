// The checkout's rules in the specified order (CHK-17). Used by the form and, again, by the server.
import { messages } from './messages.ts';
import { findLinkProblem, firstDuplicate, hasAllowedPrefix, type LinkProblem } from './post-links.ts';

export type CheckoutFailure = {
  type: 'validation' | 'instagram';
  message: string;
  field: 'email' | 'post_links';
  /** The position of the link that failed, where one did. */
  position?: number;
};

/** The first rule that fails, or null. Expects what the form holds; trims by itself. */
export function checkCheckout(email: string, postLinks: readonly string[]): CheckoutFailure | null {
  const trimmedEmail = email.trim();
  if (trimmedEmail === '') return { type: 'validation', message: messages.emailRequired, field: 'email' };
  const invalid = postLinks.findIndex((link) => !hasAllowedPrefix(link));
  if (invalid >= 0) return linkFailure(messages.linkInvalid, invalid);
  const empty = postLinks.findIndex((link) => link.trim() === '');
  if (empty >= 0) return linkFailure(messages.linkEmpty, empty);
  const duplicate = firstDuplicate(postLinks);
  if (duplicate >= 0) return linkFailure(messages.linkDuplicate, duplicate);
  if (!trimmedEmail.includes('@') || !trimmedEmail.includes('.')) {
    return { type: 'validation', message: messages.emailInvalid, field: 'email' };
  }
  if (postLinks.length === 0) return { type: 'instagram', message: messages.linkMissing, field: 'post_links' };
  return null;
}

/** The rules about links alone, in their order: for whoever changes the links of an order. */
export function checkLinks(postLinks: readonly string[]): CheckoutFailure | null {
  return checkCheckout('a@b.c', postLinks);
}

/** The server's addition to rule 2: the sentence for a link that passed the prefix rule and still names no post. */
export function findLinkRefusal(link: string): string | null {
  const problem = findLinkProblem(link);
  return problem && linkRefusals[problem];
}

/** ERR-6, A-13: rules 1 to 4 are about a form that is incomplete; every other refusal of a link is about the link. */
export function linkFailureType(message: string): CheckoutFailure['type'] {
  const { linkInvalid, linkEmpty, linkDuplicate } = messages;
  return [linkInvalid, linkEmpty, linkDuplicate].some((rule) => rule === message) ? 'validation' : 'instagram';
}

/** The server's addition to rule 4: at most 254 characters, no white space or control characters. */
export function isAcceptableEmail(email: string): boolean {
  const trimmed = email.trim();
  return trimmed.length <= 254 && /^[^\s\p{Cc}\p{Cs}@]+@[^\s\p{Cc}\p{Cs}@]+$/u.test(trimmed) && trimmed.includes('.');
}

function linkFailure(message: string, position: number): CheckoutFailure {
  return { type: 'validation', message, field: 'post_links', position };
}

const linkRefusals: Record<LinkProblem, string> = {
  prefix: messages.linkInvalid,
  no_post: messages.linkWithoutPost,
  unreadable: messages.linkUnreadable,
};
