// The pool's connections: the driver's client plus what the store adds to a query. `guarded-socket.ts` adds what its
// socket checks. Measurements: docs/decisions/0038-additions-to-the-driver.md.
import type { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import pg from 'pg';
import { afterArrivals } from './guarded-socket.ts';
import { findSqlState } from './sql-state.ts';
import { noAnswer, type StallWatch } from './stall-watch.ts';

/** Called with a statement, without its values. Returns the function to call with its error, or null. */
export type QueryObserver = (statement: string) => (error: unknown) => void;

export type StoreClientOptions = {
  /** Ends a session that owes a response for so long: it fails its queries, and the pool opens another. Null: never. */
  answerWithinMs: number | null;
  /** False: removes the names of prepared statements, for a pooler that cannot keep them apart. */
  namedStatements: boolean;
  /** Called for each query, in this order. Observers can be added later. */
  observers: readonly QueryObserver[];
  stall: StallWatch;
};

export type StoreClient = pg.PoolClient & {
  /** The first error of the transaction; the statements after it report only that it is aborted. */
  firstError: Error | null;
  /** Discards all plans ahead of the next query, at most every 30 s. Does not wait for the response. */
  discardOldPlans(): void;
};

/** Milliseconds. A plan for an almost empty table must not stay while the table fills. */
const plansLastMs = 30_000;
export const abortedTransaction = '25P02';

/** The class that `pg.Pool` makes its connections of. */
export function storeClientClass({ answerWithinMs, namedStatements, observers, stall }: StoreClientOptions) {
  return class extends pg.Client {
    firstError: Error | null = null;
    // Spread, so that the connections do not discard their plans at the same moment.
    #plansFromMs = performance.now() - Math.random() * plansLastMs;
    /** The first one is that of the start of the session. */
    #owedResponses = 1;
    #hasEnded = false;
    #cancelTimeout: (() => void) | undefined;

    constructor(config?: pg.ClientConfig) {
      super(config);
      stall.sent();
      const { connection } = this as unknown as { connection: EventEmitter };
      connection.on('errorMessage', (error: Error) => {
        if (findSqlState(error) !== abortedTransaction) this.firstError ??= error;
      });
      connection.on('readyForQuery', () => {
        if (this.#owedResponses > 0) stall.answered();
        this.#owedResponses = Math.max(0, this.#owedResponses - 1);
        this.#cancelTimeout?.();
        this.#cancelTimeout = undefined;
        if (this.#owedResponses > 0) this.#startTimeout();
      });
      connection.once('end', () => {
        this.#cancelTimeout?.();
        this.#hasEnded = true;
        stall.lost(this.#owedResponses);
      });
    }

    // The driver's overloads of `query` stay: this passes every form of a call on.
    override query(...given: never[]): never {
      return observed(observers, given, (args) => this.#send(args)) as never;
    }

    discardOldPlans(): void {
      const now = performance.now();
      if (now - this.#plansFromMs < plansLastMs) return;
      this.#plansFromMs = now;
      // The next statement of the connection reports its loss.
      Promise.resolve(this.#send(['discard plans'])).catch(() => {});
    }

    #send([statement, ...rest]: unknown[]): unknown {
      this.#owedResponses += 1;
      if (!this.#hasEnded) stall.sent();
      this.#startTimeout();
      const query = super.query as (...args: unknown[]) => unknown;
      return query.call(this, namedStatements ? statement : withoutName(statement), ...rest);
    }

    #startTimeout(): void {
      if (answerWithinMs === null) return;
      this.#cancelTimeout ??= afterArrivals(answerWithinMs, () => {
        const { connection } = this as unknown as { connection: { stream: Socket } };
        connection.stream.destroy(noAnswer());
      });
    }
  };
}

/** The same call, with its begin and its end reported. The driver takes a callback or returns a promise. */
function observed(observers: readonly QueryObserver[], args: unknown[], query: (args: unknown[]) => unknown): unknown {
  if (observers.length === 0) return query(args);
  const ends = observers.map((begin) => begin(readText(args[0])));
  const end = (error: unknown) => {
    for (const one of ends) one(error);
  };
  const callback = args.at(-1);
  if (typeof callback === 'function') {
    const withEnd = (...result: unknown[]) => {
      end(result[0] ?? null);
      callback(...result);
    };
    return query([...args.slice(0, -1), withEnd]);
  }
  const response = query(args);
  if (response instanceof Promise) response.then(() => end(null), end);
  return response;
}

function readText(statement: unknown): string {
  const text = isStatement(statement) ? statement.text : statement;
  return typeof text === 'string' ? text : '';
}

function withoutName(statement: unknown): unknown {
  return isStatement(statement) && 'name' in statement ? { ...statement, name: undefined } : statement;
}

function isStatement(statement: unknown): statement is { text: unknown } {
  return typeof statement === 'object' && statement !== null && 'text' in statement;
}
