// The only fetch of the pages. Calls are named by method and path, typed by the contract, and carry no schema.

import type { AnswerFor, CallFor, EndpointKey } from '../contract/index.ts';
import { unattendedHeader } from '../contract/unattended-header.ts';

/** A refusal of the store. `message` is the server's sentence, or `HTTP {status}` without one. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly body: Record<string, unknown>;
  /** `Retry-After`; null without one. */
  readonly retryAfterSeconds: number | null;

  constructor(status: number, body: Record<string, unknown>, retryAfterSeconds: number | null = null) {
    super(typeof body.message === 'string' && body.message !== '' ? body.message : `HTTP ${status}`);
    this.status = status;
    this.body = body;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** The store did not respond completely. `cause`: `tooLate` where no response came in time. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError';
}

export type CallOptions = { headers?: Record<string, string>; signal?: AbortSignal; keepalive?: boolean };
export type Answered<K extends EndpointKey> = { data: AnswerFor<K>; headers: Headers };

export type Api = {
  /** The answer's data. Throws ApiError or NetworkError. */
  call<K extends EndpointKey>(key: K, input: CallFor<K>, options?: CallOptions): Promise<AnswerFor<K>>;
  /** The same with the answer's headers (X-Total-Count, Link). */
  request<K extends EndpointKey>(key: K, input: CallFor<K>, options?: CallOptions): Promise<Answered<K>>;
};

type ApiOptions = {
  /** A call starts after it, except one that may outlive its page. */
  ready?: () => Promise<void>;
  /** Read at every call. */
  token?: () => string | null;
  /** True while nobody uses the page: the call does not prolong the session. */
  isUnattended?: () => boolean;
  /** Called for every 401 of a call that carried a token. */
  onUnauthorized?: () => void;
  /** Called when a call needs a recent proof. After true, the call is sent once more. */
  onStepUp?: (refusal: ApiError) => Promise<boolean>;
  /** Called when the store allows only the setup of a second factor. */
  onSecondFactorRequired?: () => void;
  /** Called when the role of the admin does not allow the call: it may have changed. */
  onRoleRefused?: () => void;
};

export function createApi(options: ApiOptions = {}): Api {
  async function request<K extends EndpointKey>(
    key: K,
    input: CallFor<K>,
    call: CallOptions = {},
    isRepeat = false,
  ): Promise<Answered<K>> {
    if (options.ready && !call.keepalive) await options.ready();
    const { method, url, body } = requestOf(key, input);
    const token = options.token?.() ?? null;
    const headers: Record<string, string> = { accept: 'application/json', ...call.headers };
    if (body !== undefined) headers['content-type'] = 'application/json';
    if (token) headers.authorization = `Bearer ${token}`;
    if (token && options.isUnattended?.()) headers[unattendedHeader] = '1';
    const init: RequestInit = { method, headers };
    if (body !== undefined) init.body = JSON.stringify(body);
    if (call.keepalive) init.keepalive = true;
    const { response, answer } = await fetchWhole(url, init, call.signal);
    if (!response.ok) {
      const refused = typeof answer === 'object' ? { ...answer } : {};
      const refusal = new ApiError(response.status, refused, retryAfterOf(response));
      // Ignored when the token changed since.
      if (response.status === 401 && token && options.token?.() === token) options.onUnauthorized?.();
      if (refusal.body.code === 'second_factor_required') options.onSecondFactorRequired?.();
      if (refusal.body.code === 'no_role') options.onRoleRefused?.();
      if (refusal.body.code === 'step_up' && !isRepeat && (await options.onStepUp?.(refusal))) {
        return request(key, input, call, true);
      }
      throw refusal;
    }
    return { data: answer as AnswerFor<K>, headers: response.headers };
  }
  return {
    request: (key, input, call) => request(key, input, call),
    call: async (key, input, call) => (await request(key, input, call)).data,
  };
}

/** Longer than any call takes; after it, no response is expected any more. The store cancels a slow read after 15 s. */
const longestMs = 60_000;
const longestReadMs = 20_000;
export const tooLate = 'timeout';

async function fetchWhole(url: string, init: RequestInit, callersEnd: AbortSignal | undefined) {
  const end = new AbortController();
  const stop = () => end.abort();
  const timer = setTimeout(() => end.abort(tooLate), init.method === 'GET' ? longestReadMs : longestMs);
  callersEnd?.addEventListener('abort', stop);
  try {
    if (callersEnd?.aborted) stop();
    const response = await fetch(url, { ...init, signal: end.signal });
    const answer: unknown = await response.json().catch((cutOff: unknown) => {
      // The status is enough for a refusal without a body.
      if (response.ok) throw cutOff;
      return {};
    });
    return { response, answer };
  } catch (cause) {
    if (callersEnd?.aborted) throw cause;
    throw new NetworkError('The store cannot be reached.', { cause });
  } finally {
    clearTimeout(timer);
    callersEnd?.removeEventListener('abort', stop);
  }
}

function retryAfterOf({ headers }: Response): number | null {
  const seconds = Number.parseInt(headers.get('retry-after') ?? '', 10);
  return Number.isNaN(seconds) ? null : seconds;
}

function requestOf(key: string, input: unknown): { method: string; url: string; body: unknown } {
  const { params, query, body } = input as {
    params?: Record<string, string>;
    query?: Record<string, unknown>;
    body?: unknown;
  };
  const [method = 'GET', path = '/'] = key.split(' ');
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params?.[name] ?? ''));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) if (value !== undefined) search.set(name, String(value));
  return { method, url: search.size > 0 ? `${filled}?${search}` : filled, body };
}
