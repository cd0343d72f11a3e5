// Once in a while at most: the first wish at once, the last one never lost. Knows nothing of what is told.

export type Pace = {
  /** Tells now, or at the end of the current interval when something was just told. */
  want(): void;
  /** Forgets what waits. */
  stop(): void;
};

/** Calls `tell` at most once in `everyMs`. */
export function createPace(everyMs: number, tell: () => void): Pace {
  let timer: NodeJS.Timeout | null = null;
  let waits = false;

  function start(): void {
    tell();
    timer = setTimeout(() => {
      timer = null;
      if (!waits) return;
      waits = false;
      start();
    }, everyMs);
  }

  return {
    want: () => {
      if (timer) waits = true;
      else start();
    },
    stop: () => {
      if (timer) clearTimeout(timer);
      timer = null;
      waits = false;
    },
  };
}
