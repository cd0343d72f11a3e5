// The stored fields of a record that a page sent: few, short, from fixed lists. Pure.
import type { z } from 'zod';
import { storedPath } from '../../../contract/page-labels.ts';
import { browserOf, browsers, deviceTypeOf, deviceTypes, systemOf, systems } from '../../../contract/user-agents.ts';
import { queryOf, readSource } from '../../../contract/visit-source.ts';
import type { recordVisit } from '../../../contract/visitors.ts';

type Sent = z.output<NonNullable<(typeof recordVisit)['input']['body']>>;

export type VisitRecord = NonNullable<ReturnType<typeof toVisitRecord>>;

/** A longer duration is an error. */
export const longestSeconds = 4 * 3600;

/**
 * Null for an invalid page. `userAgent`: from the record, else from the connection. `page`: the address of the page that
 * sent the record, with its query.
 */
export function toVisitRecord(sent: Sent, userAgent: string, page: string | undefined) {
  const pageUrl = parsePage(sent.page_url);
  if (pageUrl === null) return null;
  const deviceType = knownWord(deviceTypes, sent.device_type) ?? (sent.is_mobile ? 'mobile' : deviceTypeOf(userAgent));
  const tagged = readSource({ campaign: sent.campaign, tags: queryOf(page) }, '');
  return {
    pageUrl,
    deviceType,
    seconds: Math.round(Math.min(longestSeconds, Math.max(0, sent.session_duration ?? 0))),
    returning: sent.is_returning_visitor === true,
    browser: knownWord(browsers, sent.browser) ?? browserOf(userAgent),
    os: knownWord(systems, sent.os) ?? systemOf(userAgent),
    referrer: parseReferrer(sent.referrer),
    source: tagged.source === 'unknown' ? null : tagged.source,
    campaign: tagged.campaign ?? null,
    screenResolution: matching(/^\d{2,5}x\d{2,5}$/, sent.screen_resolution),
    timezone: matching(/^[A-Za-z_+\-/0-9]{1,60}$/, sent.timezone),
    language: matching(/^[A-Za-z0-9-]{1,20}$/, sent.language),
  };
}

function parsePage(written: string): string | null {
  const path = storedPath(written.replace(/^https?:\/\/[^/?#]*/i, '') || '/');
  return path === null ? null : path.replace(/(?<=.)\/+$/, '');
}

/** The referring page without its query. */
function parseReferrer(written: string | null | undefined): string | null {
  if (!written || !URL.canParse(written)) return null;
  const { protocol, host, pathname } = new URL(written);
  return /^(https?|android-app):$/.test(protocol) ? `${protocol}//${host}${pathname}`.slice(0, 300) : null;
}

function knownWord(words: readonly string[], written: string | null | undefined): string | null {
  const wanted = written?.trim().toLowerCase();
  return words.find((word) => word.toLowerCase() === wanted && word !== 'Unknown') ?? null;
}

function matching(pattern: RegExp, written: string | null | undefined): string | null {
  return written && pattern.test(written) ? written : null;
}
