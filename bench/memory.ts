// The memory of the store's process after a start, and under 100 requests a second of everything (`bench:orders -- memory`).
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { clientOf } from '../tests/support/client.ts';
import { startProcess } from '../tests/support/process.ts';
import { benchEnv } from './bench-env.ts';
import { type LoadPlan, putLoad, requestOf } from './http-load.ts';
import { medianOf } from './median.ts';
import { residentMegabytesOf } from './process-usage.ts';
import { quick } from './quick.ts';
import { printTable } from './table.ts';
import { orderRequests, visitor, visitRequests } from './visitor-requests.ts';

const forMs = quick(120_000, 30_000);
const sampleEveryMs = 1_000;
const perSecond = { pages: 35, lookups: 25, orders: 10, visits: 20, admin: 10 };
const pages = ['/', '/about', '/checkout', '/terms', '/pt', '/contact'];
const adminPaths = [
  ...['/api/orders?limit=25', '/api/admin/stats', '/api/admin/customers', '/api/admin/attention'],
  ...['/api/admin/security-alerts', '/api/admin/online-users'],
];

/** With two months of invented orders: of the first start, which invents them, and of the next one. */
export async function benchMemory(): Promise<boolean> {
  const store = await startProcess({ env: { ...benchEnv, DEMO_DATA: 'on' } });
  try {
    await sleep(10_000);
    const startedFirst = await memoryOf(store.pid());
    await store.stop();
    await store.restart();
    await sleep(10_000);
    const started = await memoryOf(store.pid());
    const { token } = await clientOf(store.url, null).call('POST /api/admin/login', { body: store.adminLogin() });
    const ids = (await store.sql('select id from orders limit 1000')).map(({ id }) => String(id));
    let count = 0;
    const get =
      (paths: readonly string[], headers = (number: number): Record<string, string> => visitor(number)) =>
      () => {
        count += 1;
        const url = store.url + (paths[count % paths.length] ?? '/');
        return requestOf({ method: 'GET', url, headers: headers(count % 40_000) });
      };
    const load = (kind: keyof typeof perSecond, next: LoadPlan['next']) =>
      putLoad({ url: store.url, connections: 8, forMs, perSecond: perSecond[kind], next });
    const loads = [
      load('pages', get(pages)),
      load('lookups', get(ids.map((id) => `/api/orders/${id}`))),
      load('orders', orderRequests(store.url).next),
      load('visits', visitRequests(store.url).next),
      load(
        'admin',
        get(adminPaths, () => ({ authorization: `Bearer ${token}` })),
      ),
    ];
    const samples: Memory[] = [];
    for (const endsMs = performance.now() + forMs; performance.now() < endsMs; await sleep(sampleEveryMs))
      samples.push(await memoryOf(store.pid()));
    const loaded = await Promise.all(loads);
    const rowOf = (name: string, of: (column: keyof Memory) => number) => ({
      name,
      figures: {
        'resident, MB': { value: of('resident'), unit: '' as const, atMost: 170 },
        'of it files': { value: of('files'), unit: '' as const },
      },
    });
    const sum = (of: 'answers' | 'refused') => loaded.reduce((all, one) => all + one[of], 0);
    return printTable(`The process of the store; ${sum('answers')} answers, ${sum('refused')} other than 200`, [
      rowOf('after a first start', (column) => startedFirst[column]),
      rowOf('after a start', (column) => started[column]),
      rowOf('under load, median', (column) => medianOf(samples.map((sample) => sample[column]))),
      rowOf('under load, most', (column) => Math.max(...samples.map((sample) => sample[column]))),
    ]);
  } finally {
    await store.close();
  }
}

type Memory = { resident: number; files: number };

async function memoryOf(pid: number): Promise<Memory> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return { resident: await residentMegabytesOf(pid), files: Number(/^RssFile:\s+(\d+)/m.exec(status)?.[1]) / 1_024 };
}
