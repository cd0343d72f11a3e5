// Enables metrics when they are configured.
import type { FastifyInstance } from 'fastify';
import type { Metrics, MetricsOptions } from '../observability/metrics/metrics.ts';
import type { Watcher } from '../platform/instrumented.ts';
import type { AppOptions } from './core.ts';

export type Measuring = {
  watcher: Watcher;
  /** On the store's own port, where there is a token and no port of its own. */
  mount(server: FastifyInstance): void;
  read: Metrics['read'];
};

export type ProcessGauges = Pick<MetricsOptions, 'liveConnections' | 'isDatabaseWritable' | 'queue' | 'ofModules'>;

/** Null: metrics are off. */
export async function wireMetrics(
  { config, database }: Pick<AppOptions, 'config' | 'database'>,
  gauges: ProcessGauges,
): Promise<Measuring | null> {
  if (config.metrics === null) return null;
  // Its package is loaded by those who use it only.
  const { createMetrics } = await import('../observability/metrics/metrics.ts');
  const { readDbGauges } = await import('../observability/metrics/db-gauges.ts');
  const { registerMetrics } = await import('../observability/metrics/metrics.routes.ts');
  const { port, token } = config.metrics;
  const metrics = createMetrics({
    pool: database.pool,
    poolSize: config.databasePool,
    ...gauges,
    figures: () => readDbGauges(database, gauges.ofModules),
  });
  return {
    watcher: watcherOf(metrics),
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

function watcherOf(metrics: Metrics): Watcher {
  return {
    query: () => {
      const ms = stopwatch();
      return (error) => metrics.queried(ms(), error === null);
    },
    job: async (name, run) => {
      const ms = stopwatch();
      let ok = false;
      try {
        await run();
        ok = true;
      } finally {
        metrics.ranJob(name, ms(), ok);
      }
    },
    gateway: (gateway, operation) => {
      const ms = stopwatch();
      return (outcome) => metrics.askedGateway(gateway, operation, outcome, ms());
    },
    provider: (operation) => {
      const ms = stopwatch();
      return (outcome) => metrics.askedProvider(operation, outcome, ms());
    },
  };
}

function stopwatch(): () => number {
  const startedAt = performance.now();
  return () => performance.now() - startedAt;
}
