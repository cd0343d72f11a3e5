// Sends a public file with an entity tag, or 304 to a client that has it.
import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

export function sendCached(
  request: FastifyRequest,
  reply: FastifyReply,
  body: string | Buffer,
  type: string,
  cacheControl: string,
): FastifyReply {
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
  reply.headers({ 'cache-control': cacheControl, etag, 'x-content-type-options': 'nosniff' });
  const known = request.headers['if-none-match']?.split(',').some((one) => one.trim().replace(/^W\//, '') === etag);
  if (known) return reply.code(304).send();
  return reply.type(type).send(body);
}
