// What the links of YouTube open.
import type { LinkPlatform, OpenedPage, Page } from './link-rule.ts';

const home = 'https://www.youtube.com';

/** Paths of the platform that are no channels. */
const reserved =
  /^(about|account|ads|attribution_link|c|channel|clip|creators|embed|explore|feed|gaming|hashtag|howyoutubeworks|kids|live|live_dashboard|music|oembed|playlist|playlists|podcasts|post|premium|redirect|results|shorts|signin|source|sports|subscriptions|t|trending|tv|upload|user|v|watch)$/i;

export const youtube: LinkPlatform = {
  hosts:
    /^((www|m|music|gaming|studio|consent|[a-z]{2}(-[a-z]{2})?)\.)?youtube\.(com|com?\.[a-z]{2}|[a-z]{2})$|^(www\.)?(youtu\.be|youtube-nocookie\.com)$/,
  open: openPage,
};

function openPage({ host, segments, query }: Page): OpenedPage {
  const [first = '', second = ''] = segments;
  const part = first.toLowerCase();
  const id = query.get('v') ?? query.get('vi');
  if (/(^|\.)youtu\.be$/.test(host)) return openShortHost(part, first, second);
  if (first === '') return id === null ? { kind: 'home' } : openVideo(id);
  if (part === 'watch') return openWatch(id ?? second, query);
  if (host.startsWith('studio.') && part === 'video') return openVideo(second);
  if (/^(shorts|live|v|vi|e|embed)$/.test(part)) {
    if (part === 'embed' && second.toLowerCase() === 'videoseries') return { kind: 'playlist' };
    return openVideo(second, part === 'shorts');
  }
  if (part === 'playlist') return { kind: 'playlist' };
  if (first.startsWith('@')) return openHandle(first.slice(1));
  if (part === 'channel') return openChannelId(second);
  if (part === 'c' || part === 'user') return openNamed(part, second);
  return { kind: 'other', lacksHandle: !reserved.test(part) };
}

function openShortHost(part: string, first: string, second: string): OpenedPage {
  if (first === '') return { kind: 'home' };
  if (first.startsWith('@')) return openHandle(first.slice(1));
  return /^(shorts|live|embed|v)$/.test(part) && second !== ''
    ? openVideo(second, part === 'shorts')
    : openVideo(first);
}

function openWatch(id: string, query: URLSearchParams): OpenedPage {
  return id === '' && query.has('list') ? { kind: 'playlist' } : openVideo(id);
}

function openVideo(text: string, isShort = false): OpenedPage {
  // Some apps join the parameters with a second question mark, or leave it out.
  const id = text.replace(/[?&].*$/s, '');
  if (!/^[\w-]{11}$/.test(id)) return { kind: 'incomplete' };
  return {
    kind: 'tv',
    name: id,
    canonical: `${home}/${isShort ? 'shorts/' : 'watch?v='}${id}`,
    key: `youtu.be/${id}`,
    isWhole: true,
  };
}

function openChannelId(text: string): OpenedPage {
  if (!/^UC[\w-]{22}$/.test(text)) return { kind: 'incomplete' };
  return { ...channel(text, `channel/${text}`, text), isWhole: true };
}

function openHandle(text: string): OpenedPage {
  const name = text.normalize('NFC');
  const isHandle = /^(?![.·])[\p{L}\p{M}\p{N}._·-]{3,30}(?<![.·])$/u.test(name) && !reserved.test(name);
  return isHandle ? channel(`@${name}`, `@${encodeURIComponent(name)}`, `@${name.toLowerCase()}`) : { kind: 'other' };
}

function openNamed(part: string, text: string): OpenedPage {
  const name = text.normalize('NFC');
  if (name === '') return { kind: 'incomplete' };
  const isName = /^(?!\.)[\p{L}\p{M}\p{N}._-]{1,100}(?<!\.)$/u.test(name);
  return isName
    ? channel(name, `${part}/${encodeURIComponent(name)}`, `${part}/${name.toLowerCase()}`)
    : { kind: 'other' };
}

function channel(name: string, path: string, key: string): OpenedPage {
  return { kind: 'channel', name, canonical: `${home}/${path}`, key: `youtube.com/${key}` };
}

/** `@handle`, or the ID of a channel. */
export function openChannelName(text: string): OpenedPage | null {
  if (/^UC[\w-]{22}$/.test(text)) return openChannelId(text);
  return /^@[^\s/?#@]{3,30}\/?$/.test(text) ? openHandle(text.slice(1).replace(/\/$/, '')) : null;
}
