// What the links of Instagram open, for the rules beside that of posts.
import type { LinkPlatform, OpenedPage, Page } from './link-rule.ts';

const home = 'https://www.instagram.com';

/** Paths of the platform that are no accounts. */
const reserved =
  /^(_[nu]|a|about|accounts|ads|api|ar|archive|blog|challenge|channel|create|data|developer|direct|directory|download|emails|explore|family_center|graphql|help|home|igtv|index\.php|instagram\.com|invites|j|jobs|legal|lite|locations|login|logout|mentions|meta_verified|n|nametag|notifications|oauth|p|popular|press|privacy|push|qr|reels?|s|safety|search|session|settings|share|shop|signup|static|stories|support|tags|terms|topics|tv|web|www|your_activity)$/;

/** Parts of an account's page. */
const tabs = /^(channel|embed|feed|followers|following|guides|igtv|live|profilecard|reels|saved|tagged)?$/i;

export const instagram: LinkPlatform = {
  hosts:
    /^((www|m|l|web|i|touch|business|about|help|[a-z]{2}(-[a-z]{2})?)\.)?instagram\.com(\.br)?$|^(www\.)?instagr\.am$/,
  open: openPage,
};

function openPage({ host, segments }: Page): OpenedPage {
  if (/^(help|about|business)\./.test(host)) return { kind: 'other' };
  const [first = '', second = '', third = ''] = segments;
  const part = first.toLowerCase();
  if (first === '') return { kind: 'home' };
  if (part === 'stories') return openStory(second, third);
  if (part === 's') return { kind: 'highlight' };
  if (part === 'share') return openShare(second, third);
  if (/^reels?$/.test(part) && second.toLowerCase() === 'audio') return { kind: 'other' };
  if (isPostPart(part)) return openPost(part, second);
  if (part === '_u' || part === '_n') return openProfile(second);
  const isTab = tabs.test(second) && (third === '' || !isPostPart(second.toLowerCase()));
  if (isTab) return openProfile(first);
  return isPostPart(second.toLowerCase()) ? openPost(second.toLowerCase(), third) : { kind: 'other' };
}

function isPostPart(part: string): boolean {
  return /^(p|reels?|tv)$/.test(part);
}

function openPost(part: string, code: string): OpenedPage {
  if (!/^[\w-]{5,40}$/.test(code)) return { kind: part === 'reels' && code === '' ? 'other' : 'incomplete' };
  if (part === 'p' || part === 'tv') return { kind: part };
  // No reel is older than the codes of 11 characters.
  if (code.length < 11) return { kind: 'incomplete' };
  return { kind: 'reel', name: code, canonical: `${home}/reel/${code}/`, key: code, isWhole: true };
}

/** All current stories of an account, or one of them. */
function openStory(name: string, id: string): OpenedPage {
  const account = accountOf(name);
  if (name === '') return { kind: 'incomplete' };
  if (account === 'highlights') return { kind: 'highlight' };
  if (account === null) return { kind: 'other' };
  if (!/^(\d{15,25})?$/.test(id)) return { kind: 'incomplete' };
  const path = id === '' ? account : `${account}/${id}`;
  return {
    kind: 'story',
    name: account,
    canonical: `${home}/stories/${path}/`,
    key: `instagram.com/stories/${path}`,
    isWhole: id.length >= 19,
  };
}

/** A link that hides what it opens, at most with its kind. */
function openShare(first: string, second: string): OpenedPage {
  const part = second === '' ? '' : first.toLowerCase();
  const code = second === '' ? first : second;
  if (!/^[\w-]{5,40}$/.test(code)) return { kind: 'incomplete' };
  if (part === 'p' || part === 'tv') return { kind: part };
  const path = part === '' ? code : `${part}/${code}`;
  const share = { canonical: `${home}/share/${path}/`, key: `instagram.com/share/${path}` };
  if (part === '') return { kind: 'share', ...share };
  return /^reels?$/.test(part) ? { kind: 'share', hides: 'reel', ...share } : { kind: 'other' };
}

function openProfile(name: string): OpenedPage {
  const account = accountOf(name);
  if (account === null) return { kind: 'other' };
  return { kind: 'profile', name: account, canonical: `${home}/${account}/`, key: `instagram.com/${account}` };
}

function accountOf(segment: string): string | null {
  const name = segment.replace(/^@/, '').toLowerCase();
  return /^(?!\.)(?!.*\.\.)[\w.]{1,30}(?<!\.)$/.test(name) && !reserved.test(name) ? name : null;
}

/** `@name`, or a name that is no address of a site. */
export function openAccountName(text: string): OpenedPage | null {
  const [, at = '', name = ''] = /^(@?)([\w.]{1,30})\/?$/.exec(text) ?? [];
  if (name === '' || (at === '' && /\.(com|net|org|info|br|am|be|tv|app|io)$/i.test(name))) return null;
  return openProfile(name);
}
