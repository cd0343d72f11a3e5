// `npm run soak -- --minutes 60`: a store under a steady mix of visitors, buyers, admins and open pages, for so long. What it
// holds in the last third of the time must not be more than in the middle one: memory, open files, database connections.
// With `--stalls`, the database server stands still every 10 s, and no request may be refused.
import { readdir } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { WebSocket } from 'ws';
import { clientOf } from '../tests/support/client.ts';
import { freePort } from '../tests/support/free-port.ts';
import { freezeProcesses } from '../tests/support/frozen-processes.ts';
import { startShoppers } from '../tests/support/load-buyers.ts';
import { orderBody } from '../tests/support/orders.ts';
import { type StoreProcess, startProcess } from '../tests/support/process.ts';
import { type Loaded, type LoadPlan, putLoad, requestOf } from './http-load.ts';
import { medianOf } from './median.ts';
import { runBenchmarks } from './parts.ts';
import { familyMegabytesOf, residentMegabytesOf } from './process-usage.ts';
import { type Figure, printTable, type Row } from './table.ts';
import { orderRequests, visitor, visitRequests } from './visitor-requests.ts';

const sampleEveryMs = 10_000;
/** Few enough that what is remembered of callers is full before the middle third begins. */
const visitors = 500;
const perSecond = { pages: 10, visits: 10, admin: 4, sockets: 1 };
const adminPaths = [
  ...['/api/orders', '/api/admin/stats', '/api/admin/customers', '/api/admin/attention'],
  ...['/api/admin/security-alerts', '/api/admin/online-users'],
];

/** What may be more in the last third, medians: what is measured rests on when memory was last cleaned up. */
const mostGrowth = { resident: 16, heap: 6, files: 4, connections: 2, database: 32 };
type Sample = Record<keyof typeof mostGrowth, number>;

/** How long the database server stands still, in turns. */
const stallsMs = [500, 1_000, 1_500, 2_000, 2_500];
const stallEveryMs = 10_000;
/** Beside the others, while it stalls. Each request that is due is sent, whatever waits. */
const stalledPerSecond = { orders: 10, lookups: 10, orderPages: 5 };
const stalledConnections = 64;
/** What a request may take above the stall, p99. */
const mostAfterStallMs = 500;
type Stall = { fromMs: number; toMs: number };
type Response = { kind: string; status: number; dueMs: number; atMs: number };

/** True when nothing grows. */
export async function run(args: string[]): Promise<boolean> {
  const { values } = parseArgs({ args, options: { minutes: { type: 'string' }, stalls: { type: 'boolean' } } });
  const minutes = Number(values.minutes ?? 60);
  if (!(minutes > 0)) throw new Error('--minutes must be a number above 0.');
  const inspectorPort = await freePort();
  const env = { TRUST_PROXY: '1', RATE_LIMIT_FACTOR: '100000', LOG_LEVEL: 'error' };
  const store = await startProcess({ env: { ...env, NODE_OPTIONS: `--inspect=127.0.0.1:${inspectorPort}` } });
  const { stalls: hasStalls = false } = values;
  return runBenchmarks([], { soak: () => benchSoak(store, inspectorPort, minutes * 60_000, hasStalls) }).finally(() =>
    store.close(),
  );
}

async function benchSoak(
  store: StoreProcess,
  inspectorPort: number,
  forMs: number,
  hasStalls: boolean,
): Promise<boolean> {
  const { token } = await clientOf(store.url, null).call('POST /api/admin/login', { body: store.adminLogin() });
  const shoppers = await startShoppers(store, { atOnce: 1 });
  const readHeap = await openInspector(inspectorPort);
  const over = new AbortController();
  const responses: Response[] = [];
  const plan: Steady = { store, token, forMs, connections: hasStalls ? stalledConnections : 4, responses };
  const loads: Promise<Loaded | null>[] = [...steadyLoads(plan), openAndClose(store.url, token, over.signal)];
  if (hasStalls) loads.push(...(await stalledLoads(plan)));
  const samples: Sample[] = [];
  const endsMs = performance.now() + forMs;
  const stalling = hasStalls ? stallDatabase(store, endsMs) : [];
  while (performance.now() < endsMs) {
    await sleep(Math.min(sampleEveryMs, forMs / 30));
    samples.push(await sampleOf(store, readHeap));
  }
  over.abort();
  await shoppers.stop();
  const loaded = await Promise.all(loads);
  const stalls = await stalling;
  readHeap.close();
  const { placed, sent, refused, odd } = shoppers;
  const sum = (of: (one: Loaded) => number) => loaded.reduce((all, one) => all + (one ? of(one) : 0), 0);
  const title = `${forMs / 60_000} minutes: ${placed.length} orders, ${sent.length} links sent, ${sum(({ answers }) => answers)} other answers`;
  const all = sum((one) => one.refused) + refused.length + odd.length;
  const answers: Row = { name: 'answers', figures: { refused: { value: all, unit: '', atMost: 0 } } };
  // A run with stalls is too short to find a leak.
  const rows = hasStalls ? stallRows(samples, responses, stalls) : growthOf(samples);
  return printTable(title, [...rows, answers]);
}

/** The database server with its sessions stands still every 10 s. */
async function stallDatabase(store: StoreProcess, endsMs: number): Promise<Stall[]> {
  const stalls: Stall[] = [];
  while (true) {
    const stallMs = stallsMs[stalls.length % stallsMs.length] ?? 0;
    await sleep(stallEveryMs - stallMs);
    // Every request that met the last stall has its response within the run.
    if (performance.now() + 2 * stallMs > endsMs) return stalls;
    const fromMs = performance.now();
    await freezeProcesses(store.databasePids, stallMs);
    stalls.push({ fromMs, toMs: performance.now() });
  }
}

/** `p99 above the stall`: of the requests that were due during one, what they took above its length. */
function stallRows(samples: Sample[], responses: readonly Response[], stalls: readonly Stall[]): Row[] {
  const kinds = [...new Set(responses.map(({ kind }) => kind))];
  return [
    ...kinds.map((kind) => ({
      name: kind,
      figures: stallFigures(
        responses.filter((one) => one.kind === kind),
        stalls,
      ),
    })),
    {
      name: `${stalls.length} stalls`,
      figures: {
        ...stallFigures(responses, stalls, mostAfterStallMs),
        'most at once': { value: mostAtOnce(responses), unit: '' },
        'store at most, MB': { value: Math.max(...samples.map(({ resident }) => resident)), unit: '' },
        'connections at most': { value: Math.max(...samples.map(({ connections }) => connections)), unit: '' },
      },
    },
  ];
}

function stallFigures(
  responses: readonly Response[],
  stalls: readonly Stall[],
  atMost?: number,
): Record<string, Figure> {
  const above = stalls
    .flatMap(({ fromMs, toMs }) =>
      responses
        .filter(({ dueMs }) => dueMs >= fromMs && dueMs < toMs)
        .map(({ dueMs, atMs }) => atMs - dueMs - (toMs - fromMs)),
    )
    .sort((one, other) => one - other);
  const p99 = above[Math.ceil(above.length * 0.99) - 1] ?? Number.NaN;
  return {
    'not 200': { value: responses.filter(({ status }) => status !== 200).length, unit: '' },
    'met a stall': { value: above.length, unit: '' },
    'p99 above it': { value: p99, unit: 'ms', ...(atMost === undefined ? {} : { atMost }) },
  };
}

/** The most requests that waited for their response at the same time. */
function mostAtOnce(responses: readonly Response[]): number {
  const changes = responses.flatMap(({ dueMs, atMs }): [number, number][] => [
    [dueMs, 1],
    [atMs, -1],
  ]);
  let open = 0;
  let most = 0;
  for (const [, change] of changes.sort(([one], [other]) => one - other)) {
    open += change;
    most = Math.max(most, open);
  }
  return most;
}

/** Medians of the three thirds, and what the last one has more than the middle one. */
function growthOf(samples: Sample[]): Row[] {
  const third = Math.floor(samples.length / 3);
  const medians = [0, 1, 2].map((at) => {
    const own = samples.slice(at * third, (at + 1) * third);
    return (name: keyof Sample) => medianOf(own.map((sample) => sample[name]));
  });
  const rowOf = (name: string, figure: (column: keyof Sample) => Figure): Row => ({
    name,
    figures: {
      'store, MB': figure('resident'),
      'heap, MB': figure('heap'),
      'open files': figure('files'),
      connections: figure('connections'),
      'database, MB': figure('database'),
    },
  });
  const [, middle, last] = medians;
  return [
    ...['first third', 'middle third', 'last third'].map((name, at) =>
      rowOf(name, (column) => ({ value: medians[at]?.(column) ?? Number.NaN, unit: '' })),
    ),
    rowOf('last above middle', (column) => ({
      value: (last?.(column) ?? Number.NaN) - (middle?.(column) ?? Number.NaN),
      unit: '',
      atMost: mostGrowth[column],
    })),
  ];
}

type Steady = { store: StoreProcess; token: string; forMs: number; connections: number; responses: Response[] };

function load(
  { store, forMs, connections, responses }: Steady,
  kind: string,
  perSecond: number,
  next: LoadPlan['next'],
): Promise<Loaded> {
  const onResponse: LoadPlan['onResponse'] = (status, _body, atMs, dueMs) =>
    void responses.push({ kind, status, dueMs, atMs });
  return putLoad({ url: store.url, connections, forMs, perSecond, next, onResponse });
}

function steadyLoads(plan: Steady): Promise<Loaded>[] {
  const { store, token } = plan;
  let requestCount = 0;
  const visits = visitRequests(store.url);
  const get = (path: string, headers: Record<string, string>) =>
    requestOf({ method: 'GET', url: store.url + path, headers });
  return [
    load(plan, 'pages', perSecond.pages, () =>
      get(['/', '/about', '/checkout'][requestCount++ % 3] ?? '/', visitor(requestCount % visitors)),
    ),
    load(plan, 'visits', perSecond.visits, visits.next),
    load(plan, 'admin', perSecond.admin, () =>
      get(adminPaths[requestCount++ % adminPaths.length] ?? '', { authorization: `Bearer ${token}` }),
    ),
  ];
}

/** Orders, look-ups and order pages, which need the database each time. */
async function stalledLoads(plan: Steady): Promise<Promise<Loaded>[]> {
  const { url } = plan.store;
  const { orderId, orderKey } = await clientOf(url, null).call('POST /api/create-order', { body: orderBody() });
  const look = (path: string) => {
    let requestCount = 0;
    return () => {
      requestCount += 1;
      const headers = { ...visitor(requestCount % visitors), 'order-key': `${orderId}.${orderKey}` };
      return requestOf({ method: 'GET', url: `${url}/api/orders/${orderId}${path}`, headers });
    };
  };
  return [
    load(plan, 'orders', stalledPerSecond.orders, orderRequests(url).next),
    load(plan, 'look-ups', stalledPerSecond.lookups, look('')),
    load(plan, 'order pages', stalledPerSecond.orderPages, look('/page')),
  ];
}

/** Admins' pages one after the other: signed in, notified, closed, some without a close frame. */
async function openAndClose(storeUrl: string, token: string, over: AbortSignal): Promise<null> {
  for (let opened = 0; !over.aborted; opened += 1) {
    const socket = new WebSocket(`${storeUrl.replace('http', 'ws')}/ws`);
    socket.on('error', () => {});
    socket.on('open', () => socket.send(JSON.stringify({ type: 'auth', token })));
    await sleep(1_000 / perSecond.sockets);
    if (opened % 5 === 0) socket.terminate();
    else socket.close();
  }
  return null;
}

async function sampleOf(store: StoreProcess, heap: Inspector): Promise<Sample> {
  const [found] = await store.sql(
    "select count(*)::int as n from pg_stat_activity where application_name in ('applaud', 'applaud live')",
  );
  return {
    heap: await heap.megabytes(),
    resident: await residentMegabytesOf(store.pid()),
    files: (await readdir(`/proc/${store.pid()}/fd`)).length,
    connections: Number(found?.n),
    database: await familyMegabytesOf(await store.databasePid()),
  };
}

type Inspector = { megabytes(): Promise<number>; close(): void };

/** Runs the garbage collector of the process, and returns the memory in use. */
async function openInspector(port: number): Promise<Inspector> {
  const targets = (await (await fetch(`http://127.0.0.1:${port}/json/list`)).json()) as {
    webSocketDebuggerUrl: string;
  }[];
  const socket = new WebSocket(targets[0]?.webSocketDebuggerUrl ?? '');
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  const waiting = new Map<number, (result: { usedSize?: number }) => void>();
  socket.on('message', (text) => {
    const { id, result } = JSON.parse(String(text));
    waiting.get(id)?.(result);
    waiting.delete(id);
  });
  let requestCount = 0;
  const sendCommand = (method: string) =>
    new Promise<{ usedSize?: number }>((resolve) => {
      requestCount += 1;
      waiting.set(requestCount, resolve);
      socket.send(JSON.stringify({ id: requestCount, method }));
    });
  return {
    megabytes: async () => {
      await sendCommand('HeapProfiler.collectGarbage');
      return ((await sendCommand('Runtime.getHeapUsage')).usedSize ?? Number.NaN) / 1e6;
    },
    close: () => socket.close(),
  };
}
