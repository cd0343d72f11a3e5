// `npm run bench:orders`: orders and look-ups a second beside what the same database and a bare server can in the same run,
// how soon a start is ready, and what memory all of it takes. With words after `--`, only these parts: create, lookup,
// start, first-start, memory, backlog, emails.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { clientOf } from '../tests/support/client.ts';
import { orderBody } from '../tests/support/orders.ts';
import { type StoreProcess, startProcess } from '../tests/support/process.ts';
import { benchBacklog } from './backlog.ts';
import { benchEnv } from './bench-env.ts';
import { benchFirstStart } from './first-start.ts';
import { putLoad, requestOf } from './http-load.ts';
import { benchIncomingEmails } from './incoming-emails.ts';
import { medianOf, quantileOf } from './median.ts';
import { benchMemory } from './memory.ts';
import { runBenchmarks } from './parts.ts';
import { runPgbench } from './pgbench.ts';
import { cpuSecondsOf, familyCpuSecondsOf, familyMegabytesOf, residentMegabytesOf } from './process-usage.ts';
import { quick } from './quick.ts';
import { printTable } from './table.ts';
import { orderRequests, visitor } from './visitor-requests.ts';

const connections = 32;
const rounds = quick(5, 2);
const roundMs = quick(5_000, 2_000);
const lookedUp = quick(1_000, 200);
const oneRow = "insert into bench_commits (words) values ('one row of about the size of a short order');\n";

/** True when every budget is kept. */
export async function run(args: string[]): Promise<boolean> {
  const onStore = (bench: (store: StoreProcess) => Promise<boolean>) => async () => {
    const store = await startProcess({ env: benchEnv });
    return bench(store).finally(() => store.close());
  };
  return runBenchmarks(args, {
    create: onStore(benchCreate),
    lookup: onStore(benchLookup),
    start: benchStart,
    'first-start': benchFirstStart,
    memory: benchMemory,
    backlog: onStore(benchBacklog),
    emails: benchIncomingEmails,
  });
}

/** Rounds of orders and of bare commits take turns, so that what else the machine does weighs on both. */
async function benchCreate(store: StoreProcess): Promise<boolean> {
  const requests = orderRequests(store.url);
  const buy = () => putLoad({ url: store.url, connections, forMs: roundMs, next: requests.next });
  await store.sql('create table bench_commits (id bigint generated always as identity primary key, words text)');
  await buy();
  const orders: number[] = [];
  const p99: number[] = [];
  const commits: number[] = [];
  const databasePid = await store.databasePid();
  const used = { store: 0, database: 0, orders: 0 };
  let refused = 0;
  for (let round = 0; round < rounds; round += 1) {
    const before = [await cpuSecondsOf(store.pid()), await familyCpuSecondsOf(databasePid)] as const;
    const loaded = await buy();
    used.store += (await cpuSecondsOf(store.pid())) - before[0];
    used.database += (await familyCpuSecondsOf(databasePid)) - before[1];
    used.orders += loaded.answers;
    orders.push(loaded.perSecond);
    p99.push(quantileOf(loaded.latenciesMs, 0.99));
    refused += loaded.refused;
    const bare = await runPgbench(await store.databaseUrl(), oneRow, { connections, forMs: roundMs });
    commits.push(bare.perSecond);
  }
  const share = (medianOf(orders) / medianOf(commits)) * 100;
  const each = (seconds: number) => ({ value: (seconds / used.orders) * 1_000, unit: 'ms' as const });
  return printTable(`create-order over ${connections} connections, medians of ${rounds} rounds`, [
    {
      peer: true,
      name: 'pgbench, one row a commit',
      figures: { rate: { value: Math.round(medianOf(commits)), unit: '/s' } },
    },
    {
      name: 'the store',
      figures: {
        rate: { value: Math.round(medianOf(orders)), unit: '/s', atLeast: 4_500 },
        'of pgbench': { value: share, unit: '%', atLeast: 32 },
        p99: { value: medianOf(p99), unit: 'ms', atMost: 30 },
        refused: { value: refused, unit: '', atMost: 0 },
        'core, store': each(used.store),
        'core, database': each(used.database),
        'store, MB': { value: await residentMegabytesOf(store.pid()), unit: '', atMost: 160 },
        'database, MB': { value: await familyMegabytesOf(databasePid), unit: '', atMost: 200 },
      },
    },
  ]);
}

async function benchLookup(store: StoreProcess): Promise<boolean> {
  const client = clientOf(store.url, null);
  const ids: string[] = [];
  for (let order = 0; order < lookedUp; order += 1) {
    const headers = visitor(order);
    ids.push((await client.call('POST /api/create-order', { body: orderBody() }, headers)).orderId);
  }
  const bare = await startBareSelect(await store.databaseUrl());
  let requestCount = 0;
  const look = (url: string, pathOf: (id: string) => string) =>
    putLoad({
      url,
      connections,
      forMs: roundMs,
      next: () => {
        requestCount += 1;
        return requestOf({
          method: 'GET',
          url: url + pathOf(ids[requestCount % ids.length] ?? ''),
          headers: visitor(requestCount % 40_000),
        });
      },
    });
  try {
    const [own, beside]: [number[], number[]] = [[], []];
    for (let round = 0; round <= rounds; round += 1) {
      const loaded = await look(store.url, (id) => `/api/orders/${id}`);
      const bareLoaded = await look(bare.url, (id) => `/${id}`);
      // The first round warms both up.
      if (round > 0) own.push(loaded.perSecond);
      if (round > 0) beside.push(bareLoaded.perSecond);
    }
    return printTable(`One order looked up over ${connections} connections, medians of ${rounds} rounds`, [
      {
        peer: true,
        name: 'bare, one prepared select',
        figures: { rate: { value: Math.round(medianOf(beside)), unit: '/s' } },
      },
      {
        name: 'the store',
        figures: {
          rate: { value: Math.round(medianOf(own)), unit: '/s', atLeast: 8_000 },
          'of bare': { value: (medianOf(own) / medianOf(beside)) * 100, unit: '%', atLeast: 65 },
        },
      },
    ]);
  } finally {
    bare.stop();
  }
}

async function startBareSelect(databaseUrl: string): Promise<{ url: string; stop(): void }> {
  const child = spawn(process.execPath, [resolve('bench/bare-select-server.mjs'), databaseUrl], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const stop = () => void child.kill('SIGKILL');
  process.once('exit', stop);
  const [port] = await once(child.stdout, 'data');
  return { url: `http://127.0.0.1:${Number(port)}`, stop };
}

/** From the start of the process until /readyz returns 200. */
async function benchStart(): Promise<boolean> {
  const empty: number[] = [];
  const existing: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    let began = performance.now();
    const store = await startProcess({ env: benchEnv });
    empty.push((performance.now() - began) / 1_000);
    await store.stop();
    began = performance.now();
    await store.restart();
    existing.push((performance.now() - began) / 1_000);
    await store.close();
  }
  return printTable(`Seconds from the start to readiness, medians of ${rounds}`, [
    { name: 'empty folder', figures: { seconds: { value: medianOf(empty), unit: '', atMost: 4 } } },
    { name: 'existing database', figures: { seconds: { value: medianOf(existing), unit: '', atMost: 1 } } },
  ]);
}
