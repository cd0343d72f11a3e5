// Where a visitor came from: the tags of a link, else the host of the referring page. Visits and orders are read by the
// same rules, so that they are counted under the same names. Anyone can write a link: nothing in it is refused. Pure.
import { plainPath, storedPath } from './page-labels.ts';

/** Sources that no link can name. withheld: the browser sends GPC or DNT. admin, api: who placed the order. */
export const sourceWords = ['unknown', 'direct', 'withheld', 'admin', 'api'] as const;
export type SourceWord = (typeof sourceWords)[number];

/** Beside the source. `landing`: the first page of the visit, once in all languages. */
export const sourceDetails = ['medium', 'campaign', 'content', 'term', 'referrer_host', 'landing'] as const;
export type VisitSource = { source: string } & Partial<Record<(typeof sourceDetails)[number], string>>;

export const longestTag = 100;
/** Longer values are cut before they are cleaned. */
const longestRead = 500;

/** Letters, digits and `._:~+ -`, at most 100 characters. Undefined for an email address, and where nothing is left. */
export function cleanTag(value: unknown): string | undefined {
  const read = typeof value === 'string' ? value.slice(0, longestRead) : '';
  if (holdsEmail(read)) return undefined;
  return cleanText(read, /[^\p{L}\p{M}\p{N}._:~+ -]/gu);
}

/** A tag that is none of the words. */
export function cleanSource(value: unknown): string | undefined {
  const tag = cleanTag(value);
  return tag && sourceWords.some((word) => word === tag.toLowerCase()) ? undefined : tag;
}

/**
 * `given`: the fields of a source, and `tags`, the query of an address as it stands. A field goes before a tag. Unknown: the
 * first page of the visit is not known, because it was not recorded or the referrer is a page of the store itself.
 */
export function readSource(given: unknown, ownHost: string): VisitSource {
  const fields: Record<string, unknown> = { ...(typeof given === 'object' ? given : null) };
  const tags = new URLSearchParams(String(fields.tags ?? ''));
  const tagOf = (name: string) => cleanTag(fields[name]) ?? cleanTag(tags.get(`utm_${name}`));
  const host = cleanHost(fields.referrer_host);
  const isOwn = host === plainHost(ownHost);
  const landing = isOwn ? undefined : cleanLanding(fields.landing);
  const named = [fields.source, tags.get('utm_source'), fields.ref, tags.get('ref')].map(cleanSource).find(Boolean);
  return withoutEmpty({
    source: named ?? (isOwn ? undefined : host) ?? (landing === undefined ? 'unknown' : 'direct'),
    medium: tagOf('medium'),
    campaign: tagOf('campaign'),
    content: tagOf('content'),
    term: tagOf('term'),
    referrer_host: isOwn ? undefined : host,
    landing,
  });
}

/** The query of an address; empty for what is no address. */
export function queryOf(address: string | undefined): string {
  return address && URL.canParse(address) ? new URL(address).search : '';
}

/** Without `www.` and port. */
export function plainHost(host: string): string {
  return host
    .toLowerCase()
    .replace(/:\d+$/, '')
    .replace(/^www\./, '');
}

function cleanHost(value: unknown): string | undefined {
  const host = cleanSource(value);
  return host === undefined ? undefined : cleanSource(plainHost(host));
}

/** A path; undefined for one with an email address in it. */
export function cleanLanding(value: unknown): string | undefined {
  const path = typeof value === 'string' ? storedPath(value.slice(0, longestRead)) : null;
  return path === null || holdsEmail(path) ? undefined : cleanText(plainPath(path), /[^\p{L}\p{M}\p{N}._:~+ /-]/gu);
}

/** Also with the sign of a full-width keyboard, or encoded, once or more. */
function holdsEmail(text: string): boolean {
  return /\S(@|\uFF20|%(25)*40)\S+\.\S/i.test(text);
}

function cleanText(value: string, dropped: RegExp): string | undefined {
  const kept = [...value.normalize('NFC').replace(dropped, '').trim()];
  return kept.slice(0, longestTag).join('').trim() || undefined;
}

function withoutEmpty(source: { [K in keyof Required<VisitSource>]: VisitSource[K] | undefined }): VisitSource {
  return Object.fromEntries(Object.entries(source).filter(([, value]) => value !== undefined)) as VisitSource;
}
