// Sends one request and receives one text: over a new connection, without redirects, bounded in time and size.
// Distinguishes requests that were never sent from those that may have arrived.
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { StoreMessage } from '../../contract/store-messages.ts';
import { AddressRefused, type AddressRule, bareHost, guardedLookup, type Resolve } from './addresses.ts';

/** `retryAfter`: the header as received. */
export type Exchange =
  | { outcome: 'answered'; httpStatus: number; text: string; retryAfter: string | null }
  /** It answered, with more than we read. */
  | { outcome: 'oversized'; httpStatus: number }
  /** Nothing was sent because the address is not allowed. */
  | { outcome: 'barred'; reason: StoreMessage }
  /** Nothing was sent: no name, no connection, no valid certificate. */
  | { outcome: 'not_sent'; text: string }
  /** The connection stood and the answer did not come: it may have arrived. */
  | { outcome: 'lost'; text: string };

/** The request; `headers` with its content type. */
export type Posted = { body: string | Uint8Array; headers: Record<string, string> };
export type ExchangeOptions = AddressRule & { timeoutMs: number; resolve: Resolve; maxAnswerBytes: number };

/** Never throws. `url` has passed `urlProblem`. */
export function post(url: URL, { body, headers }: Posted, options: ExchangeOptions): Promise<Exchange> {
  return exchange('POST', url, Buffer.from(body), headers, options);
}

/** Never throws. `url` has passed `urlProblem`. */
export function get(
  url: URL,
  { headers = {}, ...options }: ExchangeOptions & { headers?: Record<string, string> },
): Promise<Exchange> {
  return exchange('GET', url, null, headers, options);
}

function exchange(
  method: 'GET' | 'POST',
  url: URL,
  body: Buffer | null,
  headers: Record<string, string>,
  options: ExchangeOptions,
): Promise<Exchange> {
  return new Promise((settle) => {
    const isSecure = url.protocol === 'https:';
    let wasSent = false;

    const request = (isSecure ? requestHttps : requestHttp)({
      method,
      protocol: url.protocol,
      host: bareHost(url),
      port: url.port,
      path: `${url.pathname}${url.search}`,
      headers: {
        ...(body && { 'content-length': body.byteLength }),
        accept: 'application/json',
        'accept-encoding': 'identity',
        'user-agent': 'Applaud',
        ...headers,
      },
      // No kept connection: each one goes to an address judged just now, and none is found closed after sending.
      agent: false,
      lookup: guardedLookup(url.protocol, options, options.resolve),
      ...(isSecure && { rejectUnauthorized: true }),
    });

    const limit = setTimeout(() => fail(new Error(`no answer within ${options.timeoutMs} ms`)), options.timeoutMs);

    function finish(exchange: Exchange): void {
      clearTimeout(limit);
      settle(exchange);
      request.destroy();
    }

    function fail(error: Error): void {
      if (error instanceof AddressRefused) finish({ outcome: 'barred', reason: error.reason });
      else finish({ outcome: wasSent ? 'lost' : 'not_sent', text: describeError(error) });
    }

    request.on('socket', (socket) => {
      socket.once(isSecure ? 'secureConnect' : 'connect', () => {
        wasSent = true;
      });
    });
    request.on('error', fail);
    request.on('response', (response) => {
      const httpStatus = response.statusCode ?? 0;
      const chunks: Buffer[] = [];
      let sizeBytes = 0;
      response.on('data', (chunk: Buffer) => {
        sizeBytes += chunk.byteLength;
        if (sizeBytes > options.maxAnswerBytes) finish({ outcome: 'oversized', httpStatus });
        else chunks.push(chunk);
      });
      response.on('end', () =>
        finish({
          outcome: 'answered',
          httpStatus,
          text: Buffer.concat(chunks).toString('utf8'),
          retryAfter: response.headers['retry-after'] ?? null,
        }),
      );
      response.on('error', fail);
    });
    request.end(body ?? undefined);
  });
}

function describeError(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : error.message;
}
