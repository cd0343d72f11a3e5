// Measures what others do without changing it: queries, jobs, and the operations of a port.
import type pg from 'pg';
import { OutsideError } from '../ports/outside.ts';
import type { Outcome } from './metrics.ts';

/** Every query of the pool's connections that are opened from here on. */
export function timeQueries(pool: pg.Pool, done: (ms: number, ok: boolean) => void): void {
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...args: unknown[]) => unknown;
    const timed = (...args: unknown[]) => {
      const startedAt = performance.now();
      const settle = (ok: boolean) => done(performance.now() - startedAt, ok);
      const last = args.at(-1);
      if (typeof last === 'function') {
        const told = (...result: unknown[]) => {
          settle(!result[0]);
          last(...result);
        };
        return query(...args.slice(0, -1), told);
      }
      const answer = query(...args);
      if (answer instanceof Promise)
        answer.then(
          () => settle(true),
          () => settle(false),
        );
      return answer;
    };
    client.query = timed as typeof client.query;
  });
}

/** The same handlers, each run told. */
export function timeJobs<T extends Record<string, (payload: never) => Promise<void>>>(
  handlers: T,
  done: (name: string, ms: number, ok: boolean) => void,
): T {
  const timed = Object.entries(handlers).map(([name, handler]) => [
    name,
    async (payload: never) => {
      const startedAt = performance.now();
      let ok = false;
      try {
        await handler(payload);
        ok = true;
      } finally {
        done(name, performance.now() - startedAt, ok);
      }
    },
  ]);
  return Object.fromEntries(timed);
}

/** The same port, the end of each of the named operations told. `outcomeOf` reads answers that say themselves how it went. */
export function timeOperations<T extends object>(
  port: T,
  operations: readonly (keyof T & string)[],
  done: (operation: string, outcome: Outcome, ms: number) => void,
): T {
  const timed = operations.map((operation) => {
    const act = port[operation] as (...given: unknown[]) => Promise<unknown>;
    return [
      operation,
      async (...given: unknown[]) => {
        const startedAt = performance.now();
        let outcome: Outcome = 'failed';
        try {
          const answer = await act(...given);
          outcome = outcomeOf(answer);
          return answer;
        } catch (error) {
          if (error instanceof OutsideError) outcome = error.fault;
          throw error;
        } finally {
          done(operation, outcome, performance.now() - startedAt);
        }
      },
    ];
  });
  return { ...port, ...Object.fromEntries(timed) };
}

// Some operations never throw and say in their answer how it went.
const told: Record<string, Outcome> = {
  refused: 'refused',
  unreachable: 'unavailable',
  not_sent: 'unavailable',
  unknown: 'unknown',
  lost: 'unknown',
};

function outcomeOf(answer: unknown): Outcome {
  const { outcome } = (answer ?? {}) as { outcome?: unknown };
  return (typeof outcome === 'string' && told[outcome]) || 'ok';
}
