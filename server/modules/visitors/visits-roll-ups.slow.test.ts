import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startStore, type TestStore } from '../../../tests/support/store.ts';
import {
  chrome,
  dayMs,
  hourMs,
  iphone,
  minuteMs,
  startStoreAtNoon,
  visitSteps,
} from '../../../tests/support/visit-steps.ts';
import * as visitsRepository from './visits.repository.ts';

let store: TestStore;
let beside: TestStore;
beforeAll(async () => {
  store = await startStoreAtNoon();
  beside = await startStore({ TRUST_PROXY: '1' }, store);
});
afterAll(async () => {
  await beside.stop();
  await store.stop();
});
beforeEach(() => clear());

const { clear, dashboard, record, sql } = visitSteps(() => store);
const rollUps = async () => [
  await sql('select * from visit_hours order by hour'),
  await sql('select * from visit_places order by grain, starts_at, country, city'),
  await sql('select * from visit_machines order by grain, starts_at, device_type, browser, os'),
];
const names = () =>
  sql('select * from visit_names where count <> 0 or views <> 0 order by grain, list, starts_at, name');

describe('roll-ups', () => {
  test('made anew from the visits they are the same, whatever happened in which order', async () => {
    // The rounds last eleven hours and cross midnight.
    store.advance(3 * hourMs);
    const ips = ['8.8.8.8', '200.160.2.3', '2001:4860:4860::8888', '127.0.0.1'];
    const pages = ['/', '/pt', '/checkout', '/about', '/pt/checkout'];
    let seed = 7;
    const pick = <T>(all: readonly T[]) => {
      seed = (seed * 48_271) % 2_147_483_647;
      return all[seed % all.length] as T;
    };
    for (let round = 0; round < 12; round += 1) {
      await Promise.all(
        Array.from({ length: 15 }, () =>
          record(
            {
              page_url: pick(pages),
              referrer: pick([null, 'https://www.google.com/']),
              session_duration: pick([0, 7, 60, 900]),
              is_returning_visitor: pick([true, false]),
            },
            { ip: pick(ips), agent: pick([chrome, iphone]), at: pick([store, beside]) },
          ),
        ),
      );
      await dashboard('day', beside);
      await dashboard();
      store.advance(pick([minuteMs, 20 * minuteMs, 50 * minuteMs, 3 * hourMs, 9 * hourMs]));
    }
    const counted = [await rollUps(), await names()];
    const shown = await dashboard('month');
    expect(shown.summary.totalVisitors).toBeGreaterThan(8);
    await visitsRepository.rebuild(store.db.database);
    expect([await rollUps(), await names()]).toEqual(counted);
    expect(await dashboard('month')).toEqual(shown);
  });

  test('D-8, A-83: visits are forgotten after 30 whole days, what they came to stays, also when it is made anew', async () => {
    await record({ session_duration: 20 });
    await dashboard();
    store.advance(25 * dayMs);
    await record({});
    const { summary } = await dashboard('month');
    expect(summary).toMatchObject({ totalVisitors: 2 });
    store.advance(7 * dayMs);
    const counted = await rollUps();
    await store.app.jobHandlers.purge_expired({});
    expect(await sql('select from visits')).toHaveLength(1);
    expect(await sql('select from visit_people')).toHaveLength(0);
    await visitsRepository.rebuild(store.db.database);
    expect(await rollUps()).toEqual(counted);
  });
});
