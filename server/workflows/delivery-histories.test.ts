// Random reports of a provider, with lost answers, repeats and odd counts: the histograms equal a plain count of what
// happened, and a rebuild from the marks. More and others: DELIVERY_HISTORIES=5000 DELIVERY_SEED=7 npx vitest run
// server/workflows/delivery-histories
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { specifiedOffers } from '../../contract/offers.ts';
import { type CountingPanel, startPanel } from '../../tests/support/fake-provider.ts';
import { addSentOrders } from '../../tests/support/sent-orders.ts';
import { startStore, type TestStore } from '../../tests/support/store.ts';
import * as deliveryMarksRepository from '../modules/dispatch/delivery-marks.repository.ts';

const runs = Number(process.env.DELIVERY_HISTORIES ?? 20);
const seed = Number(process.env.DELIVERY_SEED ?? 1);
const rounds = 15;

const report = fc.record({
  status: fc.constantFrom(
    'Pending',
    'In progress',
    'In progress',
    'In progress',
    'Completed',
    'Partial',
    'Canceled',
    'Pausiert',
  ),
  remains: fc.oneof(
    { weight: 6, arbitrary: fc.integer({ min: 0, max: 10 }).map((tenths) => tenths / 10) },
    { weight: 1, arbitrary: fc.constantFrom('', 'Unknown', -0.5, 2) },
  ),
});
type Report = { status: string; remains: number | string } | null;
/** Of one link: what the provider reports in each round. Null: no answer. */
const course: fc.Arbitrary<Report[]> = fc
  .array(fc.oneof({ weight: 1, arbitrary: fc.constant(null) }, { weight: 4, arbitrary: report }), {
    minLength: rounds,
    maxLength: rounds,
  })
  .chain((reports) =>
    // Most reports repeat the one before.
    fc
      .array(fc.boolean(), { minLength: rounds, maxLength: rounds })
      .map((repeats) => reports.map((each, at) => (repeats[at] ? (reports[at - 1] ?? each) : each))),
  );
const history = fc.record({
  links: fc.array(course, { minLength: 1, maxLength: 3 }),
  quantity: fc.constantFrom(500, 1_000, 1_010, 5_000, 20_000, 40_000),
  offer: fc.constantFrom(null, specifiedOffers.Views, 'instagram-reel-views', 'tiktok-views'),
});
type History = { links: Report[][]; quantity: number; offer: string | null };

let panel: CountingPanel;
let store: TestStore;
beforeAll(async () => {
  panel = await startPanel();
  store = await startStore(panel.settings);
});
afterAll(async () => {
  await store.stop();
  await panel.close();
});

test(
  `D-105: the histograms of ${runs} random deliveries equal what happened, and a rebuild from the marks`,
  async () => {
    const histories = fc.sample(history, { numRuns: runs, seed });
    const sentAtMs = nowMs();
    const sold = histories.map((one) => ({ ...one, service: serviceOf(one.offer) }));
    await addSentOrders(store, sold, new Date(sentAtMs));
    let round = 0;
    panel.respond((id) => reportOf(histories, id, round));
    for (; round < rounds; round += 1) {
      store.advance(sentAtMs + secondsAt(round) * 1_000 - nowMs());
      await store.app.jobHandlers.follow_deliveries({});
    }
    const expected = expectedCounts(histories);
    const written = await counts();
    expect(written).toEqual(expected);
    expect(Object.keys(written).length).toBeGreaterThan(10);
    await deliveryMarksRepository.rebuild(store.db.database);
    expect(await counts()).toEqual(expected);
  },
  30_000 + runs * 100,
);

/** Each offer has a service of its own. */
const serviceOf = (offer: string | null) => (offer === null ? specifiedOffers.Views : offer);

const nowMs = () => Date.now() + store.db.clockOffsetMs();

/**
 * The middle of a bucket, so that the time of the test itself moves nothing to the next one. Each round is longer after the
 * one before than the longest delay after a missing answer.
 */
const secondsAt = (round: number) => 2 ** ((58 + round + 0.5) / 4);

function reportOf(histories: readonly History[], providerOrderId: string, round: number): object | null {
  const [order = 0, link = 0] = providerOrderId.split('x').map(Number);
  const found = histories[order];
  const answer = found?.links[link]?.[round];
  if (!found || !answer) return null;
  const { status, remains } = answer;
  return { status, remains: typeof remains === 'number' ? String(remains * found.quantity) : remains, charge: null };
}

/** By service, measure, band and bucket; of orders by offer, measure and bucket. */
async function counts(): Promise<Record<string, number>> {
  const { rows } = await store.db.database.pool.query(
    `select service_id || ' ' || measure || ' ' || band || ' ' || bucket as name, sum(count)::int as count from service_speed_days group by 1
     union all
     select 'order ' || category || ' ' || measure || ' ' || bucket, sum(count)::int from delivery_time_days group by 1`,
  );
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]));
}

function expectedCounts(histories: readonly History[]): Record<string, number> {
  const found: Record<string, number> = {};
  const count = (name: string) => {
    found[name] = (found[name] ?? 0) + 1;
  };
  for (const { links, quantity, offer } of histories) {
    const band = [1_000, 5_000, 20_000].filter((most) => quantity > most).length;
    const times = links.map((reports) => timesOf(reports, quantity));
    for (const { begins, ends, isCompleted } of times) {
      if (begins !== null) count(`${serviceOf(offer)} first_progress ${band} ${bucketOf(begins)}`);
      if (ends !== null && isCompleted) count(`${serviceOf(offer)} completed ${band} ${bucketOf(ends)}`);
      if (ends !== null && isCompleted)
        count(`${serviceOf(offer)} units_per_hour ${band} ${bucketOf((quantity * 3_600) / ends)}`);
      if (ends !== null && !isCompleted) count(`${serviceOf(offer)} short ${band} 0`);
    }
    const sold = offer === null || offer === specifiedOffers.Views ? 'Views' : offer;
    const begun = times.flatMap(({ begins }) => begins ?? []);
    if (begun.length > 0) count(`order ${sold} began ${bucketOf(Math.min(...begun))}`);
    if (times.every(({ ends, isCompleted }) => ends !== null && isCompleted))
      count(`order ${sold} completed ${bucketOf(Math.max(...times.map(({ ends }) => ends ?? 0)))}`);
  }
  return found;
}

const bucketOf = (size: number) => Math.floor(4 * Math.log2(Math.max(size, 1)));

/** Seconds from the send to the first units and to the end. */
function timesOf(reports: readonly Report[], quantity: number) {
  let begins: number | null = null;
  for (const [round, answer] of reports.entries()) {
    if (answer === null) continue;
    const seconds = secondsAt(round);
    const isCompleted = answer.status === 'Completed';
    const remains = Number(answer.remains) * quantity;
    const isCount = answer.remains !== '' && remains >= 0 && remains <= quantity && Number.isInteger(remains);
    if (isCompleted || (isCount && remains < quantity)) begins ??= seconds;
    if (isCompleted || answer.status === 'Partial' || answer.status === 'Canceled')
      return { begins, ends: seconds, isCompleted };
  }
  return { begins, ends: null, isCompleted: false };
}
