// The spans besides requests: jobs, and within both, queries and calls to gateway and provider.
import { AsyncResource } from 'node:async_hooks';
import type pg from 'pg';
import { sqlStateOf } from '../../database/database.ts';
import type { Outcome, Watcher } from '../../platform/instrumented.ts';
import { nameStatement } from './statement-name.ts';
import type { Tracing } from './tracing.ts';

export function tracesWhatHappens(tracing: Tracing): Watcher {
  const callOutside = (party: string, operation: string) => {
    const attributes = { 'applaud.party': party, 'applaud.operation': operation };
    const span = tracing.inner(() => ({ name: `${party} ${operation}`, attributes }));
    return (outcome: Outcome) => span?.end({ 'applaud.outcome': outcome }, outcome === 'ok' ? null : outcome);
  };
  return {
    query: (statement) => {
      const span = tracing.inner(() => nameStatement(statement));
      // The state, never the message: that quotes values.
      return (error) => span?.end({}, error === null ? null : (sqlStateOf(error) ?? 'failed'));
    },
    job: async (name, run) => {
      const span = tracing.outer(`job ${name}`, { 'applaud.job': name });
      try {
        await span.within(run);
        span.end({}, null);
      } catch (error) {
        span.end({}, 'failed');
        throw error;
      }
    },
    gateway: callOutside,
    provider: (operation) => callOutside('provider', operation),
  };
}

/** Keeps the caller's context for a query that waited for a connection. */
export function preserveContext(pool: pg.Pool): void {
  const connect = pool.connect.bind(pool) as (then?: Parameters<pg.Pool['connect']>[0]) => unknown;
  pool.connect = ((then?: Parameters<pg.Pool['connect']>[0]) =>
    then ? connect(AsyncResource.bind(then)) : connect()) as pg.Pool['connect'];
}
