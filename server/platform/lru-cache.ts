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
