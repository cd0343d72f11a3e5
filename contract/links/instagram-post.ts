// Posts of Instagram: their likes and views. An order keeps such a link as it was sent, and may have one that opens no post.
import { describeLink } from '../pasted-links.ts';
import { findLinkProblem, findNoPostKind, type LinkProblem, normaliseLink } from '../post-links.ts';
import type { LinkRefusal, LinkRule } from './link-rule.ts';

export const instagramPost: LinkRule = {
  read: (text) => {
    const stored = text.trim();
    const problem = stored === '' ? 'empty' : findLinkProblem(stored);
    if (problem === 'empty') return { problem };
    if (problem !== null) return refusalOf(problem, stored);
    const { canonicalUrl: canonical, key } = normaliseLink(stored);
    return { stored, canonical, key, ...(describeLink(stored) ?? { kind: 'other', name: '' }) };
  },
  normalise: (link) => {
    const { canonicalUrl: canonical, key } = normaliseLink(link);
    return { canonical, key };
  },
};

function refusalOf(problem: LinkProblem, link: string): LinkRefusal {
  if (problem === 'prefix') return { problem: 'none' };
  if (problem === 'unreadable') return { problem };
  const kind = findNoPostKind(link);
  return kind === 'code' || kind === 'share'
    ? { problem: 'incomplete' }
    : { problem: 'other_kind', opens: kind === 'home' ? 'home' : 'other' };
}
