// Whether the process has requests to serve at all: background work may take its time otherwise.
import { performance } from 'node:perf_hooks';
import type { FastifyInstance } from 'fastify';

/** Less than this is a person who looks at a page, or a probe. */
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
