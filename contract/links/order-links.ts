// The links of an order by the rule of its offer: what is refused, kept, compared and shown. With all
// rules: no page loads it.
import { checkLinks } from '../checkout-rules.ts';
import { linkMessage } from '../link-message.ts';
import { type LinkRuleName, linkRules, type OtherLinkRule } from '../link-rule-names.ts';
import type { OrderOffer } from '../offers.ts';
import { describeNonPost } from '../pasted-links.ts';
import { duplicates, normaliseLink, type PostKind } from '../post-links.ts';
import { shortLink } from '../short-link.ts';
import type { StoreMessage } from '../store-messages.ts';
import type { OrderedLink, ReadLink } from './link-rule.ts';
import { findOtherFailure, isSamePage, otherRules, repeatedPages } from './other-links.ts';

/** Of an order: one from before offers, and one of a rule that this version does not have, has a link to a post. */
export function linkRuleOf({ offer }: { offer: Pick<OrderOffer, 'link_rule'> | null }): LinkRuleName {
  return linkRules.find((rule) => rule === offer?.link_rule) ?? 'instagram-post';
}

/** As an API names it, which is silent about posts. */
export function namedRule(order: Parameters<typeof linkRuleOf>[0]): { link_rule?: OtherLinkRule } {
  const rule = linkRuleOf(order);
  return rule === 'instagram-post' ? {} : { link_rule: rule };
}

/** Why an order cannot have these links: the first rule that they violate. `kept`: links that it has already. */
export function findLinkFailure(
  rule: LinkRuleName,
  links: readonly string[],
  kept: readonly string[],
): StoreMessage | null {
  if (rule === 'instagram-post') {
    const failure = checkLinks(links, kept);
    return failure && linkMessage(failure.reason, links[failure.position ?? -1] ?? '');
  }
  return findOtherFailure(rule, links, kept);
}

/** The links of an order as it keeps them. */
export function storedLinks(rule: LinkRuleName, links: readonly string[], kept: readonly string[]): string[] {
  return links.map((link) => {
    const read = rule === 'instagram-post' || kept.includes(link.trim()) ? null : otherRules[rule].read(link);
    return read === null || 'problem' in read ? link.trim() : read.stored;
  });
}

/** Whether a new link is the one that an order has. One of a post is kept as it was sent, and may lose its parameters. */
export function isSameLink(rule: LinkRuleName, link: string, stored: string): boolean {
  return rule === 'instagram-post' ? link.trim() === stored : isSamePage(rule, link, stored);
}

/** For the provider, and what sends of the same post have in common. */
export function normaliseBy(rule: LinkRuleName, link: string): Pick<ReadLink, 'canonical' | 'key'> {
  if (rule !== 'instagram-post') return otherRules[rule].normalise(link);
  const { canonicalUrl: canonical, key } = normaliseLink(link);
  return { canonical, key };
}

/** The positions of links to what an earlier one leads to. */
export function repeatedLinks(rule: LinkRuleName, links: readonly string[]): number[] {
  return rule === 'instagram-post' ? duplicates(links) : repeatedPages(rule, links);
}

/** The post of Instagram that a link opens; nulls for any other link. */
export function postOfLink(rule: LinkRuleName, link: string): { kind: PostKind | null; shortcode: string | null } {
  if (rule !== 'instagram-post' && rule !== 'instagram-reel') return { kind: null, shortcode: null };
  const { kind, shortcode } = normaliseLink(link);
  return { kind, shortcode };
}

/** What a link opens that is not the link of a post. */
export function describeOrdered(rule: LinkRuleName, link: string, isNamed: boolean): OrderedLink | null {
  if (rule === 'instagram-post') return describeNonPost(link, isNamed);
  const read = otherRules[rule].read(link);
  if ('problem' in read) return describeNonPost(link, isNamed);
  if (read.kind === 'reel') return null;
  return { kind: read.kind, name: isNamed ? read.name : '', fits: true };
}

/** What shows a link to strangers: the platform, and of a post the first characters. */
export function shortened(rule: LinkRuleName, link: string): string {
  if (rule.startsWith('instagram-')) return shortLink(link);
  return `${rule.startsWith('tiktok-') ? 'tiktok' : 'youtube'}.com/…`;
}
