import { once } from 'node:events';
import { createServer as createTcpServer, type Server } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { freePort } from '../../tests/support/free-port.ts';
import { silentLog } from '../observability/log.ts';
import { listenWhenFree } from './port.ts';
import { createServer } from './server.ts';

let port: number;
let holder: Server;

beforeEach(async () => {
  port = await freePort();
  holder = createTcpServer().listen(port, '127.0.0.1');
  await once(holder, 'listening');
});

afterEach(() => void holder.close());

test('a port that is freed in time is taken, after several attempts of the same server', async () => {
  const server = await createServer({ log: silentLog, trustProxy: false, https: false });
  server.get('/', async () => 'open');
  let attempts = 0;
  const listening = listenWhenFree(() => {
    attempts += 1;
    if (attempts === 3) holder.close();
    return server.listen({ port, host: '127.0.0.1' });
  });
  await listening;
  expect(attempts).toBeGreaterThan(2);
  expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe('open');
  await server.close();
});

test('a port that stays in use is refused with its error', async () => {
  const server = await createServer({ log: silentLog, trustProxy: false, https: false });
  const listening = listenWhenFree(() => server.listen({ port, host: '127.0.0.1' }), 300);
  await expect(listening).rejects.toMatchObject({ code: 'EADDRINUSE' });
  await server.close();
});

test('another error is thrown at once', async () => {
  let attempts = 0;
  const listening = listenWhenFree(async () => {
    attempts += 1;
    throw Object.assign(new Error(), { code: 'EACCES' });
  });
  await expect(listening).rejects.toMatchObject({ code: 'EACCES' });
  expect(attempts).toBe(1);
});
