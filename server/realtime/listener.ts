// Receives the announcements of all processes: one session that LISTENs, opened again whenever it breaks.
import type { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { type LiveType, liveTypes } from '../../contract/live.ts';
import { guardedSocket } from '../database/guarded-socket.ts';
import type { Log } from '../observability/log.ts';
import { liveChannel } from './announcements.ts';

const firstDelayMs = 250;
const longestDelayMs = 10_000;

export type ListenerOptions = {
  connection: pg.ClientConfig;
  channel?: string;
  /** Called once per announcement; and for every type after a gap in which some may have been lost. */
  onMessage: (type: LiveType) => void;
  log: Log;
  /** How often the session is checked ... */
  checkEveryMs?: number;
  /** ... and how long its answer, or a new connection, may take. */
  answerWithinMs?: number;
};

export type Listener = {
  /** The first session listens, or the listener was closed before. */
  ready: Promise<void>;
  close(): Promise<void>;
};

/** Never throws: a database that is away is tried again after 0.25 s to 10 s, for as long as it takes. */
export function createListener(options: ListenerOptions): Listener {
  const { connection, channel = liveChannel, onMessage, log } = options;
  const { checkEveryMs = 15_000, answerWithinMs = 5_000 } = options;
  const closing = new AbortController();
  let socket: Socket | null = null;
  let announceReady = () => {};
  const ready = new Promise<void>((resolve) => {
    announceReady = resolve;
  });
  const done = keepListening();

  async function keepListening(): Promise<void> {
    for (let failures = 0, missed = false; !closing.signal.aborted; failures += 1, missed = true) {
      const problem = await listenUntilBroken(() => {
        announceReady();
        if (missed) {
          log.info({}, 'the live updates listen again');
          for (const type of liveTypes) onMessage(type);
        }
        failures = 0;
      });
      if (closing.signal.aborted) break;
      if (failures === 0) log.warn({ problem }, 'the live updates lost the database');
      await wait(delayMs(failures), undefined, { signal: closing.signal }).catch(() => {});
    }
    announceReady();
  }

  // Resolves with the reason of the end of the session: an error, silence, or `close`.
  async function listenUntilBroken(onListening: () => void): Promise<string> {
    // Our own socket, because a session that got stuck can only be left by destroying it.
    const client = new pg.Client({
      ...connection,
      stream: (to?: { ssl?: unknown }) => {
        socket = guardedSocket(to);
        return socket;
      },
      application_name: 'applaud live',
      connectionTimeoutMillis: answerWithinMs,
      query_timeout: answerWithinMs,
    });
    client.on('notification', ({ payload }) => {
      const announcement = liveTypes.find((type) => type === payload);
      if (announcement) onMessage(announcement);
    });
    const broken = new Promise<string>((resolve) => {
      client.on('error', (error) => resolve(error.message));
      client.on('end', () => resolve('the connection ended'));
    });
    const problem = await Promise.race([broken, listen(client, onListening).catch(formatError)]);
    socket?.destroy();
    return problem;
  }

  async function listen(client: pg.Client, onListening: () => void): Promise<string> {
    await client.connect();
    await client.query(`listen ${pg.escapeIdentifier(channel)}`);
    onListening();
    // A session can be dead without a sign: a question of its own finds out.
    for (;;) {
      await wait(checkEveryMs, undefined, { signal: closing.signal });
      await client.query('select');
    }
  }

  return {
    ready,
    close: async () => {
      closing.abort();
      socket?.destroy();
      await done;
    },
  };
}

function delayMs(failures: number): number {
  return Math.min(longestDelayMs, firstDelayMs * 2 ** Math.min(failures, 10));
}

function formatError(error: unknown): string {
  return error instanceof Error ? error.message : 'unknown';
}
