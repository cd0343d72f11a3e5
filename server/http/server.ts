// The HTTP server: what applies to every request. Imports no module.

import { randomUUID } from 'node:crypto';
import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import compress from '@fastify/compress';
import compileSerializer, { type Schema } from 'fast-json-stringify';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { type ErrorCode, errors } from '../../contract/errors.ts';
import { StoreError } from '../../contract/store-error.ts';
import type { Log } from '../observability/log.ts';
import { type OnDatabaseFault, sendError } from './error-handler.ts';
import { refuseStalledReads, type Stall } from './stalled-reads.ts';

const bodyLimitBytes = 32 * 1024;
const sweepMs = 50;
/** Longer than a gateway may take; with the jobs' end before it, within the time that a stop has. */
const graceMs = 12_000;

export type ServerOptions = {
  log: Log;
  /** As in TRUST_PROXY: whose X-Forwarded-For is believed. */
  trustProxy: boolean | number | string;
  /** False: the setting is missing, so traces of a proxy are logged once. */
  trustProxySet?: boolean;
  https: boolean;
  /** From the first byte of a request to its last. */
  requestTimeoutMs?: number;
  /** Without a byte to or from the caller while a request is under way. */
  idleTimeoutMs?: number;
  /** Called for every request that failed because of the database. */
  onDatabaseFault?: OnDatabaseFault;
  /** Of the database. */
  stall?: Stall;
};

/** A server without routes: JSON only, 32 kB at most, general headers, one line of log per request. */
export async function createServer({
  log,
  trustProxy,
  trustProxySet = true,
  https,
  requestTimeoutMs = 30_000,
  idleTimeoutMs = 120_000,
  onDatabaseFault = () => {},
  stall,
}: ServerOptions): Promise<FastifyInstance> {
  const answer = sendError(log, onDatabaseFault);
  const server = Fastify({
    logger: false,
    trustProxy: typeof trustProxy === 'number' ? (_address, hop) => hop < trustProxy : trustProxy,
    bodyLimit: bodyLimitBytes,
    genReqId: readRequestId,
    // Slow senders are cut off; long answers are not, as long as bytes flow or a handler works.
    requestTimeout: requestTimeoutMs,
    connectionTimeout: idleTimeoutMs,
    http: {
      requestTimeout: requestTimeoutMs,
      headersTimeout: requestTimeoutMs,
      // Node looks every 30 s otherwise, so that a request may take twice its limit.
      connectionsCheckingInterval: Math.min(1_000, Math.ceil(requestTimeoutMs / 4)),
      // Node's own refusal has no body and no headers: `requireHost` refuses instead.
      requireHostHeader: false,
    },
    rewriteUrl: ({ url = '/' }) => readable(url),
    forceCloseConnections: 'idle',
    // The framework's own 503 has a body of another shape: `prepareDraining` refuses instead.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 500, ignoreTrailingSlash: true },
    // No hook is called for an address that cannot be read, so nothing else would close its connection during a stop.
    frameworkErrors: (error, request, reply) => {
      reply.header('connection', 'close');
      answer(error, request, protect(request, reply, https));
    },
    clientErrorHandler: malformedRequestAnswer({ https, log }),
  });
  passOverExpectations(server.server);
  compileSerializersWhenUsed(server);
  server.decorateRequest('passed');
  server.decorateRequest('rawBody', null);
  server.decorateRequest('isForeign', false);
  server.decorateRequest('refused', null);
  server.setErrorHandler(answer);
  server.setNotFoundHandler(() => {
    throw new StoreError('not_found');
  });
  parseJsonOnly(server);
  if (stall) refuseStalledReads(server, stall);
  letGoOnClose(server);
  await server.register(compress, { encodings: ['br', 'gzip'], threshold: 1024, globalDecompression: false });
  requireOneHost(server);
  refuseCompressedBodies(server);
  if (!trustProxySet) warnAboutProxies(server, log);
  server.addHook('onSend', async (request, reply) => void protect(request, reply, https));
  server.addHook('onResponse', async (request, reply) => {
    // The route's pattern, never the address, which may contain an email.
    const route = request.routeOptions.url ?? 'none';
    const { method, id } = request;
    const fields = { requestId: id, method, route, status: reply.statusCode, ms: Math.round(reply.elapsedTime) };
    if (request.refused) log.warn({ ...fields, ...request.refused }, 'request');
    else if (request.isForeign || isHealthCheck(route)) log.debug(fields, 'request');
    else log.info(fields, 'request');
  });
  return server;
}

function isHealthCheck(route: string): boolean {
  return route === '/healthz' || route === '/readyz' || route === '/statusz';
}

/** Compiles the serializer of a route at its first response. Compiling all of them took 100 ms of every start. */
function compileSerializersWhenUsed(server: FastifyInstance): void {
  server.setSerializerCompiler(({ schema }) => (response) => {
    const serialize = serializers.get(schema) ?? compileSerializer(schema as Schema);
    serializers.set(schema, serialize);
    return serialize(response);
  });
}

/** By schema. Kept, as the schemas are: several stores may run in one process. */
const serializers = new WeakMap<object, (response: unknown) => string>();

function protect(request: FastifyRequest, reply: FastifyReply, https: boolean): FastifyReply {
  reply.header(requestIdHeader, request.id);
  // Pages have a policy of their own.
  const ownPolicy = reply.getHeader(policyHeader);
  reply.headers(securityHeaders(https));
  if (ownPolicy !== undefined) reply.header(policyHeader, ownPolicy);
  return request.url.startsWith('/api/') ? reply.header('referrer-policy', 'no-referrer') : reply;
}

// An invalid encoding makes an address unknown, not wrong: it gets the page for unknown addresses.
function readable(url: string): string {
  const [path = '', ...query] = url.split('?');
  const fine = path.startsWith('/api/') || decoded(path) !== null;
  return fine ? url : [path.replaceAll('%', '%25'), ...query].join('?');
}

// The result must be used: the bundler removes a call whose result is unused.
function decoded(path: string): string | null {
  try {
    return decodeURIComponent(path);
  } catch {
    return null;
  }
}

// A connection that was busy when the stop began stays open after its response: the stop does not wait for its timeout,
// nor for a caller that never finishes its request.
function letGoOnClose(server: FastifyInstance): void {
  server.addHook('preClose', async () => {
    const sweep = setInterval(() => server.server.closeIdleConnections(), sweepMs);
    const end = setTimeout(() => server.server.closeAllConnections(), graceMs);
    server.server.once('close', () => {
      clearInterval(sweep);
      clearTimeout(end);
    });
  });
}

function parseJsonOnly(server: FastifyInstance): void {
  server.removeAllContentTypeParsers();
  const parse = server.getDefaultJsonParser('error', 'error');
  server.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (request.routeOptions.config.endpoint?.rawBody) request.rawBody = body as string;
    if (body === '') return done(null, undefined);
    parse(request, body as string, (error, value) => {
      if (error) done(new StoreError('invalid_json'));
      else done(null, value);
    });
  });
}

// Node reads the first Host header, and a proxy may read the last: they would not mean the same host.
function requireOneHost(server: FastifyInstance): void {
  server.addHook('onRequest', async ({ raw: { rawHeaders, httpVersion } }) => {
    const hosts = rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length;
    if (hosts > 1) throw new StoreError('invalid_input', { reason: 'host_repeated' });
    if (hosts === 0 && httpVersion === '1.1') throw new StoreError('invalid_input', { reason: 'host_missing' });
  });
}

// A small compressed body may be a huge one. The limits count what arrives.
function refuseCompressedBodies(server: FastifyInstance): void {
  server.addHook('onRequest', async (request) => {
    const encoding = request.headers['content-encoding'];
    if (encoding === undefined || encoding === 'identity') return;
    throw new StoreError('unsupported_media_type', { reason: 'body_compressed' });
  });
}

// Behind a proxy that is not named, all callers look like one, and limits hit them together.
function warnAboutProxies(server: FastifyInstance, log: Log): void {
  let isLogged = false;
  server.addHook('onRequest', async (request) => {
    if (isLogged || request.headers['x-forwarded-for'] === undefined) return;
    isLogged = true;
    log.warn({}, 'X-Forwarded-For was seen, but TRUST_PROXY is not set: set it to the number of proxies, or to none');
  });
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Meant for another party that answers at this address too. */
    isForeign: boolean;
    /** Of a call that an admin or a key may not make: who it was, as the audit log names them. */
    refused: { code: string; actor: string } | null;
  }
}

// The headers of every answer, also of one to bytes that never become a request.

/** Of pages aside, nothing is to be loaded, run or framed, whatever a browser takes an answer for. */
export const policyHeader = 'content-security-policy';

/** `https`: PUBLIC_URL is https. */
export function securityHeaders(https: boolean): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    ...(https ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
    [policyHeader]: "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
  };
}

// One ID a request, in its response and in every log line about it: the caller's when valid, else a new one.

export const requestIdHeader = 'x-request-id';

/** Nothing that could be an address, a name with a space, a line of its own, or long. */
const usable = /^[A-Za-z0-9_-]{8,64}$/;

export function readRequestId({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const given = headers[requestIdHeader];
  return typeof given === 'string' && usable.test(given) ? given : randomUUID();
}

// Responses to bytes that never become a request: invalid HTTP, heads that are too long or never end.

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
