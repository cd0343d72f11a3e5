// Connects metrics, traces and the times of calls to queries, jobs and external calls. Metrics and traces where they are
// configured: only then their packages are loaded.
import type { FastifyInstance } from 'fastify';
import type { Database } from '../database/database.ts';
import type { JobHandlers } from '../jobs/handlers.ts';
import { type Gateway, gatewayOperations } from '../modules/payments/gateway.ts';
import type { Provider } from '../modules/providers/provider.ts';
import { createCallTimes } from '../modules/system/call-times.ts';
import { registerMetrics } from '../observability/metrics/metrics.routes.ts';
import type { Metrics, MetricsOptions } from '../observability/metrics/metrics.ts';
import { instrumentJobs, instrumentOperations, type Watcher } from '../platform/instrumented.ts';
import type { AppOptions } from './core.ts';

type ProcessGauges = Pick<MetricsOptions, 'liveConnections' | 'isDatabaseWritable' | 'queue' | 'ofModules'>;

export async function wireInstrumentation(options: AppOptions, gauges: ProcessGauges) {
  const { config, database, log, clock } = options;
  const metrics = await loadMetrics(options, gauges);
  const tracing = await loadTracing(options);
  const watchers = [tracing, metrics].flatMap((part) => part?.watcher ?? []);
  const callTimes = createCallTimes({ database, log, clock });
  // Also where metrics and traces are off.
  const calls = { gateway: () => callTimes.begin('gateway'), provider: () => callTimes.begin('provider') };
  const instrumentCalls = <T>(one: T, watch: (one: T, watcher: Pick<Watcher, 'gateway' | 'provider'>) => T) =>
    [calls, ...watchers].reduce(watch, one);
  return {
    gateway: <T extends Gateway>(gateway: T): T =>
      instrumentCalls(gateway, (one, watcher) =>
        instrumentOperations(one, gatewayOperations, (operation) => watcher.gateway(one.name, operation)),
      ),
    provider: (provider: Provider): Provider =>
      instrumentCalls(provider, (one, watcher) =>
        instrumentOperations(
          one,
          ['place', 'statuses', 'refill', 'refills', 'refillStatuses', 'cancel', 'services', 'tryCall', 'balance'],
          watcher.provider,
        ),
      ),
    jobs: (handlers: JobHandlers): JobHandlers =>
      watchers.reduce((all, watcher) => instrumentJobs(all, watcher.job), handlers),
    queries: (database: Database): void => {
      tracing?.preserveContext(database.pool);
      for (const { query } of watchers) database.observe(query);
    },
    mount: (server: FastifyInstance): void => {
      tracing?.mount(server);
      metrics?.countRequests(server);
      // Metrics with a token and without a port of their own are on the store's port.
      if (metrics && config.metrics?.token && config.metrics.port === null)
        registerMetrics(server, metrics.read, config.metrics.token);
    },
    callTimes,
    /** Null: not measured. */
    readMetrics: metrics?.read ?? null,
    endTraces: async () => tracing?.end(),
  };
}

async function loadMetrics({ config, database }: AppOptions, gauges: ProcessGauges): Promise<Metrics | null> {
  if (config.metrics === null) return null;
  const { createMetrics } = await import('../observability/metrics/metrics.ts');
  const { readDbGauges } = await import('../observability/metrics/db-gauges.ts');
  const figures = () => readDbGauges(database, gauges.ofModules);
  return createMetrics({ pool: database.pool, poolSize: config.databasePool, ...gauges, figures });
}

async function loadTracing({ config, log }: AppOptions) {
  if (config.tracing === null) return null;
  const { createTracing, preserveContext } = await import('../observability/tracing/tracing.ts');
  return { ...createTracing({ ...config.tracing, log }), preserveContext };
}
