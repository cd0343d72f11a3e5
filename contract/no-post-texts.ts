// The English sentences about links that can never be a post, by what they open.
import type { NoPostKind } from './post-links.ts';

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
