// Whether the database answers at all. A stall begins where it owes answers and returns none, on any connection. Checks run
// while an answer is owed, so an idle store has none.
import { lineError } from './guarded-socket.ts';

/** A request waits so long for the database. Once a stall is older, later requests are refused at once. */
export const stallLimitMs = 3_000;

const tickMs = 100;
/** After so long without an answer, a probe distinguishes a stall from one long statement. */
const suspectMs = 1_000;

export type StallWatch = ReturnType<typeof createStallWatch>;

export function createStallWatch() {
  const waiting = new Set<{ sinceMs: number; reject: (error: Error) => void }>();
  const checks: ((nowMs: number) => void)[] = [];
  let owed = 0;
  let answers = 0;
  let seenAnswers = 0;
  let silentMs = 0;
  let lastTickMs = 0;
  let timer: NodeJS.Timeout | null = null;
  let probe: (() => Promise<void>) | null = null;
  let isProbing = false;

  function tick(): void {
    const nowMs = performance.now();
    // A process that stood still itself finds the answers of that time at its next tick.
    const passedMs = Math.min(nowMs - lastTickMs, 2 * tickMs);
    lastTickMs = nowMs;
    silentMs = answers === seenAnswers ? silentMs + passedMs : 0;
    seenAnswers = answers;
    if (silentMs >= suspectMs) void runProbe();
    for (const check of checks) check(nowMs);
    if (isStalled()) for (const one of waiting) if (nowMs - one.sinceMs >= stallLimitMs) one.reject(noAnswer());
    // While the database is stalled, the probe finds its end, also where all connections were given up.
    if (owed === 0 && !isStalled()) stopTicks();
  }

  function startTicks(): void {
    if (timer !== null || probe === null) return;
    lastTickMs = performance.now();
    seenAnswers = answers;
    silentMs = 0;
    timer = setInterval(tick, tickMs).unref();
  }

  function stopTicks(): void {
    if (timer !== null) clearInterval(timer);
    timer = null;
    silentMs = 0;
  }

  async function runProbe(): Promise<void> {
    if (isProbing || probe === null) return;
    isProbing = true;
    try {
      await probe();
      answers += 1;
    } catch (error) {
      // A refused connection is an answer, too: whatever is sent now fails at once by itself.
      if (!isTimeout(error)) answers += 1;
    }
    isProbing = false;
  }

  function isStalled(): boolean {
    return silentMs >= stallLimitMs && answers === seenAnswers;
  }

  return {
    limitMs: stallLimitMs,
    noAnswer,
    isStalled,
    /** The error of a request that comes during a stall; null while the database answers. */
    refusal: (): Error | null => (isStalled() ? noAnswer() : null),
    /** Rejects during a stall, once `read` has waited for `stallLimitMs`. */
    limit: <T>(read: Promise<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        const one = { sinceMs: performance.now(), reject };
        waiting.add(one);
        read.then(resolve, reject).finally(() => waiting.delete(one));
      }),
    /** Calls `check` every 100 ms while the database owes an answer. */
    onTick: (check: (nowMs: number) => void): void => void checks.push(check),
    /** Watches from now on. `read` resolves with the database's answer on a connection of its own. */
    start: (read: () => Promise<void>): void => {
      probe = read;
    },
    sent: (): void => {
      owed += 1;
      if (timer === null) startTicks();
    },
    answered: (): void => {
      owed -= 1;
      answers += 1;
    },
    /** The connection ended: it never answers what it owes. */
    lost: (count: number): void => {
      owed -= count;
    },
  };
}

export function noAnswer(): Error {
  return lineError('ETIMEDOUT', 'The database did not answer.');
}

function isTimeout(error: unknown): boolean {
  const { code, message } = error as { code?: unknown; message?: unknown };
  // EAGAIN: the local socket of a frozen server holds as many attempts as it can.
  return code === 'ETIMEDOUT' || code === 'EAGAIN' || /timeout/.test(String(message));
}
