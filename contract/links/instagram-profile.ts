// Accounts: their followers. Also `@name` and a name alone.
import { instagram, openAccountName } from './instagram.ts';
import { type LinkRule, linkRule } from './link-rule.ts';

export const instagramProfile: LinkRule = linkRule({
  platform: instagram,
  accepts: ['profile', 'share'],
  openName: openAccountName,
});
