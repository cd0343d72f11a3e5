// Visits in partitions: a busy day becomes one, an old one is dropped whole, and the figures stay.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestStore } from '../../../tests/support/store.ts';
import { dayMs, startStoreAtNoon, visitSteps } from '../../../tests/support/visit-steps.ts';

let store: TestStore;
beforeAll(async () => {
  store = await startStoreAtNoon();
});
afterAll(() => store.stop());

const { record, sql } = visitSteps(() => store);
const partitions = async () =>
  (
    await sql(
      "select inhrelid::regclass::text as name from pg_inherits where inhparent = 'visits'::regclass order by 1",
    )
  ).map(({ name }) => name.replace(/\d+$/, 'N'));
const kept = async () => (await sql('select count(*)::int as n from visits'))[0].n;
const inDefault = async () => (await sql('select count(*)::int as n from visits_default'))[0].n;
const purge = () => store.app.jobHandlers.purge_expired({});

/** So many visits of yesterday by the store's clock. */
const leaveYesterday = (count: number) =>
  sql(`insert into visits (visitor_key, visited_at, page_url, ip_address, country, city, device_type, browser, os, session_seconds, "returning")
    select 'x' || n, timestamptz '${new Date(Date.now() + store.db.clockOffsetMs() - dayMs).toISOString()}', '/', '', '', '', '', '', '', 0, false
    from generate_series(1, ${count}) as n`);

test('earlier visits are one partition, and a quiet day stays in the default one', async () => {
  expect(await partitions()).toEqual(['visits_default', 'visits_first']);
  await leaveYesterday(1_000);
  await purge();
  expect(await partitions()).toEqual(['visits_default']);
  expect(await inDefault()).toBe(1_000);
});

test('a busy day becomes a partition; the visits of today stay in the default one and go on', async () => {
  await record({ session_duration: 3 });
  await expect.poll(kept).toBe(1_001);
  await leaveYesterday(50_000);
  await record({ page_url: '/about' });
  await expect.poll(kept).toBe(51_002);
  await purge();
  expect(await partitions()).toEqual(['visits_before_N', 'visits_default']);
  expect(await kept()).toBe(51_002);
  // The first visit of today lies before the last one of yesterday, by ID.
  expect(await inDefault()).toBe(1);
  await record({ session_duration: 40 });
  await expect
    .poll(async () => (await sql("select max(session_seconds)::int as n from visits where page_url = '/'"))[0].n)
    .toBe(40);
  expect(await kept()).toBe(51_002);
});

test('a partition whose last visit is too old is dropped, and the totals stay', async () => {
  const before = (await sql('select sum(page_views)::int as n from visit_hours'))[0].n;
  store.advance(40 * dayMs);
  await purge();
  expect(await partitions()).toEqual(['visits_default']);
  expect(await kept()).toBe(0);
  expect((await sql('select sum(page_views)::int as n from visit_hours'))[0].n).toBe(before);
  await record({});
  await expect.poll(kept).toBe(1);
});
