// Clients that hold a connection: requests that never end, and sockets whose owner neither reads nor closes them.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export const senderKinds = ['silent', 'slow head', 'slow body', 'trickle', 'mute'] as const;
export type SenderKind = (typeof senderKinds)[number];

export type SlowSender = {
  kind: SenderKind;
  /** Everything that the server sent; empty for a mute one, which reads nothing. */
  received(): string;
  /** Milliseconds from the connection to the server's end of it, null while it lasts. */
  endedAfterMs(): number | null;
  destroy(): void;
};

const head = 'POST /api/create-order HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 4000\r\n';
const openings: Record<SenderKind, string> = {
  silent: '',
  'slow head': head,
  'slow body': `${head}\r\n{"email":`,
  trickle: `${head}\r\n{`,
  mute: `${head}\r\n{"email":`,
};

/** Never closes its own side. `trickleMs` is the time between two bytes of a body that trickles. */
export async function openSlowSender(kind: SenderKind, port: number, trickleMs = 1_000): Promise<SlowSender> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  await once(socket, 'connect');
  const startMs = performance.now();
  let text = '';
  let endedAfterMs: number | null = null;
  const end = () => {
    endedAfterMs ??= performance.now() - startMs;
  };
  socket.once('end', end);
  socket.once('close', end);
  socket.on('error', end);
  if (kind === 'mute') socket.pause();
  else socket.on('data', (piece) => (text += piece));
  socket.write(openings[kind]);
  if (kind === 'trickle') trickle(socket, trickleMs);
  return {
    kind,
    received: () => text,
    endedAfterMs: () => endedAfterMs,
    destroy: () => void socket.destroy(),
  };
}

function trickle(socket: Socket, everyMs: number): void {
  const timer = setInterval(() => socket.write(' '), everyMs);
  socket.once('close', () => clearInterval(timer));
}
