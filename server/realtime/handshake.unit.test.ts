import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { expect, test } from 'vitest';
import { createServer } from '../http/server.ts';
import { silentLog } from '../observability/log.ts';
import type { Hub } from './hub.ts';
import { registerLive } from './websocket.routes.ts';

const hub = { close: () => {}, findRefusal: () => null, accept: () => {} } as unknown as Hub;
const key = 'sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==';
const version = 'sec-websocket-version: 13';

test.each([
  ['without a key', [version]],
  ['with a key that is none', ['sec-websocket-key: short', version]],
  ['of another version', [key, 'sec-websocket-version: 99']],
  ['of an invalid protocol', [key, version, 'sec-websocket-protocol: ,,']],
])('a handshake %s is refused in JSON, under the headers of every answer', async (_name, lines) => {
  const server = await createServer({ log: silentLog, trustProxy: false, https: true });
  await registerLive(server, hub);
  await server.listen({ port: 0, host: '127.0.0.1' });
  const socket = connect((server.server.address() as AddressInfo).port, '127.0.0.1');
  let answer = '';
  socket.on('data', (piece) => {
    answer += piece;
  });
  const head = ['GET /ws HTTP/1.1', 'host: x', 'connection: upgrade', 'upgrade: websocket', ...lines];
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  await once(socket, 'close');
  await server.close();
  expect(answer).toMatch(/^HTTP\/1.1 400 /);
  for (const header of ['content-security-policy', 'strict-transport-security', 'x-content-type-options']) {
    expect(answer).toContain(`${header}: `);
  }
  expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toMatchObject({ code: 'invalid_input' });
});
