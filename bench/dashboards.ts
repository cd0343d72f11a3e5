// `npm run bench:dashboards`: how soon the admin's lists and figures answer at 1,000,000 orders and 10,000,000 visits, and
// at a tenth of it. `-- --folder path` keeps the two filled stores there for the next run; `--orders` and `--visits` set
// other sizes. With other words after `--`, only these parts: lists, visitors, figures, finances, delivery, csv.
import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { clientOf } from '../tests/support/client.ts';
import {
  customerRequestsOf,
  deliveryFigures,
  figures,
  financeFigures,
  orderRequestsOf,
  type Requests,
  visitorFilters,
  visitorPeriods,
} from './dashboard-requests.ts';
import { openLine, requestOf } from './http-load.ts';
import { quantileOf } from './median.ts';
import { runBenchmarks } from './parts.ts';
import { cpuSecondsOf, familyCpuSecondsOf, residentMegabytesOf } from './process-usage.ts';
import { quick } from './quick.ts';
import { type SeededStore, signIn, startSeeded } from './seeded-store.ts';
import { type Figure, printTable, type Row } from './table.ts';

const fullSize = quick({ orders: 1_000_000, visits: 10_000_000 }, { orders: 20_000, visits: 100_000 });
const rounds = quick(15, 3);
const warmUps = quick(5, 1);
const coldStarts = quick(4, 1);
const mostGrowth = 1.5;

/** The name of each question with how long its answers took. */
type Times = Map<string, number[]>;
/** With what one answer took of a core on the average, in the store and in the database: what no other work changes. */
type Measured = { times: Times; storeMs: number; databaseMs: number };
type Stores = { large: SeededStore; small: SeededStore };
type Area = readonly [name: string, requestsOf: (seeded: SeededStore) => Requests, atMostMs: number];

/** True when every budget is kept. */
export async function run(args: string[]): Promise<boolean> {
  const text = { type: 'string' } as const;
  const { values, positionals: parts } = parseArgs({
    args,
    allowPositionals: true,
    options: { folder: text, orders: text, visits: text },
  });
  const size = { orders: Number(values.orders ?? fullSize.orders), visits: Number(values.visits ?? fullSize.visits) };
  const folder = values.folder ? resolve(values.folder) : await mkdtemp(join(tmpdir(), 'applaud-dashboards-'));
  const small = await startSeeded(join(folder, 'small'), { orders: size.orders / 10, visits: size.visits / 10 });
  try {
    const large = await startSeeded(join(folder, 'large'), size);
    try {
      const stores = { large, small };
      return await runBenchmarks(parts, {
        lists: () => benchAreas(stores, lists),
        visitors: () => benchAreas(stores, visitors),
        figures: () => benchFigures(stores, overview),
        finances: () => benchFigures(stores, finances),
        delivery: () => benchFigures(stores, measuredDelivery),
        csv: () => benchCsv(large, size.orders),
      });
    } finally {
      await large.store.close();
    }
  } finally {
    await small.store.close();
    if (!values.folder) await rm(folder, { recursive: true, force: true });
  }
}

const lists: Area[] = [
  ['orders', (seeded) => orderRequestsOf(seeded.known), 60],
  ['customers, as the admin area requests them', (seeded) => customerRequestsOf(seeded.known, 0), 25],
  ['customers with 20 orders each', (seeded) => customerRequestsOf(seeded.known, 20), 60],
];
const visitors: Area[] = [
  ['visitors', () => visitorPeriods, 50],
  ['visitors with a filter', () => visitorFilters, 300],
];

async function benchAreas(stores: Stores, areas: Area[]): Promise<boolean> {
  const kept: boolean[] = [];
  for (const [name, requestsOf, atMost] of areas) {
    const { large, small } = await inTurns(stores, requestsOf);
    const title = `${name}: the slowest requests at full size, of ${large.times.size}`;
    kept.push(printSlowest(title, large.times, atMost));
    kept.push(printTable(`${name}, p95 of all requests`, growthRows(large, small, atMost)));
  }
  return kept.every(Boolean);
}

type FiguresArea = { title: string; requests: Requests; warmMs: number; coldMs: number };
const overview: FiguresArea = { title: 'Overview and analytics', requests: figures, warmMs: 10, coldMs: 100 };
const finances: FiguresArea = { title: 'Finances and sources', requests: financeFigures, warmMs: 50, coldMs: 100 };
const measuredDelivery: FiguresArea = {
  title: 'Scores of providers and measured delivery',
  requests: deliveryFigures,
  warmMs: 50,
  coldMs: 500,
};

/** Cold: the first question of its kind after a start of store and database. Warm: what comes after. */
async function benchFigures(stores: Stores, { title, requests, warmMs, coldMs }: FiguresArea): Promise<boolean> {
  const { large, small } = await inTurns(stores, () => requests);
  const warm = printTable(`${title}, warm, p95`, [
    ...[...large.times].map(([name, times]) => row(name, { p95: p95(times, warmMs) })),
    ...growthRows(large, small, warmMs),
  ]);
  const nothing = (): Measured => ({ times: new Map(), storeMs: 0, databaseMs: 0 });
  const cold = { large: nothing(), small: nothing() };
  for (let start = 0; start < coldStarts; start += 1) {
    for (const size of ['small', 'large'] as const) {
      const { store } = stores[size];
      await store.stop();
      await store.restart();
      Object.assign(stores[size], await signIn(store));
      await measureQueries(stores[size], requests, cold[size].times);
    }
  }
  return (
    printTable(`${title}, cold, p95 of ${coldStarts} starts`, [
      ...[...cold.large.times].map(([name, times]) => row(name, { p95: p95(times, coldMs) })),
      ...growthRows(cold.large, cold.small, coldMs),
    ]) && warm
  );
}

/** The whole list as a file: how much the process grows while it is sent. */
async function benchCsv({ store, token }: SeededStore, orders: number): Promise<boolean> {
  const { path } = await clientOf(store.url, token).call('POST /api/admin/orders/export', { body: { sort: 'newest' } });
  const before = await residentMegabytesOf(store.pid());
  let most = before;
  let isOver = false;
  const watching = (async () => {
    while (!isOver) {
      most = Math.max(most, await residentMegabytesOf(store.pid()));
      await sleep(50);
    }
  })();
  const began = performance.now();
  const { body } = await fetch(`${store.url}${path}`);
  let [bytes, lines] = [0, 0];
  for await (const chunk of body ?? []) {
    bytes += chunk.length;
    for (const byte of chunk) if (byte === 10) lines += 1;
  }
  const seconds = (performance.now() - began) / 1_000;
  isOver = true;
  await watching;
  return printTable('All orders as CSV', [
    row('the store', {
      rows: { value: lines - 1, unit: '', atLeast: orders * 0.99 },
      megabytes: { value: Math.round(bytes / 1_000_000), unit: '' },
      seconds: { value: seconds, unit: '' },
      'resident before, MB': { value: Math.round(before), unit: '' },
      'grows by, MB': { value: most - before, unit: '', atMost: 64 },
    }),
  ]);
}

/** Both stores in turns, so that what else the machine does weighs on both. */
async function inTurns(stores: Stores, requestsOf: (seeded: SeededStore) => Requests) {
  const measureOf = async (seeded: SeededStore) => {
    const requests = requestsOf(seeded);
    // The caches are warm then, and each connection has the tables and the prepared statements.
    for (let round = 0; round < warmUps; round += 1) await measureQueries(seeded, requests, new Map());
    const times: Times = new Map();
    const used = { store: 0, database: 0 };
    const databasePid = await seeded.store.databasePid();
    const count = () => [...times.values()].reduce((sum, all) => sum + all.length, 0);
    return {
      round: async () => {
        const before = [await cpuSecondsOf(seeded.store.pid()), await familyCpuSecondsOf(databasePid)] as const;
        await measureQueries(seeded, requests, times);
        used.store += (await cpuSecondsOf(seeded.store.pid())) - before[0];
        used.database += (await familyCpuSecondsOf(databasePid)) - before[1];
      },
      all: (): Measured => {
        return { times, storeMs: (used.store / count()) * 1_000, databaseMs: (used.database / count()) * 1_000 };
      },
    };
  };
  const [small, large] = [await measureOf(stores.small), await measureOf(stores.large)];
  for (let round = 0; round < rounds; round += 1) {
    await small.round();
    await large.round();
  }
  return { large: large.all(), small: small.all() };
}

async function measureQueries({ store, token }: SeededStore, requests: Requests, times: Times): Promise<void> {
  const { hostname, port } = new URL(store.url);
  const line = await openLine(Number(port), hostname);
  for (const [name, path] of Object.entries(requests)) {
    const request = requestOf({ method: 'GET', url: store.url + path, headers: { authorization: `Bearer ${token}` } });
    const began = performance.now();
    const { status, body } = await line.send(request);
    if (status !== 200) throw new Error(`${path} answered ${status}: ${body}`);
    times.set(name, [...(times.get(name) ?? []), performance.now() - began]);
  }
  line.close();
}

function printSlowest(title: string, times: Times, atMost: number): boolean {
  const rows = [...times]
    .map(([name, all]) => ({ name, all }))
    .sort((one, other) => quantileOf(other.all, 0.95) - quantileOf(one.all, 0.95))
    .map(({ name, all }) => row(name, { p50: { value: quantileOf(all, 0.5), unit: 'ms' }, p95: p95(all, atMost) }));
  return printTable(title, rows.slice(0, 8));
}

function growthRows(large: Measured, small: Measured, atMost: number): Row[] {
  const [much, little] = [large, small].map(({ times }) => [...times.values()].flat()) as [number[], number[]];
  const growth = quantileOf(much, 0.95) / quantileOf(little, 0.95);
  const figuresOf = (all: number[], { storeMs, databaseMs }: Measured): Row['figures'] => ({
    p50: { value: quantileOf(all, 0.5), unit: 'ms' },
    p95: { value: quantileOf(all, 0.95), unit: 'ms' },
    ...(storeMs > 0 && {
      'core, store': { value: storeMs, unit: 'ms' },
      'core, database': { value: databaseMs, unit: 'ms' },
    }),
    load: { value: loadavg()[0] ?? Number.NaN, unit: '' },
  });
  return [
    { ...row('a tenth of it', figuresOf(little, small)), peer: true },
    row('full size', {
      ...figuresOf(much, large),
      p95: p95(much, atMost),
      'times a tenth': { value: growth, unit: '', atMost: mostGrowth },
    }),
  ];
}

function p95(times: number[], atMost: number): Figure {
  return { value: quantileOf(times, 0.95), unit: 'ms', atMost };
}

function row(name: string, figures: Row['figures']): Row {
  return { name, figures };
}
