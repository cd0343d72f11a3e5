// `node scripts/bench.mjs versus DIR`: orders, look-ups and lists a second beside those of another built checkout, such as
// the commit before. More words choose loads: create-order, init-session, look-up, list, home, checkout. Both stores run at the same time and
// take turns, so that what else the machine does weighs on both.
import { clientOf } from '../tests/support/client.ts';
import { orderBody } from '../tests/support/orders.ts';
import { type StoreProcess, startProcess } from '../tests/support/process.ts';
import { benchEnv } from './bench-env.ts';
import { putLoad, requestOf } from './http-load.ts';
import { medianOf } from './median.ts';
import { quick } from './quick.ts';
import { printTable, type Row } from './table.ts';
import { orderRequests, visitor } from './visitor-requests.ts';

const connections = 32;
const rounds = quick(15, 5);
const roundMs = quick(2_000, 1_000);
/** Unpaid orders for the sessions of one round, more than it opens. */
const ordersOfRound = quick(2_500, 1_500);
/** Percent of the other checkout's rate. */
const leastShare = 97;

/** `prepare`: runs outside of the measured time, and returns the number of requests. */
type Load = { next: () => string; prepare?: () => Promise<number> };
type Side = { store: StoreProcess; loads: Record<string, Load> };

/** True when no rate is more than 3 % below the other one. */
export async function run([root = '', ...chosen]: string[]): Promise<boolean> {
  if (root === '') throw new Error('Name the folder of the other checkout. It has to be built.');
  const stores = [await startProcess({ env: benchEnv }), await startProcess({ env: benchEnv, root })];
  try {
    const [own, other] = await Promise.all(stores.map(prepare));
    if (!own || !other) throw new Error('A store did not start.');
    const rows: Row[] = [];
    for (const name of Object.keys(own.loads)) {
      if (chosen.length > 0 && !chosen.includes(name)) continue;
      const rates: { own: number[]; shares: number[] } = { own: [], shares: [] };
      for (let round = 0; round <= rounds; round += 1) {
        // The order of the two changes each round.
        const turns = round % 2 === 0 ? [own, other] : [other, own];
        const measured = new Map<Side, number>();
        for (const side of turns) measured.set(side, await rateOf(side, name));
        const ownRate = measured.get(own) ?? 0;
        // The first round warms both up.
        if (round === 0) continue;
        rates.own.push(ownRate);
        rates.shares.push((ownRate / (measured.get(other) ?? 1)) * 100);
      }
      rows.push({
        name,
        figures: {
          rate: { value: Math.round(medianOf(rates.own)), unit: '/s' },
          'of the other': { value: medianOf(rates.shares), unit: '%', atLeast: leastShare },
        },
      });
    }
    return printTable(`This checkout beside ${root}, medians of ${rounds} rounds`, rows);
  } finally {
    await Promise.all(stores.map((store) => store.close()));
  }
}

async function rateOf({ store, loads }: Side, name: string): Promise<number> {
  const load = loads[name];
  if (!load) throw new Error(`There is no load ${name}.`);
  const most = await load.prepare?.();
  const plan = {
    url: store.url,
    connections,
    forMs: roundMs,
    next: load.next,
    ...(most === undefined ? {} : { most }),
  };
  const { perSecond, refused } = await putLoad(plan);
  if (refused > 0) throw new Error(`The store refused ${refused} requests of ${name}.`);
  return perSecond;
}

/** Each on an order that has no session, over the sandbox's gateway in the process of the store. */
function sessions({ url }: StoreProcess): Load {
  const orders = orderRequests(url);
  let unpaid: { orderId: string; orderKey: string }[] = [];
  let requestCount = 0;
  return {
    prepare: async () => {
      unpaid = [];
      const onResponse = (status: number, body: string) => void (status === 200 && unpaid.push(JSON.parse(body)));
      const plan = { url, connections, forMs: Number.POSITIVE_INFINITY, most: ordersOfRound, next: orders.next };
      await putLoad({ ...plan, onResponse });
      return unpaid.length;
    },
    next: () => {
      const { orderId, orderKey } = unpaid.pop() ?? { orderId: 'NONE', orderKey: '' };
      requestCount += 1;
      const headers = { ...visitor(requestCount % 40_000), 'order-key': `${orderId}.${orderKey}` };
      const request = { method: 'POST', url: `${url}/api/bigpay/init-session`, headers };
      return requestOf(request, { orderId, amount: orderBody().price });
    },
  };
}

async function prepare(store: StoreProcess): Promise<Side> {
  const { token } = await clientOf(store.url, null).call('POST /api/admin/login', { body: store.adminLogin() });
  const orders = orderRequests(store.url);
  await putLoad({ url: store.url, connections, forMs: roundMs, next: orders.next });
  const ids = (await store.sql('select id from orders limit 1000')).map(({ id }) => String(id));
  let requestCount = 0;
  const read = (pathOf: (id: string) => string, headers: Record<string, string> = {}): Load => ({
    next: () => {
      requestCount += 1;
      const url = store.url + pathOf(ids[requestCount % ids.length] ?? '');
      return requestOf({ method: 'GET', url, headers: { ...visitor(requestCount % 40_000), ...headers } });
    },
  });
  const admin = { authorization: `Bearer ${token}` };
  return {
    store,
    loads: {
      'create-order': orders,
      'init-session': sessions(store),
      'look-up': read((id) => `/api/orders/${id}`),
      list: read(() => '/api/orders?limit=25', admin),
      home: read(() => '/'),
      checkout: read(() => '/checkout'),
    },
  };
}
