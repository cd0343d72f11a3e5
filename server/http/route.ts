// Turns a declaration of the contract and a handler into a route: gate, limit, parsed input, shaped output.
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods, RouteShorthandOptions } from 'fastify';
import { z } from 'zod';
import type { Endpoint } from '../../contract/endpoint.ts';
import { errors } from '../../contract/errors.ts';
import { englishReasons } from '../../contract/message-texts/en.ts';
import { type ErrorDetails, StoreError } from '../../contract/store-error.ts';
import { storeMessage, type Words } from '../../contract/store-messages.ts';
import { unattendedHeader } from '../../contract/unattended-header.ts';
import { applyEntityTag } from '../platform/entity-tag.ts';
import type { Passer, Watch } from '../ports/watch.ts';
import { type Call, getActor } from '../request-context.ts';
import { readSessionCookies } from '../session-cookie.ts';
import { authorize, identify, type Passed, readBearer, type Verifiers } from './authorization.ts';
import type { Limits } from './rate-limits.ts';

/** Notices of a gateway hold whole objects of its own. */
const signedBodyLimitBytes = 256 * 1024;

export type RouteOptions = Pick<Verifiers, 'verifyKey'> & {
  /** Null for a token that is malformed, forged, expired or revoked, or without its cookie. */
  verify(token: string, use: { secrets: readonly string[]; unattended: boolean }): ReturnType<Verifiers['verify']>;
  /** Whether a page of this origin, undefined for no page at all, belongs to the store at this host. */
  isOwnOrigin(origin: string | undefined, host: string | undefined): boolean;
  limits: Limits;
  watch: Watch;
};

/** Registers every endpoint with its handler, and 405 for the methods that its path does not have. */
export function registerEndpoints(
  server: FastifyInstance,
  endpoints: Record<string, Endpoint>,
  handlers: Record<string, (input: never, call: Call) => Promise<unknown>>,
  deps: RouteOptions,
): void {
  const methodsByPath = new Map<string, HTTPMethods[]>();
  for (const [name, declared] of Object.entries(endpoints)) {
    const handler = handlers[name];
    if (!handler) throw new Error(`Give the endpoint ${name} a handler in the routes of its module.`);
    registerOne(server, declared, handler, deps);
    const url = toRoutePath(declared.path);
    methodsByPath.set(url, [...(methodsByPath.get(url) ?? []), declared.method]);
  }
  for (const [url, methods] of methodsByPath) refuseOtherMethods(server, url, methods);
}

function registerOne(
  server: FastifyInstance,
  declared: Endpoint,
  handler: (input: never, call: Call) => Promise<unknown>,
  deps: RouteOptions,
): void {
  const noStore = declared.noStore ?? declared.access !== 'public';
  server.route({
    method: declared.method,
    url: toRoutePath(declared.path),
    config: { endpoint: declared },
    ...toBodyLimit(declared),
    schema: { response: { 200: getResponseSchema(declared) } },
    ...toTagging(declared),
    // Before the body is read: a stranger's body is not worth parsing.
    onRequest: async (request, reply) => {
      if (noStore) reply.header('cache-control', 'no-store');
      const secrets = readSessionCookies(request.headers.cookie);
      const passed = await identify(declared, request.headers.authorization, {
        verify: (token) => deps.verify(token, { secrets, unattended: unattendedHeader in request.headers }),
        verifyKey: deps.verifyKey,
      });
      request.passed = passed;
      authorize(declared, passed);
      const { admin, keyHolder } = passed;
      if (admin?.isBound && declared.method !== 'GET') refuseForeignOrigin(request, deps);
      if (admin) deps.watch.admitted(admin, readPasser(request, declared));
      else if (keyHolder) deps.limits.consumeKey(keyHolder.id);
      else if (declared.limit) deps.limits.consumeNamed(declared.limit, readAddress(request));
    },
    onError: async (request, _reply, error) => {
      if (!(error instanceof StoreError)) return;
      const { code } = error;
      const { admin = null, keyHolder = null } = request.passed ?? {};
      const who = admin || keyHolder ? getActor({ admin, keyHolder }) : null;
      if (who && errors[code].status === 403) request.refused = { code, actor: who.actor };
      const caller = { token: readBearer(request.headers.authorization), actor: who };
      deps.watch.refused(code, readPasser(request, declared), caller);
    },
    handler: async (request, reply) => {
      const input = {
        params: parsed(declared.input.params, request.params),
        query: parsed(declared.input.query, request.query),
        body: parsed(declared.input.body, request.body),
      };
      return handler(input as never, buildCall(request, reply));
    },
  });
}

/** JSON Schema, draft 7, of a successful response. Kept: several stores may run in one process. */
export function getResponseSchema({ output }: Endpoint) {
  const schema = responseSchemas.get(output) ?? toOutputSchema(output);
  responseSchemas.set(output, schema);
  return schema;
}

const responseSchemas = new WeakMap<z.ZodType, ReturnType<typeof toOutputSchema>>();

function toOutputSchema(output: z.ZodType) {
  return z.toJSONSchema(output, { target: 'draft-7', io: 'output' });
}

function toTagging({ hasEntityTag }: Endpoint): Pick<RouteShorthandOptions, 'onSend'> {
  if (!hasEntityTag) return {};
  return {
    onSend: async (request, reply, payload) => {
      if (reply.statusCode !== 200 || typeof payload !== 'string') return payload;
      if (!applyEntityTag(request, reply, payload, 'public, no-cache')) return payload;
      reply.code(304).removeHeader('content-type').removeHeader('content-length');
      return null;
    },
  };
}

function toBodyLimit({ rawBody, bodyLimitBytes }: Endpoint): { bodyLimit?: number } {
  const bodyLimit = bodyLimitBytes ?? (rawBody ? signedBodyLimitBytes : undefined);
  return bodyLimit === undefined ? {} : { bodyLimit };
}

function refuseOtherMethods(server: FastifyInstance, url: string, methods: HTTPMethods[]): void {
  const allowed = new Set<string>([...methods, ...(methods.includes('GET') ? ['HEAD'] : [])]);
  const others = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'].filter((method) => !allowed.has(method));
  server.route({
    method: others,
    url,
    exposeHeadRoute: false,
    onRequest: async (_request, reply) => {
      reply.header('allow', [...allowed].join(', '));
      throw new StoreError('method_not_allowed');
    },
    handler: async () => null,
  });
}

// A browser adds the cookie by itself: pages of other sites change nothing with it.
function refuseForeignOrigin({ headers, host }: FastifyRequest, { isOwnOrigin }: RouteOptions): void {
  const site = headers['sec-fetch-site'] ?? 'none';
  const isOwnSite = site === 'same-origin' || site === 'none';
  if (isOwnSite && isOwnOrigin(headers.origin, host)) return;
  throw new StoreError('foreign_origin', { reason: 'foreign_change' });
}

function readPasser(request: FastifyRequest, { method, path }: Endpoint): Passer {
  return { ip: readAddress(request), userAgent: readUserAgent(request), route: `${method} ${path}` };
}

function readUserAgent(request: FastifyRequest): string {
  return request.headers['user-agent']?.slice(0, 400) ?? '';
}

function buildCall(request: FastifyRequest, reply: FastifyReply): Call {
  const { admin = null, keyHolder = null } = request.passed ?? {};
  return {
    admin,
    keyHolder,
    ip: readAddress(request),
    userAgent: readUserAgent(request),
    headers: request.headers,
    rawBody: request.rawBody ?? '',
    answerHeader: (name, value) => void reply.header(name, value),
  };
}

function parsed(schema: z.ZodType | undefined, value: unknown): unknown {
  if (!schema) return undefined;
  const result = schema.safeParse(value ?? undefined);
  if (result.success) return result.data;
  throw new StoreError('invalid_input', toErrorDetails(result.error));
}

const mostListedValues = 12;

// The first issue, with the field it is about.
function toErrorDetails(error: z.ZodError): ErrorDetails {
  const issue = error.issues[0];
  const field = issue?.path[0] === undefined ? undefined : String(issue.path[0]);
  if (!issue || field === undefined) return { reason: 'body_required' };
  if (issue.code === 'custom' && issue.params?.reason) return { field, reason: issue.params.reason };
  const missing =
    issue.code === 'invalid_type' && issue.input === undefined && /received undefined/.test(issue.message);
  const path = issue.path.map(String).join('.');
  if (missing) return { field, reason: storeMessage('field_required', { field: path }) };
  return { field, reason: storeMessage('field_invalid', { field: path, problem: describeIssue(issue) }) };
}

// A schema may name the code of a message where the library has its own words.
function describeIssue(issue: z.core.$ZodIssue): Words {
  // A long list of values would hide what is wrong.
  if (issue.code === 'invalid_value' && issue.values.length > mostListedValues) return { code: 'one_of_documented' };
  return Object.hasOwn(englishReasons, issue.message) ? { code: issue.message } : issue.message.replace(/\.$/, '');
}

function toRoutePath(path: string): string {
  return path.replace(/\{(\w+)\}/g, ':$1');
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Undefined before the caller is identified. */
    passed: Passed | undefined;
    /** Kept when the endpoint declares it. */
    rawBody: string | null;
  }
}

/** Empty once the caller has hung up: its socket has no address any more, although Fastify's type has one. */
export function readAddress({ ip }: { ip: string | undefined }): string {
  return ip ?? '';
}
