// What the store keeps of the course of a delivery: times of each link and order, marks, and histograms of them.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { firstSpendingCaps } from '../../contract/setting-fields.ts';
import { deliverySteps } from '../../tests/support/delivery-steps.ts';
import { type CountingPanel, type PanelMood, startPanel } from '../../tests/support/fake-provider.ts';
import { aLink, type Placed, paidOrder } from '../../tests/support/orders.ts';
import { settingsSteps } from '../../tests/support/settings-steps.ts';
import { startStore, type TestStore } from '../../tests/support/store.ts';
import * as deliveryMarksRepository from '../modules/dispatch/delivery-marks.repository.ts';

let panel: CountingPanel;
let store: TestStore;
let answer: Record<string, unknown>;
let mood: PanelMood;
beforeAll(async () => {
  panel = await startPanel({
    mood: () => mood,
    others: (action) => (action === 'refill_status' ? { status: 'Completed' } : { refill: '7' }),
  });
  panel.respond(() => answer);
  store = await startStore(panel.settings);
});
afterAll(async () => {
  await store.stop();
  await panel.close();
});
beforeEach(async () => {
  mood = 'place';
  answer = { status: 'Pending', remains: '', start_count: null };
  await sql('truncate delivery_marks, service_speed_days, delivery_times, delivery_time_days');
});
afterEach(expectRebuildToAgree);

const steps = deliverySteps(() => store);
const sql = async (text: string, ...values: unknown[]) => (await store.db.database.pool.query(text, values)).rows;

/** The round of status checks so many minutes later. */
async function reports(minutes: number, status: string, remains: number | string, startCount?: number | string) {
  answer = { status, remains: String(remains), start_count: startCount };
  store.advance((minutes - 1) * 60_000);
  await steps.follow();
}

const marksOf = ({ id }: Placed) =>
  sql('select live_status, remains, begins, ends from delivery_marks where order_id = $1 order by position, id', id);
const timesOf = async ({ id }: Placed) =>
  (
    await sql(
      `select start_count::int as start, round(extract(epoch from first_progress_at - claimed_at) / 60)::int as progress,
         round(extract(epoch from ended_at - claimed_at) / 60)::int as ended,
         round(extract(epoch from completed_at - claimed_at) / 60)::int as completed
       from dispatches where order_id = $1 order by position`,
      id,
    )
  ).map(({ start, progress, ended, completed }) => [start, progress, ended, completed]);
const speeds = async () =>
  Object.fromEntries(
    (await sql('select measure, bucket, count, band from service_speed_days order by measure')).map((row) => [
      row.measure,
      [row.bucket, row.count, row.band],
    ]),
  );
const orderTimes = () => sql('select category, measure, bucket, count from delivery_time_days order by measure');
const bucketOf = (size: number) => Math.floor(4 * Math.log2(size));

async function histograms() {
  return [
    await sql('select * from service_speed_days order by 1, 2, 3, 4, 5, 6'),
    await sql('select * from delivery_time_days order by 1, 2, 3, 4'),
  ];
}
async function expectRebuildToAgree() {
  const written = await histograms();
  await deliveryMarksRepository.rebuild(store.db.database);
  expect(await histograms()).toEqual(written);
}

const { save } = settingsSteps(() => store);

describe('the course of a delivery', () => {
  test('of the largest order in one link is kept, and compared while it is open', async () => {
    await save((input) => {
      input.spending_caps = { ...firstSpendingCaps, provider: { hour: null, day: null } };
    });
    const order = await paidOrder(store, { post_links: [aLink()], quantity: 1_000_000, category: 'Views' });
    await steps.send(order);
    await reports(1, 'In progress', 500_000);
    const { scores } = await store.admin.call('GET /api/admin/provider-scores', { query: {} });
    expect(scores.map(({ open }) => open)).toContain(1);
    await reports(59, 'Completed', 0);
    expect(await speeds()).toMatchObject({
      completed: [bucketOf(60 * 60), 1, 3],
      units_per_hour: [expect.anything(), 1, 3],
    });
  });

  test('a link keeps the count before it, the time of the first units, and that of completion', async () => {
    const order = await steps.paid();
    await steps.send(order);
    await reports(2, 'Pending', '', '3572');
    expect(await timesOf(order)).toEqual([[3572, null, null, null]]);
    await reports(2, 'In progress', 1000, 3572);
    await reports(4, 'In progress', 900, 3572);
    // A count that changes later is not the one before the delivery.
    await reports(32, 'In progress', 100, 4000);
    await reports(20, 'Completed', 0);
    expect(await timesOf(order)).toEqual([[3572, 8, 60, 60]]);
    expect(await speeds()).toEqual({
      first_progress: [bucketOf(8 * 60), 1, 0],
      completed: [bucketOf(60 * 60), 1, 0],
      units_per_hour: [bucketOf(1000), 1, 0],
    });
    expect(await orderTimes()).toEqual([
      { category: 'Likes', measure: 'began', bucket: bucketOf(8 * 60), count: 1 },
      { category: 'Likes', measure: 'completed', bucket: bucketOf(60 * 60), count: 1 },
    ]);
  });

  test('D-119: a new count is a mark ten minutes after the one before, in a new quarter, or where units are gone', async () => {
    const order = await steps.paid();
    await steps.send(order);
    const marked = async () => (await marksOf(order)).map(({ remains }) => remains);
    for (const remains of [990, 980, 970, 960, 950, 940, 930, 920, 910, 900]) await reports(1, 'In progress', remains);
    expect(await marked()).toEqual([990]);
    await reports(1, 'In progress', 890);
    expect(await marked()).toEqual([990, 890]);
    await reports(1, 'In progress', 751);
    await reports(1, 'In progress', 750);
    expect(await marked()).toEqual([990, 890, 750]);
    await reports(1, 'In progress', 752);
    await reports(1, 'Pending', 752);
    await reports(1, 'In progress', 752);
    expect(await marked()).toEqual([990, 890, 750, 752, 752, 752]);
    await reports(1, 'Completed', 0);
    expect((await marksOf(order)).at(-1)).toMatchObject({ remains: 0, ends: true });
  });

  test('after the end of a link the marks of each status and quarter stay', async () => {
    const order = await steps.paid();
    await steps.send(order);
    for (const remains of [1000, 950, 900, 900, 800, 700, 600, 500]) await reports(1, 'In progress', remains);
    expect(await marksOf(order)).toHaveLength(4);
    await reports(11, 'In progress', 450);
    expect(await marksOf(order)).toHaveLength(5);
    await reports(1, 'Partial', 400);
    expect(await marksOf(order)).toEqual([
      { live_status: 'In progress', remains: 1000, begins: false, ends: false },
      { live_status: 'In progress', remains: 950, begins: true, ends: false },
      { live_status: 'In progress', remains: 700, begins: false, ends: false },
      { live_status: 'In progress', remains: 500, begins: false, ends: false },
      { live_status: 'Partial', remains: 400, begins: false, ends: true },
    ]);
    expect(await speeds()).toEqual({ first_progress: [bucketOf(120), 1, 0], short: [0, 1, 0] });
    expect(await orderTimes()).toEqual([{ category: 'Likes', measure: 'began', bucket: bucketOf(120), count: 1 }]);
  });

  test('an answer without a usable count says nothing about the first units', async () => {
    const order = await steps.paid();
    await steps.send(order);
    for (const remains of ['', 'Unknown', -5, 2000]) await reports(1, 'In progress', remains);
    expect(await timesOf(order)).toEqual([[null, null, null, null]]);
    await reports(1, 'Completed', 'Unknown', 'many');
    expect(await timesOf(order)).toEqual([[null, 5, 5, 5]]);
  });

  test('an order begins with its first link and is complete with its last', async () => {
    const order = await steps.paid(2);
    const [first = '', second = ''] = order.postLinks;
    const ids = [await steps.sent(order, first), await steps.sent(order, second)];
    const statuses = new Map(ids.map((id) => [id, { status: 'Pending', remains: '' }]));
    panel.respond((id) => statuses.get(id) ?? answer);
    for (const [at, id] of ids.entries()) {
      statuses.set(id, { status: 'Completed', remains: '0' });
      store.advance(9 * 60_000);
      await steps.follow();
      expect(await orderTimes()).toHaveLength(at + 1);
    }
    panel.respond(() => answer);
    expect(await orderTimes()).toEqual([
      { category: 'Likes', measure: 'began', bucket: bucketOf(600), count: 1 },
      { category: 'Likes', measure: 'completed', bucket: bucketOf(1200), count: 1 },
    ]);
  });

  test('a refill is counted once, and changes no time of the first delivery', async () => {
    const order = await steps.paid();
    const apiOrderId = await steps.sent(order);
    await reports(10, 'Completed', 0);
    const [before, times] = [await timesOf(order), await orderTimes()];
    for (let refills = 0; refills < 2; refills += 1) {
      store.advance(3_600_000);
      expect((await steps.refill(order, apiOrderId)).status).toBe(200);
      store.advance(3_600_000);
      await store.app.jobHandlers.follow_requests({});
      await reports(5, 'In progress', 300);
      await reports(5, 'Completed', 0);
    }
    expect(await timesOf(order)).toEqual(before);
    expect(await orderTimes()).toEqual(times);
    expect((await speeds()).refilled).toEqual([0, 1, 0]);
  });

  test('a refusal of the provider is counted', async () => {
    const order = await steps.paid();
    mood = 'link';
    await steps.send(order);
    expect(await speeds()).toEqual({ refused: [0, 1, 0] });
  });
});
