// One request of a run for a page or a file, at an address that may be none.
import { languages } from '../../contract/languages.ts';
import { livePath } from '../../contract/live.ts';
import { pathOf } from '../../contract/pages.ts';
import type { Random } from '../../server/demo/random.ts';
import { oddText, unescapedMark } from './edge-values.ts';
import { edgePaths, type Headers, mutateHeader, wellFormed } from './edge-words.ts';
import type { FuzzRequest } from './fuzz.ts';
import type { Known } from './known.ts';

export function pageRequest(number: number, random: Random, known: Known, headers: Headers): FuzzRequest {
  const rest = random.chance(0.3) ? `/${random.pick(edgePaths)}` : '';
  const id = known.idOf('orders', random) ?? 'AAAAAAAAAAAA';
  const address = known.addressOf(random);
  const text = encodeURIComponent(wellFormed(oddText(random)).slice(0, 1_500));
  const mark = encodeURIComponent(`"'>${unescapedMark}>`);
  const path = random.pick([
    ...languages.flatMap((lang) => [pathOf(random.pick(['home', 'about', 'checkout', 'client']), lang)]),
    ...[`/success?orderId=${id}&x=${mark}`, `/pt/${text}`, `/${text}`, `/${mark}`, `/about?${text}`, `/admin/${text}`],
    ...(address === null ? [] : [address, `${address}${mark}`, address.replace(/.$/, text), address, address]),
    ...[
      `/receipt/${id}/${text}`,
      `/receipt/${text}/${text}`,
      `/order/${id}/${text}`,
      `/pt/order/${text}/${text}`,
      `/og/${text}`,
      `/og/home-en.png?v=${text}`,
      '/admin-login',
    ],
    ...[
      `/api/admin/orders.csv?ticket=${text}`,
      `/api/admin/orders.csv?ticket=e30.${text}`,
      `/api/${text}`,
      `${livePath}?${text}`,
    ],
    ...[
      '/robots.txt',
      '/api/openapi.json',
      '/api/docs',
      '/metrics',
      '/sitemap.xml',
      '/favicon.ico',
      '/favicon.svg',
      '/apple-touch-icon.png',
      '/icon-512.png',
      '/site.webmanifest',
      `/assets/${text}`,
      '/assets/',
      '/assets/..%2fmanifest.json',
    ],
    ...[
      '/assets/../manifest.json',
      '/.env',
      '/.git/config',
      '//evil.example/',
      '/\\evil.example',
      `/?${mark}`,
      '/%2e%2e/',
    ],
  ]);
  const method = random.weighted([
    ['GET', 20],
    ['HEAD', 2],
    [random.pick(['POST', 'DELETE', 'OPTIONS', 'PROPFIND', 'TRACE']), 2],
  ]);
  const odd = 'an address';
  if (random.chance(0.2)) mutateHeader(headers, random);
  return {
    number,
    name: null,
    odd,
    method,
    headers,
    password: null,
    body: null,
    path: path + rest,
  };
}
