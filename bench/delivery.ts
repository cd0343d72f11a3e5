// `npm run bench:delivery`: what following 10,000 open links costs, how soon a paid link is sent, and what becomes of a burst
// while the store is killed again and again. With words after `--`, only these parts: sync, pace, burst. `marks DIR` is in
// delivery-marks.ts.
import { setTimeout as sleep } from 'node:timers/promises';
import { randomIds } from '../server/platform/ids.ts';
import { type CountingPanel, doubled, type PanelMood, startPanel } from '../tests/support/fake-provider.ts';
import { type StoreProcess, startProcess } from '../tests/support/process.ts';
import { benchMarks } from './delivery-marks.ts';
import { quantileOf } from './median.ts';
import { openLinksSql } from './open-links.ts';
import { runBenchmarks } from './parts.ts';
import { cpuSecondsOf } from './process-usage.ts';
import { quick } from './quick.ts';
import { printTable, type Row } from './table.ts';

const openLinks = quick(10_000, 2_000);
const burstOrders = quick(1_000, 100);
const linksPerOrder = 5;
const paceOrders = quick(120, 30);
const ordersPerSecond = 2;
const answerMs = 200;

type DeliveryBench = { store: StoreProcess; panel: CountingPanel; meet(mood: () => PanelMood): void };

/** True when every budget is kept. */
export async function run(args: string[]): Promise<boolean> {
  const [name, ...rest] = args;
  if (name === 'marks') return runBenchmarks([], { marks: () => benchMarks(rest) });
  return runBenchmarks(args, {
    pace: () => withStore(benchPace),
    burst: () => withStore(benchBurst),
    sync: () => withStore(benchSync),
  });
}

async function withStore(bench: (bench: DeliveryBench) => Promise<boolean>): Promise<boolean> {
  let mood: () => PanelMood = () => 'place';
  const panel = await startPanel({ mood: () => mood(), delayMs: answerMs });
  const store = await startProcess({ env: { ...panel.settings, LOG_LEVEL: 'error' } });
  try {
    await store.sql(
      `insert into store_settings_versions (version, settings, changes, changed_by, changed_at)
       select version + 1, jsonb_set(settings, '{automatic_dispatch}', 'true'), changes, changed_by, changed_at
       from store_settings_versions order by version desc limit 1`,
    );
    const meet = (next: () => PanelMood) => {
      mood = next;
    };
    return await bench({ store, panel, meet });
  } finally {
    await store.close();
    await panel.close();
  }
}

/** From the commit that pays an order to the arrival of each `add`, at a steady pace. */
async function benchPace({ store, panel }: DeliveryBench): Promise<boolean> {
  const paidAtMs = new Map<string, number>();
  for (let order = 0; order < paceOrders; order += 1) {
    const began = Date.now();
    const [id = ''] = await payOrders(store, 1);
    paidAtMs.set(id, Date.now());
    await sleep(Math.max(0, 1_000 / ordersPerSecond - (Date.now() - began)));
  }
  await untilTrue(() => panel.adds.length >= paceOrders * linksPerOrder, 60_000);
  const waits = panel.adds.map(({ link, atMs }) => Math.max(0, atMs - (paidAtMs.get(orderOf(link)) ?? 0)));
  return printTable(
    `Paid to add: ${ordersPerSecond} orders of ${linksPerOrder} links a second, answers after ${answerMs} ms`,
    [
      {
        name: `${waits.length} links`,
        figures: {
          median: { value: quantileOf(waits, 0.5), unit: 'ms' },
          p95: { value: quantileOf(waits, 0.95), unit: 'ms', atMost: 2_000 },
          longest: { value: quantileOf(waits, 1), unit: 'ms' },
        },
      },
    ],
  );
}

/**
 * All paid at the same time, while the process is killed every few seconds and the provider loses responses and hangs.
 */
async function benchBurst({ store, panel, meet }: DeliveryBench): Promise<boolean> {
  meet(() => {
    const chance = Math.random();
    if (chance < 0.05) return 'lose';
    if (chance < 0.052) return 'hang';
    return chance < 0.06 ? 'rate' : 'place';
  });
  const began = Date.now();
  const all = burstOrders * linksPerOrder;
  await payOrders(store, burstOrders);
  let kills = 0;
  const settled = async () => (await statesOf(store)).settled;
  while ((await settled()) < all * 0.9) {
    await sleep(3_000 + Math.random() * 4_000);
    await store.kill9();
    kills += 1;
    await store.restart();
  }
  const killedForMs = Date.now() - began;
  // A claim of a dead process becomes unknown after two minutes, and queued links are retried.
  await untilTrue(async () => (await settled()) === all, 900_000);
  const { sent, unknown, notified } = await statesOf(store);
  const twice = doubled(panel.adds);
  for (const line of twice.slice(0, 10)) console.log(line);
  const row: Row = {
    name: `${burstOrders} orders x ${linksPerOrder} links`,
    figures: {
      kills: { value: kills, unit: '', atLeast: 5 },
      'killed for': { value: killedForMs / 1_000, unit: '' },
      'settled after': { value: (Date.now() - began) / 1_000, unit: '' },
      'lost answers': { value: panel.adds.filter(({ mood }) => mood === 'lose').length, unit: '' },
      'time-outs': { value: panel.adds.filter(({ mood }) => mood === 'hang').length, unit: '' },
      'sent twice': { value: twice.length, unit: '', atMost: 0 },
      sent: { value: sent, unit: '' },
      unknown: { value: unknown, unit: '' },
      'not in a queue': { value: all - sent - notified, unit: '', atMost: 0 },
    },
  };
  return printTable('A burst under kill -9, seconds', [row]);
}

/** Rounds in which every link has moved on, as while it is delivered, and rounds in which none has. */
async function benchSync({ store, panel }: DeliveryBench): Promise<boolean> {
  let remains = 500;
  panel.respond(() => ({ status: 'In progress', remains: String(remains), charge: '0.10', start_count: '10' }));
  await store.sql(openLinksSql(openLinks));
  const rows: Row[] = [];
  for (const [name, step] of [
    ['first round', 0],
    ['all moved on', 7],
    ['all moved on', 7],
    ['none moved', 0],
  ] as const) {
    remains -= step;
    const { calls, cpuSeconds, seconds } = await oneRound(store, panel);
    rows.push({
      name,
      figures: {
        calls: { value: calls, unit: '', atMost: 110 },
        'seconds of one core': { value: cpuSeconds, unit: '', atMost: 15 },
        'seconds in all': { value: seconds, unit: '' },
      },
    });
  }
  return printTable(`${openLinks} open links, one round a minute`, rows);
}

async function oneRound(store: StoreProcess, panel: CountingPanel) {
  // Due at the next minute, whatever the last round took.
  await store.sql("update dispatches set checked_at = now() - interval '10 minutes'");
  const before = panel.statusCalls();
  await untilTrue(() => panel.statusCalls() > before, 120_000);
  const [began, cpuBefore] = [Date.now(), await cpuSecondsOf(store.pid())];
  await untilTrue(async () => {
    const [found] = await store.sql(
      "select count(*)::int as n from dispatches where checked_at < now() - interval '5 minutes'",
    );
    return found?.n === 0;
  }, 120_000);
  let [calls, end] = [0, Date.now()];
  // What was taken last is still being written.
  while (calls !== panel.statusCalls()) {
    calls = panel.statusCalls();
    end = Date.now();
    await sleep(2_000);
  }
  return {
    calls: calls - before,
    cpuSeconds: (await cpuSecondsOf(store.pid())) - cpuBefore,
    seconds: (end - began) / 1_000,
  };
}

async function payOrders(store: StoreProcess, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => randomIds.orderId());
  const list = ids.map((id) => `'${id}'`).join(',');
  // In one transaction, as when a payment is settled.
  await store.sql(
    `with made as (
       insert into orders (id, customer_email, customer_username, category, quantity, amount_cents, currency, post_links,
         status, payment_status, paid_at, created_at, updated_at)
       select id, 'buyer@example.com', 'customer', 'Likes', 1000, 600, 'USD',
         (select array_agg('https://www.instagram.com/p/' || id || n || '/' order by n) from generate_series(1, ${linksPerOrder}) n),
         'paid', 'paid', now(), now(), now()
       from unnest(array[${list}]) id returning id)
     select graphile_worker.add_job('dispatch_order', json_build_object('orderId', id), job_key := 'dispatch ' || id) from made`,
  );
  return ids;
}

async function statesOf(store: StoreProcess) {
  const [found] = await store.sql(
    `select count(*) filter (where state = 'sent')::int as sent, count(*) filter (where state = 'unknown')::int as unknown,
       count(*) filter (where state = 'unknown' and exists (select from alerts a where a.type = 'dispatch_unknown'
         and a.once_key = 'unknown ' || d.claim_id))::int as notified
     from dispatches d`,
  );
  const { sent, unknown, notified } = found as { sent: number; unknown: number; notified: number };
  return { sent, unknown, notified, settled: sent + unknown };
}

const orderOf = (link: string) => link.match(/\/p\/(.{12})/)?.[1] ?? '';

async function untilTrue(look: () => boolean | Promise<boolean>, limitMs: number): Promise<void> {
  const end = Date.now() + limitMs;
  while (!(await look())) {
    if (Date.now() > end) throw new Error(`It has not come to pass within ${limitMs / 1_000} s.`);
    await sleep(250);
  }
}
