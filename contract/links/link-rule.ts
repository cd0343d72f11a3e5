// What a link rule is, and what all rules but that of Instagram posts share: they find links in pasted text, and rebuild an
// accepted one from its parts, so that nothing else of the text is stored or sent. Pure, without zod; fetches nothing.
import { cleanLink } from '../email-address.ts';
import type { LinkKind } from '../pasted-links.ts';
import type { OrderedKind } from './ordered-kinds.ts';

/** What a link of an order opens. `fits`: the offer of the order is for such links. */
export type OrderedLink = { kind: OrderedKind; name: string; fits?: true | undefined };

/** What a link opens. `incomplete`: the ID is missing or cut off. */
export type OpenedKind = OrderedKind | 'playlist' | 'incomplete';

export type LinkRefusal = {
  /**
   * `other_kind`: a page of the platform that the offer is not for: `opens`. `none`: no link of the platform. `several`: links to
   * more than one page that the offer is for.
   */
  problem: 'empty' | 'none' | 'unreadable' | 'incomplete' | 'other_kind' | 'several';
  opens?: OpenedKind;
  lacksHandle?: boolean | undefined;
};

export type ReadLink = {
  /** As orders keep it. */
  stored: string;
  /** For the provider. Read again, it gives the same. */
  canonical: string;
  /** Equal for two links to the same post. */
  key: string;
  /** With `name`, what people see of it. */
  kind: OrderedKind;
  name: string;
};

export type LinkRule = {
  read: (text: string) => ReadLink | LinkRefusal;
  /** Also for a link that an order has from before a rule, or that was erased. */
  normalise: (link: string) => Pick<ReadLink, 'canonical' | 'key'>;
};

/** A page of a platform. `segments`: the decoded parts of the path. */
export type Page = { host: string; segments: readonly string[]; query: URLSearchParams };

export type OpenedPage = {
  kind: OpenedKind;
  /** The kind that a shared link hides, where it shows that. */
  hides?: LinkKind;
  name?: string;
  canonical?: string;
  key?: string;
  /** Its ID has the length of all such IDs, so that nothing of it is cut off. */
  isWhole?: boolean;
  /** It may be a channel by a name that is not its handle. */
  lacksHandle?: boolean;
};

export type LinkPlatform = {
  /** Whole hosts in lower case. */
  hosts: RegExp;
  open: (page: Page) => OpenedPage;
};

type RuleInput = {
  platform: LinkPlatform;
  accepts: readonly OrderedKind[];
  /** The page of a text that is a name and no link. */
  openName?: (text: string) => OpenedPage | null;
};

/** The longest pasted text. */
export const maxPasted = 2_000;

export function linkRule({ platform, accepts, openName }: RuleInput): LinkRule {
  function accept({ kind, hides, name = '', canonical, key }: OpenedPage): ReadLink | null {
    const accepted = accepts.find((one) => one === kind);
    if (accepted === undefined || canonical === undefined || key === undefined) return null;
    if (hides !== undefined && !accepts.includes(hides)) return null;
    return { stored: canonical, canonical, key, kind: accepted, name };
  }

  function read(text: string): ReadLink | LinkRefusal {
    if (text.length > maxPasted) return { problem: 'unreadable' };
    const clean = cleanLink(text).replaceAll('＠', '@').trim();
    if (clean === '') return { problem: 'empty' };
    if (/[^\P{Cc}\t\n\r]|\p{Cs}/u.test(clean)) return { problem: 'unreadable' };
    const named = openName?.(clean);
    if (named) return accept(named) ?? refusalOf(named);
    let found: ReadLink | null = null;
    let refusal: LinkRefusal | null = null;
    for (const { token, isCut } of tokensOf(clean)) {
      const opened = openToken(platform, token);
      if (opened === null) continue;
      if (opened === 'unsafe') return found ?? { problem: 'unreadable' };
      const accepted = isCut && !opened.isWhole ? null : accept(opened);
      if (accepted && found && accepted.key !== found.key) return { problem: 'several' };
      found ??= accepted;
      refusal ??= refusalOf(isCut && accept(opened) ? { kind: 'incomplete' } : opened);
    }
    const ofLink = found ?? refusal;
    if (ofLink) return ofLink;
    const mentioned = openName?.(onlyMention(clean) ?? '');
    return mentioned ? (accept(mentioned) ?? refusalOf(mentioned)) : { problem: 'none' };
  }

  return {
    read,
    normalise: (link) => {
      const found = read(link);
      return 'problem' in found ? { canonical: link.trim(), key: link.trim() } : found;
    },
  };
}

function refusalOf({ kind, hides, lacksHandle }: OpenedPage): LinkRefusal {
  return kind === 'incomplete'
    ? { problem: 'incomplete' }
    : { problem: 'other_kind', opens: hides ?? kind, lacksHandle };
}

/**
 * The only @name of a text. Null for one that a word follows without a mark, because it may be a part of a name with a space; and for
 * one that is cut off.
 */
function onlyMention(text: string): string | null {
  const all = [...text.matchAll(/(?<=^|[\s"'“‘«(<[{:,;])@[^\s"'”’»)>\]},;:!?…/@]+(?=(\s*)(.?))/gu)];
  const [[mention = '', space = '', next = ''] = []] = all;
  const name = mention.replace(/\.$/, '');
  const isCut = name.endsWith('.') || (space === '' && /[…/@]/.test(next));
  const isContinued = space !== '' && name === mention && /[\p{L}\p{N}]/u.test(next);
  return all.length !== 1 || isCut || isContinued ? null : name;
}

/** A part of a text that may be a link. `isCut`: an ellipsis follows, as in what a screen shows of a long link. */
type Token = { token: string; isCut: boolean };

function tokensOf(text: string): Token[] {
  return text
    .replace(/&amp;/gi, '&')
    .replace(/\\{1,8}u002f/gi, '/')
    .replace(/\\+/g, '/')
    .replace(/\bwww[,\s]+(?=[a-z])/gi, 'www.')
    .split(/[\s<>"'`“”‘’«»()[\]{}|，。！、：；（）「」【】]+|(?<=\S)(?=https?:\/)|[,;:](?=(?:www|m|vm|vt)\.)/i)
    .map((piece) => trimmed(piece.replace(/^[^\p{L}\p{N}/@]+/u, '')))
    .filter(({ token }) => token !== '');
}

/** Without the marks that follow. A loop, because the time of a pattern grows with the square of their number. */
function trimmed(piece: string): Token {
  const characters = [...piece];
  let end = characters.length;
  while (end > 0 && !/[\p{L}\p{M}\p{N}/=&%_-]/u.test(characters[end - 1] ?? '')) end -= 1;
  return {
    token: characters.slice(0, end).join(''),
    isCut: /…|\.\./.test(characters.slice(end).join('')),
  };
}

/** Null for a text that is no page of the platform; `unsafe` for one with credentials or a port. */
function openToken(platform: LinkPlatform, token: string, isInner = false): OpenedPage | 'unsafe' | null {
  const plain = /^https?%3a/i.test(token) ? decoded(token) : token;
  const [, address = '', rest = ''] = /^(?:h{0,2}t{1,3}p{1,2}s{0,2}[:;]?\/+|\/\/)?([^/?#]*)(.*)$/isu.exec(plain) ?? [];
  const [, user, host = '', port] = /^(.*@)?([^@:]*)(:.*)?$/s.exec(address.toLowerCase()) ?? [];
  if (!platform.hosts.test(host.replace(/\.$/, ''))) return isInner ? null : openRedirect(platform, host, rest);
  if (user !== undefined || port !== undefined) return 'unsafe';
  return openPath(platform, host, rest, isInner);
}

/** Pages of other sites that do nothing but lead to an address. */
const redirects = /^(www\.)?google\.[a-z]{2,3}(\.[a-z]{2})?\/url\?|^lm?\.(facebook|instagram)\.com\/(l\.php)?\?/;

function openRedirect(platform: LinkPlatform, host: string, rest: string): OpenedPage | 'unsafe' | null {
  if (!redirects.test(`${host}${rest}`)) return null;
  const query = new URLSearchParams(rest.replace(/^[^?]*/, ''));
  return openToken(platform, query.get('url') ?? query.get('u') ?? query.get('q') ?? '', true);
}

function openPath(platform: LinkPlatform, host: string, rest: string, isInner: boolean): OpenedPage {
  const address = `https://platform.invalid/${rest.replace(/^\/+/, '')}`;
  if (!URL.canParse(address)) return { kind: 'other' };
  const { pathname, searchParams: query } = new URL(address);
  const opened = platform.open({ host: host.replace(/\.$/, ''), segments: segmentsOf(pathname), query });
  if (isInner || !(opened.kind === 'other' || opened.kind === 'home')) return opened;
  // The page of a sign-in, a consent or a redirect names the page that follows.
  for (const name of ['next', 'continue', 'redirect_url', 'u', 'url', 'q']) {
    const inner = query.get(name) ?? '';
    const next = inner.startsWith('/')
      ? openPath(platform, host, inner, true)
      : inner === ''
        ? null
        : openToken(platform, inner, true);
    if (next !== null && next !== 'unsafe' && next.kind !== 'other') return next;
  }
  return opened;
}

function segmentsOf(path: string): string[] {
  return decoded(decoded(path))
    .split('/')
    .map((segment) => segment.replace(/[&;,].*$/s, '').trim())
    .filter((segment) => segment !== '');
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text.replace(/%[0-7][\da-f]/gi, decodeURIComponent);
  }
}
