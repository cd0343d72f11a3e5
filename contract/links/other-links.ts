// The rules beside that of Instagram posts, and why they refuse links. Pages load it for an order that has such a rule.
import type { OtherLinkRule } from '../link-rule-names.ts';
import { type StoreMessage, storeMessage } from '../store-messages.ts';
import { instagram, openAccountName } from './instagram.ts';
import { type LinkRefusal, type LinkRule, linkRule } from './link-rule.ts';
import { openAtName, tiktok } from './tiktok.ts';
import { openChannelName, youtube } from './youtube.ts';

export const otherRules: Readonly<Record<OtherLinkRule, LinkRule>> = {
  'instagram-reel': linkRule({ platform: instagram, accepts: ['reel', 'share'] }),
  'instagram-story': linkRule({ platform: instagram, accepts: ['story', 'share'] }),
  'instagram-profile': linkRule({ platform: instagram, accepts: ['profile', 'share'], openName: openAccountName }),
  'tiktok-video': linkRule({ platform: tiktok, accepts: ['tv', 'short'] }),
  'tiktok-profile': linkRule({ platform: tiktok, accepts: ['profile', 'short'], openName: openAtName }),
  'youtube-video': linkRule({ platform: youtube, accepts: ['tv'] }),
  'youtube-channel': linkRule({ platform: youtube, accepts: ['channel'], openName: openChannelName }),
};

/** Why an order cannot have these links: the first rule that they violate. `kept`: links that it has already. */
export function findOtherFailure(
  rule: OtherLinkRule,
  links: readonly string[],
  kept: readonly string[],
): StoreMessage | null {
  if (links.length === 0) return storeMessage('link_needed', { rule });
  for (const link of links) {
    const read = otherRules[rule].read(link);
    if ('problem' in read && !kept.includes(link.trim())) return refusalMessage(rule, read);
  }
  return repeatedPages(rule, links).length > 0 ? storeMessage('link_repeated', { rule }) : null;
}

/** Whether both lead to one page. */
export function isSamePage(rule: OtherLinkRule, link: string, other: string): boolean {
  return otherRules[rule].normalise(link).key === otherRules[rule].normalise(other).key;
}

/** The positions of links to what an earlier one leads to. */
export function repeatedPages(rule: OtherLinkRule, links: readonly string[]): number[] {
  const keys = links.map((link) => otherRules[rule].normalise(link).key);
  const first = new Map(keys.map((key, at) => [key, at] as const).reverse());
  return [...keys.keys()].filter((at) => first.get(keys[at] ?? '') !== at);
}

function refusalMessage(rule: OtherLinkRule, { problem, opens = 'other', lacksHandle }: LinkRefusal): StoreMessage {
  if (rule === 'youtube-channel' && lacksHandle) return storeMessage('link_without_handle', { rule });
  switch (problem) {
    case 'empty':
      return storeMessage('link_needed', { rule });
    case 'none':
      return storeMessage('link_of_other_platform', { rule });
    case 'unreadable':
      return storeMessage('link_not_readable', { rule });
    case 'several':
      return storeMessage('link_several', { rule });
    case 'incomplete':
      return storeMessage('link_incomplete', { rule });
    default:
      return storeMessage('link_of_other_kind', { rule, opens });
  }
}
