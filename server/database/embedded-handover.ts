// Waits for another store to leave the folder, and distinguishes a broken session from a refusal.
import { setTimeout as wait } from 'node:timers/promises';
import { type Client, DatabaseError } from 'pg';
import { errorCode } from '../platform/operating-system.ts';

/** The wait of one start, over all its attempts. */
export type FolderWait = {
  /** Starts the time, once. */
  begin(): void;
  /** Begins the wait on the first call. False when its time is over. */
  canWait(): boolean;
};

/** The server ended the session, or is about to. */
export class SessionLost extends Error {}

const pollMs = 50;
/** A store whose session broke takes the folder back within this time. */
const yieldMs = 500;

export function createFolderWait(waitMs: number, onWait: () => void = () => {}): FolderWait {
  let endsAtMs: number | null = null;

  function begin(): number {
    if (endsAtMs === null) {
      endsAtMs = performance.now() + waitMs;
      onWait();
    }
    return endsAtMs;
  }

  return {
    begin,
    canWait: () => performance.now() < begin(),
  };
}

/** Takes the advisory lock, waiting while another session holds it. False when it is still held at the end. */
export async function acquireLock(client: Client, key: number, folderWait: FolderWait): Promise<boolean> {
  for (;;) {
    const { rows } = await client.query<{ taken: boolean }>('SELECT pg_try_advisory_lock($1) AS taken', [key]);
    if (rows[0]?.taken === true) return true;
    while (await isHeld(client, key)) {
      if (!folderWait.canWait()) return false;
      await wait(pollMs);
    }
    // Its holder may be a store that only lost its session: it goes first.
    await wait(yieldMs);
  }
}

/** Lets a store that lost its server or session start it again first. */
export async function yieldToHolder(signal: AbortSignal): Promise<void> {
  await wait(yieldMs, undefined, { signal });
}

/** True when the server ended the session, or went away: another attempt makes sense. */
export function isSessionLoss(error: unknown): boolean {
  if (error instanceof SessionLost) return true;
  if (error instanceof DatabaseError) return /^(08|57P0[123])/.test(error.code ?? '');
  if (!(error instanceof Error)) return false;
  return (
    ['ECONNRESET', 'EPIPE'].includes(errorCode(error)) ||
    /Connection terminated|connection error|not queryable/.test(error.message)
  );
}

// pg_locks shows the two halves of the key.
async function isHeld(client: Client, key: number): Promise<boolean> {
  const { rows } = await client.query<{ held: boolean }>(
    `SELECT EXISTS (SELECT FROM pg_locks
                     WHERE locktype = 'advisory' AND granted AND objsubid = 1
                       AND (classid::bigint << 32 | objid::bigint) = $1::bigint) AS held`,
    [key],
  );
  return rows[0]?.held === true;
}
