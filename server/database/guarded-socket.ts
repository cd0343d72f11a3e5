// A socket that checks what PostgreSQL sends: bytes that are no message end the session. Its queries then fail, and the
// pool opens another one. Measurements: docs/decisions/0038-additions-to-the-driver.md.
import { Socket } from 'node:net';

/** The first bytes of a server's messages (PostgreSQL's "Message Formats"). */
const types = new Set(Buffer.from('123ACDEGHIKNRSTVWZcdnstv'));
const headerBytes = 5;
const mostBytes = 256 * 1024 * 1024;
const restWithinMs = 5_000;

/**
 * The `stream` option of the driver. The driver trusts every length, and an error in its parser would end the process.
 * Encrypted connections need no check: TLS detects changed bytes.
 */
export function guardedSocket(to?: { ssl?: unknown }): Socket {
  return to?.ssl ? new Socket() : new GuardedSocket();
}

class GuardedSocket extends Socket {
  #read = createFraming();
  #cancelTimeout = () => {};

  constructor() {
    super();
    this.once('close', () => this.#cancelTimeout());
  }

  // The only place between the socket and the driver's listener.
  override emit(...given: never[]): never {
    const [name, chunk] = given as unknown[];
    const emit = super.emit as (...args: unknown[]) => boolean;
    return (name === 'data' ? this.#emitChecked(chunk as Buffer) : emit.apply(this, given)) as never;
  }

  #emitChecked(chunk: Buffer): boolean {
    this.#cancelTimeout();
    const state = this.#read(chunk);
    if (state === 'nonsense') return this.#close('bytes that are no message');
    if (state === 'part') this.#cancelTimeout = afterArrivals(restWithinMs, () => this.#close('half a message'));
    try {
      return super.emit('data', chunk);
    } catch (error) {
      return this.#close(`a message that cannot be read (${error instanceof Error ? error.message : 'unknown'})`);
    }
  }

  #close(what: string): boolean {
    this.destroy(lineError('08P01', `The database sent ${what}.`));
    return true;
  }
}

/**
 * Calls `act` after `ms`, and after the data that arrived meanwhile: a process that was paused reads it first. Returns the
 * function that cancels it.
 */
export function afterArrivals(ms: number, act: () => void): () => void {
  let arrived: NodeJS.Immediate | undefined;
  const timer = setTimeout(() => {
    arrived = setImmediate(act);
  }, ms);
  timer.unref();
  return () => {
    clearTimeout(timer);
    clearImmediate(arrived);
  };
}

/** Tracks message boundaries: the data ends with a whole message, within one, or is no message. */
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

/** Its code classifies it as a lost connection. */
export function lineError(code: string, message: string): Error {
  return Object.assign(new Error(message), { code });
}
