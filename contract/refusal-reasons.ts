// Reasons of refusals: `reason` in the error body, beside its code. Each reason has a default English text.
import { messages } from './messages.ts';
import type { NoPostKind } from './post-links.ts';

export const reasonTexts = {
  email_required: messages.emailRequired,
  email_invalid: messages.emailInvalid,
  email_refused: messages.emailRefused,
  link_invalid: messages.linkInvalid,
  link_empty: messages.linkEmpty,
  link_duplicate: messages.linkDuplicate,
  link_missing: messages.linkMissing,
  link_without_post: messages.linkOpensNoPost,
  link_unreadable: messages.linkUnreadable,
  format_character: messages.formatCharacter,
  too_many_links: messages.tooManyLinks,
  offer_of_other_category: 'This offer is of another category.',
  quantity_not_for_sale: 'This quantity is not for sale.',
  too_many_tries: messages.tooManyTries,
  contact_name_required: 'Please tell us your name.',
  contact_email_required: 'Please enter your email address, so that we can answer.',
  contact_subject_required: 'Please enter a subject.',
  contact_message_required: 'Please write your message.',
  contact_too_long: 'This text is too long.',
} as const;

export type RefusalReason = keyof typeof reasonTexts;

export const noPostTexts: Readonly<Record<NoPostKind, string>> = {
  home: 'This link opens the Instagram home page, not a post. Paste the link of a post.',
  code: 'This link is not complete: the code is missing. Copy the whole link.',
  share: 'This link is not complete. Copy the whole link.',
  stories: 'This link opens no post. Paste the link of a post.',
  explore: 'This link opens Explore, not a post. Paste the link of a post.',
  accounts: 'This link opens an account, not a post. Paste the link of a post.',
  direct: 'This link opens messages, not a post. Paste the link of a post.',
  about: 'This link opens information, not a post. Paste the link of a post.',
  legal: 'This link opens terms, not a post. Paste the link of a post.',
};
