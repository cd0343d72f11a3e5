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
  expect(JSON.parse(body)).toEqual({ message: 'The store is busy. Please try again in a moment.' });
  await server.close();
});
