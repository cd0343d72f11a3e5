// The HTTP client of the gateway: Basic auth, JSON, no redirects, bounded in time and size.
import type { Log } from '../../../../observability/log.ts';
import { ExternalError } from '../../../../ports/external-error.ts';
import { exchange, NoAnswer, parsed, toFault } from '../exchange.ts';

export type MpgsAnswer = {
  httpStatus: number;
  /** The parsed JSON; undefined when it is invalid. */
  body: unknown;
};

export type MpgsClient = {
  /** Reads. Throws ExternalError `unavailable`; safe to retry. */
  get(path: readonly string[]): Promise<MpgsAnswer>;
  /** Acts, once. Throws ExternalError: `unavailable` when nothing was sent, `unknown` when the response was lost. */
  post(path: readonly string[], body: object): Promise<MpgsAnswer>;
  /** As `post`, but idempotent: the same body under the same path is the same act. */
  put(path: readonly string[], body: object): Promise<MpgsAnswer>;
};

export type MpgsClientOptions = Record<'baseUrl' | 'apiVersion' | 'merchantId' | 'apiPassword', string> & {
  timeoutMs: number;
  log: Log;
};

export function createMpgsClient(options: MpgsClientOptions): MpgsClient {
  const merchantUrl = `${options.baseUrl}/api/rest/version/${options.apiVersion}/merchant/${encodeURIComponent(options.merchantId)}`;
  const credentials = Buffer.from(`merchant.${options.merchantId}:${options.apiPassword}`).toString('base64');

  async function call(method: 'GET' | 'POST' | 'PUT', path: readonly string[], body?: object): Promise<MpgsAnswer> {
    const init = {
      method,
      headers: {
        authorization: `Basic ${credentials}`,
        accept: 'application/json',
        ...(body && { 'content-type': 'application/json' }),
      },
      body: body ? JSON.stringify(body) : null,
      signal: AbortSignal.timeout(options.timeoutMs),
    };
    const url = `${merchantUrl}/${path.map(encodeURIComponent).join('/')}`;
    const answer = await exchange(url, init).catch((error: unknown) => {
      if (!(error instanceof NoAnswer)) throw error;
      options.log.warn({ method, operation: path[0], codes: error.codes }, 'The request to the gateway failed');
      throw new ExternalError(toFault(method === 'GET' ? 'read' : 'act', error), error.reason);
    });
    return { httpStatus: answer.httpStatus, body: parsed(answer.text) };
  }

  return {
    get: (path) => call('GET', path),
    post: (path, body) => call('POST', path, body),
    put: (path, body) => call('PUT', path, body),
  };
}
