// Sends a public file with an entity tag, or 304 to a client that has it.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { applyEntityTag } from '../platform/entity-tag.ts';

export function sendCached(
  request: FastifyRequest,
  reply: FastifyReply,
  body: string | Buffer,
  type: string,
  cacheControl: string,
): FastifyReply {
  reply.header('x-content-type-options', 'nosniff');
  if (applyEntityTag(request, reply, body, cacheControl)) return reply.code(304).send();
  return reply.type(type).send(body);
}
