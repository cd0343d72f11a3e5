// A line to PostgreSQL that loses answers: the server runs a chosen statement and commits it, and the store never hears of it.
// The client's messages are followed, because a prepared statement is named by its text only once per connection.
import { connect, createServer, type Socket } from 'node:net';
import type pg from 'pg';

export type LostAnswerLine = {
  port: number;
  /** The next `times` answers to a statement that matches are lost. `silent`: the connection stays open without a word. */
  loseAnswers(matching: RegExp, times: number, how: 'cut' | 'silent'): void;
  /** How many were lost since the start. */
  lost(): number;
  close(): Promise<void>;
};

/** The statement by which graphile-worker locks a job. */
export const getJobStatement = /update\s+\S+_private_jobs\S*\s+as\s+jobs\s+set\s+attempts/i;

export async function startLostAnswerLine(to: pg.ClientConfig): Promise<LostAnswerLine> {
  const sockets = new Set<Socket>();
  let matching: RegExp | null = null;
  let left = 0;
  let how: 'cut' | 'silent' = 'cut';
  let lost = 0;

  const server = createServer((near) => {
    const { host = '127.0.0.1', port = 5432 } = to;
    const far = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
    let isLosing = false;
    const readStatements = createStatementReader((text) => {
      if (left === 0 || isLosing || !matching?.test(text)) return;
      isLosing = true;
      left -= 1;
    });
    near.on('data', (chunk: Buffer) => {
      readStatements(chunk);
      far.write(chunk);
    });
    const isReady = createReadyReader();
    far.on('data', (chunk: Buffer) => {
      const ready = isReady(chunk);
      if (!isLosing) return void near.write(chunk);
      // The server is ready for the next statement: this one is committed.
      if (!ready) return;
      lost += 1;
      if (how === 'cut') near.destroy();
      else far.removeAllListeners('data').resume();
    });
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The line has no port.');
  return {
    port: address.port,
    loseAnswers: (pattern, times, kind) => {
      matching = pattern;
      left = times;
      how = kind;
    },
    lost: () => lost,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Splits a stream into messages: a type, a length, a body. */
function createMessageReader(onMessage: (type: string, body: Buffer) => void): (chunk: Buffer) => void {
  let unread: Buffer = Buffer.alloc(0);
  return (chunk) => {
    unread = Buffer.concat([unread, chunk]);
    while (unread.length >= 5) {
      const end = 1 + unread.readUInt32BE(1);
      if (unread.length < end) return;
      onMessage(String.fromCharCode(unread.readUInt8(0)), unread.subarray(5, end));
      unread = unread.subarray(end);
    }
  };
}

/** Calls `onStatement` with the text of each statement that the client runs. */
function createStatementReader(onStatement: (text: string) => void): (chunk: Buffer) => void {
  const texts = new Map<string, string>();
  let hasStarted = false;
  const read = createMessageReader((type, body) => {
    const parts = body.toString('latin1').split('\0', 3);
    if (type === 'Q') onStatement(parts[0] ?? '');
    // Parse: name, text. Bind: portal, name.
    if (type === 'P') texts.set(parts[0] ?? '', parts[1] ?? '');
    if (type === 'B') onStatement(texts.get(parts[1] ?? '') ?? '');
  });
  return (chunk) => {
    if (hasStarted) return read(chunk);
    // The first message has a length and no type; the client waits for its answer before it goes on.
    hasStarted = true;
    const length = chunk.readUInt32BE(0);
    if (chunk.length > length) read(chunk.subarray(length));
  };
}

/** True for a chunk that ends with ReadyForQuery. */
function createReadyReader(): (chunk: Buffer) => boolean {
  let last = '';
  const read = createMessageReader((type) => {
    last = type;
  });
  return (chunk) => {
    read(chunk);
    return last === 'Z';
  };
}
