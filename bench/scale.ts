// `npm run bench:scale`: what an order costs beside its own rows written bare, and what 1, 2 and 4 processes of the store do on this
// machine. With words after `--`, only these parts: rows, orders, visits, links.
import { setTimeout as wait } from 'node:timers/promises';
import { startPanel } from '../tests/support/fake-provider.ts';
import { type StoreProcess, startProcess } from '../tests/support/process.ts';
import { until } from '../tests/support/program.ts';
import { type BareCopy, bareCopyOf } from './bare-rows.ts';
import { benchEnv } from './bench-env.ts';
import { putLoad } from './http-load.ts';
import { medianOf, quantileOf } from './median.ts';
import { openLinksSql } from './open-links.ts';
import { runBenchmarks } from './parts.ts';
import { runPgbench } from './pgbench.ts';
import { cpuSecondsOf, familyCpuSecondsOf } from './process-usage.ts';
import { quick } from './quick.ts';
import { type Figure, printTable, type Row } from './table.ts';
import { orderRequests, visitRequests } from './visitor-requests.ts';

const connections = 32;
const rounds = quick(5, 2);
const roundMs = quick(5_000, 2_000);
const processCounts = [1, 2, 4];
const openLinks = quick(10_000, 2_000);

/** True when every budget is kept. */
export async function run(args: string[]): Promise<boolean> {
  return runBenchmarks(args, {
    rows: benchRows,
    orders: () => benchRequests('create-order', orderRequests),
    visits: () => benchRequests('records of visits', visitRequests),
    links: benchLinks,
  });
}

/** Rounds of orders and of their bare rows take turns, so that other programs slow down both. */
async function benchRows(): Promise<boolean> {
  const store = await startProcess({ env: benchEnv });
  try {
    const requests = orderRequests(store.url);
    const buy = (forMs: number) => putLoad({ url: store.url, connections, forMs, next: requests.next });
    await buy(roundMs);
    // What a batch of orders leaves for later, such as the chain of the audit log, belongs to no single order.
    const copy = await bareCopyOf(store.sql, async () => (await buy(1_000)).answers);
    const databasePid = await store.databasePid();
    const own = { perSecond: [] as number[], coreMs: [] as number[] };
    const bare = { perSecond: [] as number[], coreMs: [] as number[] };
    const measure = async (into: typeof own, work: () => Promise<{ count: number; perSecond: number }>) => {
      const before = await familyCpuSecondsOf(databasePid);
      const { count, perSecond } = await work();
      into.coreMs.push((((await familyCpuSecondsOf(databasePid)) - before) / count) * 1_000);
      into.perSecond.push(perSecond);
    };
    for (let round = 0; round < rounds; round += 1) {
      await measure(own, async () => {
        const { answers, perSecond } = await buy(roundMs);
        return { count: answers, perSecond };
      });
      await measure(bare, async () =>
        runPgbench(await store.databaseUrl(), copy.script, { connections, forMs: roundMs }),
      );
    }
    const ratio = medianOf(own.coreMs) / medianOf(bare.coreMs);
    const row = (name: string, of: typeof own, more: Row['figures'] = {}): Row => ({
      name,
      figures: {
        rate: { value: Math.round(medianOf(of.perSecond)), unit: '/s' },
        'core, database': { value: medianOf(of.coreMs), unit: 'ms' },
        ...more,
      },
    });
    console.log(describe(copy));
    return printTable(`An order beside its own rows written by pgbench, ${connections} connections`, [
      { ...row('its rows alone', bare), peer: true },
      row('create-order', own, { 'times its rows': { value: ratio, unit: '', atMost: 1.5 } }),
    ]);
  } finally {
    await store.close();
  }
}

function describe({ rows, indexes, walBytes }: BareCopy): string {
  const parts = Object.entries(rows).map(([table, count]) => `${count.toFixed(2)} ${table}`);
  return `Rows of an order: ${parts.join(', ')}; ${indexes} indexes; ${(walBytes / 1_000).toFixed(1)} kB of WAL`;
}

/** `count` processes on one database; the first one started it. */
async function withProcesses<T>(
  count: number,
  more: Record<string, string>,
  work: (all: StoreProcess[]) => Promise<T>,
) {
  const all: StoreProcess[] = [];
  try {
    const first = await startProcess({ env: { ...benchEnv, ...more } });
    all.push(first);
    const DATABASE_URL = await first.databaseUrl();
    while (all.length < count) all.push(await startProcess({ env: { ...benchEnv, ...more, DATABASE_URL } }));
    return await work(all);
  } finally {
    for (const store of all.toReversed()) await store.close();
  }
}

async function usageOf(all: readonly StoreProcess[]): Promise<{ store: number; database: number }> {
  const used = await Promise.all(all.map((store) => cpuSecondsOf(store.pid())));
  const database = await familyCpuSecondsOf((await all[0]?.databasePid()) ?? 0);
  return { store: used.reduce((sum, seconds) => sum + seconds, 0), database };
}

async function benchRequests(what: string, requestsTo: (url: string) => { next(): string }): Promise<boolean> {
  const rows: Row[] = [];
  for (const count of processCounts) {
    rows.push(
      await withProcesses(count, {}, async (all) => {
        const requests = requestsTo(all[0]?.url ?? '');
        const load = (forMs: number) =>
          Promise.all(
            all.map(({ url }) => putLoad({ url, connections: connections / count, forMs, next: requests.next })),
          );
        await load(roundMs);
        const before = await usageOf(all);
        const loaded = await load(roundMs * rounds);
        const after = await usageOf(all);
        const answers = loaded.reduce((sum, one) => sum + one.answers, 0);
        const latenciesMs = loaded.flatMap((one) => one.latenciesMs);
        return {
          name: processes(count),
          figures: {
            rate: { value: Math.round(loaded.reduce((sum, { perSecond }) => sum + perSecond, 0)), unit: '/s' },
            p99: { value: quantileOf(latenciesMs, 0.99), unit: 'ms' },
            ...coreFigures(before, after, answers),
            refused: { value: loaded.reduce((sum, one) => sum + one.refused, 0), unit: '', atMost: 0 },
          },
        };
      }),
    );
  }
  return printTable(`${what}, ${connections} connections`, rows);
}

type Usage = { store: number; database: number };
function coreFigures(before: Usage, after: Usage, count: number): Record<string, Figure> {
  const each = (part: keyof Usage): Figure => ({ value: ((after[part] - before[part]) / count) * 1_000, unit: 'ms' });
  return { 'core, store': each('store'), 'core, database': each('database') };
}

/** One round of all open links, each of which has moved on. */
async function benchLinks(): Promise<boolean> {
  const rows: Row[] = [];
  for (const count of processCounts) {
    let remains = 500;
    const panel = await startPanel({ mood: () => 'place', delayMs: 200 });
    panel.respond(() => ({ status: 'In progress', remains: String(remains), charge: '0.10', start_count: '10' }));
    try {
      rows.push(
        await withProcesses(count, panel.settings, async (all) => {
          const sql = all[0]?.sql ?? (async () => []);
          await sql(openLinksSql(openLinks));
          const isRead = async () =>
            (await sql(`select 1 from dispatches where checked_at < now() - interval '5 minutes' limit 1`)).length ===
            0;
          const makeDue = () => sql(`update dispatches set checked_at = now() - interval '10 minutes'`);
          await makeDue();
          await until('the first round is read', isRead, 180_000);
          remains -= 7;
          await makeDue();
          const calls = panel.statusCalls();
          await until('the next round begins', () => panel.statusCalls() > calls, 120_000);
          const [beganMs, before] = [Date.now(), await usageOf(all)];
          await until('it is read', isRead, 180_000);
          const seconds = (Date.now() - beganMs) / 1_000;
          // The last answers are still written.
          await wait(2_000);
          return {
            name: processes(count),
            figures: {
              rate: { value: Math.round(openLinks / seconds), unit: '/s' },
              ...coreFigures(before, await usageOf(all), openLinks),
            },
          };
        }),
      );
    } finally {
      await panel.close();
    }
  }
  return printTable(`${openLinks} open links followed, responses after 200 ms`, rows);
}

const processes = (count: number) => (count === 1 ? '1 process' : `${count} processes`);
