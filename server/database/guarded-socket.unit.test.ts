import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import pg from 'pg';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { guardedSocket } from './guarded-socket.ts';

let server: Server;
let port: number;
let answer: (socket: Socket) => void;

beforeEach(async () => {
  server = createServer((socket) => {
    socket.on('error', () => {});
    // Signed in, and ready; then whatever is asked is answered as the test has it.
    socket.once('data', () => {
      socket.write(Buffer.concat([message('R', [0, 0, 0, 0]), message('Z', [0x49])]));
      socket.on('data', () => answer(socket));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  ({ port } = server.address() as { port: number });
});
afterEach(async () => {
  vi.useRealTimers();
  await new Promise((resolve) => server.close(resolve));
});

function message(type: string, body: number[], declaredLength = body.length + 4): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(declaredLength);
  return Buffer.concat([Buffer.from(type), length, Buffer.from(body)]);
}

async function queryResult(reply: (socket: Socket) => void): Promise<unknown> {
  answer = reply;
  const client = new pg.Client({ host: '127.0.0.1', port, user: 'one', ssl: false, stream: guardedSocket });
  client.on('error', () => {});
  await client.connect();
  return client
    .query('select')
    .catch((error: unknown) => error)
    .finally(() => client.end().catch(() => {}));
}

test.each([
  ['says that it has more fields than bytes', message('D', [0x7f, 0xff, 0, 0, 0, 1])],
  ['has less than no fields', message('D', [0xff, 0xff])],
  ['is of a type that nobody sends', message('?', [1])],
  ['is shorter than its own length', message('C', [1], 3)],
  ['is larger than anything that is asked for', message('D', [1], 0x7fff_ffff)],
])('a message that %s ends the session, not the process', async (_what, bytes) => {
  expect(await queryResult((socket) => void socket.write(bytes))).toMatchObject({ code: '08P01' });
});

test('half a message is waited for, and not for ever', async () => {
  const whole = Buffer.concat([message('C', [...Buffer.from('SELECT 0\0')]), message('Z', [0x49])]);
  const inBytes = (socket: Socket) => {
    const [first, ...rest] = [...whole];
    socket.write(Buffer.from([first ?? 0]), () => setImmediate(() => socket.write(Buffer.from(rest))));
  };
  expect(await queryResult(inBytes)).toMatchObject({ command: 'SELECT', rowCount: 0 });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const result = queryResult((socket) => void socket.write(whole.subarray(0, 7)));
  await vi.waitFor(() => expect(vi.getTimerCount()).toBe(1), 10_000);
  vi.advanceTimersByTime(5_000);
  expect(await result).toMatchObject({ code: '08P01' });
});
