// One HTTP exchange with a gateway: no redirects, bounded in time and size. What is kept of its words.
import { englishMessage } from '../../../../contract/message-texts/english-message.ts';
import { type StoreMessage, storeMessage } from '../../../../contract/store-messages.ts';
import type { ExternalFault } from '../../../ports/external-error.ts';

export type Answer = { httpStatus: number; headers: Headers; text: string };

/** No complete response arrived. `codes` are error codes, and never contain a header or a body. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
  readonly codes: readonly string[];
  readonly reason: StoreMessage;

  constructor(codes: readonly string[]) {
    const reason = storeMessage('gateway_silent', { codes: codes.join(', ') });
    super(englishMessage(reason));
    this.codes = codes;
    this.reason = reason;
  }
}

const maxAnswerBytes = 1_000_000;

/** Error codes of a connection that failed before the request was sent. */
const nothingSentCodes: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/** `signal` limits the time. Throws NoAnswer. */
export async function exchange(url: string, init: RequestInit & { signal: AbortSignal }): Promise<Answer> {
  try {
    const response = await fetch(url, { ...init, redirect: 'error' });
    return { httpStatus: response.status, headers: response.headers, text: await boundedText(response) };
  } catch (error) {
    throw new NoAnswer(listCodes(error));
  }
}

/** The meaning of a lost response: a read is safe to repeat, an action only when nothing was sent. */
export function toFault(kind: 'read' | 'act', { codes }: NoAnswer): ExternalFault {
  return kind === 'read' || codes.some(isUnsent) ? 'unavailable' : 'unknown';
}

/** Undefined for invalid JSON. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Text that PostgreSQL can store, at most 100 characters, of which nothing is invisible or reorders the rest. */
export function storable(text = ''): string {
  return text.replace(/\p{C}/gu, '\uFFFD').slice(0, 100);
}

/** Never splits a surrogate pair, which is invalid on the wire. */
export function cut(text: string, length: number): string {
  return text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '');
}

/** A word of a response that may be logged and shown: without what could be a value of the payer. */
export function shownWord(word: string): string {
  return word.replace(/[^\w.[\]-]/g, '').slice(0, 60);
}

export function isOrderId(id: unknown): id is string {
  return typeof id === 'string' && /^[\x20-\x7e]{1,40}$/.test(id);
}

// An invalid certificate ends the connection before the request.
function isUnsent(code: string): boolean {
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

// Error codes along the chain of causes.
function listCodes(error: unknown): string[] {
  const codes: string[] = [];
  for (let cause = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth += 1) {
    const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.name;
    if (code !== 'TypeError' && !codes.includes(code)) codes.push(code);
  }
  return codes.length > 0 ? codes : ['no connection'];
}
