// What visitors of a busy store send: records of visits and orders, each from an address of its own.
import { orderBody } from '../tests/support/orders.ts';
import { requestOf } from './http-load.ts';

const visitors = 40_000;
const agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

/** No two are of the same visitor and page, so that each one is a record of its own. */
export function visitRequests(storeUrl: string): { next(): string } {
  const url = `${storeUrl}/api/admin/visitor-analytics`;
  let requestCount = 0;
  return {
    next: () => {
      requestCount += 1;
      const body = {
        page_url: `/page-${requestCount}`,
        session_duration: 12,
        is_returning_visitor: requestCount % 4 === 0,
        device_type: 'desktop',
        browser: 'Firefox',
        os: 'Linux',
        user_agent: agent,
        language: 'pt-BR',
        referrer: 'https://example.com/found',
        screen_resolution: '1920x1080',
        timezone: 'America/Sao_Paulo',
      };
      return requestOf({ method: 'POST', url, headers: visitor(requestCount % visitors) }, body);
    },
  };
}

export function orderRequests(storeUrl: string): { next(): string } {
  const url = `${storeUrl}/api/create-order`;
  let requestCount = 0;
  return {
    next: () => {
      requestCount += 1;
      const body = orderBody({ email: `buyer${requestCount % 5_000}@mail.example` });
      return requestOf({ method: 'POST', url, headers: visitor(requestCount % visitors) }, body);
    },
  };
}

/** The page that such a request is about. */
export function pageOf(request: string): string {
  return /"page_url":"([^"]+)"/.exec(request)?.[1] ?? '';
}

export function visitor(number: number): Record<string, string> {
  const address = `${20 + (number >> 16)}.${(number >> 8) & 255}.${number & 255}.7`;
  return { 'x-forwarded-for': address, 'user-agent': agent };
}
