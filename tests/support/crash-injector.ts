// A process that dies at a chosen step: each statement to the database and each call to the gateway is one. From then on
// nothing of it reaches anybody, and its open transactions are rolled back, as after kill -9.
import type { Socket } from 'node:net';
import type pg from 'pg';
import { openDatabase } from '../../server/database/database.ts';
import type { TestDatabase } from './database.ts';
import { until } from './program.ts';

export type CrashInjector = {
  /** Before its n-th step from now on, the process dies; or it lives on, and its database goes away and comes back. */
  arm(step: number, harm?: 'dies' | 'loses its database'): void;
  isDead(): boolean;
  /** The step that it died before. */
  blownBefore(): string;
  /** False: it is dead, this step is not taken. */
  step(what: string): boolean;
  onBlow(act: () => void): void;
  /** A new process in its place; never dies by itself. */
  revive(): Promise<void>;
  onRevive(act: () => Promise<void>): void;
};

export function createCrashInjector(): CrashInjector {
  let left = Number.POSITIVE_INFINITY;
  let deadly = true;
  let blownBefore: string | null = null;
  const [blows, revivals]: [(() => void)[], (() => Promise<void>)[]] = [[], []];
  return {
    arm: (step, harm = 'dies') => {
      left = step;
      deadly = harm === 'dies';
    },
    isDead: () => deadly && blownBefore !== null,
    blownBefore: () => blownBefore ?? '',
    step: (what) => {
      if (blownBefore !== null) return !deadly;
      left -= 1;
      if (left > 0) return true;
      blownBefore = what;
      for (const act of blows) act();
      return !deadly;
    },
    onBlow: (act) => void blows.push(act),
    onRevive: (act) => void revivals.push(act),
    revive: async () => {
      for (const act of revivals) await act();
      left = Number.POSITIVE_INFINITY;
      blownBefore = null;
    },
  };
}

/** Another handle of the database, for a process that may die. The clock is shared. */
export function mortalDatabase(db: TestDatabase, injector: CrashInjector): TestDatabase {
  const database = openDatabase({ connection: db.connection, poolSize: 5, clockOffsetMs: db.clockOffsetMs });
  const { pool } = database;
  const connected = new Set<pg.PoolClient>();
  pool.on('connect', (client) => {
    connected.add(client);
    client.once('end', () => connected.delete(client));
    hold(client, injector);
    // It was on its way when the process died.
    if (injector.isDead()) cut(client);
  });
  const cutAll = () => {
    for (const client of connected) cut(client);
  };
  injector.onBlow(cutAll);
  injector.onRevive(() =>
    // The pool also counts those on their way and those that a dying request has yet to give back.
    until('the connections of the dead process are gone', () => {
      cutAll();
      return pool.totalCount === 0 && connected.size === 0;
    }).then(() => {}),
  );
  return { ...db, database, drop: () => database.close() };
}

/**
 * What comes beside a request, now here, now there, and is no step of it: open pages are told after the answer and not each
 * time; limits are counted together each second.
 */
const beside = /pg_notify|limit_windows/;

function hold(client: pg.PoolClient, injector: CrashInjector): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  client.query = ((...args: unknown[]) => {
    const text = textOf(args[0]);
    const goesOn = beside.test(text) ? !injector.isDead() : injector.step(text);
    if (goesOn) return query(...args);
    const dead = Object.assign(new Error('The connection is gone.'), { code: 'ECONNRESET' });
    const callback = args.at(-1);
    if (typeof callback === 'function') return void process.nextTick(callback as () => void, dead);
    return Promise.reject(dead);
  }) as typeof client.query;
}

function cut(client: pg.PoolClient): void {
  (client as unknown as { connection: { stream: Socket } }).connection.stream.destroy();
}

function textOf(query: unknown): string {
  const text = typeof query === 'string' ? query : ((query as { text?: string } | null)?.text ?? '');
  return text.replace(/\s+/g, ' ').slice(0, 90);
}
