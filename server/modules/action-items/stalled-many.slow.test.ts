// Links that stall among very many: the work grows neither with the open links nor with the stalled ones.
import { type SQL, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freshDatabase, type TestDatabase } from '../../../tests/support/database.ts';
import { countTimes, type UsualTime } from '../delivery/usual-times.ts';
import * as overdueRepository from './overdue.repository.ts';
import * as stalledLinksRepository from './stalled-links.repository.ts';

const few = 1_000;
const many = Number(process.env.STALLED_LINKS ?? 20_000);
const batch = 10_000;
const hour = 3_600;
const usual: UsualTime[] = [
  { providerId: 'default', serviceId: '1', band: 0, beganSeconds: hour, completedSeconds: 24 * hour },
];
let db: TestDatabase;
beforeAll(async () => {
  db = await freshDatabase();
  await inBatches(
    many,
    (from, to) => `
    insert into orders (id, customer_email, customer_username, category, quantity, amount_cents, currency, post_links,
      status, payment_status, paid_at, created_at, updated_at)
    select ${letters}, 'buyer@example.com', 'customer', 'Likes', 500, 300, 'USD', array['x'], 'processing', 'paid', now(),
      now(), now()
    from generate_series(${from}, ${to}) n`,
  );
  await run('vacuum (analyze) orders');
}, 120_000);
afterAll(() => db.drop());

const letters = "translate(to_char(n, 'FM000000000000'), '0123456789', 'ABCDEFGHJK')";
const run = (text: string) => db.database.pool.query(text);
async function inBatches(count: number, statement: (from: number, to: number) => string): Promise<void> {
  for (let from = 1; from <= count; from += batch) await run(statement(from, Math.min(from + batch - 1, count)));
}

type Links = { sent: string; moved: string | null };
/** So many open links that were sent and last changed so long ago. */
async function open(count: number, { sent, moved }: Links): Promise<void> {
  const ago = (interval: string | null) => (interval === null ? 'null' : `now() - interval '${interval}'`);
  await run('truncate dispatches, delivery_marks');
  await inBatches(
    count,
    (from, to) => `
    insert into dispatches (order_id, position, post_link, link_key, service_id, quantity, state, claim_id, claimed_at,
      provider_order_id, live_status, remains, following, first_progress_at, moved_at, created_at, updated_at)
    select ${letters}, 0, 'x', n::text, '1', 500, 'sent', gen_random_uuid(), ${ago(sent)} - n * interval '1 ms', n::text,
      'In progress', ${moved === null ? 500 : 100}, true, ${ago(moved)}, ${ago(moved)}, now(), now()
    from generate_series(${from}, ${to}) n`,
  );
  if (moved !== null) {
    await run(`
      insert into delivery_marks (order_id, position, kind, provider_id, service_id, quantity, sent_at, marked_at)
      select order_id, position, 'status', provider_id, service_id, quantity, claimed_at, moved_at
      from dispatches`);
  }
  await run('vacuum (analyze) dispatches, delivery_marks');
}

const items = () => work(stalledLinksRepository.stalledLinks(db.database.db, usual));
/** Of the job that cancels links without a change for two days. */
const overdue = () => work(overdueRepository.overdueLinks(db.database.db, 2, 20));

/** What a query reads: 8 kB blocks, and its plan. */
async function work(of: SQL): Promise<{ blocks: number; plan: string }> {
  const { rows } = await db.database.db.execute<{ 'QUERY PLAN': [{ Plan: Record<string, number> }] }>(
    sql`explain (analyze, buffers, format json) ${of}`,
  );
  const plan = rows[0]?.['QUERY PLAN'][0].Plan ?? {};
  const blocks = (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0);
  return { blocks, plan: JSON.stringify(plan) };
}

describe(`${many} open links need no more work than ${few}`, () => {
  test.each<[string, number, number, Links]>([
    ['that are being delivered', 0, 0, { sent: '3 hours', moved: '1 minute' }],
    ['that were sent days ago and move', 0, 0, { sent: '2 days', moved: '2 hours' }],
    ['that were just sent', 0, 0, { sent: '10 minutes', moved: null }],
    ['that have not begun', 101, 0, { sent: '4 hours', moved: null }],
    ['that have not changed', 101, 0, { sent: '2 days', moved: '25 hours' }],
    ['that are slow', 101, 0, { sent: '4 days', moved: '2 hours' }],
    ['that neither change nor end', 101, 20, { sent: '4 days', moved: '3 days' }],
  ])(
    '%s',
    async (_, shown, canceled, links) => {
      const measure = async (count: number) => {
        await open(count, links);
        expect(await stalledLinksRepository.open(db.database.db, usual)).toHaveLength(shown);
        expect(await overdueRepository.stalledLinks(db.database.db, 2, 20)).toHaveLength(canceled);
        return [await items(), await overdue()] as const;
      };
      const little = await measure(few);
      const much = await measure(many);
      for (const [at, { blocks, plan }] of much.entries()) {
        expect(plan).not.toMatch(/Seq Scan on (dispatches|delivery_marks|orders)/);
        expect(blocks).toBeLessThanOrEqual(1.1 * (little[at]?.blocks ?? 0) + 5);
      }
    },
    60_000,
  );
});

test('what is usual counts them in one query', async () => {
  await open(many, { sent: '2 days', moved: '2 hours' });
  const startedMs = performance.now();
  const counts = await countTimes(db.database.db, 30);
  expect(counts).toEqual([
    expect.objectContaining({ measure: 'completed', isOpen: true, count: many, serviceId: '1' }),
  ]);
  expect(performance.now() - startedMs).toBeLessThan(3_000);
}, 60_000);
