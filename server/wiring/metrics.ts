// Whether the store measures itself, and what it measures.
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import type { Provider } from '../fulfilment/provider.ts';
import type { JobHandlers } from '../jobs/worker.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { Gateway } from '../payments/gateway.ts';
import type { Database } from '../store/database.ts';

/** Wraps parts so that what they do is measured; where nobody asked for metrics, everything stays as it is. */
export type Measuring = {
  gateway<T extends Gateway>(gateway: T): T;
  provider(provider: Provider): Provider;
  jobs(handlers: JobHandlers): JobHandlers;
  /** On the store's own port, where there is a token and no port of its own. */
  mount(server: FastifyInstance): void;
  /** Null: not measured. */
  read: Metrics['read'] | null;
};

export async function wireMetrics(
  config: Config,
  database: Database,
  liveConnections: () => number,
): Promise<Measuring> {
  if (config.metrics === null) {
    return { gateway: (one) => one, provider: (one) => one, jobs: (all) => all, mount: () => {}, read: null };
  }
  // Its package is loaded by those who use it only.
  const { createMetrics } = await import('../metrics/metrics.ts');
  const { createStandingFigures } = await import('../metrics/standing.ts');
  const { timeJobs, timeOperations, timeQueries } = await import('../metrics/timed.ts');
  const { registerMetrics } = await import('../metrics/metrics.routes.ts');
  const { port, token } = config.metrics;
  const metrics = createMetrics({
    ...{ pool: database.pool, poolSize: config.databasePool, liveConnections },
    figures: createStandingFigures(database),
  });
  timeQueries(database.pool, metrics.queried);
  return {
    gateway: (one) =>
      timeOperations(one, ['openSession', 'retrieve', 'refund', 'retrieveRefund'], (...told) =>
        metrics.askedGateway(one.name, ...told),
      ),
    provider: (one) =>
      timeOperations(
        one,
        ['place', 'statuses', 'refill', 'refills', 'refillStatuses', 'cancel', 'services', 'tryCall', 'balance'],
        metrics.askedProvider,
      ),
    jobs: (handlers) => timeJobs(handlers, metrics.ranJob),
    mount: (server) => {
      server.addHook('onResponse', async (request, reply) => {
        const route = request.routeOptions.url ?? 'none';
        metrics.answered({ method: request.method, route, status: reply.statusCode, ms: reply.elapsedTime });
      });
      if (token !== null && port === null) registerMetrics(server, metrics.read, token);
    },
    read: metrics.read,
  };
}
