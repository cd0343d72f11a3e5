// Records the outcome of an outside call that cannot be repeated: tried until the database takes it.
import { setTimeout as sleep } from 'node:timers/promises';
import { isConnectionLoss } from './database-faults.ts';

const firstDelayMs = 100;
const longestDelayMs = 5_000;

/** `Database.retryWhileAway`. */
export async function retryWhileAway<T>(write: () => Promise<T>): Promise<T> {
  for (let delayMs = firstDelayMs; ; delayMs = Math.min(longestDelayMs, delayMs * 2)) {
    try {
      return await write();
    } catch (error) {
      if (!isConnectionLoss(error)) throw error;
      await sleep(delayMs * (0.5 + Math.random() / 2), undefined, { ref: false });
    }
  }
}
