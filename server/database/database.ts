// The connection to PostgreSQL: one pool, transactions, and the types of values.
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type SQL, sql } from 'drizzle-orm';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import { PgDialect, type PgTransactionConfig } from 'drizzle-orm/pg-core';
import pg from 'pg';
import { isConnectionLoss, toDatabaseFault } from './database-faults.ts';
import { guardedSocket } from './guarded-socket.ts';
import { findSqlState } from './sql-state.ts';
import { createStallWatch, noAnswer, type StallWatch, stallLimitMs } from './stall-watch.ts';
import { abortedTransaction, type QueryObserver, type StoreClient, storeClientClass } from './store-client.ts';

export { isCommonFault, isConnectionLoss, isSilence } from './database-faults.ts';
export { findSqlState, violatedConstraint } from './sql-state.ts';

/** An open transaction. */
export type Tx = Parameters<Parameters<NodePgDatabase['transaction']>[0]>[0];
/** Where a query can run: outside any transaction, or in one. */
export type Queryable = NodePgDatabase | Tx;

export type Database = {
  db: NodePgDatabase;
  pool: pg.Pool;
  /** Refuses what comes while the database does not answer. */
  stall: StallWatch;
  /** Calls `observer` for each query from now on. */
  observe(observer: QueryObserver): void;
  /**
   * Runs `work` in one transaction, and again after a deadlock or a serialization failure: it must not touch anything
   * outside the database.
   */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /**
   * Records the outcome of an external call that must not be repeated: runs `write` until it succeeds, or fails for another
   * reason than an unavailable database. `write` must be safe to repeat. Only the end of the process ends the wait.
   */
  retryWhileAway<T>(write: () => Promise<T>): Promise<T>;
  /** A read-only transaction: all of `work` reads one snapshot. */
  snapshot<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /**
   * Runs statements that each connection parses and plans once: for frequent queries with constant text. They are sent when
   * they are called. Several calls before the first response cost one round trip and run in that order; after the first
   * that fails, all others fail. (A query of the library is sent a moment after its call, behind them.)
   */
  prepared(at: Queryable): { execute<Row>(statement: SQL): Promise<Row[]> };
  /** Runs `act` after the commit of the transaction, never after a rollback; immediately without a transaction. */
  afterCommit(at: Queryable, act: () => void): void;
  /** The database's clock, shifted by the offset that tests inject. */
  now(): SQL<Date>;
  /** The same shift for prepared queries, which take it as a parameter. */
  clockOffsetMs(): number;
  close(): Promise<void>;
};

/** Set on what `openDatabase` and its transactions give to queries. */
const owner = Symbol('database');

/** The database behind a connection or a transaction of `openDatabase`. */
export function getDatabase(at: Queryable): Database {
  const found = (at as { [owner]?: Database })[owner];
  if (!found) throw new Error('This is no transaction of openDatabase.');
  return found;
}

/** `now()` of the database, shifted by the offset that tests inject: the time of every row. */
export function dbNow(at: Queryable): SQL<Date> {
  return getDatabase(at).now();
}

/** The row of a query that always returns one. */
export function onlyRow<Row>({ rows: [row] }: { rows: Row[] }): Row {
  if (row === undefined) throw new Error('The query returned no row.');
  return row;
}

/** A value that each database has once, made at its first use: a prepared statement, a batcher. */
export function oncePerDatabase<T>(make: (database: Database) => T): (at: Queryable) => T {
  const made = new WeakMap<Database, T>();
  return (at) => {
    const database = getDatabase(at);
    if (!made.has(database)) made.set(database, make(database));
    return made.get(database) as T;
  };
}

export type DatabaseOptions = {
  connection: pg.PoolConfig;
  poolSize: number;
  /**
   * A pooler in transaction mode is in between: limits are set per transaction, and statements have names only where
   * `namedStatements` is true.
   */
  pooler?: boolean;
  namedStatements?: boolean;
  /** Added to the database's clock in every comparison; 0 outside tests. */
  clockOffsetMs?: () => number;
  /** A connection broke while idle. The pool removes it. */
  onConnectionLost?: (error: Error) => void;
  /** Ends a session that returns nothing for so long; above the limit of a statement. Null for long work: no limits. */
  answerWithinMs?: number | null;
  /** 8 s unless given. */
  lockTimeoutMs?: number;
};

/** Milliseconds, so that a stalled process cannot hold row locks. */
const limits = { statement_timeout: 15_000, lock_timeout: 8_000, idle_in_transaction_session_timeout: 20_000 };
const usualAnswerWithinMs = 18_000;
/** Of all that waits for a connection; more is refused at once. It bounds memory: a waiting request holds about 15 kB. */
const mostWaiting = 2_000;
const dialect = new PgDialect();
const limitsOfTransaction = Object.entries(limits)
  .map(([name, ms]) => `set local ${name} = ${ms}`)
  .join('; ');

function limitsFor({ answerWithinMs, lockTimeoutMs = limits.lock_timeout }: DatabaseOptions): typeof limits {
  const statement_timeout = answerWithinMs === null ? 0 : limits.statement_timeout;
  return { ...limits, statement_timeout, lock_timeout: lockTimeoutMs };
}

/** Connects with the first query. */
export function openDatabase(options: DatabaseOptions): Database {
  const observers: QueryObserver[] = [];
  const { answerWithinMs = usualAnswerWithinMs, namedStatements = true } = options;
  const stall = createStallWatch();
  const pool = new pg.Pool({
    ...options.connection,
    Client: storeClientClass({ answerWithinMs, namedStatements, observers, stall }),
    max: options.poolSize,
    connectionTimeoutMillis: stallLimitMs,
    idleTimeoutMillis: 30_000,
    stream: guardedSocket,
    pipeline: true,
    // A firewall may drop idle connections.
    keepAlive: true,
    keepAliveInitialDelayMillis: 30_000,
    ...(options.pooler ? {} : limitsFor(options)),
    application_name: 'applaud',
    types: { getTypeParser },
  });
  refuseWhileStalled(pool, stall);
  let closing = false;
  pool.on('error', (error) => {
    if (!closing) options.onConnectionLost?.(error);
  });
  // An error of a connection in use fails its query; without this listener it would end the process.
  pool.on('connect', (client) => void client.on('error', () => {}));
  // A pooler assigns another session to each transaction.
  if (!options.pooler) pool.on('acquire', (client) => (client as StoreClient).discardOldPlans());
  const db = drizzle(pool);
  const clockOffsetMs = options.clockOffsetMs ?? (() => 0);
  const waiting = new WeakMap<Queryable, (() => void)[]>();
  const clients = new WeakMap<Queryable, pg.PoolClient>();

  async function transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    const acts: (() => void)[] = [];
    const done = await onConnection((tx) => {
      waiting.set(tx, acts);
      return work(tx);
    });
    for (const act of acts) act();
    return done;
  }

  // The library would never release a connection that broke before its transaction began.
  async function onConnection<T>(work: (tx: Tx) => Promise<T>, config?: PgTransactionConfig): Promise<T> {
    const client = (await pool.connect()) as StoreClient;
    let broken = false;
    client.firstError = null;
    try {
      return await (drizzle(client) as unknown as NodePgDatabase).transaction(async (tx) => {
        clients.set(tx, client);
        Object.assign(tx, { [owner]: database });
        if (options.pooler) await client.query(limitsOfTransaction);
        return work(tx);
      }, config);
    } catch (thrown) {
      // Of pipelined statements the last may be reported first, and only as aborted.
      const error = findSqlState(thrown) === abortedTransaction ? (client.firstError ?? thrown) : thrown;
      broken = toDatabaseFault(error) !== null && !retriable.has(findSqlState(error) ?? '');
      throw error;
    } finally {
      client.release(broken);
    }
  }

  const database: Database = {
    db,
    pool,
    stall,
    observe: (observer) => void observers.push(observer),
    transaction: (work) => retried(() => transaction(work)),
    retryWhileAway,
    snapshot: (work) => onConnection(work, { isolationLevel: 'repeatable read', accessMode: 'read only' }),
    prepared: (at) => ({
      execute: async <Row>(statement: SQL) => {
        const { sql: text, params } = dialect.sqlToQuery(statement);
        const { rows } = await (clients.get(at) ?? pool).query({ name: nameStatement(text), text, values: params });
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
  Object.assign(db, { [owner]: database });
  return database;
}

// Every query of the pool and every transaction begins with it.
function refuseWhileStalled(pool: pg.Pool, stall: StallWatch): void {
  const connect = pool.connect.bind(pool) as (then?: ThenConnected) => unknown;
  pool.connect = ((then?: ThenConnected) => {
    const refusal = pool.waitingCount < mostWaiting ? stall.refusal() : noAnswer();
    if (refusal === null) return connect(then);
    return then ? then(refusal, undefined, () => {}) : Promise.reject(refusal);
  }) as pg.Pool['connect'];
}

type ThenConnected = Parameters<pg.Pool['connect']>[0];

const names = new Map<string, string>();

// The same in every process, so that processes behind a pooler share prepared statements.
function nameStatement(text: string): string {
  let name = names.get(text);
  if (name === undefined) {
    name = createHash('sha256').update(text).digest('hex').slice(0, 32);
    names.set(text, name);
  }
  return name;
}

const retriable = new Set(['40001', '40P01']);

async function retried<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt >= 3 || !retriable.has(findSqlState(error) ?? '')) throw error;
    }
  }
}

async function retryWhileAway<T>(write: () => Promise<T>): Promise<T> {
  for (let delayMs = 100; ; delayMs = Math.min(5_000, delayMs * 2)) {
    try {
      return await write();
    } catch (error) {
      if (!isConnectionLoss(error)) throw error;
      await sleep(delayMs * (0.5 + Math.random() / 2), undefined, { ref: false });
    }
  }
}

// bigint becomes a number (all counts and IDs fit), numeric a text, timestamptz a Date.
function getTypeParser(oid: number, format?: 'text' | 'binary') {
  if (oid === pg.types.builtins.INT8 && format !== 'binary') return (value: string) => Number(value);
  return pg.types.getTypeParser(oid, format as 'text');
}
