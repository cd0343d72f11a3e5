import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type CountingPanel, startPanel } from '../../tests/support/fake-provider.ts';
import { startStore, type TestStore } from '../../tests/support/store.ts';

let panel: CountingPanel;
let requestedIds: string[][];
let broken: number;
/** An id for which all of a batch is refused. */
let refusesWhole: string;
/** What happens while the provider thinks. */
let meanwhile: () => Promise<unknown>;
let store: TestStore;

beforeAll(async () => {
  panel = await startPanel({
    statusMood: async (ids) => {
      requestedIds.push(ids);
      await meanwhile();
      if (broken-- > 0) return 'break';
      return ids.includes(refusesWhole) ? 'order' : 'place';
    },
  });
  store = await startStore(panel.settings);
});
afterAll(async () => {
  await store.stop();
  await panel.close();
});
beforeEach(async () => {
  requestedIds = [];
  broken = 0;
  refusesWhole = '';
  meanwhile = async () => {};
  panel.respond(() => ({ status: 'In progress', remains: '100' }));
  await sql('truncate delivery_requests, dispatches');
});

const sql = (text: string, ...values: unknown[]) => store.db.database.pool.query(text, values);
async function round(afterMs = 60_000): Promise<number> {
  store.advance(afterMs);
  requestedIds = [];
  await store.app.jobHandlers.follow_deliveries({});
  return requestedIds.length;
}

/** Open links of so many orders of their own, as if they had been sent. */
async function openLinks(count: number): Promise<void> {
  await sql(
    `insert into orders (id, customer_email, customer_username, category, quantity, amount_cents, currency, post_links,
       status, payment_status, paid_at, created_at, updated_at)
     select translate(to_char(n, 'FM000000000000'), '0123456789', 'ABCDEFGHJK'), 'buyer@example.com', 'customer', 'Likes', 500, 300, 'USD', array['x'],
       'processing', 'paid', now(), now(), now()
     from generate_series(1, $1::int) n on conflict do nothing`,
    count,
  );
  await sql(
    `insert into dispatches (order_id, position, post_link, link_key, service_id, quantity, state, claim_id, claimed_at,
       provider_order_id, following, created_at, updated_at)
     select translate(to_char(n, 'FM000000000000'), '0123456789', 'ABCDEFGHJK'), 0, 'https://www.instagram.com/p/x' || n || '/', 'x' || n, '1', 500, 'sent',
       gen_random_uuid(), now(), n::text, true, now(), now()
     from generate_series(1, $1::int) n`,
    count,
  );
}

test('rule 7: all open links are asked for in batches of 100, each once a round, and not again once they ended', async () => {
  await openLinks(230);
  expect(await round()).toBe(3);
  expect(requestedIds.flat()).toHaveLength(230);
  expect(new Set(requestedIds.flat()).size).toBe(230);
  const { rows: kept } = await sql("select count(*)::int as n from dispatches where live_status = 'In progress'");
  expect(kept).toEqual([{ n: 230 }]);
  panel.respond((id) => ({ status: Number(id) <= 200 ? 'Completed' : 'Pending', remains: '0' }));
  expect(await round()).toBe(3);
  expect(await round()).toBe(1);
  expect(requestedIds.flat()).toHaveLength(30);
});

test('rule 8: the statuses of a batch are stored at once, but never over a link that ended or was resolved meanwhile', async () => {
  await openLinks(4);
  panel.respond((id) => ({ status: 'Processing', remains: id === '4' ? '9999' : '77' }));
  meanwhile = () =>
    sql(
      `update dispatches set following = provider_order_id = '2', live_status = 'Completed', remains = 0,
         provider_order_id = case provider_order_id when '2' then '22' else provider_order_id end
       where provider_order_id in ('1', '2')`,
    );
  await round();
  const { rows } = await sql(
    'select provider_order_id as id, live_status as said, remains, following from dispatches order by link_key',
  );
  expect(rows).toEqual([
    { id: '1', said: 'Completed', remains: 0, following: false },
    { id: '22', said: 'Completed', remains: 0, following: true },
    { id: '3', said: 'Processing', remains: 77, following: true },
    { id: '4', said: 'Processing', remains: null, following: true },
  ]);
});

test('rule 7: two rounds at once ask for each link once', async () => {
  await openLinks(300);
  store.advance(60_000);
  await Promise.all([store.app.jobHandlers.follow_deliveries({}), store.app.jobHandlers.follow_deliveries({})]);
  expect(requestedIds.flat()).toHaveLength(300);
});

test('D-119, rule 7: a process takes over the round of one that died, 50 seconds after its last batch', async () => {
  await openLinks(1);
  let held: { provider_id: string; round_id: string; held_at: Date }[] = [];
  meanwhile = async () => {
    held = (await sql('select * from delivery_rounds')).rows;
  };
  expect(await round()).toBe(1);
  expect((await sql('select from delivery_rounds')).rowCount).toBe(0);
  for (const { provider_id, round_id, held_at } of held)
    await sql('insert into delivery_rounds values ($1, $2, $3)', provider_id, round_id, held_at);
  await sql('update dispatches set checked_at = null');
  expect(await round(45_000)).toBe(0);
  expect(await round(10_000)).toBe(1);
  expect((await sql('select from delivery_rounds')).rowCount).toBe(0);
});

test('D-119, rule 7: a round writes each link once, whether its count moved, stayed, or is missing', async () => {
  await openLinks(30);
  await sql(`create table written (order_id text);
    create function note_write() returns trigger language plpgsql as
      $$ begin insert into written values (new.order_id); return null; end $$;
    create trigger note_write after update on dispatches for each row execute function note_write()`);
  try {
    await round();
    await sql('delete from written');
    panel.respond((id) =>
      Number(id) <= 10 ? null : { status: 'In progress', remains: Number(id) <= 20 ? '90' : '100' },
    );
    await round();
    const { rows } = await sql('select count(*)::int as writes, count(distinct order_id)::int as links from written');
    expect(rows).toEqual([{ writes: 30, links: 30 }]);
    expect(await round(50_000)).toBe(0);
  } finally {
    await sql('drop trigger note_write on dispatches; drop function note_write; drop table written');
  }
});

test('D-119, rule 7: a round waits for no link that another transaction holds, and checks it again in the next one', async () => {
  await openLinks(5);
  await round();
  const holder = await store.db.database.pool.connect();
  try {
    await holder.query("begin; select from dispatches where provider_order_id in ('1', '2') for update");
    expect(await round()).toBe(1);
    expect(await round(1_000)).toBe(1);
    expect(requestedIds.flat().sort()).toEqual(['1', '2']);
  } finally {
    await holder.query('rollback');
    holder.release();
  }
});

test('D-119, rule 7: an error ends the round, so that the next one is not left out', async () => {
  await openLinks(1);
  meanwhile = () => sql('alter table dispatches rename column misses to hidden');
  await expect(round()).rejects.toThrow();
  await sql('alter table dispatches rename column hidden to misses');
  meanwhile = async () => {};
  expect((await sql('select from delivery_rounds')).rowCount).toBe(0);
  expect(await round(1_000)).toBe(1);
});

test('D-119, rule 7: a batch that fails comes after all others in the next round', async () => {
  await openLinks(250);
  broken = 3;
  await round();
  const failed = requestedIds[0] ?? [];
  await round();
  const [first, second, third] = requestedIds;
  expect(requestedIds).toHaveLength(3);
  expect([...(first ?? []), ...(second ?? [])].filter((id) => failed.includes(id)).length).toBeLessThanOrEqual(50);
  expect(new Set([...(first ?? []), ...(second ?? []), ...(third ?? [])]).size).toBe(250);
});

test('rule 7: a batch that fails is asked for again after a while; a provider that stays down is left alone', async () => {
  await openLinks(150);
  broken = 1;
  expect(await round()).toBe(3);
  broken = 99;
  expect(await round()).toBe(3);
  broken = 0;
  expect(await round()).toBe(2);
});

test('rule 7: a link that the provider omits or rejects is polled less and less often, until a status is returned', async () => {
  await openLinks(3);
  panel.respond((id) => (id === '1' ? null : id === '2' ? { error: 'Incorrect order ID' } : { status: 'In progress' }));
  const times = new Map<string, number>();
  for (let minutes = 0; minutes < 30; minutes += 1) {
    await round();
    for (const id of requestedIds.flat()) times.set(id, (times.get(id) ?? 0) + 1);
  }
  expect(times.get('3')).toBe(30);
  expect(times.get('1')).toBeLessThanOrEqual(6);
  expect(times.get('2')).toBe(times.get('1'));
  panel.respond(() => ({ status: 'In progress' }));
  await round(3_600_000);
  await round();
  expect(requestedIds.flat().sort()).toEqual(['1', '2', '3']);
});

test('rule 8: what is completed has nothing left, whatever count the provider returns', async () => {
  await openLinks(2);
  panel.respond(() => ({ status: 'In progress', remains: '140' }));
  await round();
  panel.respond((id) => ({ status: id === '1' ? 'Completed' : 'Canceled', remains: '-3' }));
  await round();
  const { rows } = await sql('select live_status as said, remains from dispatches order by link_key');
  expect(rows).toEqual([
    { said: 'Completed', remains: 0 },
    { said: 'Canceled', remains: 140 },
  ]);
});

test('rule 7: one id that the provider does not know, and refuses a whole batch for, holds up none of the others', async () => {
  await openLinks(5);
  refusesWhole = '2';
  panel.respond(() => ({ status: 'Completed', remains: '0' }));
  await round();
  const { rows } = await sql(
    'select provider_order_id as id, live_status as said, misses, error from dispatches order by link_key',
  );
  const done = { said: 'Completed', misses: 0, error: null };
  expect(rows).toEqual([
    { id: '1', ...done },
    { id: '2', said: null, misses: 1, error: 'Incorrect order ID' },
    ...['3', '4', '5'].map((id) => ({ id, ...done })),
  ]);
});
