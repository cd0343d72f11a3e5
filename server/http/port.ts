// A port that the process before this one is about to free.
import { setTimeout as wait } from 'node:timers/promises';

const pollMs = 100;

/** Repeats `listen` while its port is in use, for `waitMs` at most; the last error is thrown. */
export async function listenWhenFree<T>(listen: () => Promise<T>, waitMs = 3_000): Promise<T> {
  const endsAtMs = performance.now() + waitMs;
  for (;;) {
    try {
      return await listen();
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE' || performance.now() > endsAtMs) throw error;
    }
    await wait(pollMs);
  }
}
