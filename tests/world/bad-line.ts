// A line between a store and its PostgreSQL that is cut, slow, mute or noisy, at any byte, as chance or the test has it.
// Noise hits what frames the database's answers and nothing else: type and length of a message. A plain connection has no
// checksum of its own, so that a flipped digit of a price, in a statement or a row, is data like any other: nobody can tell.
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

const headerBytes = 5;
const pauseMs = 40;

export async function startBadLine(to: pg.ClientConfig): Promise<BadLine> {
  const { host = 'localhost', port = 5432 } = new pg.Client(to);
  const sockets = new Set<Socket>();
  const done: BadLine['done'] = {};
  let next: Harm | null = null;
  let choose: () => Harm | null = () => null;

  /** What befalls this piece; the rest is left for one that it can befall. */
  function harmOf(asking: boolean): Harm | null {
    const harm = next ?? choose();
    if (harm === null || (harm === 'cut while asking') !== asking) return null;
    next = null;
    done[harm] = (done[harm] ?? 0) + 1;
    return harm;
  }

  function carry(from: Socket, onward: Socket, asking: boolean): void {
    const framed = asking ? null : createFrames();
    let last = Promise.resolve();
    let mute = false;

    async function pass(chunk: Buffer): Promise<void> {
      const piece = framed ? framed.take(chunk) : { bytes: chunk, headers: [] };
      if (mute || onward.destroyed || piece.bytes.length === 0) return;
      const harm = harmOf(asking);
      if (harm === 'cut' || harm === 'cut while asking') {
        onward.write(piece.bytes.subarray(0, Math.ceil(piece.bytes.length / 2)), () => onward.destroy());
        from.destroy();
      } else if (harm === 'mute') mute = true;
      else if (harm === 'slow') await dribble(onward, piece.bytes);
      else onward.write(harm ? noisy(piece, harm) : piece.bytes);
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
    const far = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
    carry(near, far, true);
    carry(far, near, false);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The line has no port.');
  return {
    ...{ port: address.port, done },
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

type Piece = { bytes: Buffer; headers: number[] };

/** Where in the server's bytes each message begins; a header comes in one piece. */
function createFrames(): { take(chunk: Buffer): Piece } {
  let kept = Buffer.alloc(0);
  let untilNext = 0;
  return {
    take: (chunk) => {
      const bytes = Buffer.concat([kept, chunk]);
      const headers: number[] = [];
      let at = untilNext;
      while (at + headerBytes <= bytes.length) {
        headers.push(at);
        at += 1 + bytes.readUInt32BE(at + 1);
      }
      const end = Math.min(at, bytes.length);
      kept = Buffer.from(bytes.subarray(end));
      untilNext = at - end;
      return { bytes: bytes.subarray(0, end), headers };
    },
  };
}

function noisy({ bytes, headers }: Piece, harm: Harm): Buffer {
  const spoilt = Buffer.from(bytes);
  const at = headers[Math.floor(headers.length / 2)];
  if (at === undefined) return spoilt;
  const length = spoilt.readUInt32BE(at + 1);
  // No server sends a type beyond ASCII.
  if (harm === 'unknown type') spoilt.writeUInt8(spoilt.readUInt8(at) | 0x80, at);
  else if (harm === 'longer') spoilt.writeUInt32BE(length ^ 0x100, at + 1);
  else if (harm === 'shorter') spoilt.writeUInt32BE(Math.max(0, length - 3), at + 1);
  else if (harm === 'endless') spoilt.writeUInt32BE((length | 0x4000_0000) >>> 0, at + 1);
  return spoilt;
}

async function dribble(to: Socket, bytes: Buffer): Promise<void> {
  const third = Math.ceil(bytes.length / 3);
  for (let at = 0; at < bytes.length; at += third) {
    to.write(bytes.subarray(at, at + third));
    await wait(pauseMs);
  }
}
