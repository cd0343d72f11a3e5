// deploy/smoke-test.mjs before a store without the sandbox gateway. tests/process/release.test.ts buys with it.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';

test('D-116: the smoke test buys nothing from a store without the sandbox gateway', async () => {
  const calls: string[] = [];
  const server = createServer((request, response) => {
    calls.push(`${request.method} ${request.url}`);
    response.writeHead(request.url === '/readyz' ? 200 : 404).end();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  try {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const child = spawn(process.execPath, ['deploy/smoke-test.mjs', 'buy', '--url', url]);
    let errors = '';
    child.stderr.on('data', (piece) => {
      errors += piece;
    });
    const [code] = await once(child, 'close');
    expect({ code, errors }).toEqual({ code: 2, errors: 'This store has no sandbox gateway: nothing was bought.\n' });
    expect(calls.filter((call) => !call.startsWith('GET '))).toEqual([]);
  } finally {
    server.close();
  }
});
