// The HTTP of the gateway: Basic auth, JSON both ways, no redirects, bounded in time and size. Knows no operation's meaning.
import type { Log } from '../../../log.ts';
import { OutsideError, type OutsideFault } from '../../../ports/outside.ts';

export type MpgsAnswer = {
  httpStatus: number;
  /** The parsed JSON; undefined where the body is none. */
  body: unknown;
};

export type MpgsClient = {
  /** Reads. Throws OutsideError `unavailable`: a read may always be repeated. */
  get(path: readonly string[]): Promise<MpgsAnswer>;
  /** Acts, once. Throws OutsideError: `unavailable` when nothing was sent, `unknown` when the answer was lost. */
  post(path: readonly string[], body: object): Promise<MpgsAnswer>;
};

export type MpgsClientOptions = {
  baseUrl: string;
  apiVersion: string;
  merchantId: string;
  apiPassword: string;
  timeoutMs: number;
  log: Log;
};

const maxAnswerBytes = 1_000_000;

/** Failures before a byte of the request was sent. */
const nothingSentCodes: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

export function createMpgsClient(options: MpgsClientOptions): MpgsClient {
  const merchantUrl = `${options.baseUrl}/api/rest/version/${options.apiVersion}/merchant/${encodeURIComponent(options.merchantId)}`;
  const credentials = Buffer.from(`merchant.${options.merchantId}:${options.apiPassword}`).toString('base64');

  async function call(method: 'GET' | 'POST', path: readonly string[], body?: object): Promise<MpgsAnswer> {
    try {
      const response = await fetch(`${merchantUrl}/${path.map(encodeURIComponent).join('/')}`, {
        method,
        headers: {
          authorization: `Basic ${credentials}`,
          accept: 'application/json',
          ...(body && { 'content-type': 'application/json' }),
        },
        body: body ? JSON.stringify(body) : null,
        redirect: 'error',
        signal: AbortSignal.timeout(options.timeoutMs),
      });
      return { httpStatus: response.status, body: parsed(await boundedText(response)) };
    } catch (error) {
      const codes = codesOf(error);
      options.log.warn({ method, operation: path[0], codes }, 'The gateway could not be asked');
      throw new OutsideError(faultOf(method, codes), `The gateway gave no answer (${codes.join(', ')}).`);
    }
  }

  return {
    get: (path) => call('GET', path),
    post: (path, body) => call('POST', path, body),
  };
}

function faultOf(method: 'GET' | 'POST', codes: readonly string[]): OutsideFault {
  return method === 'GET' || codes.some(saysNothingSent) ? 'unavailable' : 'unknown';
}

// A certificate that does not hold ends the connection before the request.
function saysNothingSent(code: string): boolean {
  return nothingSentCodes.has(code) || /CERT|^ERR_TLS|^UNABLE_TO_VERIFY/.test(code);
}

async function boundedText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let sizeBytes = 0;
  // Leaving the loop early cancels the stream and frees the connection.
  for await (const chunk of response.body ?? []) {
    sizeBytes += chunk.byteLength;
    if (sizeBytes > maxAnswerBytes) throw Object.assign(new Error('oversized'), { code: 'ANSWER_TOO_LARGE' });
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Undefined for what is no JSON. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

// The names and codes along the causes: enough to tell what happened, and never a header or a body.
function codesOf(error: unknown): string[] {
  const codes: string[] = [];
  for (let cause = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth += 1) {
    const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.name;
    if (code !== 'TypeError' && !codes.includes(code)) codes.push(code);
  }
  return codes.length > 0 ? codes : ['no connection'];
}
