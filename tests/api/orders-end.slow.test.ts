// Every state of order, payment and link comes to an end by itself, or waits under an action item that names the hand it needs.
// The states are written into the database as they are, so that none is left out because no test knows how to reach it.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { orderStatuses } from '../../contract/order-status.ts';
import { randomIds } from '../../server/platform/ids.ts';
import { type CountingPanel, startPanel } from '../support/fake-provider.ts';
import { letDaysPass, misfiledOrders, standingOrders, stuckOrders } from '../support/order-ends.ts';
import { startStore, type TestStore } from '../support/store.ts';

const unpaid = ['none', 'session', 'failed', 'expired'] as const;
const cameIn = ['paid', 'refunded', 'disputed'] as const;
const attempts = ['none', 'opening', 'open', 'lost', 'refused', 'closed', 'mismatch'] as const;

/** A sent link, and what its provider says from now on: an id that starts with one of these words. */
const fates = { done: 'Completed', short: 'Partial', fail: 'Fail', odd: 'Pausiert', stuck: 'In progress' } as const;
type Link = {
  state: string;
  liveStatus?: string;
  following?: boolean;
  remains?: number;
  shortfall?: string;
  fate?: string;
};
const links: readonly (Link | null)[] = [
  null,
  { state: 'waiting' },
  { state: 'sending' },
  { state: 'failed' },
  { state: 'unknown' },
  ...Object.keys(fates).map((fate) => ({ state: 'sent', following: true, fate })),
  { state: 'sent', following: true, liveStatus: 'Fail', fate: 'done' },
  { state: 'sent', following: true, liveStatus: 'Partial', remains: 100, fate: 'stuck' },
  { state: 'sent', liveStatus: 'Completed', remains: 0 },
  { state: 'sent', liveStatus: 'Partial', remains: 100 },
  { state: 'sent', liveStatus: 'Partial' },
  { state: 'sent', liveStatus: 'Partial', remains: 0 },
  { state: 'sent', liveStatus: 'Canceled' },
  { state: 'sent', liveStatus: 'Error', remains: 500 },
  { state: 'sent', liveStatus: 'Partial', remains: 100, shortfall: 'refunded' },
  { state: 'sent', liveStatus: 'Canceled', shortfall: 'dismissed' },
  { state: 'sent', liveStatus: 'Partial', remains: 100, shortfall: 'refilled' },
];

type Case = {
  id: string;
  status: string;
  byHand: boolean;
  payment: string;
  attempt: string;
  link: Link | null;
};

function* allCases(): Generator<Case> {
  for (const status of orderStatuses) {
    for (const byHand of [false, true]) {
      // No one can choose Paid.
      if (status === 'paid' && byHand) continue;
      // A status that nobody chose follows from the payment and the links.
      const isOwn = (payment: string) =>
        byHand ||
        (payment === 'paid'
          ? status !== 'pending' && status !== 'failed'
          : payment === 'refunded' || payment === 'disputed' || payment === 'failed'
            ? status === 'failed'
            : status === 'pending' || status === 'failed');
      for (const payment of unpaid) {
        if (status === 'paid' || !isOwn(payment)) continue;
        for (const attempt of attempts) yield { id: randomIds.orderId(), status, byHand, payment, attempt, link: null };
      }
      for (const payment of [...cameIn, 'none'] as const) {
        if ((status === 'paid' && payment === 'none') || !isOwn(payment)) continue;
        for (const link of links) yield { id: randomIds.orderId(), status, byHand, payment, attempt: 'none', link };
      }
    }
  }
}

let panel: CountingPanel;
let store: TestStore;
beforeAll(async () => {
  panel = await startPanel();
  panel.respond((id) => {
    const fate = Object.keys(fates).find((word) => id.startsWith(word)) as keyof typeof fates | undefined;
    return fate ? { status: fates[fate], remains: fate === 'short' ? '100' : fate === 'stuck' ? '400' : '0' } : null;
  });
  store = await startStore(panel.settings);
});
afterAll(async () => {
  await store.stop();
  await panel.close();
});

test('D-34, STATE-1: every state of order, payment and link ends, or waits under an action item', async () => {
  const all = [...allCases()];
  expect(all.length).toBeGreaterThan(400);
  await write(all);
  await letDaysPass(store);
  expect(await misfiledOrders(store)).toEqual([]);
  const cases = new Map(all.map((one) => [one.id, one]));
  const stuck = (await stuckOrders(store)).map((now) => ({ now, was: cases.get(now.id) }));
  expect(stuck).toEqual([]);
  // What the store ends by itself, it does not ask a person to end.
  const untouched = all.filter(({ byHand, link, payment }) => !byHand && payment === 'paid' && link?.fate === 'done');
  const completed = new Set(
    (await standingOrders(store)).filter(({ status }) => status === 'completed').map(({ id }) => id),
  );
  expect(untouched.filter(({ id }) => !completed.has(id))).toEqual([]);
}, 180_000);

async function write(all: readonly Case[]): Promise<void> {
  const run = (text: string, rows: unknown) => store.db.database.pool.query(text, [JSON.stringify(rows)]);
  await run(
    `insert into orders (id, customer_email, customer_username, category, quantity, amount_cents, currency, post_links,
       status, status_by_hand, payment_status, paid_at, refunded_cents, created_at, updated_at)
     select id, 'buyer@example.com', 'customer', 'Likes', 500, 300, 'USD', array['https://www.instagram.com/p/' || id || '/'],
       status, "byHand", payment, case when payment in ('paid', 'refunded', 'disputed') then now() end,
       case when payment = 'refunded' then 300 when link ->> 'shortfall' = 'refunded' then 60 else 0 end, now(), now()
     from json_to_recordset($1) as c(id text, status text, "byHand" boolean, payment text, link json)`,
    all,
  );
  await run(
    `insert into payment_attempts (order_id, number, gateway, gateway_order_id, amount_cents, currency, state, session_id,
       opened_at, updated_at, look_at)
     select id, 1, 'mpgs', id || '-1', 300, 'USD', attempt, 'S' || id, now(), now(), now()
     from json_to_recordset($1) as c(id text, attempt text) where attempt <> 'none'`,
    all,
  );
  await run(
    `insert into dispatches (order_id, position, post_link, link_key, service_id, quantity, state, claim_id, claimed_at,
       provider_order_id, live_status, following, remains, shortfall, next_try_at, created_at, updated_at)
     select id, 0, 'https://www.instagram.com/p/' || id || '/', id, '1', 500, link ->> 'state', gen_random_uuid(), now(),
       case when link ->> 'state' = 'sent' then coalesce(link ->> 'fate', 'ended') || '-' || id end, link ->> 'liveStatus',
       coalesce((link ->> 'following')::boolean, false), (link ->> 'remains')::int, link ->> 'shortfall',
       case when link ->> 'state' = 'waiting' then now() end, now(), now()
     from json_to_recordset($1) as c(id text, link json) where link is not null`,
    all,
  );
}
