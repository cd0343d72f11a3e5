import { expect, test } from 'vitest';
import { silentLog } from '../log.ts';
import { createServer } from './server.ts';

test.each([
  ['/%ff', '/%25ff'],
  ['/about%', '/about%25'],
  ['/pt/%E0%A4%A?x=%', '/pt/%25E0%25A4%25A?x=%'],
  ['/?x=%ff', '/?x=%ff'],
  ['/caf%C3%A9', '/caf%C3%A9'],
])('ROUTE-11: the address %s ends where every unknown one does', async (asked, arrived) => {
  const server = await createServer({ log: silentLog, trustProxy: false, https: false });
  server.get('/*', async ({ url }) => url);
  expect(await server.inject(asked)).toMatchObject({ statusCode: 200, body: arrived });
  const call = await server.inject('/api/orders/%ff');
  expect([call.statusCode, call.json()]).toEqual([404, { message: 'There is nothing at this address.' }]);
  await server.close();
});
