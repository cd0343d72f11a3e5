// Addresses of visitors: cut to their network, unless the operator keeps them whole, and cut again when that ends.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { until } from '../../../tests/support/program.ts';
import { settingsSteps } from '../../../tests/support/settings-steps.ts';
import { startStore, type TestStore } from '../../../tests/support/store.ts';
import { chrome } from '../../../tests/support/visit-steps.ts';

let store: TestStore;
let beside: TestStore;
beforeAll(async () => {
  store = await startStore({ TRUST_PROXY: '1' });
  beside = await startStore({ TRUST_PROXY: '1' }, store);
});
afterAll(async () => {
  await beside.stop();
  await store.stop();
});
const sql = async (text: string) => (await store.db.database.pool.query(text)).rows;
beforeEach(() => sql('truncate visits, visit_people, presence'));

const { save, read } = settingsSteps(() => store);
const addresses = ['203.0.113.77', '2001:db8:1:2:3:4:5:6'];
const keepWhole = (whole: boolean) =>
  save((input) => {
    input.full_ip = whole;
  });

/** One visit and one open page of each address. */
async function visit(at: TestStore): Promise<void> {
  for (const address of addresses) {
    const headers = { 'x-forwarded-for': address, 'user-agent': chrome };
    await at.visitor.call('POST /api/admin/track-user', { body: { page: '/' } }, headers);
    await at.visitor.call(
      'POST /api/admin/visitor-analytics',
      { body: { page_url: '/', session_duration: 1 } },
      headers,
    );
  }
}

/** What stands in the tables, once both visits do. */
async function kept(): Promise<string[]> {
  await until('the visits are written', async () => (await sql('select from visits')).length === addresses.length);
  const rows = await sql('select ip_address from visits union all select ip_address from presence order by 1');
  return [...new Set(rows.map(({ ip_address }) => ip_address))];
}

test('D-8, D-29: they are cut before they are stored, in a store that nobody changed', async () => {
  expect((await read()).settings.full_ip).toBe(false);
  await visit(store);
  expect(await kept()).toEqual(['2001:db8:1::', '203.0.113.0']);
});

test('D-8: where the operator keeps them whole, every process does, soon after the save', async () => {
  expect((await keepWhole(true)).status).toBe(200);
  await until('the other process keeps them whole', async () => {
    await sql('truncate visits, visit_people, presence');
    await visit(beside);
    return (await kept()).includes('203.0.113.77');
  });
  expect(await kept()).toEqual([...addresses].reverse().sort());
});

test('D-8: switched off, what was kept whole is cut within minutes, and nothing whole is kept after', async () => {
  await visit(store);
  expect(await kept()).toEqual([...addresses].sort());
  await keepWhole(false);
  await store.drain();
  expect(await kept()).toEqual([...addresses].sort());
  // By then every process has heard of it.
  const jobs = "graphile_worker._private_jobs where key = 'shorten_addresses'";
  expect(await sql(`select round(extract(epoch from run_at - created_at))::int as seconds from ${jobs}`)).toEqual([
    { seconds: 60 },
  ]);
  await sql(`update ${jobs.replace(' where', ' set run_at = now() where')}`);
  await store.drain();
  expect(await kept()).toEqual(['2001:db8:1::', '203.0.113.0']);
  // Done again, it changes nothing.
  await store.app.jobHandlers.shorten_addresses({});
  expect(await kept()).toEqual(['2001:db8:1::', '203.0.113.0']);
});
