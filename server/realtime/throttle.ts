// Throttles calls: the first runs immediately, the last is never lost.

export type Throttle = {
  /** Calls now, or at the end of the current interval after a recent call. */
  call(): void;
  /** Drops the waiting call. */
  stop(): void;
};

/** Returns a throttle that calls `send` at most once in `everyMs`. */
export function createThrottle(everyMs: number, send: () => void): Throttle {
  let timer: NodeJS.Timeout | null = null;
  let waits = false;

  function start(): void {
    send();
    timer = setTimeout(() => {
      timer = null;
      if (!waits) return;
      waits = false;
      start();
    }, everyMs);
  }

  return {
    call: () => {
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
