// The rules by the name that an offer and an order have of theirs.
import type { LinkRuleName } from '../offers.ts';
import { instagramPost } from './instagram-post.ts';
import { instagramProfile } from './instagram-profile.ts';
import { instagramReel } from './instagram-reel.ts';
import { instagramStory } from './instagram-story.ts';
import type { LinkRule } from './link-rule.ts';
import { tiktokProfile } from './tiktok-profile.ts';
import { tiktokVideo } from './tiktok-video.ts';
import { youtubeChannel } from './youtube-channel.ts';
import { youtubeVideo } from './youtube-video.ts';

export const rulesByName: Readonly<Record<LinkRuleName, LinkRule>> = {
  'instagram-post': instagramPost,
  'instagram-reel': instagramReel,
  'instagram-story': instagramStory,
  'instagram-profile': instagramProfile,
  'tiktok-video': tiktokVideo,
  'tiktok-profile': tiktokProfile,
  'youtube-video': youtubeVideo,
  'youtube-channel': youtubeChannel,
};
