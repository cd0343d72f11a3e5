// One ID a request, in its response and in every log line about it: the caller's when valid, else a new one.
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

export const requestIdHeader = 'x-request-id';

/** Nothing that could be an address, a name with a space, a line of its own, or long. */
const usable = /^[A-Za-z0-9_-]{8,64}$/;

export function readRequestId({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const given = headers[requestIdHeader];
  return typeof given === 'string' && usable.test(given) ? given : randomUUID();
}
