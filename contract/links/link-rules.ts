// The rules by the name that an offer and an order have of theirs.
import type { LinkRuleName } from '../link-rule-names.ts';
import { instagramPost } from './instagram-post.ts';
import type { LinkRule } from './link-rule.ts';
import { otherRules } from './other-links.ts';

export const rulesByName: Readonly<Record<LinkRuleName, LinkRule>> = { 'instagram-post': instagramPost, ...otherRules };
