// The connection to PostgreSQL: one pool, transactions, and how values arrive. Knows no table's meaning.
import { createHash } from 'node:crypto';
import type { EventEmitter } from 'node:events';
import { type SQL, sql } from 'drizzle-orm';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import { PgDialect, type PgTransactionConfig } from 'drizzle-orm/pg-core';
import pg from 'pg';
import { faultOf } from './database-faults.ts';
import { endWhenSilent, guardedSocket } from './guarded-socket.ts';
import { retryWhileAway } from './retry-while-away.ts';

export { isCommonFault, isConnectionLoss } from './database-faults.ts';

/** A transaction of the caller's. */
export type Tx = Parameters<Parameters<NodePgDatabase['transaction']>[0]>[0];
/** Where a query can run: outside any transaction, or in one. */
export type Queryable = NodePgDatabase | Tx;

export type Database = {
  db: NodePgDatabase;
  pool: pg.Pool;
  /**
   * Runs `work` in one transaction. It runs again, from its start, after a deadlock or a serialization failure: it must
   * not touch anything outside the database.
   */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /**
   * Records the outcome of an outside call that must not be repeated: runs `write` until it succeeds, or fails for another
   * reason than a database that is away. `write` must be safe to repeat. Only the end of the process ends the wait.
   */
  retryWhileAway<T>(write: () => Promise<T>): Promise<T>;
  /** The same for readers: all of `work` sees one moment. */
  snapshot<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /**
   * Runs statements that each connection parses and plans once and knows from then on: for what is asked all the time, and
   * with the same text each time. They are sent when they are called: several of one transaction, called before the first is
   * answered, cost one wait and are done in that order; after the first that fails, all the others fail. (A query of the
   * library is sent a moment after its call, behind them.)
   */
  prepared(at: Queryable): { execute<Row>(statement: SQL): Promise<Row[]> };
  /** Runs `act` once the transaction is committed, never when it is rolled back; at once where there is none. */
  afterCommit(at: Queryable, act: () => void): void;
  /** The database's clock, shifted by the offset that tests inject. */
  now(): SQL<Date>;
  /** The same shift for prepared queries, which take it as a parameter. */
  clockOffsetMs(): number;
  close(): Promise<void>;
};

export type DatabaseOptions = {
  connection: pg.PoolConfig;
  poolSize: number;
  /**
   * A pooler in transaction mode stands between: sessions are not ours, so that limits are set per transaction, and statements
   * are named only where `namedStatements` says that it can keep them apart.
   */
  pooler?: boolean;
  namedStatements?: boolean;
  /** Added to the database's clock in every comparison; 0 outside tests. */
  clockOffsetMs?: () => number;
  /** A connection broke while idle. The pool drops it by itself. */
  onConnectionLost?: (error: Error) => void;
  /** What takes longer is lost; longer than the limit of a statement. Null for long work: neither limit holds. */
  answerWithinMs?: number | null;
  /** For a lock; the usual 8 s unless given. */
  lockTimeoutMs?: number;
};

/** A plan that was made while a table was almost empty must not be kept while it fills. Milliseconds. */
const plansLastMs = 30_000;

/** A process that froze in the middle must not hold an order's row, nor the rest of the store wait for it. Milliseconds. */
const limits = { statement_timeout: 15_000, lock_timeout: 8_000, idle_in_transaction_session_timeout: 20_000 };
const usualAnswerWithinMs = 18_000;
const dialect = new PgDialect();
const limitsOfTransaction = Object.entries(limits)
  .map(([name, ms]) => `set local ${name} = ${ms}`)
  .join('; ');

function limitsFor({ answerWithinMs, lockTimeoutMs = limits.lock_timeout }: DatabaseOptions): typeof limits {
  const statement_timeout = answerWithinMs === null ? 0 : limits.statement_timeout;
  return { ...limits, statement_timeout, lock_timeout: lockTimeoutMs };
}

/** Connects lazily: nothing is asked of the server before the first query. */
export function openDatabase(options: DatabaseOptions): Database {
  const pool = new pg.Pool({
    ...options.connection,
    max: options.poolSize,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    stream: guardedSocket,
    pipeline: true,
    // A firewall between forgets connections that say nothing.
    keepAlive: true,
    keepAliveInitialDelayMillis: 30_000,
    ...(options.pooler ? {} : limitsFor(options)),
    application_name: 'applaud',
    types: { getTypeParser },
  });
  let closing = false;
  pool.on('error', (error) => {
    if (!closing) options.onConnectionLost?.(error);
  });
  // Also while a query holds the connection: the query fails by itself, the process must not.
  pool.on('connect', (client) => void client.on('error', () => {}));
  const { answerWithinMs = usualAnswerWithinMs } = options;
  if (answerWithinMs !== null) pool.on('connect', (client) => endWhenSilent(client, answerWithinMs));
  if (options.namedStatements === false) pool.on('connect', withoutNames);
  if (!options.pooler) makePlansAnew(pool);
  const db = drizzle(pool);
  const clockOffsetMs = options.clockOffsetMs ?? (() => 0);
  const waiting = new WeakMap<Queryable, (() => void)[]>();
  const clients = new WeakMap<Queryable, pg.PoolClient>();
  const firstErrors = keepFirstErrors(pool);

  async function transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    const acts: (() => void)[] = [];
    const done = await onConnection((tx) => {
      waiting.set(tx, acts);
      return work(tx);
    });
    for (const act of acts) act();
    return done;
  }

  // The connection is taken here: the library would never give one back that broke before its transaction began.
  async function onConnection<T>(work: (tx: Tx) => Promise<T>, config?: PgTransactionConfig): Promise<T> {
    const client = await pool.connect();
    let broken = false;
    firstErrors.forget(client);
    try {
      return await (drizzle(client) as unknown as NodePgDatabase).transaction(async (tx) => {
        clients.set(tx, client);
        if (options.pooler) await client.query(limitsOfTransaction);
        return work(tx);
      }, config);
    } catch (thrown) {
      // Statements sent together fail together: the last of them may be heard first, and says only that others failed.
      const error = sqlStateOf(thrown) === abortedTransaction ? (firstErrors.find(client) ?? thrown) : thrown;
      broken = faultOf(error) !== null && !retriable.has(sqlStateOf(error) ?? '');
      throw error;
    } finally {
      client.release(broken);
    }
  }

  return {
    db,
    pool,
    transaction: (work) => retried(() => transaction(work)),
    retryWhileAway,
    snapshot: (work) => onConnection(work, { isolationLevel: 'repeatable read', accessMode: 'read only' }),
    prepared: (at) => ({
      execute: async <Row>(statement: SQL) => {
        const { sql: text, params } = dialect.sqlToQuery(statement);
        const { rows } = await (clients.get(at) ?? pool).query({ name: nameOf(text), text, values: params });
        return rows as Row[];
      },
    }),
    afterCommit: (at, act) => {
      const acts = waiting.get(at);
      if (acts) acts.push(act);
      else act();
    },
    now: () => {
      const offsetMs = clockOffsetMs();
      return offsetMs === 0 ? sql<Date>`now()` : sql<Date>`(now() + ${offsetMs} * interval '1 millisecond')`;
    },
    clockOffsetMs,
    close: () => {
      closing = true;
      return pool.end();
    },
  };
}

const abortedTransaction = '25P02';

/** The error that aborted the transaction of a connection, from any of its statements. */
function keepFirstErrors(pool: pg.Pool) {
  const errors = new WeakMap<pg.PoolClient, Error>();
  pool.on('connect', (client) => {
    const { connection } = client as unknown as { connection: EventEmitter };
    connection.on('errorMessage', (error: Error) => {
      if (!errors.has(client) && sqlStateOf(error) !== abortedTransaction) errors.set(client, error);
    });
  });
  return {
    find: (client: pg.PoolClient) => errors.get(client),
    forget: (client: pg.PoolClient) => errors.delete(client),
  };
}

const names = new Map<string, string>();

// The same in every process: where a pooler hands connections around, they know it already.
function nameOf(text: string): string {
  let name = names.get(text);
  if (name === undefined) {
    name = createHash('sha256').update(text).digest('hex').slice(0, 32);
    names.set(text, name);
  }
  return name;
}

/** The SQLSTATE of a failed query, through whatever wraps it, or null. */
export function sqlStateOf(error: unknown): string | null {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth += 1) {
    const { code } = at as { code?: unknown };
    if (typeof code === 'string') return code;
  }
  return null;
}

/** The name of the unique or check constraint that refused a row, or null. */
export function violatedConstraint(error: unknown): string | null {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth += 1) {
    const { constraint } = at as { constraint?: unknown };
    if (typeof constraint === 'string') return constraint;
  }
  return null;
}

// The question goes out before the one that the connection was taken for, and nobody waits for it.
function makePlansAnew(pool: pg.Pool): void {
  const madeAtMs = new WeakMap<pg.PoolClient, number>();
  const discardPlans = new WeakMap<pg.PoolClient, () => Promise<unknown>>();
  pool.on('connect', (client) => {
    const query = client.query.bind(client);
    discardPlans.set(client, () => query('discard plans'));
    // Not all of them at once.
    madeAtMs.set(client, performance.now() - Math.random() * plansLastMs);
  });
  pool.on('acquire', (client) => {
    const now = performance.now();
    if (now - (madeAtMs.get(client) ?? now) < plansLastMs) return;
    madeAtMs.set(client, now);
    // The next statement of the connection reports its loss.
    discardPlans
      .get(client)?.()
      .catch(() => {});
  });
}

// Each statement is prepared again, on the session that the pooler assigns.
function withoutNames(client: pg.PoolClient): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  const unnamed = (statement: unknown, ...rest: unknown[]) => {
    const named = typeof statement === 'object' && statement !== null && 'name' in statement && 'text' in statement;
    return query(named ? { ...statement, name: undefined } : statement, ...rest);
  };
  client.query = unnamed as typeof client.query;
}

const retriable = new Set(['40001', '40P01']);

async function retried<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt >= 3 || !retriable.has(sqlStateOf(error) ?? '')) throw error;
    }
  }
}

// bigint arrives as a number (every count and id of ours fits), numeric as text, timestamptz as Date.
function getTypeParser(oid: number, format?: 'text' | 'binary') {
  if (oid === pg.types.builtins.INT8 && format !== 'binary') return (value: string) => Number(value);
  return pg.types.getTypeParser(oid, format as 'text');
}
