// Accounts of TikTok: their followers. Also `@name`.
import { type LinkRule, linkRule } from './link-rule.ts';
import { openAtName, tiktok } from './tiktok.ts';

export const tiktokProfile: LinkRule = linkRule({
  platform: tiktok,
  accepts: ['profile', 'short'],
  openName: openAtName,
});
