// Responses to bytes that never become a request: invalid HTTP, heads that are too long or never end.
import { randomUUID } from 'node:crypto';
import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { type ErrorCode, errors } from '../../contract/errors.ts';
import type { Log } from '../observability/log.ts';
import { requestIdHeader } from './request-id.ts';
import { securityHeaders } from './security-headers.ts';

/** So long a caller may take to read the refusal and to close its side. */
const closeWithinMs = 1_000;

/** Fastify's clientErrorHandler. The answer has the headers of every other one, and a line in the log. */
export function malformedRequestAnswer({ https, log }: { https: boolean; log: Log }) {
  return (error: Error & { code?: string }, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || !socket.writable || isAnswering(socket)) return void socket.destroy();
    const code = codes[error.code ?? ''] ?? 'invalid_input';
    const { status, message } = errors[code];
    const body = JSON.stringify({ message, code });
    const requestId = randomUUID();
    const headers = {
      ...securityHeaders(https),
      [requestIdHeader]: requestId,
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
      connection: 'close',
    };
    const head = [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ];
    socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
    log.info({ requestId, route: 'none', status }, 'request');
    // `end` closes our side only, and Node reports a slow request once: nothing else would ever free this socket.
    const timer = setTimeout(() => socket.destroy(), closeWithinMs);
    socket.once('close', () => clearTimeout(timer));
  };
}

// A refusal in the middle of another answer would be read as a part of it.
function isAnswering(socket: Socket & { _httpMessage?: ServerResponse | null }): boolean {
  return socket._httpMessage?.headersSent === true;
}

/** An unknown expectation is ignored: Node itself would refuse the request without a body. */
export function passOverExpectations(server: Server): void {
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    server.emit('request', request, response);
  });
}

const codes: Record<string, ErrorCode> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'too_slow',
  HPE_HEADER_OVERFLOW: 'head_too_large',
};
