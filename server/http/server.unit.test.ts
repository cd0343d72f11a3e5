import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { expect, test } from 'vitest';
import { silentLog } from '../observability/log.ts';
import { createServer } from './server.ts';

test.each([
  ['/%ff', '/%25ff'],
  ['/about%', '/about%25'],
  ['/pt/%E0%A4%A?x=%', '/pt/%25E0%25A4%25A?x=%'],
  ['/?x=%ff', '/?x=%ff'],
  ['/caf%C3%A9', '/caf%C3%A9'],
])('ROUTE-11: the address %s ends where every unknown one does', async (requested, arrived) => {
  const server = await createServer({ log: silentLog, trustProxy: false, https: false });
  server.get('/*', async ({ url }) => url);
  expect(await server.inject(requested)).toMatchObject({ statusCode: 200, body: arrived });
  const call = await server.inject('/api/orders/%ff');
  expect([call.statusCode, call.json()]).toEqual([404, { message: 'Not found.', code: 'not_found' }]);
  await server.close();
});

test.each([
  ['the disk is full', '53100'],
  ['memory is short', '53200'],
  ['too many are connected', '53300'],
  ['a file cannot be read', '58030'],
  ['the server is going away', '57P01'],
])('what the database cannot do now, because %s, is to be tried again later', async (_why, code) => {
  const server = await createServer({ log: silentLog, trustProxy: false, https: false });
  server.get('/api/orders', () =>
    Promise.reject(new Error('Failed query', { cause: Object.assign(new Error(), { code }) })),
  );
  const { statusCode, headers, body } = await server.inject('/api/orders');
  expect([statusCode, headers['retry-after']]).toEqual([503, '2']);
  expect(JSON.parse(body)).toEqual({
    message: 'The store is busy. Please try again in a moment.',
    code: 'unavailable',
  });
  await server.close();
});

/** All that comes back for these bytes, until the line is closed. */
async function answerTo(bytes: string): Promise<string> {
  const server = await createServer({ log: silentLog, trustProxy: false, https: true });
  server.post('/api/echo', async ({ body }) => ({ body }));
  await server.listen({ port: 0, host: '127.0.0.1' });
  const socket = connect((server.server.address() as AddressInfo).port, '127.0.0.1');
  let answer = '';
  socket.on('data', (piece) => {
    answer += piece;
  });
  socket.write(Buffer.from(bytes, 'latin1'));
  await once(socket, 'close');
  await server.close();
  return answer;
}

const post = (head: string) => `POST /api/echo HTTP/1.1\r\nhost: x\r\nconnection: close\r\n${head}\r\n\r\n`;

test.each([
  ['no HTTP at all', '\x16\x03\x01\x00\xff\r\n\r\n', 400],
  ['an address with raw bytes', 'GET /\x00\xff HTTP/1.1\r\nhost: x\r\n\r\n', 400],
  ['a header with a zero byte', post('x: a\0b'), 400],
  ['two lengths', post('content-length: 1\r\ncontent-length: 2'), 400],
  ['a length and chunks', post('content-length: 1\r\ntransfer-encoding: chunked'), 400],
  ['no host', 'GET /none HTTP/1.1\r\nconnection: close\r\n\r\n', 400],
  ['a method that there is not', 'BREW / HTTP/1.1\r\nhost: x\r\n\r\n', 400],
  ['two hosts', post('host: y'), 400],
  ['the same host twice', post('HOST: x'), 400],
  [
    'two hosts and an address that is not there',
    'GET /none HTTP/1.1\r\nhost: x\r\nHost: y\r\nconnection: close\r\n\r\n',
    400,
  ],
  ['a head of 20 kB', post(`x: ${'a'.repeat(20_000)}`), 431],
])('%s is answered with a sentence in JSON, under the headers of every answer', async (_name, bytes, status) => {
  const [head = '', body = ''] = (await answerTo(bytes)).split('\r\n\r\n');
  expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  const headers = new Map(
    head
      .split('\r\n')
      .slice(1)
      .map((line) => line.split(': ', 2) as [string, string]),
  );
  expect(Object.fromEntries(headers)).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'x-content-type-options': 'nosniff',
    'strict-transport-security': 'max-age=31536000; includeSubDomains',
    'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
    'x-request-id': expect.stringMatching(/^[\w-]{36}$/),
  });
  expect(JSON.parse(body)).toMatchObject({ message: expect.stringMatching(/\.$/), code: expect.any(String) });
});

test('an expectation that nobody knows is passed over', async () => {
  const answer = await answerTo(
    post('expect: the unexpected\r\ncontent-type: application/json\r\ncontent-length: 2').concat('{}'),
  );
  expect(answer).toMatch(/^HTTP\/1.1 200 .*\{"body":\{\}\}$/s);
});

test('every answer is under the same headers: of calls, files, and addresses that cannot be read', async () => {
  const server = await createServer({ log: silentLog, trustProxy: false, https: true });
  server.get('/file.txt', async () => 'text');
  for (const address of ['/api/%zz', '/api/unknown', '/file.txt']) {
    expect((await server.inject(address)).headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
      'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
    });
  }
  await server.close();
});
