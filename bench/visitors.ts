// `npm run bench:visitors`: how many records of visits the store takes in a second, what buyers feel of it, what a crash
// costs, and what thousands of open pages cost. With words after `--`, only these parts: ingest, buying, crash, presence.
import { type StoreProcess, startProcess } from '../tests/support/process.ts';
import { until } from '../tests/support/program.ts';
import { benchEnv } from './bench-env.ts';
import { type Loaded, putLoad } from './http-load.ts';
import { medianOf, quantileOf } from './median.ts';
import { runBenchmarks } from './parts.ts';
import { benchPresence } from './presence.ts';
import { cpuSecondsOf, familyCpuSecondsOf } from './process-usage.ts';
import { quick } from './quick.ts';
import { printTable, type Row } from './table.ts';
import { orderRequests, pageOf, visitRequests } from './visitor-requests.ts';

const connections = 64;
const ingestPerSecond = 4_100;
const ingestMs = quick(30_000, 8_000);
const besidePerSecond = 1_000;
const ordersPerSecond = 100;
const buyingRounds = quick(7, 1);
const buyingMs = 8_000;
const crashMs = quick(5_000, 3_000);

const env = { ...benchEnv, RATE_LIMIT_FACTOR: '100' };

/** True when every budget is kept. */
export async function run(args: string[]): Promise<boolean> {
  const onStore = (bench: (store: StoreProcess) => Promise<boolean>) => async () => {
    const store = await startProcess({ env });
    return bench(store).finally(() => store.close());
  };
  return runBenchmarks(args, {
    ingest: onStore(benchIngest),
    buying: onStore(benchBuying),
    crash: onStore(benchCrash),
    presence: onStore(benchPresence),
  });
}

async function benchIngest(store: StoreProcess): Promise<boolean> {
  const requests = visitRequests(store.url);
  const load = (forMs: number) =>
    putLoad({ url: store.url, connections, forMs, perSecond: ingestPerSecond, next: requests.next });
  const warm = await load(3_000);
  const databasePid = await store.databasePid();
  const usage = async () => [await cpuSecondsOf(store.pid()), await familyCpuSecondsOf(databasePid)] as const;
  const before = await usage();
  const loaded = await load(ingestMs);
  const after = await usage();
  const expected = warm.answers + loaded.answers;
  // What waits is written within the moment.
  const kept = await until('all records are kept', async () => (await keptRecords(store)) >= expected || null, 10_000)
    .catch(() => null)
    .then(() => keptRecords(store));
  const seconds = ingestMs / 1_000;
  const share = (at: 0 | 1) => ((after[at] - before[at]) / seconds) * 100;
  return printTable(`Records of visits, ${ingestPerSecond}/s asked for ${seconds} s over ${connections} connections`, [
    {
      name: 'embedded default',
      figures: {
        taken: { value: Math.round(loaded.perSecond), unit: '/s', atLeast: 4_000 },
        p50: { value: quantileOf(loaded.latenciesMs, 0.5), unit: 'ms' },
        p99: { value: quantileOf(loaded.latenciesMs, 0.99), unit: 'ms', atMost: 50 },
        refused: { value: loaded.refused, unit: '', atMost: 0 },
        'not kept': { value: expected - kept, unit: '', atMost: 0 },
        'store, of a core': { value: share(0), unit: '%' },
        'database, of a core': { value: share(1), unit: '%' },
        load: { value: loaded.machineLoad, unit: '' },
      },
    },
  ]);
}

/** Rounds with and without records beside the orders take turns, so that what else the machine does weighs on both. */
async function benchBuying(store: StoreProcess): Promise<boolean> {
  const visits = visitRequests(store.url);
  const orders = orderRequests(store.url);
  const buy = (forMs: number) =>
    putLoad({ url: store.url, connections: 16, forMs, perSecond: ordersPerSecond, next: orders.next });
  const record = (forMs: number) =>
    putLoad({ url: store.url, connections, forMs, perSecond: besidePerSecond, next: visits.next });
  const both = async (forMs: number) => (await Promise.all([buy(forMs), record(forMs)]))[0];
  await both(4_000);
  const alone: Loaded[] = [];
  const beside: Loaded[] = [];
  for (let round = 0; round < buyingRounds; round += 1) {
    alone.push(await buy(buyingMs));
    beside.push(await both(buyingMs));
  }
  const p99 = (rounds: Loaded[]) => medianOf(rounds.map(({ latenciesMs }) => quantileOf(latenciesMs, 0.99)));
  const row = (name: string, rounds: Loaded[], more: Row['figures'] = {}): Row => ({
    name,
    figures: {
      p50: { value: medianOf(rounds.map(({ latenciesMs }) => quantileOf(latenciesMs, 0.5))), unit: 'ms' },
      p99: { value: p99(rounds), unit: 'ms' },
      refused: { value: rounds.reduce((sum, { refused }) => sum + refused, 0), unit: '', atMost: 0 },
      load: { value: medianOf(rounds.map(({ machineLoad }) => machineLoad)), unit: '' },
      ...more,
    },
  });
  const growth = (p99(beside) / p99(alone) - 1) * 100;
  return printTable(`create-order, ${ordersPerSecond}/s, medians of ${buyingRounds} rounds`, [
    row('alone', alone),
    row(`beside ${besidePerSecond} records/s`, beside, { 'p99 grows by': { value: growth, unit: '%', atMost: 20 } }),
  ]);
}

/** Store and database die in the middle; what was answered more than a second before that must be there. */
async function benchCrash(store: StoreProcess): Promise<boolean> {
  const requests = visitRequests(store.url);
  const answeredAtMs = new Map<string, number>();
  const sentPages: string[] = [];
  const next = () => {
    const request = requests.next();
    sentPages.push(pageOf(request));
    return request;
  };
  let killedAtMs = 0;
  // One connection gets its responses in the order of its requests.
  const lines = Array.from({ length: 8 }, () => {
    const own: string[] = [];
    return putLoad({
      url: store.url,
      connections: 1,
      forMs: crashMs * 2,
      perSecond: 200,
      next: () => {
        const request = next();
        own.push(pageOf(request));
        return request;
      },
      onResponse: (status, _body, atMs) => {
        const page = own.shift();
        if (status === 200 && page) answeredAtMs.set(page, atMs);
      },
    }).catch(() => null);
  });
  setTimeout(() => {
    killedAtMs = performance.now();
    void store.kill9();
    void store.killDatabase9();
  }, crashMs);
  await Promise.all(lines);
  await store.restart();
  const rows = await store.sql('select page_url from visits');
  const kept = new Set(rows.map(({ page_url }) => page_url));
  const lost = [...answeredAtMs].filter(([page]) => !kept.has(page)).map(([, atMs]) => killedAtMs - atMs);
  return printTable('Store and database server killed (-9) while they take records', [
    {
      name: `${answeredAtMs.size} answered`,
      figures: {
        lost: { value: lost.length, unit: '' },
        'oldest of them': { value: Math.max(0, ...lost), unit: 'ms', atMost: 1_000 },
      },
    },
  ]);
}

async function keptRecords(store: StoreProcess): Promise<number> {
  const [found] = await store.sql('select coalesce(sum(page_views), 0)::int as views from visit_hours');
  return Number(found?.views);
}
