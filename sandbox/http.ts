// Reads requests and sends responses with node:http, with limits on size and time. Independent of the protocols.
import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

const BODY_LIMIT_BYTES = 64 * 1024;
const BODY_TIMEOUT_MS = 10_000;

export interface Call {
  method: string;
  /** Relative to the prefix of the part, percent-encoded, always with a leading slash. */
  path: string;
  query: URLSearchParams;
  headers: IncomingMessage['headers'];
  body: string;
}

export interface Answer {
  status: number;
  /** A string is sent unchanged, any other value as JSON. */
  body: unknown;
  headers?: Record<string, string>;
  delayMs?: number;
  /** The work is done, but the response is dropped. */
  lost?: boolean;
}

/** A refused call, with the answer to it. */
export class CallRefusal extends Error {
  readonly status: number;
  readonly body: unknown;
  constructor(status: number, message: string, body: unknown = { error: message }) {
    super(message);
    this.status = status;
    this.body = body;
  }
}

export function readBody(req: IncomingMessage): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const timer = setTimeout(() => finish(new CallRefusal(408, 'The request took too long.')), BODY_TIMEOUT_MS);
    const finish = (error?: Error) => {
      clearTimeout(timer);
      if (error) reject(error);
      else resolve(Buffer.concat(chunks).toString('utf8'));
    };
    req.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= BODY_LIMIT_BYTES) chunks.push(chunk);
      else {
        req.pause();
        finish(new CallRefusal(413, 'The request is too large.'));
      }
    });
    req.on('end', () => finish());
    req.on('error', (error) => finish(error));
    req.on('close', () => finish(new CallRefusal(400, 'The request ended early.')));
  });
}

export async function sendAnswer(res: ServerResponse, answer: Answer, closing: AbortSignal): Promise<void> {
  if (answer.delayMs) await sleep(answer.delayMs, undefined, { signal: closing }).catch(() => undefined);
  if (answer.lost) {
    res.destroy();
    return;
  }
  const isText = typeof answer.body === 'string';
  const text = isText ? String(answer.body) : JSON.stringify(answer.body);
  res.writeHead(answer.status, {
    'content-type': isText ? 'text/plain; charset=utf-8' : 'application/json;charset=UTF-8',
    'content-length': String(Buffer.byteLength(text)),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    // The rejected body was not read completely, so the connection cannot be reused.
    ...(answer.status === 408 || answer.status === 413 ? { connection: 'close' } : {}),
    ...answer.headers,
  });
  res.end(text);
}

/** Compares in constant time. */
export function isSameSecret(a: string, b: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}
