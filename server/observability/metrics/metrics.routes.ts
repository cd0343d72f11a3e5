// Metrics are served to the bearer of METRICS_TOKEN on the store's own port, and to clients of METRICS_PORT on this
// machine, with the token if one is set. Every other request gets 404.
import { createHash, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { StoreError } from '../../../contract/store-error.ts';
import type { Metrics } from './metrics.ts';

const path = '/metrics';

export function registerMetrics(server: FastifyInstance, read: Metrics['read'], token: string): void {
  server.get(path, async (request, reply) => {
    if (!carries(request.headers.authorization, token)) throw new StoreError('not_found');
    const { contentType, text } = await read();
    return reply.header('cache-control', 'no-store').type(contentType).send(text);
  });
}

/** Listens on the loopback address only; requires the token there, too, if one is set. */
export async function listenForMetrics(
  read: Metrics['read'],
  { port, token }: { port: number; token: string | null },
): Promise<{ close(): Promise<void> }> {
  const server = createServer(async (request, response) => {
    const isMetricsRequest = request.method === 'GET' && request.url === path;
    if (!isMetricsRequest || (token !== null && !carries(request.headers.authorization, token))) {
      return void response.writeHead(404).end();
    }
    const found = await read().catch(() => null);
    if (found) response.writeHead(200, { 'content-type': found.contentType }).end(found.text);
    else response.writeHead(500).end();
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return {
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function carries(authorization: string | undefined, token: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(authorization ?? ''), digest(`Bearer ${token}`));
}
