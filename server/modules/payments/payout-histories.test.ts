// Random histories of payments, refunds, disputes and payouts: what a payout contains adds up to its amount and to the orders'
// ledger, and what the ledger expects of some days is the same for every division of these days.
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { StripeObject } from '../../../sandbox/stripe/objects.ts';
import { paymentSteps } from '../../../tests/support/payment-steps.ts';
import { refundSteps } from '../../../tests/support/refund-steps.ts';
import { owner } from '../../../tests/support/store.ts';
import { stripeSetup } from '../../../tests/support/stripe-setup.ts';
import { readExpected } from './expected-payout.repository.ts';

const { setup, start, stop, openedOrder, notify } = stripeSetup();
beforeAll(start);
afterAll(stop);
const { confirm, rows } = paymentSteps(() => setup.store);
const { give, proveAgain } = refundSteps(() => setup.store);

const histories = Number(process.env.PAYOUT_HISTORIES ?? 5);
const dayMs = 86_400_000;
const number = fc.integer({ min: 0, max: 3 });
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('pay' as const), fee: fc.integer({ min: 0, max: 90 }) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constantFrom('refund' as const, 'refundOutside' as const),
      order: number,
      cents: fc.integer({ min: 1, max: 160 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('dispute' as const, 'win' as const), order: number }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('adjust' as const), cents: fc.integer({ min: -50, max: 50 }) }),
  },
  { weight: 2, arbitrary: fc.constant({ kind: 'nextDay' as const }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'payOut' as const }) },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

type Paid = { id: string; session: StripeObject; leftCents: number; dispute: StripeObject | null };
type World = { paid: Paid[]; booked: StripeObject[]; payouts: StripeObject[] };

const objects = () => setup.stripe.objects;
const now = () => Date.now() + setup.store.db.clockOffsetMs();
const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);

/** A session ends after some days. */
async function nextDay(): Promise<void> {
  const { store } = setup;
  store.advance(dayMs);
  store.admin = store.as((await store.visitor.call('POST /api/admin/login', { body: owner })).token);
}

async function tell(object: StripeObject, type: string): Promise<void> {
  expect(await notify(setup.stripe.event(object, { type }))).toBe(200);
  await setup.store.drain();
}

async function apply(world: World, one: Step): Promise<void> {
  const { paid, booked, payouts } = world;
  const order = 'order' in one ? paid[one.order] : undefined;
  switch (one.kind) {
    case 'pay': {
      const { order: placed, session } = await openedOrder();
      objects().pay(session);
      booked.push(objects().bookFee(session, one.fee));
      await confirm(placed.id);
      paid.push({ id: placed.id, session, leftCents: 300, dispute: null });
      return;
    }
    case 'refund':
    case 'refundOutside': {
      if (!order || order.dispute || order.leftCents < one.cents) return;
      order.leftCents -= one.cents;
      if (one.kind === 'refundOutside') {
        const refund = objects().refund(objects().intentOf(order.session), { amount: one.cents });
        booked.push(objects().bookFee(refund, 0));
        return tell(refund, 'refund.created');
      }
      await proveAgain();
      expect((await give(order, { amount: one.cents / 100 })).status).toBe(200);
      await setup.store.drain();
      booked.push(objects().bookFee(objects().list('refund')[0] as StripeObject, 0));
      return;
    }
    case 'dispute':
      if (!order || order.dispute || order.leftCents < 300) return;
      order.dispute = objects().dispute(order.session);
      booked.push(objects().bookFee(order.dispute, 1500));
      return tell(order.dispute, 'charge.dispute.created');
    case 'win':
      if (!order?.dispute || order.dispute.status === 'won') return;
      Object.assign(order.dispute, { status: 'won' });
      booked.push(objects().bookFee(order.dispute, -1500));
      return tell(order.dispute, 'charge.dispute.closed');
    case 'adjust':
      booked.push(objects().bookOther('adjustment', one.cents));
      return;
    case 'nextDay':
      return nextDay();
    default:
      // The clock of the stand-in stays.
      if (booked.length > 0) payouts.push(objects().payOut(booked.splice(0), { created: Math.floor(now() / 1000) }));
  }
}

async function checkPayouts({ paid, payouts }: World): Promise<void> {
  await setup.store.app.jobHandlers.read_payouts({ gateway: 'stripe' });
  const shown = await setup.store.admin.call('GET /api/admin/finances/payouts', { query: { limit: 200 } });
  for (const payout of payouts) {
    const found = shown.find(({ gateway_id }) => gateway_id === payout.id);
    expect(found).toMatchObject({ differences: 0, differs: false, contents_amount: Number(payout.amount) / 100 });
    expect(found?.amount).toBe(found?.contents_amount);
  }
  const ids = paid.map(({ id }) => id);
  const [wrong] = await rows<{ count: number }>(
    `select count(*)::int from orders o where id = any($1) and (
      amount_cents <> (select sum(paid_cents) from payout_transactions t where t.order_id = o.id and kind = 'payment')
      or refunded_cents <> (select coalesce(-sum(paid_cents), 0) from payout_transactions t where t.order_id = o.id
        and kind = 'refund')
      or (select coalesce(sum(amount_cents), 0) from payment_fees f where f.order_id = o.id)
        <> (select sum(fee_cents) from payout_transactions t where t.order_id = o.id))`,
    ids,
  );
  expect(wrong?.count).toBe(0);
}

async function checkExpected({ paid }: World, firstMs: number): Promise<void> {
  const { db } = setup.store.db.database;
  const of = (fromDay: string, toDay: string) => readExpected(db, 'stripe', { fromDay, toDay });
  const whole = await of(dayOf(firstMs), dayOf(now()));
  const sum = { payments: 0, capturedCents: 0, refundedCents: 0, disputedCents: 0, feeCents: 0, unknownFees: 0 };
  for (let ms = firstMs; dayOf(ms) <= dayOf(now()); ms += dayMs) {
    const day = await of(dayOf(ms), dayOf(ms));
    for (const name of Object.keys(sum) as (keyof typeof sum)[]) sum[name] += day[name];
  }
  expect(sum).toEqual(whole);
  const [orders] = await rows<object>(
    `select count(*)::int as payments, coalesce(sum(amount_cents), 0)::int as "capturedCents",
      coalesce(sum(refunded_cents), 0)::int as "refundedCents",
      coalesce(sum(amount_cents - refunded_cents) filter (where payment_status = 'disputed'), 0)::int as "disputedCents",
      coalesce(sum((select sum(amount_cents) from payment_fees f where f.order_id = o.id)), 0)::int as "feeCents"
    from orders o where id = any($1)`,
    paid.map(({ id }) => id),
  );
  expect(whole).toEqual({ ...orders, unknownFees: 0 });
}

test('D-98: payouts add up to their amounts and to the ledger, for every history and every division of its days', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 24 }), async (steps) => {
      await nextDay();
      const world: World = { paid: [], booked: [], payouts: [] };
      const firstMs = now();
      for (const one of [...steps, { kind: 'payOut' as const }]) await apply(world, one);
      await setup.store.drain();
      if (world.payouts.length > 0) await checkPayouts(world);
      await checkExpected(world, firstMs);
    }),
    { numRuns: histories, seed: 1 },
  );
});
