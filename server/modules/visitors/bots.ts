// Which requests come from no person, by their user agents and headers. Pure.

/** Programs that declare themselves: crawlers, previews of links, monitors, tests of speed, headless browsers. */
const named = new RegExp(
  [
    String.raw`(?<!cu)bots?\b|(?<!cu)bot[_/;)]|crawl|spider|slurp|scrap|archiver|validator`,
    String.raw`headless|phantomjs|lighthouse|pagespeed|gtmetrix|\bptst[ /]|monitor|uptime|pingdom|statuscake`,
    `google-|googleother|mediapartners|adsbot|feedfetcher|duplexweb|google favicon`,
    String.raw`facebookexternalhit|facebookcatalog|meta-external|whatsapp\/|preview|embedly|iframely`,
    `chatgpt-user|claude-user|perplexity-user`,
  ].join('|'),
  'i',
);
/** HTTP clients, by their default names. */
const programs =
  /^(curl|wget|python|aiohttp|httpx|go-http-client|java|okhttp|apache-httpclient|libwww|perl|ruby|php|guzzlehttp|axios|node-fetch|got|postmanruntime|insomnia|k6|ab|hey|wrk|scrapy|dart|rust|reqwest|powershell)\b/i;

/** The model of a phone is a name of its maker: "M bot 60", "CUBOT NOTE 50", "Preview P1". A crawler gives an address there. */
const phoneModel = /(\bandroid [\d.]+; ?(?:[a-z]{2}[-_][a-z]{2}; ?)?)(?![^;)]*(?:http|compatible|bot\/))[^;)]*/i;

/** Why this is no person, or null. `fromScript`: the user agent as scripts of a page read it. */
export function findBotReason(
  headers: Readonly<Record<string, string | string[] | undefined>>,
  fromScript: string,
): 'bot' | 'program' | 'prefetch' | null {
  const sent = String(headers['user-agent'] ?? '');
  if (isNamed(sent) || isNamed(fromScript)) return 'bot';
  const agent = fromScript || sent;
  if (agent === '' || programs.test(agent)) return 'program';
  const purpose = String(headers['sec-purpose'] ?? headers.purpose ?? '');
  return /prefetch|prerender/i.test(purpose) ? 'prefetch' : null;
}

function isNamed(userAgent: string): boolean {
  return named.test(userAgent.replace(phoneModel, '$1'));
}
