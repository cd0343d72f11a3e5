// Detects visits that are not people: declared bots, clients that are no browser, prefetches. Pure.
import type { Call } from '../../request-context.ts';

/** Crawlers, previews and monitors that declare themselves, and headless browsers. */
const named =
  /bot\b|bot[/;)]|crawl|spider|slurp|facebookexternalhit|whatsapp\/|preview|monitor|uptime|pingdom|lighthouse|headless|phantomjs|archiver|scrap|validator/i;
/** HTTP clients, by their default names. */
const programs =
  /^(curl|wget|python|aiohttp|httpx|go-http-client|java|okhttp|apache-httpclient|libwww|perl|ruby|php|guzzlehttp|axios|node-fetch|got|postmanruntime|insomnia|k6|ab|hey|wrk|scrapy|dart|rust|reqwest|powershell)\b/i;

/** Why this is no visitor, or null. `said`: the user agent in the record, as scripts of a page read it. */
export function botReason(headers: Call['headers'], userAgent: string): 'bot' | 'program' | 'prefetch' | null {
  const sent = String(headers['user-agent'] ?? '');
  if (named.test(sent) || named.test(userAgent)) return 'bot';
  const agent = userAgent || sent;
  if (agent === '' || programs.test(agent)) return 'program';
  const purpose = String(headers['sec-purpose'] ?? headers.purpose ?? '');
  return /prefetch|prerender/i.test(purpose) ? 'prefetch' : null;
}
