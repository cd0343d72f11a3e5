// One cached value of the database.
import type { Clock } from './clock.ts';

/** Maximum delay for a process that missed a change because its listening session broke. */
const fewSeconds = 5_000;

/**
 * While the database is unavailable, the last value stays in use. An older value than `maxAgeMs` is returned once more
 * while it is read again.
 */
export function createCached<T>(load: () => Promise<T>, clock: Clock, maxAgeMs = fewSeconds) {
  /** Resolved. A page reads four of these: a new promise for each took a tenth of its rate (`bench.mjs versus DIR home`). */
  let last: Promise<T> | null = null;
  let readMs = 0;
  /** Counts changes, so that a value read before one is not used after it. */
  let changes = 0;
  let readChanges = -1;
  let reading: { of: number; value: Promise<T> } | null = null;

  function read(): Promise<T> {
    if (reading?.of === changes) return reading.value;
    const of = changes;
    const value = load().then(
      (loaded) => {
        if (of >= readChanges) {
          last = Promise.resolve(loaded);
          readMs = clock.now().getTime();
          readChanges = of;
        }
        return loaded;
      },
      (error) => {
        if (!last) throw error;
        return last;
      },
    );
    const mine = { of, value };
    reading = mine;
    const done = () => {
      if (reading === mine) reading = null;
    };
    value.then(done, done);
    return value;
  }

  return {
    /** The cached value. Only the first call, and the first after `forget`, waits for the database. */
    get: (): Promise<T> => {
      if (!last || readChanges !== changes) return read();
      if (Math.abs(clock.now().getTime() - readMs) > maxAgeMs) void read().catch(() => {});
      return last;
    },
    /** The next `get` reads the value again. */
    forget: () => {
      changes += 1;
    },
  };
}

// A cache of the most recently used values, for keys that callers can choose freely.

export type LruCache<Value> = {
  get(key: string): Value | undefined;
  set(key: string, value: Value): void;
  delete(key: string): void;
};

/**
 * Remembers at least the `most` keys used last, and less than twice as many. Every call takes the same short time, however
 * many keys there are: a map that gives up its first key each time walks over all that it gave up before.
 */
export function createLruCache<Value>(most: number): LruCache<Value> {
  let newer = new Map<string, Value>();
  let older = new Map<string, Value>();

  function set(key: string, value: Value): void {
    newer.set(key, value);
    if (newer.size < most) return;
    older = newer;
    newer = new Map();
  }

  return {
    set,
    get: (key) => {
      const value = newer.get(key);
      if (value !== undefined) return value;
      const before = older.get(key);
      if (before !== undefined) set(key, before);
      return before;
    },
    delete: (key) => {
      newer.delete(key);
      older.delete(key);
    },
  };
}
