// Ends reads that wait for a stalled database. A request that changes something keeps its wait for an answer: the change may
// have happened.
import type { FastifyInstance, FastifyReply, RouteHandlerMethod } from 'fastify';

/** `StallWatch` of the database is one. */
export type Stall = {
  isStalled(): boolean;
  onTick(check: () => void): void;
  limitMs: number;
  noAnswer(): Error;
};

/** Above the limit: a handler that has an older answer sends it by then. */
const graceMs = 300;
/** They report the stall itself. */
const ownLimits = new Set(['/readyz', '/statusz', '/metrics']);

/** Before the routes that it is to hold for. */
export function refuseStalledReads(server: FastifyInstance, stall: Stall): void {
  /** Until their response begins. */
  const underWay = new Map<FastifyReply, (error: Error) => void>();
  const refused = new WeakSet<FastifyReply>();

  server.addHook('onRoute', (route) => {
    if (![route.method].flat().includes('GET') || ownLimits.has(route.url)) return;
    const handler = route.handler;
    route.handler = function (request, reply) {
      const answer: unknown = handler.call(this, request, reply);
      if (!(answer instanceof Promise)) return answer;
      return new Promise((resolve, reject) => {
        underWay.set(reply, reject);
        answer.then(resolve, reject);
      });
    } as RouteHandlerMethod;
  });
  server.addHook('onSend', (_request, reply, payload, done) => {
    underWay.delete(reply);
    // Its handler still waits, and may send an answer later.
    if (refused.has(reply)) reply.send = () => reply;
    done(null, payload);
  });
  stall.onTick(() => {
    for (const [reply, refuse] of underWay) {
      if (reply.elapsedTime < stall.limitMs + graceMs) continue;
      // The caller is gone, and no response was sent.
      if (reply.raw.destroyed) underWay.delete(reply);
      else if (stall.isStalled()) {
        underWay.delete(reply);
        refused.add(reply);
        refuse(stall.noAnswer());
      }
    }
  });
}
