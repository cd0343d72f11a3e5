// What 10,000 waiting settlements cost buyers: create-order's p99 while they are worked off, beside the same store at rest.
import { clientOf } from '../tests/support/client.ts';
import { orderBody } from '../tests/support/orders.ts';
import type { StoreProcess } from '../tests/support/process.ts';
import { sandboxControl } from '../tests/support/sandbox-control.ts';
import { type Loaded, putLoad } from './http-load.ts';
import { quantileOf } from './median.ts';
import { quick } from './quick.ts';
import { printTable } from './table.ts';
import { orderRequests, visitor } from './visitor-requests.ts';

const waiting = quick(10_000, 1_500);
const payersAtOnce = 16;
const connections = 32;
const steadyPerSecond = 25;
const windowMs = quick(30_000, 8_000);
const longestCatchUpMs = 900_000;
/** New jobs are due in a day: held back, they do not count as a queue that stands still. */
const hold = `create function hold_jobs() returns trigger language plpgsql as
  $$ begin new.run_at := new.created_at + interval '1 day'; return new; end $$;
  create trigger hold_jobs before insert on graphile_worker._private_jobs for each row
  when (new.payload ->> '_cron' is null) execute function hold_jobs()`;
const release = `drop trigger hold_jobs on graphile_worker._private_jobs;
  update graphile_worker._private_jobs set run_at = created_at where key like 'settle %'`;

/** Buyers come as fast as 32 connections allow, as in the bench of orders, and then at a steady pace until all is settled. */
export async function benchBacklog(store: StoreProcess): Promise<boolean> {
  const { next } = orderRequests(store.url);
  const buy = () => putLoad({ url: store.url, connections, forMs: windowMs, next });
  const buySteadily = (forMs: number) =>
    putLoad({ url: store.url, connections, perSecond: steadyPerSecond, forMs, next });
  await store.sql(hold);
  await payMany(store);
  await buy();
  const [rest, steadyRest] = [await buy(), await buySteadily(windowMs)];
  await store.sql(release);
  const busy = await buy();
  const steady: number[] = [];
  const began = performance.now();
  const before = await unsettled(store);
  let left = before;
  while (left > 0 && performance.now() - began < longestCatchUpMs) {
    steady.push(...(await buySteadily(5_000)).latenciesMs);
    left = await unsettled(store);
  }
  const seconds = (performance.now() - began) / 1_000;
  const p99 = (latenciesMs: number[]) => quantileOf(latenciesMs, 0.99);
  const figures = (fast: Loaded, slow: number[]) => ({
    'p50, 32 connections': { value: quantileOf(fast.latenciesMs, 0.5), unit: 'ms' as const },
    'p99, 32 connections': { value: p99(fast.latenciesMs), unit: 'ms' as const },
    [`p99, ${steadyPerSecond}/s`]: { value: p99(slow), unit: 'ms' as const },
  });
  const more = p99(busy.latenciesMs) / p99(rest.latenciesMs) - 1;
  return printTable(`create-order while ${waiting} settlements wait`, [
    { peer: true, name: 'nothing waits', figures: figures(rest, steadyRest.latenciesMs) },
    {
      name: 'catching up',
      figures: {
        ...figures(busy, steady),
        'more at 32 connections': { value: more * 100, unit: '%', atMost: 20 },
        refused: { value: busy.refused, unit: '', atMost: 0 },
        [`settled, ${steadyPerSecond}/s`]: { value: Math.round((before - left) / seconds), unit: '/s' },
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
