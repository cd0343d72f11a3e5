// Channels of YouTube: their subscribers. Also `@handle`.
import { type LinkRule, linkRule } from './link-rule.ts';
import { openChannelName, youtube } from './youtube.ts';

export const youtubeChannel: LinkRule = linkRule({
  platform: youtube,
  accepts: ['channel'],
  openName: openChannelName,
});
