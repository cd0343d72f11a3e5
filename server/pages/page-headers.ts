// The headers of a page: what the browser may load (CSP), what it may send to others, who may cache the page.
import { isPrivatePage, type PageName } from '../../contract/pages.ts';
import { previewPolicy, workerPolicy } from '../../contract/trusted-types.ts';

export type GatewaySources = Readonly<Record<'script' | 'connect' | 'frame' | 'form' | 'image', readonly string[]>>;

export type PageHeaderSources = {
  /** The CSP source of the inlined style. */
  styleSource: string;
  /** CSP sources of the payment gateway; allowed on the checkout page only. */
  gatewaySources: GatewaySources;
};

const nowhere: GatewaySources = { script: [], connect: [], frame: [], form: [], image: [] };

export function buildPageHeaders(page: PageName, sources: PageHeaderSources): Record<string, string> {
  const kept = isPrivatePage(page);
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': buildPolicy(page, sources),
    'x-content-type-options': 'nosniff',
    'referrer-policy': kept ? 'no-referrer' : 'strict-origin-when-cross-origin',
    'permissions-policy': `camera=(), geolocation=(), microphone=(), payment=(${formatPayers(page, sources)})`,
    'cache-control': kept ? 'no-store' : 'no-cache',
    vary: 'accept-encoding',
    ...(kept ? { 'x-robots-tag': 'noindex' } : {}),
  };
}

/** Who may open a wallet: the gateway's frames, which the checkout alone has. */
function formatPayers(page: PageName, { gatewaySources }: PageHeaderSources): string {
  if (page !== 'checkout') return '';
  const frames = gatewaySources.frame.filter((source) => source.startsWith('https:'));
  return ['self', ...frames.map((origin) => `"${origin}"`)].join(' ');
}

function buildPolicy(page: PageName, { styleSource, gatewaySources }: PageHeaderSources): string {
  const gateway = page === 'checkout' ? gatewaySources : nowhere;
  const directives: [string, readonly string[]][] = [
    ['default-src', ["'none'"]],
    ['script-src', ["'self'", ...gateway.script]],
    ['style-src', page === 'admin' ? ["'self'"] : [styleSource]],
    ['img-src', ["'self'", 'data:', ...gateway.image]],
    ['font-src', ["'self'"]],
    ['manifest-src', ["'self'"]],
    ['connect-src', page === 'receipt' ? [] : ["'self'", ...gateway.connect]],
    ['frame-src', gateway.frame],
    ['form-action', page === 'receipt' ? ["'none'"] : ["'self'", ...gateway.form]],
    ['base-uri', ["'none'"]],
    ['frame-ancestors', ["'none'"]],
    // No script of the admin makes HTML of a string, but for the preview of emails in its sandboxed frame.
    ['require-trusted-types-for', page === 'admin' ? ["'script'"] : []],
    ['trusted-types', page === 'admin' ? [previewPolicy, workerPolicy] : []],
  ];
  return directives
    .filter(([, allowed]) => allowed.length > 0)
    .map(([name, allowed]) => `${name} ${[...new Set(allowed)].join(' ')}`)
    .join('; ');
}
