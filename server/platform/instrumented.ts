// Wraps jobs and the operations of a port, so that metrics and traces see their begin and end.
import { ExternalError } from '../ports/external-error.ts';

/** How a call outside ended: `ok`, or the kind of its failure. */
export type Outcome = 'ok' | 'refused' | 'unavailable' | 'unknown' | 'failed';

/** Called at the beginning of an operation; the function that it returns is called at the end. */
export type Watcher = {
  /** `statement` without its values; the end with the error, or null. */
  query(statement: string): (error: unknown) => void;
  job(name: string, run: () => Promise<void>): Promise<void>;
  gateway(gateway: string, operation: string): (outcome: Outcome) => void;
  provider(operation: string): (outcome: Outcome) => void;
};

/** The same handlers, each run done by `around`. */
export function instrumentJobs<T extends Record<string, (payload: never) => Promise<void>>>(
  handlers: T,
  around: Watcher['job'],
): T {
  const watched = Object.entries(handlers).map(([name, handler]) => [
    name,
    (payload: never) => around(name, () => handler(payload)),
  ]);
  return Object.fromEntries(watched);
}

/** Returns the same port, with the beginning and the end of each named operation reported. */
export function instrumentOperations<T extends object>(
  port: T,
  operations: readonly (keyof T & string)[],
  begin: (operation: string) => (outcome: Outcome) => void,
): T {
  const watched = operations.map((operation) => {
    const act = port[operation] as (...given: unknown[]) => Promise<unknown>;
    return [
      operation,
      async (...given: unknown[]) => {
        const end = begin(operation);
        let outcome: Outcome = 'failed';
        try {
          const answer = await act(...given);
          outcome = readOutcome(answer);
          return answer;
        } catch (error) {
          if (error instanceof ExternalError) outcome = error.fault;
          throw error;
        } finally {
          end(outcome);
        }
      },
    ];
  });
  return { ...port, ...Object.fromEntries(watched) };
}

// Some operations never throw and return their outcome instead.
const outcomesByName: Record<string, Outcome> = {
  refused: 'refused',
  unreachable: 'unavailable',
  not_sent: 'unavailable',
  unknown: 'unknown',
  lost: 'unknown',
};

function readOutcome(answer: unknown): Outcome {
  const { outcome } = (answer ?? {}) as { outcome?: unknown };
  return (typeof outcome === 'string' && outcomesByName[outcome]) || 'ok';
}
