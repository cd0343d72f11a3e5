// A process that dies at a chosen step: each statement to the database and each call to the gateway is one. From then on
// nothing of it reaches anybody, and its open transactions are rolled back, as after kill -9.
import type pg from 'pg';
import { openDatabase } from '../../server/store/database.ts';
import type { TestDatabase } from './database.ts';
import { until } from './program.ts';

export type Fuse = {
  /** Before its n-th step from now on, the process dies. */
  arm(step: number): void;
  hasBlown(): boolean;
  /** The step that it died before. */
  blownBefore(): string;
  /** False: it is dead, this step is not taken. */
  step(what: string): boolean;
  onBlow(act: () => void): void;
  /** A new process in its place; never dies by itself. */
  revive(): Promise<void>;
  onRevive(act: () => Promise<void>): void;
};

export function createFuse(): Fuse {
  let left = Number.POSITIVE_INFINITY;
  let blownBefore: string | null = null;
  const [blows, revivals]: [(() => void)[], (() => Promise<void>)[]] = [[], []];
  return {
    arm: (step) => {
      left = step;
    },
    hasBlown: () => blownBefore !== null,
    blownBefore: () => blownBefore ?? '',
    step: (what) => {
      if (blownBefore !== null) return false;
      left -= 1;
      if (left > 0) return true;
      blownBefore = what;
      for (const act of blows) act();
      return false;
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
export function mortalDatabase(db: TestDatabase, fuse: Fuse): TestDatabase {
  const database = openDatabase({ connection: db.connection, poolSize: 5, clockOffsetMs: db.clockOffsetMs });
  const alive = new Set<pg.PoolClient>();
  database.pool.on('connect', (client) => {
    alive.add(client);
    client.once('end', () => alive.delete(client));
    hold(client, fuse);
  });
  fuse.onBlow(() => {
    for (const client of alive) cut(client);
  });
  fuse.onRevive(async () => {
    for (const client of alive) cut(client);
    await until('the connections of the dead process are gone', () => alive.size === 0);
  });
  return { ...db, database, drop: () => database.close() };
}

function hold(client: pg.PoolClient, fuse: Fuse): void {
  const ask = client.query.bind(client) as (...args: unknown[]) => unknown;
  client.query = ((...args: unknown[]) => {
    if (fuse.step(textOf(args[0]))) return ask(...args);
    const dead = new Error('The process is dead.');
    const callback = args.at(-1);
    if (typeof callback === 'function') return void process.nextTick(callback as () => void, dead);
    return Promise.reject(dead);
  }) as typeof client.query;
}

function cut(client: pg.PoolClient): void {
  (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
}

function textOf(query: unknown): string {
  const text = typeof query === 'string' ? query : ((query as { text?: string } | null)?.text ?? '');
  return text.replace(/\s+/g, ' ').slice(0, 90);
}
