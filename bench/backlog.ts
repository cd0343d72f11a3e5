// What 10,000 waiting settlements cost buyers: create-order's p99 while they are worked off, beside the same store at rest.
import { setTimeout as wait } from 'node:timers/promises';
import { clientOf } from '../tests/world/client.ts';
import { orderBody } from '../tests/world/orders.ts';
import type { StoreProcess } from '../tests/world/process.ts';
import { sandboxControl } from '../tests/world/sandbox-control.ts';
import { type Loaded, putLoad } from './http-load.ts';
import { quantileOf } from './median.ts';
import { quick } from './quick.ts';
import { printTable } from './table.ts';
import { orderQuestions, visitor } from './visitor-questions.ts';

const waiting = quick(10_000, 1_000);
const payersAtOnce = 16;
const perSecond = 100;
const connections = 16;
const restMs = quick(30_000, 8_000);
const longestCatchUpMs = 600_000;
/** New jobs are due in a day: held back, they do not count as a queue that stands still. */
const hold = `create function hold_jobs() returns trigger language plpgsql as
  $$ begin new.run_at := new.created_at + interval '1 day'; return new; end $$;
  create trigger hold_jobs before insert on graphile_worker._private_jobs for each row
  when (new.payload ->> '_cron' is null) execute function hold_jobs()`;
const release = `drop trigger hold_jobs on graphile_worker._private_jobs;
  update graphile_worker._private_jobs set run_at = created_at where key like 'settle %'`;

export async function benchBacklog(store: StoreProcess): Promise<boolean> {
  await store.sql(hold);
  await payMany(store);
  const buy = (forMs: number) => putLoad({ url: store.url, connections, perSecond, forMs, next: nextOrder });
  const nextOrder = orderQuestions(store.url).next;
  await buy(5_000);
  const before = await buy(restMs);
  await store.sql(release);
  const began = performance.now();
  const during: number[] = [];
  let refused = 0;
  let left = await unsettled(store);
  while (left > 0 && performance.now() - began < longestCatchUpMs) {
    const loaded: Loaded = await buy(5_000);
    left = await unsettled(store);
    if (left > 0 || during.length === 0) during.push(...loaded.latenciesMs);
    refused += loaded.refused;
  }
  const seconds = (performance.now() - began) / 1_000;
  await wait(5_000);
  const after = await buy(restMs);
  const atRest = quantileOf([...before.latenciesMs, ...after.latenciesMs], 0.99);
  const p99 = quantileOf(during, 0.99);
  return printTable(`create-order at ${perSecond}/s while ${waiting} settlements wait`, [
    {
      peer: true,
      name: 'nothing waits',
      figures: {
        p50: { value: quantileOf(before.latenciesMs, 0.5), unit: 'ms' },
        p99: { value: atRest, unit: 'ms' },
      },
    },
    {
      name: 'catching up',
      figures: {
        p50: { value: quantileOf(during, 0.5), unit: 'ms' },
        p99: { value: p99, unit: 'ms' },
        'p99 against rest': { value: (p99 / atRest - 1) * 100, unit: '%', atMost: 20 },
        refused: { value: refused, unit: '', atMost: 0 },
        settled: { value: Math.round((waiting - left) / seconds), unit: '/s' },
      },
    },
  ]);
}

/** Orders whose payment the gateway has taken and reported; their settling waits in the queue. */
async function payMany(store: StoreProcess): Promise<void> {
  const client = clientOf(store.url, null);
  const control = sandboxControl(`${store.url}/sandbox`);
  let begun = 0;
  const payer = async () => {
    for (let number = begun++; number < waiting; number = begun++) {
      const body = orderBody({ email: `waiting${number}@buyer.example` });
      const headers = visitor(number);
      const { orderId } = await client.call('POST /api/create-order', { body }, headers);
      const session = { orderId, amount: body.price, email: body.email, postUrls: body.post_links };
      const { sessionId } = await client.call('POST /api/bigpay/init-session', { body: session }, headers);
      await control('/gateway/pay', { sessionId, expiry: '01/39' });
    }
  };
  await Promise.all(Array.from({ length: payersAtOnce }, payer));
}

async function unsettled(store: StoreProcess): Promise<number> {
  const [row] = await store.sql(
    "select count(*)::int as left from orders where customer_email like 'waiting%' and payment_status <> 'paid'",
  );
  return Number(row?.left);
}
