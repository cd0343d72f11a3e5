// `npm run bench:upgrade -- DIR`: a store of 1,000,000 orders is updated from the version in the checkout DIR while that
// version sells. Both serve afterwards and show the same figures. `--folder path` keeps the filled store there for the next
// run, and `--orders` sets another size.
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type StoreProcess, startProcess } from '../tests/support/process.ts';
import { startSteadyBuyers } from '../tests/support/steady-buyers.ts';
import { figures, financeFigures, type Requests } from './dashboard-requests.ts';
import { quick } from './quick.ts';
import { fillOnce, seededEnv, signIn } from './seeded-store.ts';
import { printTable } from './table.ts';

const size = { orders: quick(1_000_000, 20_000), visits: 1_000 };
const mostMs = 5 * 60_000;
/** Above the wait for a lock, after which the update tries again. */
const mostOrderMs = 10_000;
const env = {
  ...seededEnv,
  JWT_SECRET: 'the same secret on every process, long enough',
  SECRETS_KEY: 'the same key on every process, and long enough',
};

/** True when the update took five minutes at most, no order was refused, and no figure changed. */
export async function run(args: string[]): Promise<boolean> {
  const text = { type: 'string' } as const;
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { folder: text, orders: text },
  });
  const [root] = positionals;
  if (!root) throw new Error('Name the folder of the checkout of the version before. It has to be built.');
  const orders = Number(values.orders ?? size.orders);
  const temporary = await mkdtemp(join(tmpdir(), 'applaud-upgrade-'));
  const kept = values.folder ? resolve(values.folder) : join(temporary, 'filled');
  const stores: StoreProcess[] = [];
  try {
    await fillOnce(kept, { ...size, orders }, root);
    // The update changes the copy.
    const keptDir = join(temporary, 'store');
    await cp(kept, keptDir, { recursive: true });
    const before = await startProcess({ env, keptDir, root });
    stores.push(before);
    const buyers = startSteadyBuyers(before.url, 2);
    await buyers.more(20);
    const startedAt = performance.now();
    const after = await startProcess({ env: { ...env, DATABASE_URL: await before.databaseUrl() } });
    const ms = performance.now() - startedAt;
    stores.unshift(after);
    await buyers.more(20);
    await buyers.stop();
    for (const failure of buyers.failed.slice(0, 3)) console.log(failure);
    const changed = await listDifferences(before, after);
    console.log(`Other figures: ${changed.join(', ') || 'none'}`);
    return printTable(`The update of a store of ${orders} orders from ${root}`, [
      {
        name: 'update',
        figures: {
          'start until ready': { value: ms, unit: 'ms', atMost: mostMs },
          'orders meanwhile': { value: buyers.placed.length, unit: '' },
          'slowest order': { value: buyers.slowestMs(), unit: 'ms', atMost: mostOrderMs },
          refused: { value: buyers.failed.length, unit: '', atMost: 0 },
          'other figures': { value: changed.length, unit: '', atMost: 0 },
        },
      },
    ]);
  } finally {
    for (const store of stores) await store.close();
    await rm(temporary, { recursive: true, force: true });
  }
}

/** The figures that both versions state and in which they differ. */
async function listDifferences(before: StoreProcess, after: StoreProcess): Promise<string[]> {
  const tokens = [(await signIn(before)).token, (await signIn(after)).token] as const;
  const requests: Requests = { ...figures, ...financeFigures };
  const changed: string[] = [];
  for (const [name, path] of Object.entries(requests)) {
    const [earlier, now] = await Promise.all([read(before, path, tokens[0]), read(after, path, tokens[1])]);
    if (!contains(now, earlier)) changed.push(name);
  }
  return changed;
}

async function read({ url }: StoreProcess, path: string, token: string): Promise<unknown> {
  const answer = await fetch(url + path, { headers: { authorization: `Bearer ${token}` } });
  if (!answer.ok) throw new Error(`${path} returned ${answer.status}.`);
  return answer.json();
}

/** True: `now` states all that `earlier` does; fields may be added. The time of reading is no figure. */
function contains(now: unknown, earlier: unknown): boolean {
  if (Array.isArray(earlier)) {
    return Array.isArray(now) && now.length === earlier.length && earlier.every((one, at) => contains(now[at], one));
  }
  if (typeof earlier !== 'object' || earlier === null) return now === earlier;
  if (typeof now !== 'object' || now === null) return false;
  return Object.entries(earlier).every(
    ([key, value]) => key.endsWith('_at') || contains((now as Record<string, unknown>)[key], value),
  );
}
