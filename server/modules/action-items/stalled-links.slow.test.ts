// Links in delivery that stall or are slow: measured by what is usual at their service, gone by themselves with progress.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { bucketEnd } from '../../../contract/measured-speed.ts';
import { actionItemSteps } from '../../../tests/support/action-item-steps.ts';
import { deliverySteps } from '../../../tests/support/delivery-steps.ts';
import { type CountingPanel, startPanel } from '../../../tests/support/fake-provider.ts';
import type { Placed } from '../../../tests/support/orders.ts';
import { signInAgain, startStore, type TestStore } from '../../../tests/support/store.ts';
import { computeUsualTimes } from '../delivery/usual-times.ts';

let panel: CountingPanel;
let store: TestStore;
let answer: object;
beforeAll(async () => {
  panel = await startPanel({
    others: (action, form) => (action === 'cancel' ? [{ order: form.get('orders'), cancel: 1 }] : { refill: '7' }),
  });
  panel.respond(() => answer);
  store = await startStore(panel.settings);
});
afterAll(async () => {
  await store.stop();
  await panel.close();
});
beforeEach(async () => {
  answer = { status: 'Pending', remains: '' };
  await sql('truncate delivery_marks, service_speed_days, provider_services');
  await sql('update dispatches set following = false');
});

const minute = 60;
const hour = 3_600;
const day = 24 * hour;
const sql = async (text: string, ...values: unknown[]) => (await store.db.database.pool.query(text, values)).rows;
const { follow, paid, sent } = deliverySteps(() => store);
const { aside, itemOf, waitsFor } = actionItemSteps(() => store);
const bucketOf = (seconds: number) => Math.floor(4 * Math.log2(seconds));
const within = (seconds: number) => Math.ceil(bucketEnd(bucketOf(seconds)));

async function pass(seconds: number): Promise<void> {
  store.advance(seconds * 1_000);
  await signInAgain(store);
}

/** So many links that are over, with these times in seconds. The store reads them from now on. */
async function usual(links: number, times: { began?: number; completed?: number }, providerId = 'default') {
  for (const [measure, seconds] of [
    ['first_progress', times.began],
    ['completed', times.completed],
  ] as const) {
    if (seconds === undefined) continue;
    await sql(
      `insert into service_speed_days values ((now() + $1 * interval '1 ms')::date, $2, '1', 0, $3, $4, $5)`,
      store.db.clockOffsetMs(),
      providerId,
      measure,
      bucketOf(seconds),
      links,
    );
  }
  await pass(10 * minute);
}

async function sentOrder(): Promise<Placed & { providerOrder: string }> {
  const order = await paid();
  return { ...order, providerOrder: await sent(order) };
}

/** The provider reports it in the round of a minute from now. */
async function reports(status: string, remains: number | string): Promise<void> {
  answer = { status, remains: String(remains) };
  await follow();
}

const reasonOf = async (order: Placed) => (await itemOf(order))?.delay?.reason;

describe('a link without units', () => {
  test('is an item after two hours, and no more with the first units', async () => {
    const order = await sentOrder();
    await pass(2 * hour - minute);
    expect(await reasonOf(order)).toBeUndefined();
    await pass(minute);
    expect(await itemOf(order)).toMatchObject({
      words: 'No status',
      link: { post_link: order.postLinks[0], api_order_id: order.providerOrder },
      delay: {
        reason: 'not_begun',
        provider_id: 'default',
        usual_seconds: null,
        can_refill: false,
        cancel: 'available',
      },
    });
    await reports('In progress', 1000);
    expect(await itemOf(order)).toMatchObject({
      words: 'In progress, 1,000 remaining',
      delay: { reason: 'not_begun' },
    });
    await reports('In progress', 990);
    expect(await waitsFor(order)).toEqual([]);
  });

  test('has three times what 9 of 10 took, where that is longer than two hours', async () => {
    await usual(10, { began: hour });
    const order = await sentOrder();
    await pass(3 * within(hour) - minute);
    expect(await reasonOf(order)).toBeUndefined();
    await pass(minute);
    expect((await itemOf(order))?.delay).toMatchObject({ reason: 'not_begun', usual_seconds: within(hour) });
  });

  test('has two hours where 9 of 10 began within minutes, and while fewer than ten are over', async () => {
    await usual(10, { began: 8 * minute });
    const quick = await sentOrder();
    await pass(2 * hour);
    expect((await itemOf(quick))?.delay).toMatchObject({ reason: 'not_begun', usual_seconds: within(8 * minute) });
    await sql('truncate service_speed_days');
    await usual(9, { began: hour });
    const order = await sentOrder();
    await pass(2 * hour);
    expect((await itemOf(order))?.delay).toMatchObject({ reason: 'not_begun', usual_seconds: null });
  });

  test('is measured by its own provider', async () => {
    await usual(10, { began: hour }, 'p2');
    const [first, second] = [await sentOrder(), await sentOrder()];
    await sql(`update dispatches set provider_id = 'p2' where order_id = $1`, second.id);
    await pass(2 * hour);
    expect([await reasonOf(first), await reasonOf(second)]).toEqual(['not_begun', undefined]);
  });
});

describe('a link without a change', () => {
  test('is an item a day after its last mark, goes with the next one, and comes again a day later', async () => {
    const order = await sentOrder();
    await reports('In progress', 900);
    await pass(day - minute);
    expect(await reasonOf(order)).toBeUndefined();
    await pass(minute);
    const item = await itemOf(order);
    expect(item?.delay).toMatchObject({ reason: 'unchanged', usual_seconds: null });
    const [{ marked_at: last }] = (await sql(
      'select max(marked_at) as marked_at from delivery_marks where order_id = $1',
      order.id,
    )) as [{ marked_at: Date }];
    expect(item?.at).toBe(last.toISOString());
    expect((await aside('delivery_stalled', item?.subject ?? '')).status).toBe(200);
    expect(await waitsFor(order)).toEqual([]);
    await reports('In progress', 800);
    expect(await waitsFor(order)).toEqual([]);
    await pass(day);
    expect(await reasonOf(order)).toBe('unchanged');
  });

  test('counts from the send while it has no mark', async () => {
    await usual(10, { began: 10 * hour });
    const order = await sentOrder();
    await pass(day - minute);
    expect(await reasonOf(order)).toBeUndefined();
    await pass(minute);
    expect(await reasonOf(order)).toBe('unchanged');
  });
});

test('a link that takes three times as long as 9 of 10 is slow until it is complete', async () => {
  await usual(10, { completed: hour });
  const order = await sentOrder();
  await reports('In progress', 900);
  await pass(3 * within(hour) - 2 * minute);
  expect(await reasonOf(order)).toBeUndefined();
  await reports('In progress', 500);
  expect((await itemOf(order))?.delay).toMatchObject({ reason: 'slow', usual_seconds: within(hour) });
  await reports('Completed', 0);
  expect(await waitsFor(order)).toEqual([]);
});

test('a provider that denies to have the order is in the item in its words', async () => {
  const order = await sentOrder();
  await sql(`update dispatches set error = 'Incorrect order ID' where order_id = $1`, order.id);
  expect(await itemOf(order)).toMatchObject({ words: 'Incorrect order ID', delay: { reason: 'not_found' } });
});

describe('what an item offers', () => {
  const service = (cancel: boolean | null) =>
    sql(
      `insert into provider_services (provider_id, service_id, name, category, refill, cancel, seen_at)
       values ('default', '1', 'Likes', 'Instagram', true, $1, now())
       on conflict (provider_id, service_id) do update set cancel = $1`,
      cancel,
    );
  const delayOf = async (order: Placed) => (await itemOf(order))?.delay;

  test('a cancellation once, where the service takes one; the rest is refunded after a confirmed end only', async () => {
    const order = await sentOrder();
    await pass(2 * hour);
    await service(false);
    expect(await delayOf(order)).toMatchObject({ cancel: 'unavailable' });
    await service(true);
    expect(await delayOf(order)).toMatchObject({ cancel: 'available' });
    await store.admin.call('POST /api/admin/orders/{id}/cancel-post', {
      params: { id: order.id },
      body: { postLink: order.postLinks[0] ?? '', apiOrderId: order.providerOrder },
    });
    expect(await delayOf(order)).toMatchObject({ cancel: 'requested' });
    expect(await itemOf(order)).not.toHaveProperty('refund');
    await reports('Canceled', 1000);
    expect(await waitsFor(order)).toEqual(['delivery_stopped']);
    expect((await itemOf(order))?.refund).toBeGreaterThan(0);
  });

  test('a refill once it was delivered in part, and the refill then has a day', async () => {
    const order = await sentOrder();
    await service(true);
    await reports('Partial', 400);
    await store.admin.call('POST /api/admin/orders/{id}/refill-post', {
      params: { id: order.id },
      body: { postLink: order.postLinks[0] ?? '', apiOrderId: order.providerOrder },
    });
    await pass(day - minute);
    expect(await waitsFor(order)).toEqual([]);
    await pass(minute);
    expect(await delayOf(order)).toMatchObject({ reason: 'unchanged', can_refill: true, cancel: 'unavailable' });
  });
});

describe('what is usual', () => {
  const times = (isOpen: boolean, bucket: number, count: number) =>
    ({ providerId: 'p', serviceId: '1', band: 0, measure: 'completed', isOpen, bucket, count }) as const;

  test('open links count as at least as slow as they are now', () => {
    const [quick] = computeUsualTimes([times(false, 20, 18), times(false, 30, 2), times(true, 4, 5)]);
    expect(quick?.completedSeconds).toBe(Math.ceil(bucketEnd(20)));
    const [slow] = computeUsualTimes([times(false, 20, 18), times(false, 40, 2), times(true, 30, 5)]);
    expect(slow?.completedSeconds).toBe(Math.ceil(bucketEnd(40)));
    expect(computeUsualTimes([times(false, 20, 18), times(true, 30, 3)])[0]?.completedSeconds).toBeNull();
  });
});
