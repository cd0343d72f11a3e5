// A line between a store and its PostgreSQL, or somebody outside, that is cut, slow, mute or noisy, as chance or the test has it.
// Noise hits what frames the other side's answers and nothing else: type and length of the database's messages; the first byte
// of an HTTP answer, or the last, which ends its JSON. A plain connection has no checksum of its own, so that a flipped digit of
// a price, in a statement, a row or an answer, is data like any other: nobody can tell.
import { connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';

export type Harm = 'cut' | 'cut while asking' | 'slow' | 'mute' | 'unknown type' | 'longer' | 'shorter' | 'endless';
export const harms: Harm[] = [
  ...(['cut', 'cut while asking', 'slow', 'mute'] as const),
  ...(['unknown type', 'longer', 'shorter', 'endless'] as const),
];

export type BadLine = {
  port: number;
  /** Befalls the next bytes that pass. */
  spoilNext(harm: Harm): void;
  /** From now on each piece that passes is harmed with this chance, by one of `kinds`. */
  goBad(chance: number, kinds: Harm[], random: () => number): void;
  /** What is cut or mute stays so; the rest, and what is new, is sound. */
  goGood(): void;
  /** How often each has happened. */
  done: Partial<Record<Harm, number>>;
  close(): Promise<void>;
};

/** A piece of an answer, and how noise makes it. */
type Piece = { bytes: Buffer; noisy(harm: Harm): Buffer };
type Read = (chunk: Buffer) => Piece;

const headerBytes = 5;
const pauseMs = 40;

export function startBadDatabaseLine(to: pg.ClientConfig): Promise<BadLine> {
  const { host, port } = new pg.Client(to);
  return startLine(() => (host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host)), messages);
}

export function startBadHttpLine(origin: string): Promise<BadLine> {
  const { hostname, port } = new URL(origin);
  return startLine(() => connect(Number(port), hostname), texts);
}

async function startLine(reach: () => Socket, reader: () => Read): Promise<BadLine> {
  const sockets = new Set<Socket>();
  const done: BadLine['done'] = {};
  let next: Harm | null = null;
  let choose: () => Harm | null = () => null;

  /** What befalls this piece; the rest is left for one that it can befall. */
  function harmOf(isQuery: boolean): Harm | null {
    const harm = next ?? choose();
    if (harm === null || (harm === 'cut while asking') !== isQuery) return null;
    next = null;
    done[harm] = (done[harm] ?? 0) + 1;
    return harm;
  }

  function carry(from: Socket, onward: Socket, read: Read | null): void {
    let last = Promise.resolve();
    let mute = false;

    async function pass(chunk: Buffer): Promise<void> {
      const { bytes, noisy } = read?.(chunk) ?? { bytes: chunk, noisy: () => chunk };
      if (mute || onward.destroyed || bytes.length === 0) return;
      const harm = harmOf(read === null);
      if (harm === 'cut' || harm === 'cut while asking') {
        onward.write(bytes.subarray(0, Math.ceil(bytes.length / 2)), () => onward.destroy());
        from.destroy();
      } else if (harm === 'mute') mute = true;
      else if (harm === 'slow') await dribble(onward, bytes);
      else onward.write(harm ? noisy(harm) : bytes);
    }

    sockets.add(from);
    from.on('data', (chunk: Buffer) => {
      last = last.then(() => pass(chunk));
    });
    from.on('error', () => {});
    from.on('close', () => {
      sockets.delete(from);
      void last.then(() => onward.destroySoon());
    });
  }

  const server: Server = createServer((near) => {
    const far = reach();
    carry(near, far, null);
    carry(far, near, reader());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The line has no port.');
  return {
    port: address.port,
    done,
    spoilNext: (harm) => {
      next = harm;
    },
    goBad: (chance, kinds, random) => {
      choose = () => (random() < chance ? (kinds[Math.floor(random() * kinds.length)] ?? null) : null);
    },
    goGood: () => {
      choose = () => null;
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Follows where in the server's bytes each message begins; a header comes in one piece. */
function messages(): Read {
  let kept = Buffer.alloc(0);
  let untilNext = 0;
  return (chunk) => {
    const all = Buffer.concat([kept, chunk]);
    const headers: number[] = [];
    let at = untilNext;
    while (at + headerBytes <= all.length) {
      headers.push(at);
      at += 1 + all.readUInt32BE(at + 1);
    }
    const end = Math.min(at, all.length);
    kept = Buffer.from(all.subarray(end));
    untilNext = at - end;
    const bytes = all.subarray(0, end);
    return { bytes, noisy: (harm) => noisyMessage(bytes, headers[Math.floor(headers.length / 2)], harm) };
  };
}

function noisyMessage(bytes: Buffer, at: number | undefined, harm: Harm): Buffer {
  const spoilt = Buffer.from(bytes);
  if (at === undefined) return spoilt;
  const length = spoilt.readUInt32BE(at + 1);
  // No server sends a type beyond ASCII.
  if (harm === 'unknown type') spoilt.writeUInt8(spoilt.readUInt8(at) | 0x80, at);
  else if (harm === 'longer') spoilt.writeUInt32BE(length ^ 0x100, at + 1);
  else if (harm === 'shorter') spoilt.writeUInt32BE(Math.max(0, length - 3), at + 1);
  else if (harm === 'endless') spoilt.writeUInt32BE((length | 0x4000_0000) >>> 0, at + 1);
  return spoilt;
}

function texts(): Read {
  return (bytes) => ({
    bytes,
    noisy: (harm) => {
      const spoilt = Buffer.from(bytes);
      const at = harm === 'unknown type' ? 0 : bytes.length - 1;
      spoilt.writeUInt8(spoilt.readUInt8(at) | 0x80, at);
      return spoilt;
    },
  });
}

async function dribble(to: Socket, bytes: Buffer): Promise<void> {
  const third = Math.ceil(bytes.length / 3);
  for (let at = 0; at < bytes.length; at += third) {
    to.write(bytes.subarray(at, at + third));
    await wait(pauseMs);
  }
}
