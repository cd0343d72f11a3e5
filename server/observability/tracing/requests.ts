// A span per request, named by its route's pattern: never by its address, which may contain an email or an order.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Part, Tracing } from './tracing.ts';

/** Frequent requests of machines. */
const untraced = ['/healthz', '/readyz', '/statusz', '/metrics'];

export function traceRequests(server: FastifyInstance, tracing: Tracing): void {
  const parts = new WeakMap<FastifyRequest, Part>();
  server.addHook('onRequest', (request, reply, done) => {
    const { url: route } = request.routeOptions;
    if (request.headers.upgrade !== undefined || untraced.includes(route ?? '')) return done();
    const { method, id } = request;
    const part = tracing.outer(
      route ? `${method} ${route}` : method,
      { 'http.request.method': method, 'applaud.request_id': id, ...(route ? { 'http.route': route } : {}) },
      request.headers,
    );
    parts.set(request, part);
    reply.raw.once('close', () => part.end(...endOf(reply)));
    part.within(done);
  });
  // The body was read by events of its connection, which belong to no request.
  server.addHook('preValidation', (request, _reply, done) => {
    const part = parts.get(request);
    if (part) part.within(done);
    else done();
  });
}

function endOf({ raw }: FastifyReply): Parameters<Part['end']> {
  if (!raw.writableFinished) return [{}, 'caller_gone'];
  const { statusCode: status } = raw;
  return [{ 'http.response.status_code': status }, status >= 500 ? String(status) : null];
}
