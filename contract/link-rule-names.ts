// The names of the link rules.

/** The link rules beside that of Instagram posts, which the specified offers have. */
export const otherLinkRules = [
  'instagram-reel',
  'instagram-story',
  'instagram-profile',
  'tiktok-video',
  'tiktok-profile',
  'youtube-video',
  'youtube-channel',
] as const;
export type OtherLinkRule = (typeof otherLinkRules)[number];
/** Which links an offer takes: `links/other-links.ts` has the rules beside that of posts. */
export const linkRules = ['instagram-post', ...otherLinkRules] as const;
export type LinkRuleName = (typeof linkRules)[number];
