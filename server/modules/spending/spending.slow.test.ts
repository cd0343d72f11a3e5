// The cap of provider spending under load: links of many orders sent at the same moment.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { firstSpendingCaps } from '../../../contract/setting-fields.ts';
import { paidOrder } from '../../../tests/support/orders.ts';
import { settingsSteps } from '../../../tests/support/settings-steps.ts';
import { startStore, type TestStore } from '../../../tests/support/store.ts';

const sends = 1_000;
/** How many run at a time. */
const parallel = 200;
const allowed = 100;
/** These spend nothing. */
const repeated = ['unavailable', 'provider_unavailable', 'provider_refused'];
let store: TestStore;
beforeAll(async () => {
  store = await startStore();
});
afterAll(() => store.stop());

const sql = async (text: string, ...values: unknown[]) => (await store.db.database.pool.query(text, values)).rows;

/** Paid orders of one link each, as copies of one that was paid. */
async function paidOrders(count: number): Promise<{ id: string; link: string }[]> {
  const { id } = await paidOrder(store, { quantity: 500 });
  const [{ columns }] = await sql(`select string_agg(column_name, ', ') as columns from information_schema.columns
    where table_schema = 'public' and table_name = 'orders' and is_generated = 'NEVER'
      and column_name not in ('id', 'post_links')`);
  return sql(
    `insert into orders (id, post_links, ${columns})
     select 'CAP' || lpad(n::text, 9, '0'), array['https://www.instagram.com/p/cap' || n || '/'], ${columns}
     from orders, generate_series(1, $2::int) as n where id = $1 returning id, post_links[1] as link`,
    id,
    count,
  );
}

test('of 1,000 sends, 200 at a time, no more pass than the cap allows; one alert is raised', async () => {
  const [first, ...others] = await paidOrders(sends + 1);
  const send = ({ id, link }: { id: string; link: string }) =>
    store.admin.ask('POST /api/admin/orders/{id}/send-post', {
      params: { id },
      body: { postLink: link, category: 'Likes' },
    });
  expect(first && (await send(first)).status).toBe(200);
  const [{ cost }] = await sql('select sum(amount)::int as cost from spending_uses');
  await settingsSteps(() => store).save((input) => {
    const cap = (cost * (allowed + 1)) / 100;
    input.spending_caps = { ...firstSpendingCaps, provider: { hour: cap, day: cap } };
  });
  const alerts = () => sql("select type from alerts where type = 'cap_reached'");
  // A busy machine refuses some for lack of a connection, and some calls to the provider fail; those come again. What a
  // failed call gives back opens no kind that is frozen, so the test does.
  let waiting = others;
  let isReached = false;
  for (let round = 0; waiting.length > 0 && round < 20; round += 1) {
    const left = waiting.values();
    const answers: { order: (typeof others)[number]; answer: Awaited<ReturnType<typeof send>> }[] = [];
    const sendAll = async () => {
      for (const order of left) answers.push({ order, answer: await send(order) });
    };
    await Promise.all(Array.from({ length: parallel }, sendAll));
    waiting = answers.filter(({ answer }) => repeated.includes(String(answer.body.code))).map(({ order }) => order);
    const [{ frozen }] = await sql(
      "select reached_at is not null as frozen from spending_windows where kind = 'provider'",
    );
    if (!frozen) continue;
    isReached = true;
    expect(await alerts()).toHaveLength(1);
    await sql("delete from alerts where type = 'cap_reached'");
    await sql("update spending_windows set reached_at = null where kind = 'provider'");
  }
  expect(waiting).toEqual([]);
  expect(
    await sql("select count(*)::int as count from dispatches where state in ('sending', 'sent', 'unknown')"),
  ).toEqual([{ count: allowed + 1 }]);
  expect(await sql('select sum(amount)::int as sum from spending_uses where released_at is null')).toEqual([
    { sum: cost * (allowed + 1) },
  ]);
  expect(isReached).toBe(true);
}, 300_000);
