// The fee of a payment: an estimate by the owner's rule, until Stripe returns what it took.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { StripeObject } from '../../sandbox/stripe/objects.ts';
import { paymentSteps } from '../../tests/support/payment-steps.ts';
import { stripeSetup } from '../../tests/support/stripe-setup.ts';
import { formatDay, reconcile } from '../modules/payments/reconcile-money.ts';

const { setup, start, stop, openedOrder, notify } = stripeSetup();
beforeAll(start);
afterAll(stop);
const { confirm, rows } = paymentSteps(() => setup.store);

const rule = { percent: 2.9, fixed: 0.3, refund: 0.1, dispute: 15 };
beforeEach(() =>
  rows(
    `insert into store_settings_versions (version, settings, changes, changed_at)
      select version + 1, settings || $1::jsonb, '[]', now() from store_settings_versions order by version desc limit 1`,
    JSON.stringify({ fees: { mpgs: rule, stripe: rule } }),
  ),
);

async function paid() {
  const { order, session } = await openedOrder();
  setup.stripe.objects.pay(session);
  await confirm(order.id);
  return { order, session };
}
const feesOf = (id: string) =>
  rows<{ amount_cents: number | null; state: string; of_sale: boolean }>(
    'select amount_cents::int, state, of_sale from payment_fees where order_id = $1 order by attempt_number',
    id,
  );
const chargeOf = (session: StripeObject) =>
  setup.stripe.objects.get(String(setup.stripe.objects.intentOf(session).latest_charge), 'charge');
const drain = () => setup.store.drain();

async function tell(object: unknown, type: string): Promise<void> {
  expect(await notify(setup.stripe.event(object, { type }))).toBe(200);
  await drain();
}

test('D-95: the fee is estimated with the payment, and final after charge.updated, which may come twice', async () => {
  const { order, session } = await paid();
  // 2.9 % of $3.00, and $0.30.
  expect(await feesOf(order.id)).toEqual([{ amount_cents: 39, state: 'estimated', of_sale: true }]);
  setup.stripe.objects.bookFee(session, 41);
  for (let times = 0; times < 2; times += 1) {
    await tell(chargeOf(session), 'charge.updated');
    expect(await feesOf(order.id)).toEqual([{ amount_cents: 41, state: 'final', of_sale: true }]);
  }
});

test('D-95: a fee that is there with the payment is final at once', async () => {
  const { order, session } = await openedOrder();
  setup.stripe.objects.pay(session);
  setup.stripe.objects.bookFee(session, 41);
  await confirm(order.id);
  expect(await feesOf(order.id)).toEqual([{ amount_cents: 41, state: 'final', of_sale: true }]);
});

test('D-95: where charge.updated never comes, the daily reconciliation brings the fee, and finds no difference', async () => {
  const { order, session } = await paid();
  setup.stripe.objects.bookFee(session, 44);
  const now = Date.now() + setup.store.db.clockOffsetMs();
  const { id } = await reconcile(setup.store.app.ctx, { fromDay: formatDay(now), toDay: formatDay(now) });
  await drain();
  expect(await feesOf(order.id)).toMatchObject([{ amount_cents: 44, state: 'final' }]);
  expect(await rows('select from reconciliation_differences where reconciliation_id = $1', id)).toEqual([]);
});

test('D-95: in another currency of the account the fee is converted by the rate of its booking', async () => {
  const { order, session } = await paid();
  setup.stripe.objects.bookFee(session, 200, 'brl', 5);
  await tell(chargeOf(session), 'charge.updated');
  expect(await feesOf(order.id)).toMatchObject([{ amount_cents: 40, state: 'final' }]);
  const other = await paid();
  setup.stripe.objects.bookFee(other.session, 200, 'brl');
  await tell(chargeOf(other.session), 'charge.updated');
  expect(await feesOf(other.order.id)).toMatchObject([{ amount_cents: 39, state: 'estimated' }]);
});

test('D-95: a refund returns no fee; what it costs is added to an estimate, or returned by the gateway', async () => {
  const { order, session } = await paid();
  const intent = setup.stripe.objects.intentOf(session);
  await tell(setup.stripe.objects.refund(intent, { amount: 100 }), 'refund.created');
  expect(await feesOf(order.id)).toMatchObject([{ amount_cents: 49, state: 'estimated' }]);
  setup.stripe.objects.bookFee(session, 41);
  const again = setup.stripe.objects.refund(intent, { amount: 100 });
  setup.stripe.objects.bookFee(again, 7);
  await tell(again, 'refund.created');
  expect(await feesOf(order.id)).toMatchObject([{ amount_cents: 48, state: 'final' }]);
});

test('D-95: a dispute adds its fee; where it is won, what the gateway gives back lowers the sum', async () => {
  const { order, session } = await paid();
  const dispute = setup.stripe.objects.dispute(session);
  await tell(dispute, 'charge.dispute.created');
  expect(await feesOf(order.id)).toMatchObject([{ amount_cents: 1539, state: 'estimated' }]);
  setup.stripe.objects.bookFee(session, 41);
  setup.stripe.objects.bookFee(dispute, 1500);
  await tell(dispute, 'charge.dispute.funds_withdrawn');
  expect(await feesOf(order.id)).toMatchObject([{ amount_cents: 1541, state: 'final' }]);
  setup.stripe.objects.bookFee(dispute, -1500);
  Object.assign(dispute, { status: 'won' });
  await tell(dispute, 'charge.dispute.closed');
  expect(await feesOf(order.id)).toMatchObject([{ amount_cents: 41, state: 'final' }]);
});
