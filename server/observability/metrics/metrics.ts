// The store's metrics for Prometheus. Labels are fixed names, never IDs or personal data. Imports no module: callers
// report events, and gauges are read from the database.
import { performance } from 'node:perf_hooks';
import type { FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Database } from '../../database/database.ts';
import type { Watcher } from '../../platform/instrumented.ts';
import { version } from '../../platform/project-root.ts';
import type { ModuleMetrics } from '../../ports/module-parts.ts';
import { createDbGauges, type DbFigures } from './db-gauges.ts';

export type Metrics = {
  watcher: Watcher;
  countRequests(server: FastifyInstance): void;
  /** All metrics in the text format of Prometheus, without those that the database does not return in time. */
  read(): Promise<{ contentType: string; text: string }>;
};

export type MetricsOptions = {
  pool: Database['pool'];
  poolSize: number;
  liveConnections: () => number;
  /** Whether this process's job queue runs, and how often it restarted it. */
  queue: () => { state: 'off' | 'running' | 'stalled'; restarts: number };
  isDatabaseWritable: () => boolean;
  ofModules: readonly ModuleMetrics[];
  /** Throws where the database does not answer. */
  figures: () => Promise<DbFigures>;
};

const quick = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const slow = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 30];

export function createMetrics(deps: MetricsOptions): Metrics {
  const register = new Registry();
  const registers = [register];
  collectDefaultMetrics({ register });
  const happened = createHistograms(registers);
  const setDbGauges = createDbGauges(registers, deps.ofModules);
  addProcessGauges(registers, deps);

  return {
    watcher: {
      query: () => {
        const seconds = stopwatch();
        return (error) => happened.query.observe({ outcome: error === null ? 'ok' : 'failed' }, seconds());
      },
      job: async (job, run) => {
        const seconds = stopwatch();
        let outcome = 'failed';
        try {
          await run();
          outcome = 'ok';
        } finally {
          happened.job.observe({ job, outcome }, seconds());
        }
      },
      gateway: (gateway, operation) => {
        const seconds = stopwatch();
        return (outcome) => happened.gateway.observe({ gateway, operation, outcome }, seconds());
      },
      provider: (operation) => {
        const seconds = stopwatch();
        return (outcome) => happened.provider.observe({ operation, outcome }, seconds());
      },
    },
    countRequests: (server) => {
      server.addHook('onResponse', async ({ method, routeOptions }, { statusCode: status, elapsedTime }) => {
        happened.http.observe({ method, route: routeOptions.url ?? 'none', status }, elapsedTime / 1000);
      });
    },
    read: async () => {
      setDbGauges(await deps.figures().catch(() => null));
      return { contentType: register.contentType, text: await register.metrics() };
    },
  };
}

function stopwatch(): () => number {
  const startedAt = performance.now();
  return () => (performance.now() - startedAt) / 1000;
}

function createHistograms(registers: Registry[]) {
  const duration = <T extends string>(name: string, help: string, labelNames: readonly T[], buckets: number[]) =>
    new Histogram({ name, help, labelNames, buckets, registers });
  return {
    http: duration(
      'applaud_http_request_duration_seconds',
      'Requests answered, by route pattern.',
      ['method', 'route', 'status'],
      quick,
    ),
    query: duration('applaud_database_query_duration_seconds', 'Queries of the pool.', ['outcome'], quick),
    job: duration('applaud_job_duration_seconds', 'Jobs run by this process.', ['job', 'outcome'], [...quick, 30, 60]),
    gateway: duration(
      'applaud_gateway_request_duration_seconds',
      'Operations at the card gateway.',
      ['gateway', 'operation', 'outcome'],
      slow,
    ),
    provider: duration(
      'applaud_provider_request_duration_seconds',
      'Operations at the engagement providers.',
      ['operation', 'outcome'],
      slow,
    ),
  };
}

// Read at each scrape, of this process alone.
function addProcessGauges(registers: Registry[], deps: MetricsOptions): void {
  const { pool, poolSize, liveConnections, isDatabaseWritable, queue } = deps;
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(read());
      },
    });
  new Gauge({
    name: 'applaud_build_info',
    help: 'Always 1, with the version.',
    labelNames: ['version'],
    registers,
  }).set({ version }, 1);
  gauge('applaud_database_pool_size', 'Connections that the pool may open.', () => poolSize);
  gauge('applaud_database_pool_in_use', 'Connections at work.', () => pool.totalCount - pool.idleCount);
  gauge('applaud_database_pool_idle', 'Open connections without work.', () => pool.idleCount);
  gauge('applaud_database_pool_waiting', 'Queries that wait for a connection.', () => pool.waitingCount);
  gauge('applaud_database_writable', 'Whether the database can write, as this process last probed it.', () =>
    isDatabaseWritable() ? 1 : 0,
  );
  gauge('applaud_live_connections', 'Open live connections.', liveConnections);
  gauge('applaud_jobs_running', 'Whether background jobs run: 0 while due jobs are not taken.', () =>
    queue().state === 'running' ? 1 : 0,
  );
  const counter = (name: string, help: string, read: () => number) =>
    new Counter({
      name,
      help,
      registers,
      collect() {
        this.reset();
        this.inc(read());
      },
    });
  counter('applaud_jobs_restarts_total', 'How often this process restarted its job queue.', () => queue().restarts);
  counter(
    'applaud_event_loop_busy_seconds_total',
    'Time in which the event loop was not idle.',
    () => performance.eventLoopUtilization().active / 1000,
  );
}
