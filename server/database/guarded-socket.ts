// What a session with PostgreSQL does not take from its line: bytes that are no messages, and silence. Either ends it, so that
// what waits for an answer hears of it, and the pool opens another one. Knows no statement.
import type { EventEmitter } from 'node:events';
import { Socket } from 'node:net';
import type pg from 'pg';

/** All that a server says, by its first byte (PostgreSQL's "Message Formats"). */
const types = new Set(Buffer.from('123ACDEGHIKNRSTVWZcdnstv'));
const headerBytes = 5;
const mostBytes = 256 * 1024 * 1024;
const restWithinMs = 5_000;

/**
 * To be handed to the driver as its `stream`. The driver believes every length, and what its reader throws over would end the
 * process. Encrypted lines are left alone: TLS knows by itself when a byte is not what was sent.
 */
export function guardedSocket(to?: { ssl?: unknown }): Socket {
  const socket = new Socket();
  if (to?.ssl) return socket;
  const read = createFraming();
  const emit = socket.emit.bind(socket) as (name: string | symbol, ...given: unknown[]) => boolean;
  let waitsForRest = () => {};

  function inspect(chunk: Buffer): boolean {
    waitsForRest();
    const seen = read(chunk);
    if (seen === 'nonsense') return giveUp('bytes that are no message');
    if (seen === 'part') waitsForRest = afterArrivals(restWithinMs, () => giveUp('half a message'));
    try {
      return emit('data', chunk);
    } catch (error) {
      return giveUp(`a message that cannot be read (${error instanceof Error ? error.message : 'unknown'})`);
    }
  }

  function giveUp(what: string): boolean {
    socket.destroy(lineError('08P01', `The database sent ${what}.`));
    return true;
  }

  socket.once('close', () => waitsForRest());
  socket.emit = (name: string | symbol, ...given: unknown[]) =>
    name === 'data' ? inspect(given[0] as Buffer) : emit(name, ...given);
  return socket;
}

/** Ends a session that owes an answer for so long: the server has limits of its own, so that nothing will come. */
export function endWhenSilent(client: pg.PoolClient, withinMs: number): void {
  const { connection } = client as unknown as { connection: EventEmitter & { stream: Socket } };
  const originalQuery = client.query.bind(client) as (...given: unknown[]) => unknown;
  let owed = 0;
  let forget: (() => void) | undefined;
  const end = () => connection.stream.destroy(lineError('ETIMEDOUT', 'The database did not answer.'));
  client.query = ((...given: unknown[]) => {
    owed += 1;
    forget ??= afterArrivals(withinMs, end);
    return originalQuery(...given);
  }) as typeof client.query;
  connection.on('readyForQuery', () => {
    owed = Math.max(0, owed - 1);
    forget?.();
    forget = owed > 0 ? afterArrivals(withinMs, end) : undefined;
  });
  connection.once('end', () => forget?.());
}

/**
 * `act` after so long, and after what has arrived meanwhile was read: a process that stood still finds its time over and the
 * answer waiting. Answers how to forget it.
 */
function afterArrivals(ms: number, act: () => void): () => void {
  let arrived: NodeJS.Immediate | undefined;
  const timer = setTimeout(() => {
    arrived = setImmediate(act);
  }, ms);
  // Nobody waits here for a process that wants to end.
  timer.unref();
  return () => {
    clearTimeout(timer);
    clearImmediate(arrived);
  };
}

/** Follows the messages in what comes: whether it ends with one, within one, or is none. */
function createFraming(): (chunk: Buffer) => 'whole' | 'part' | 'nonsense' {
  const header = Buffer.alloc(headerBytes);
  let known = 0;
  let left = 0;
  return (chunk) => {
    for (let at = 0; at < chunk.length; ) {
      const copied = left > 0 ? 0 : chunk.copy(header, known, at, at + headerBytes - known);
      const skipped = Math.min(left, chunk.length - at);
      at += copied + skipped;
      left -= skipped;
      known += copied;
      if (known < headerBytes) continue;
      const length = header.readUInt32BE(1);
      if (!types.has(header[0] ?? 0) || length < headerBytes - 1 || length > mostBytes) return 'nonsense';
      left = length - (headerBytes - 1);
      known = 0;
    }
    return known === 0 && left === 0 ? 'whole' : 'part';
  };
}

/** With a code by which it is known as a lost connection. */
function lineError(code: string, message: string): Error {
  return Object.assign(new Error(message), { code });
}
