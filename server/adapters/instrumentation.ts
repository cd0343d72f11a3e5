// Connects metrics, traces and the times of calls to queries, jobs and external calls.
import type { FastifyInstance } from 'fastify';
import type { Database } from '../database/database.ts';
import type { JobHandlers } from '../jobs/handlers.ts';
import type { Gateway } from '../modules/payments/gateway.ts';
import type { Provider } from '../modules/providers/provider.ts';
import { type CallTimes, createCallTimes } from '../modules/system/call-times.ts';
import type { Metrics } from '../observability/metrics/metrics.ts';
import { instrumentJobs, instrumentOperations, type Watcher } from '../platform/instrumented.ts';
import type { AppOptions } from './core.ts';
import { type ProcessGauges, wireMetrics } from './metrics.ts';
import { wireTracing } from './tracing.ts';

export type Instrumentation = {
  gateway<T extends Gateway>(gateway: T): T;
  provider(provider: Provider): Provider;
  jobs(handlers: JobHandlers): JobHandlers;
  queries(database: Database): void;
  mount(server: FastifyInstance): void;
  callTimes: CallTimes;
  /** Null: not measured. */
  readMetrics: Metrics['read'] | null;
  endTraces(): Promise<void>;
};

export async function wireInstrumentation(options: AppOptions, gauges: ProcessGauges): Promise<Instrumentation> {
  const metrics = await wireMetrics(options, gauges);
  const tracing = await wireTracing(options);
  const watchers = [tracing, metrics].flatMap((part) => part?.watcher ?? []);
  const { database, log } = options;
  const callTimes = createCallTimes({ database, log });
  // Also where metrics and traces are off.
  const calls = { gateway: () => callTimes.begin('gateway'), provider: () => callTimes.begin('provider') };
  const instrumentCalls = <T>(one: T, watch: (one: T, watcher: Pick<Watcher, 'gateway' | 'provider'>) => T) =>
    [calls, ...watchers].reduce(watch, one);
  return {
    gateway: (gateway) =>
      instrumentCalls(gateway, (one, watcher) =>
        instrumentOperations(one, ['openSession', 'retrieve', 'refund', 'retrieveRefund'], (operation) =>
          watcher.gateway(one.name, operation),
        ),
      ),
    provider: (provider) =>
      instrumentCalls(provider, (one, watcher) =>
        instrumentOperations(
          one,
          ['place', 'statuses', 'refill', 'refills', 'refillStatuses', 'cancel', 'services', 'tryCall', 'balance'],
          watcher.provider,
        ),
      ),
    jobs: (handlers) => watchers.reduce((all, watcher) => instrumentJobs(all, watcher.job), handlers),
    queries: (database) => {
      tracing?.preserveContext(database.pool);
      for (const { query } of watchers) database.observe(query);
    },
    mount: (server) => {
      tracing?.mount(server);
      metrics?.mount(server);
    },
    callTimes,
    readMetrics: metrics?.read ?? null,
    endTraces: async () => tracing?.end(),
  };
}
