// Why the rule of an offer refuses a link, in English. The pages of the shop load it where an offer has such a rule.

import type { LinkRuleName } from '../link-rule-names.ts';
import type { OpenedKind } from '../links/link-rule.ts';

/** What an offer needs the link of. */
const neededPages: Readonly<Record<LinkRuleName, string>> = {
  'instagram-post': 'an Instagram post',
  'instagram-reel': 'an Instagram reel',
  'instagram-story': 'an Instagram story',
  'instagram-profile': 'an Instagram profile',
  'tiktok-video': 'a TikTok video',
  'tiktok-profile': 'a TikTok profile',
  'youtube-video': 'a YouTube video',
  'youtube-channel': 'a YouTube channel',
};
const openedPages: Readonly<Record<OpenedKind, string>> = {
  p: 'a post',
  reel: 'a reel',
  tv: 'a video',
  share: 'a shared link',
  profile: 'a profile',
  story: 'a story',
  highlight: 'a highlight',
  other: 'another page',
  home: 'the home page',
  channel: 'a channel',
  short: 'a short link',
  playlist: 'a playlist',
  incomplete: 'a part of a page',
};
type OfRule = { rule: LinkRuleName };

export const linkRefusalTexts = {
  link_needed: ({ rule }: OfRule) => `Paste the link of ${neededPages[rule]}.`,
  link_repeated: ({ rule }: OfRule) => `Each link of ${neededPages[rule]} can be in an order only once.`,
  link_without_handle: (_: OfRule) => 'Paste the @handle of the channel, or its link with /channel/.',
  link_several: (_: OfRule) => 'Paste one link for each field.',
  link_of_other_platform: ({ rule }: OfRule) => `This order needs the link of ${neededPages[rule]}.`,
  link_of_other_kind: ({ rule, opens }: OfRule & { opens: OpenedKind }) =>
    `This link opens ${openedPages[opens]}, but this order needs ${neededPages[rule]}.`,
  link_incomplete: ({ rule }: OfRule) => `This link is not complete. Copy the whole link of ${neededPages[rule]}.`,
  link_not_readable: ({ rule }: OfRule) => `This link cannot be read. Copy the link of ${neededPages[rule]} once more.`,
};
