// Whether several requests a second arrive, so that background work can give way to them.
import type { FastifyInstance } from 'fastify';

/** Fewer come from health checks and one person on a page. */
const busyRequests = 5;
const busyWithinMs = 1_000;

/** The answer is true while several requests a second arrive. */
export function watchRequestRate(server: FastifyInstance): () => boolean {
  const latestMs: number[] = [];
  server.addHook('onRequest', async () => {
    latestMs.push(performance.now());
    if (latestMs.length > busyRequests) latestMs.shift();
  });
  return () => {
    const [oldestMs] = latestMs;
    return oldestMs !== undefined && latestMs.length === busyRequests && performance.now() - oldestMs < busyWithinMs;
  };
}
