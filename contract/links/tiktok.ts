// What the links of TikTok open.
import type { LinkPlatform, OpenedPage, Page } from './link-rule.ts';

const home = 'https://www.tiktok.com';

/** Paths of the platform that are no accounts. */
const reserved =
  /^(about|business|coin|community-guidelines|discover|download|embed|explore|feedback|following|foryou|friends|inbox|legal|live|login|logout|messages|music|notifications|photo|player|privacy|search|setting|settings|share|shop|signup|sticker|t|tag|terms|trending|upload|v|video|watch)$/;

/** Of a page that shows one video, as other sites embed it. */
const embeddedPath = /^(?:(?:i18n\/)?share\/(?:video|item|photo)|embed(?:\/v2)?|player\/v1)\/(\d[^/]*)$/i;

export const tiktok: LinkPlatform = {
  hosts: /^((www|m|t|vm|vt|lite|us|[a-z]{2}(-[a-z]{2})?)\.)?tiktok\.com$/,
  open: openPage,
};

function openPage({ host, segments: all, query }: Page): OpenedPage {
  const hasLanguage = /^[a-z]{2}(-[a-z]{2,4})?$/i.test(all[0] ?? '') && all[1]?.startsWith('@');
  const segments = hasLanguage ? all.slice(1) : all;
  const [first = '', second = '', third = ''] = segments;
  const part = first.toLowerCase();
  const [subdomain = ''] = host.split('.');
  if (first.startsWith('@')) return openOfAccount(first, second.toLowerCase(), third);
  if (subdomain === 'vm' || subdomain === 'vt') {
    return part === 't' ? openShort(`${subdomain}.tiktok.com`, second) : openShort(`${subdomain}.tiktok.com`, first);
  }
  if (part === 't') return openShort('www.tiktok.com/t', second);
  // The web page of all videos names the one that it shows.
  const shown = query.get('item_id') ?? query.get('share_item_id') ?? '';
  if (part === '' || part === 'foryou')
    return shown === '' ? { kind: part === '' ? 'home' : 'other' } : openVideo('', shown);
  if (part === 'v' || part === 'video' || part === 'photo') return openVideo('', second);
  const [, embedded] = embeddedPath.exec(segments.join('/')) ?? [];
  return embedded === undefined ? { kind: 'other' } : openVideo('', embedded);
}

function openOfAccount(account: string, part: string, id: string): OpenedPage {
  if (part === 'video' || part === 'photo') return openVideo(accountOf(account) ?? '', id, part);
  return part === '' || part === 'live' ? openProfile(account) : { kind: 'other' };
}

function openVideo(account: string, id: string, part = 'video'): OpenedPage {
  const number = /^(\d{15,25})(?!\d)/.exec(id)?.[1];
  if (number === undefined) return { kind: 'incomplete' };
  // Without the account, the address of an embedded video is the one that opens it.
  const canonical = account === '' ? `https://m.tiktok.com/v/${number}.html` : `${home}/@${account}/${part}/${number}`;
  return { kind: 'tv', name: number, canonical, key: `tiktok.com/${number}`, isWhole: number.length >= 19 };
}

/** Only a request could find what it opens, so that it stays as it is. Its code is case-sensitive. */
function openShort(place: string, code: string): OpenedPage {
  if (code === '') return { kind: 'incomplete' };
  if (!/^[\w-]{5,40}$/.test(code)) return { kind: 'other' };
  return { kind: 'short', canonical: `https://${place}/${code}/`, key: `tiktok.com/t/${code}` };
}

function openProfile(account: string): OpenedPage {
  const name = accountOf(account);
  if (name === null) return { kind: 'other' };
  return { kind: 'profile', name, canonical: `${home}/@${name}`, key: `tiktok.com/@${name}` };
}

function accountOf(segment: string): string | null {
  const name = segment.replace(/^@/, '').toLowerCase();
  return /^[\w.]{2,24}(?<!\.)$/.test(name) && !reserved.test(name) ? name : null;
}

/** `@name`. */
export function openAtName(text: string): OpenedPage | null {
  return /^@[\w.]{2,24}\/?$/.test(text) ? openProfile(text.replace(/\/$/, '')) : null;
}
