// Enables traces when they are configured.
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import type { Watcher } from '../platform/instrumented.ts';
import type { AppOptions } from './core.ts';

export type Traces = {
  watcher: Watcher;
  preserveContext(pool: pg.Pool): void;
  mount(server: FastifyInstance): void;
  end(): Promise<void>;
};

/** Null: no collector is named. */
export async function wireTracing({ config, log }: Pick<AppOptions, 'config' | 'log'>): Promise<Traces | null> {
  if (config.tracing === null) return null;
  // Its packages are loaded by those who use them only.
  const { createTracing } = await import('../observability/tracing/tracing.ts');
  const { traceRequests } = await import('../observability/tracing/requests.ts');
  const { preserveContext, tracesWhatHappens } = await import('../observability/tracing/watcher.ts');
  const tracing = createTracing({ ...config.tracing, log });
  return {
    watcher: tracesWhatHappens(tracing),
    preserveContext,
    mount: (server) => traceRequests(server, tracing),
    end: tracing.end,
  };
}
