// How fast orders were delivered, on the public pages: from 30 orders of a category, of the last 30 days.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { categories } from '../../../contract/category.ts';
import type { MeasuredSpeeds } from '../../../contract/measured-speed.ts';
import { bucketEnd } from '../../../contract/measured-speed.ts';
import { orderOfferKey, specifiedOffers } from '../../../contract/offers.ts';
import { deliverySteps } from '../../../tests/support/delivery-steps.ts';
import { startStore, type TestStore } from '../../../tests/support/store.ts';
import { computeSpeeds, countTimes, createMeasuredSpeeds } from './measured-speed.ts';

let store: TestStore;
beforeAll(async () => {
  store = await startStore();
});
afterAll(() => store.stop());
beforeEach(async () => {
  await sql('truncate delivery_times, delivery_time_days');
  await sql('update orders set deleted_at = now()');
});

const sql = (text: string, ...values: unknown[]) => store.db.database.pool.query(text, values);
const { paid, sent, end } = deliverySteps(() => store);
const measured = async (): Promise<MeasuredSpeeds> => computeSpeeds(await countTimes(store.db.database.db, 30));
const within = (seconds: number) => Math.ceil(bucketEnd(Math.floor(4 * Math.log2(seconds))));

type Group = {
  began?: number;
  completed?: number;
  paidDaysAgo?: number;
  status?: string;
  paidSecondsAgo?: number;
  offer?: string;
};
let added = 0;
/** So many orders in the category of likes, with these times in seconds from the payment. */
async function add(
  count: number,
  { began, completed, paidDaysAgo = 1, status, paidSecondsAgo, offer }: Group,
): Promise<void> {
  for (let at = 0; at < count; at += 1) {
    added += 1;
    const id = String(added)
      .padStart(12, '0')
      .replace(/\d/g, (digit) => 'ABCDEFGHJK'[Number(digit)] ?? '');
    const paidAt = new Date(Date.now() - (paidSecondsAgo ?? paidDaysAgo * 86_400) * 1_000);
    const later = (seconds?: number) => (seconds === undefined ? null : new Date(paidAt.getTime() + seconds * 1_000));
    await sql(
      `insert into orders (id, customer_email, customer_username, category, quantity, amount_cents, currency, post_links,
         status, payment_status, paid_at, created_at, updated_at, offer)
       values ($1, 'buyer@example.com', 'buyer', 'Likes', 500, 300, 'USD', array['x'], $2, 'paid', $3, $3, $3, $4)`,
      id,
      status ?? (completed === undefined ? 'processing' : 'completed'),
      paidAt,
      offer === undefined ? null : { id: offer },
    );
    await sql(
      'insert into delivery_times values ($1, $2, $3, $4, $5)',
      id,
      offer === undefined || offer === specifiedOffers.Likes ? 'Likes' : offer,
      paidAt,
      later(began),
      later(completed),
    );
  }
  await sql('truncate delivery_time_days');
  for (const measure of ['began', 'completed']) {
    await sql(
      `insert into delivery_time_days select (paid_at at time zone 'UTC')::date, category, '${measure}',
         speed_bucket(extract(epoch from ${measure}_at - paid_at)::double precision), count(*)
       from delivery_times where ${measure}_at is not null group by 1, 2, 3, 4`,
    );
  }
}

describe('the measured speed', () => {
  test('D-37: exists from 30 orders on, with half of the starts and nine of ten ends', async () => {
    await add(15, { began: 200, completed: 5_000 });
    await add(12, { began: 1_000, completed: 20_000 });
    await add(2, { began: 1_000, completed: 80_000 });
    expect(await measured()).toEqual({});
    await add(1, { began: 1_000, completed: 80_000 });
    expect(await measured()).toEqual({
      Likes: { orders: 30, began_seconds: within(200), completed_seconds: within(20_000) },
    });
  });

  test('orders that were paid more than 30 days ago do not count', async () => {
    await add(30, { began: 200, completed: 5_000, paidDaysAgo: 32 });
    expect(await measured()).toEqual({});
  });

  test('an order in delivery counts as at least as slow as it is now', async () => {
    await add(30, { began: 200, completed: 5_000 });
    await add(4, { began: 200, paidSecondsAgo: 60_000 });
    // 30 of 34 are fewer than nine of ten: it is not known yet.
    expect(await measured()).toEqual({});
    await sql('update delivery_times set paid_at = now() where completed_at is null');
    expect((await measured()).Likes).toMatchObject({ orders: 34, completed_seconds: within(5_000) });
  });

  test('an order that ended without its units counts as slower than all others', async () => {
    await add(30, { began: 200, completed: 5_000 });
    await add(4, { began: 200, status: 'completed', paidSecondsAgo: 10 });
    expect(await measured()).toEqual({});
  });

  test('D-105: is by offer: another one in the category of likes does not change that of likes', async () => {
    await add(30, { began: 200, completed: 5_000, offer: specifiedOffers.Likes });
    await add(29, { began: 2_000, completed: 50_000, offer: 'tiktok-likes' });
    const order = await paid();
    const names = { en: 'TikTok likes', pt: 'Curtidas no TikTok' };
    await sql('update orders set offer = $1 where id = $2', { id: 'tiktok-likes', names }, order.id);
    await sql("insert into offer_routes values ('tiktok-likes', 'default', '1001', 'a test', now())");
    expect(await store.admin.call('GET /api/orders/{id}', { params: { id: order.id } })).toMatchObject({
      category: 'Likes',
      offer: 'tiktok-likes',
    });
    // Waiting, then sent, then completed.
    expect((await measured())['tiktok-likes']?.orders).toBe(30);
    const apiOrderId = await sent(order);
    expect((await measured())['tiktok-likes']?.orders).toBe(30);
    await end(apiOrderId, 'Completed', 0);
    expect(await measured()).toMatchObject({ Likes: { orders: 30 }, 'tiktok-likes': { orders: 30 } });
    expect((await measured()).Likes?.completed_seconds).toBe(within(5_000));
    const { rows } = await sql(
      'select category, completed_at is not null as done from delivery_times where order_id = $1',
      order.id,
    );
    expect(rows).toEqual([{ category: 'tiktok-likes', done: true }]);
  });

  test('a paid order that waits for its dispatch counts', async () => {
    await add(30, { began: 200, completed: 5_000 });
    await paid();
    expect((await measured()).Likes?.orders).toBe(31);
  });
});

test('D-105: the key of an offer is the same in SQL as in the store', async () => {
  const offers = [null, ...Object.values(specifiedOffers), 'tiktok-likes'].map((id) => (id === null ? null : { id }));
  const orders = categories.flatMap((category) =>
    offers
      .filter((offer) => categories.every((each) => each === category || offer?.id !== specifiedOffers[each]))
      .map((offer) => ({ category, offer })),
  );
  for (const order of orders) {
    const { rows } = await sql('select offer_key($1, $2) as key', order.category, order.offer);
    expect(rows).toEqual([{ key: orderOfferKey(order) }]);
  }
});

test('pages cost no query: the figures are read again after ten minutes, and keep without the database', async () => {
  await add(30, { began: 200, completed: 5_000 });
  let reads = 0;
  let nowMs = Date.now();
  const read = createMeasuredSpeeds({
    countTimes: async (days) => {
      reads += 1;
      if (reads > 1) throw new Error('The database is away.');
      return countTimes(store.db.database.db, days);
    },
    clock: { now: () => new Date(nowMs) },
  });
  const shown = { measured_speed: true };
  const first = await read(shown);
  expect(first.Likes?.orders).toBe(30);
  for (let pages = 0; pages < 100; pages += 1) expect(await read(shown)).toBe(first);
  expect(reads).toBe(1);
  nowMs += 11 * 60_000;
  expect(await read(shown)).toBe(first);
  expect(reads).toBe(2);
  expect(await read({ measured_speed: false })).toEqual({});
});
