// Where the contract is read from outside: as OpenAPI by programs, as a page by people.
import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Endpoint } from '../../contract/endpoint.ts';
import { describeApi, type OpenApi } from './openapi.ts';
import { openApiPage, openApiPagePolicy } from './openapi-page.ts';

export function registerOpenApi(server: FastifyInstance, endpoints: Record<string, Endpoint>, serverUrl: string): void {
  // Created at the first request: most processes never need it.
  let kept: { json: Kept; page: Kept } | null = null;
  const made = () => {
    kept ??= keepBoth(describeApi(endpoints, serverUrl));
    return kept;
  };
  server.get('/api/openapi.json', async (request, reply) =>
    answer(request, reply.type('application/json; charset=utf-8'), made().json),
  );
  server.get('/api/docs', async (request, reply) =>
    answer(
      request,
      reply.type('text/html; charset=utf-8').header('content-security-policy', openApiPagePolicy),
      made().page,
    ),
  );
}

function keepBoth(api: OpenApi): { json: Kept; page: Kept } {
  return { json: keep(JSON.stringify(api)), page: keep(openApiPage(api)) };
}

type Kept = { text: string; etag: string };

function keep(text: string): Kept {
  return { text, etag: `"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"` };
}

function answer(request: FastifyRequest, reply: FastifyReply, { text, etag }: Kept): FastifyReply {
  reply.header('etag', etag).header('cache-control', 'public, max-age=300').header('x-robots-tag', 'noindex');
  return request.headers['if-none-match'] === etag ? reply.code(304).send() : reply.send(text);
}
