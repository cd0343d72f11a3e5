// Two processes of one store behind a balancer, each stopped and started again while visitors buy: nobody notices.
import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { type Balancer, startBalancer } from '../support/balancer.ts';
import { clientOf } from '../support/client.ts';
import { type ExternalPostgres, startExternalPostgres } from '../support/external-postgres.ts';
import { orderBody } from '../support/orders.ts';
import { type StoreProcess, startProcess } from '../support/process.ts';
import { until } from '../support/program.ts';
import { startSteadyBuyers } from '../support/steady-buyers.ts';

const owner = { email: 'owner@shop.example', password: 'a long enough password' };
const shared = {
  JWT_SECRET: 'the same secret on every process, long enough',
  STOP_DELAY_SECONDS: '8',
  RATE_LIMIT_FACTOR: '1000',
  SECRETS_KEY: 'the same key on every process, and long enough',
  ADMIN_EMAIL: owner.email,
  ADMIN_PASSWORD: owner.password,
};

let database: ExternalPostgres;
let stores: StoreProcess[];
let balancer: Balancer;

beforeAll(async () => {
  database = await startExternalPostgres();
  const env = { ...shared, DATABASE_URL: database.url };
  stores = await Promise.all([startProcess({ env }), startProcess({ env })]);
  balancer = await startBalancer(stores.map(({ url }) => url));
  await until('both processes are ready', () => balancer.ready().length === 2);
});
afterAll(async () => {
  await balancer?.close();
  await Promise.all(stores?.map((store) => store.close()) ?? []);
  await database?.stop();
});

test('each restarted in turn under load: no request fails, no order is lost or doubled', async () => {
  const buyers = startSteadyBuyers(balancer.url, 6);
  await buyers.more(30);
  for (const store of stores) {
    expect(await store.stop()).toBe(0);
    await buyers.more(30);
    await store.restart();
    await until('both are ready again', () => balancer.ready().length === 2);
    await buyers.more(30);
  }
  await buyers.stop();
  expect(buyers.failed).toEqual([]);
  expect(balancer.failures).toEqual([]);
  const rows = await database.sql('select id from orders order by id');
  expect(rows.map(({ id }) => id)).toEqual([...buyers.placed].sort());
});

test('a change in one process is sent to a page of the other', async () => {
  const [one, other] = stores;
  if (!one || !other) throw new Error('There are two.');
  const { token } = await clientOf(one.url, null).call('POST /api/admin/login', { body: owner });
  const socket = new WebSocket(`${other.url.replace('http', 'ws')}/ws`);
  const messages: string[] = [];
  socket.on('message', (text) => messages.push(String(text)));
  await once(socket, 'open');
  socket.send(JSON.stringify({ type: 'auth', token }));
  socket.send(JSON.stringify({ type: 'beat' }));
  await until('the page is signed in', () => messages.some((text) => text.includes('beat')));
  await clientOf(one.url, null).call('POST /api/create-order', { body: orderBody() });
  await until('the page receives the update', () => messages.some((text) => text.includes('order-update')));
  socket.close();
});

test('asked to stop, a process says so first and still answers', async () => {
  const [store] = stores;
  if (!store) throw new Error('There are two.');
  const ended = store.stop();
  const refusal = await until('it says that it leaves', async () => {
    const answer = await fetch(`${store.url}/readyz`).catch(() => null);
    return answer?.status === 503 ? answer : null;
  });
  expect(refusal.headers.get('connection')).toBe('close');
  expect((await fetch(`${store.url}/api/orders/AAAAAAAAAAAA`)).status).toBe(404);
  expect(await ended).toBe(0);
  await store.restart();
});
