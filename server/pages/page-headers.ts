// The headers of a page: what the browser may load (CSP, D-26), what it may tell others, who may keep the page (S-20).
import { isPrivatePage, type PageName } from '../../contract/pages.ts';

export type PageHeaderSources = {
  /** The CSP source of the inlined style. */
  styleSource: string;
  /** The CSP source of the payment gateway; allowed on the checkout page only. */
  gatewaySource: string;
};

export function headersOf(page: PageName, sources: PageHeaderSources): Record<string, string> {
  const kept = isPrivatePage(page);
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policyOf(page, sources),
    'x-content-type-options': 'nosniff',
    'referrer-policy': kept ? 'no-referrer' : 'strict-origin-when-cross-origin',
    'cache-control': kept ? 'no-store' : 'no-cache',
    vary: 'accept-encoding',
    ...(kept ? { 'x-robots-tag': 'noindex' } : {}),
  };
}

function policyOf(page: PageName, { styleSource, gatewaySource }: PageHeaderSources): string {
  const gateway = page === 'checkout' ? [gatewaySource] : [];
  const directives: [string, string[]][] = [
    ['default-src', ["'none'"]],
    ['script-src', ["'self'", ...gateway]],
    ['style-src', page === 'admin' ? ["'self'"] : [styleSource]],
    ['img-src', ["'self'", 'data:']],
    ['font-src', ["'self'"]],
    ['connect-src', ["'self'", ...gateway]],
    ['frame-src', gateway],
    ['form-action', ["'self'", ...gateway]],
    ['base-uri', ["'none'"]],
    ['frame-ancestors', ["'none'"]],
  ];
  return directives
    .filter(([, allowed]) => allowed.length > 0)
    .map(([name, allowed]) => `${name} ${[...new Set(allowed)].join(' ')}`)
    .join('; ');
}
