// Random deliveries with refills, rests that move to a second provider, lost answers, repeats and clocks that differ: the
// histograms equal a plain count of what happened, and a rebuild from the marks. More and others:
// DELIVERY_HISTORIES=5000 DELIVERY_SEED=7 npx vitest run server/workflows/care-histories
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { firstSpendingCaps } from '../../contract/setting-fields.ts';
import {
  applyRefill,
  applyReport,
  isCertain,
  type LinkCourse,
  type LinkReport,
  newLeg,
  type OrderCourse,
} from '../../tests/support/delivery-course.ts';
import { type CountingPanel, startPanel } from '../../tests/support/fake-provider.ts';
import { addSentOrders, providerOrderOf } from '../../tests/support/sent-orders.ts';
import { settingsSteps } from '../../tests/support/settings-steps.ts';
import { owner, startStore, type TestStore } from '../../tests/support/store.ts';
import { offer } from '../../tests/support/two-providers.ts';
import * as deliveryMarksRepository from '../modules/dispatch/delivery-marks.repository.ts';

const runs = Number(process.env.DELIVERY_HISTORIES ?? 12);
const seed = Number(process.env.DELIVERY_SEED ?? 1);
const rounds = 15;

const report = fc.record({
  status: fc.constantFrom('Pending', 'In progress', 'In progress', 'Completed', 'Partial', 'Canceled', 'Pausiert'),
  /** The share of the quantity, or a text. */
  remains: fc.oneof(
    { weight: 6, arbitrary: fc.integer({ min: 0, max: 10 }).map((tenths) => tenths / 10) },
    { weight: 1, arbitrary: fc.constantFrom('', 'Unknown', -0.5, 2) },
  ),
});
/** Of one link in one round: the report, null without an answer, and what an admin does afterwards. */
const step = fc.record({
  report: fc.option(report, { freq: 5 }),
  repeats: fc.boolean(),
  act: fc.constantFrom('none', 'none', 'none', 'none', 'refill', 'move'),
});
const history = fc.record({
  links: fc.array(fc.array(step, { minLength: rounds, maxLength: rounds }), { minLength: 1, maxLength: 3 }),
  quantity: fc.constantFrom(500, 1_000, 1_010, 5_000, 20_000, 40_000),
});
type Step = (typeof step extends fc.Arbitrary<infer T> ? T : never) & object;
/** How far the clock of the process is from that of the database, in each round. */
const skew = fc.array(fc.constantFrom(0, 0, -7_200_000, 90_000, 7_200_000), { minLength: rounds, maxLength: rounds });

let first: CountingPanel;
let second: CountingPanel;
let store: TestStore;
/** By the ID of the refill: the rounds until its end, and the end. */
const refills: { left: number; end: string; link: LinkCourse }[] = [];
beforeAll(async () => {
  const others = (action: string, form: URLSearchParams) => {
    if (action === 'refill') return { refill: String(refills.length) };
    if (action === 'refill_status') {
      const ids = (form.get('refills') ?? form.get('refill') ?? '').split(',');
      const found = ids.map((refill) => ({ refill, status: statusOfRefill(Number(refill)) }));
      return form.has('refills') ? found : found[0];
    }
    return action === 'services' ? [offer(1, 0.5), offer(2, 0.1)] : { balance: '1000000.00', currency: 'USD' };
  };
  first = await startPanel({ others });
  second = await startPanel({ others, firstOrder: 100 });
  store = await startStore(first.settings);
  const services = { likes_service_id: '1', views_service_id: '2' };
  const added = { name: 'Second', api_url: second.url, api_key: 'key-of-the-second-panel', ...services };
  await store.admin.call('POST /api/admin/providers', { body: added });
  await settingsSteps(() => store).save((input) => {
    input.spending_caps = { ...firstSpendingCaps, provider: { hour: null, day: null } };
  });
});
afterAll(async () => {
  await store.stop();
  await first.close();
  await second.close();
});

const statusOfRefill = (id: number) => {
  const refill = refills[id - 1];
  return refill && refill.left <= 0 ? refill.end : 'Pending';
};

test(
  `the histograms of ${runs} deliveries with refills and moves equal what happened, and a rebuild from the marks`,
  async () => {
    const histories = fc.sample(history, { numRuns: runs, seed });
    const aside = fc.sample(skew, { numRuns: 1, seed })[0] ?? [];
    const paidAtMs = nowMs();
    const orders = await addCourses(histories, new Date(paidAtMs));
    const found: Record<string, number> = {};
    const count = (name: string) => {
      found[name] = (found[name] ?? 0) + 1;
    };
    let accepted = 0;
    let moved = 0;
    for (let round = 0; round < rounds; round += 1) {
      const seconds = secondsAt(round);
      store.advance(paidAtMs + seconds * 1_000 - nowMs());
      const reports = new Map<string, LinkReport>();
      for (const { course, steps } of orders) {
        for (const [position, link] of course.links.entries()) {
          const live =
            link.leg?.isFollowed && isCertain(link.leg, seconds) ? reportIn(steps[position] ?? [], round) : null;
          if (!live || !link.leg) continue;
          const { remains, status } = live;
          const { quantity } = link.leg;
          reports.set(link.leg.providerOrderId, {
            status,
            remains: typeof remains === 'number' ? remains * quantity : remains,
          });
        }
      }
      const answers = (prefix: string) => (id: string) => {
        const live = reports.get(`${prefix}${id}`);
        return live ? { status: live.status, remains: String(live.remains), charge: null } : null;
      };
      first.respond(answers(''));
      second.respond(answers('p2:'));
      store.setClockAside(aside[round] ?? 0);
      await store.app.jobHandlers.follow_deliveries({});
      // The links of an order end in the order of the answers, which may complete it once only.
      for (const { course } of orders) {
        for (const link of course.links) {
          const live = link.leg ? reports.get(link.leg.providerOrderId) : undefined;
          if (live) applyReport(course, link, live, seconds, count);
        }
      }
      await store.app.jobHandlers.follow_requests({});
      for (const refill of refills) {
        if (refill.left === 0 && refill.end === 'Completed') applyRefill(refill.link, count);
        refill.left -= 1;
      }
      store.setClockAside(0);
      await signIn();
      for (const { id, course, steps } of orders) {
        for (const [position, link] of course.links.entries()) {
          const act = steps[position]?.[round]?.act;
          if (act === 'refill' && link.leg && link.leg.ends !== null) accepted += await refill(id, position, link);
          if (act === 'move' && link.leg && !link.leg.isFollowed) moved += await move(id, position, link, paidAtMs);
        }
      }
    }
    const written = await counts();
    expect(written).toEqual(found);
    expect([accepted > runs / 4, moved > runs / 8]).toEqual([true, true]);
    await deliveryMarksRepository.rebuild(store.db.database);
    expect(await counts()).toEqual(found);
  },
  30_000 + runs * 600,
);

const nowMs = () => Date.now() + store.db.clockOffsetMs();
/** The middle of a bucket. Each round is longer after the one before than the longest delay after a missing answer. */
const secondsAt = (round: number) => 2 ** ((58 + round + 0.5) / 4);
const sql = async (text: string, ...values: unknown[]) => (await store.db.database.pool.query(text, values)).rows;

function reportIn(steps: readonly Step[], round: number) {
  let at = round;
  // Most reports repeat the one before.
  while (at > 0 && steps[at]?.repeats) at -= 1;
  return steps[at]?.report ?? null;
}

async function signIn(): Promise<void> {
  const { token } = await store.visitor.call('POST /api/admin/login', { body: owner });
  store.admin = store.as(token);
}

/** 1 when the provider accepted it. */
async function refill(id: string, position: number, link: LinkCourse): Promise<number> {
  const [own] = await sql('select post_link from dispatches where order_id = $1 and position = $2', id, position);
  refills.push({ left: 1 + (refills.length % 3), end: refills.length % 4 === 3 ? 'Rejected' : 'Completed', link });
  const body = { postLink: own?.post_link, apiOrderId: link.leg?.providerOrderId ?? '' };
  const { status } = await store.admin.ask('POST /api/admin/orders/{id}/refill-post', { params: { id }, body });
  expect([200, 409]).toContain(status);
  if (status === 200 && link.leg) {
    link.leg.isFollowed = true;
    endStale(link, refills.length - 1);
  } else refills.pop();
  return status === 200 ? 1 : 0;
}

/** An accepted request ends older refills of the link that are open for a day: their end does not count. */
function endStale(link: LinkCourse, before: number): void {
  for (const refill of refills.slice(0, before)) if (refill.link === link && refill.left >= 0) refill.left = -1;
}

/** 1 when the rest is at the other provider now. */
async function move(id: string, position: number, link: LinkCourse, paidAtMs: number): Promise<number> {
  const read = 'select * from dispatches where order_id = $1 and position = $2';
  const [own] = await sql(read, id, position);
  const body = { postLink: own?.post_link, apiOrderId: link.leg?.providerOrderId ?? '' };
  const { status } = await store.admin.ask('POST /api/admin/orders/{id}/move-post', { params: { id }, body });
  expect([200, 409]).toContain(status);
  if (status !== 200) return 0;
  endStale(link, refills.length);
  await store.app.jobHandlers.send_rest({ orderId: id, position });
  const [sent] = await sql(read, id, position);
  expect(sent).toMatchObject({ state: 'sent', provider_id: 'p2' });
  link.leg = newLeg({
    providerId: sent?.provider_id,
    providerOrderId: sent?.provider_order_id,
    quantity: sent?.quantity,
    sentAt: (sent?.claimed_at.getTime() - paidAtMs) / 1_000,
  });
  return 1;
}

async function addCourses(histories: readonly { links: Step[][]; quantity: number }[], sentAt: Date) {
  const ids = await addSentOrders(store, histories, sentAt);
  return histories.map(({ links, quantity }, at) => {
    const courses = links.map((_, position) => ({
      leg: newLeg({ providerId: 'default', providerOrderId: providerOrderOf(at, position), quantity, sentAt: 0 }),
      isRefilled: false,
    }));
    const course: OrderCourse = { links: courses, hasBegun: false, isCompleted: false };
    return { id: ids[at] ?? '', course, steps: links };
  });
}

/** By measure, provider, band and bucket. */
async function counts(): Promise<Record<string, number>> {
  const rows = await sql(
    `select concat_ws(' ', measure, provider_id, band, bucket) as name, sum(count)::int as count from service_speed_days
     group by 1
     union all
     select 'order ' || measure || ' ' || bucket, sum(count)::int from delivery_time_days group by 1`,
  );
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]));
}
