// Asks a store through the contract, as any program would: typed calls over HTTP.
import type { AnswerFor, CallFor, EndpointKey } from '../../contract/index.ts';

export type Answer<T> = { status: number; body: T; headers: Headers };
/** A refusal's body, loosely: tests look at what they need. */
export type Refusal = { message: string; field?: string; [name: string]: unknown };

export type Client = {
  /** The answer's data; throws when the call was refused. */
  call<K extends EndpointKey>(key: K, input: CallFor<K>, headers?: Record<string, string>): Promise<AnswerFor<K>>;
  /** The answer whatever it is. */
  ask<K extends EndpointKey>(
    key: K,
    input: CallFor<K>,
    headers?: Record<string, string>,
  ): Promise<Answer<AnswerFor<K> & Refusal>>;
};

/** With a token, or as a stranger. `timeoutMs` bounds each call; without it a call lasts as long as the store takes. */
export function clientOf(url: string, token: string | null, timeoutMs: number | null = null): Client {
  const send: Client['ask'] = async (key, input, headers = {}) => {
    const { method, path, body } = requestOf(key, input);
    const init: RequestInit = {
      method,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        ...headers,
      },
      body: body === undefined ? null : JSON.stringify(body),
      signal: timeoutMs === null ? null : AbortSignal.timeout(timeoutMs),
    };
    const response = await fetch(`${url}${path}`, init);
    return { status: response.status, body: await response.json(), headers: response.headers };
  };
  return {
    ask: send,
    call: async (key, input, headers) => {
      const answer = await send(key, input, headers);
      if (answer.status !== 200) throw new Error(`${key} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
      return answer.body;
    },
  };
}

function requestOf(key: string, input: unknown): { method: string; path: string; body: unknown } {
  const { params, query, body } = input as {
    params?: Record<string, string>;
    query?: Record<string, string | number>;
    body?: unknown;
  };
  const [method = '', pattern = ''] = key.split(' ');
  const filled = pattern.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params?.[name] ?? ''));
  const search = new URLSearchParams(Object.entries(query ?? {}).map(([name, value]) => [name, String(value)]));
  return { method, path: search.size > 0 ? `${filled}?${search}` : filled, body };
}
