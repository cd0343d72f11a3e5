// Gateway rule 8 with Stripe: what went back counts, whatever times its objects carry.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { StripeObject } from '../../sandbox/stripe/objects.ts';
import { paymentSteps } from '../../tests/support/payment-steps.ts';
import { refundSteps } from '../../tests/support/refund-steps.ts';
import { stripeSetup } from '../../tests/support/stripe-setup.ts';

const { setup, start, stop, openedOrder, completed, notify } = stripeSetup();
beforeAll(start);
afterAll(stop);

const { confirm, read } = paymentSteps(() => setup.store);
const { ledgerFaults } = refundSteps(() => setup.store);
const hourSeconds = 3600;

function setAhead(session: StripeObject, seconds: number): void {
  const { objects } = setup.stripe;
  const intentId = String(session.payment_intent);
  for (const made of [session, ...objects.list('charge', intentId)]) made.created = Number(made.created) + seconds;
}

async function deliverEvent(event: Parameters<typeof notify>[0]): Promise<void> {
  expect(await notify(event)).toBe(200);
  await setup.store.drain();
}

test.each([5 * 60, hourSeconds])('rule 8: a refund by hand counts after a capture %d s ahead', async (seconds) => {
  const { order, session } = await openedOrder();
  setup.stripe.objects.pay(session);
  setAhead(session, seconds);
  await deliverEvent(completed(session));
  expect(await read(order.id)).toMatchObject({ payment_status: 'paid' });
  const part = setup.stripe.objects.refund(setup.stripe.objects.intentOf(session), { amount: 100 });
  await deliverEvent(setup.stripe.event(part, { type: 'refund.created' }));
  expect(await read(order.id)).toMatchObject({ payment_status: 'paid', refunded_amount: 1 });
  const rest = setup.stripe.objects.refund(setup.stripe.objects.intentOf(session), { amount: 200 });
  await deliverEvent(setup.stripe.event(rest, { type: 'refund.created' }));
  expect(await read(order.id)).toMatchObject({ payment_status: 'refunded', refunded_amount: 3 });
  expect(await ledgerFaults()).toEqual([]);
});

test('rule 8: a dispute counts, and so does its end, although every time stays behind the capture', async () => {
  const { order, session } = await openedOrder();
  setup.stripe.objects.pay(session);
  setAhead(session, hourSeconds);
  await deliverEvent(completed(session));
  const dispute = setup.stripe.objects.dispute(session);
  await deliverEvent(setup.stripe.event(dispute, { type: 'charge.dispute.created' }));
  expect(await read(order.id)).toMatchObject({ payment_status: 'disputed' });
  Object.assign(dispute, { status: 'won' });
  await deliverEvent(setup.stripe.event(dispute, { type: 'charge.dispute.closed' }));
  expect(await read(order.id)).toMatchObject({ payment_status: 'paid' });
  expect(await ledgerFaults()).toEqual([]);
});

test('5.2: the due date of a dispute is kept, follows the gateway, and stays after the end', async () => {
  const { order, session } = await openedOrder();
  setup.stripe.objects.pay(session);
  await deliverEvent(completed(session));
  const dispute = setup.stripe.objects.dispute(session, 'needs_response', 1_796_342_399);
  const dueAt = async () => {
    const { disputes } = await setup.store.admin.call('GET /api/admin/orders/{id}/evidence', { params: order });
    return disputes.map(({ due_at }) => due_at);
  };
  await deliverEvent(setup.stripe.event(dispute, { type: 'charge.dispute.created' }));
  expect(await dueAt()).toEqual(['2026-12-03T23:59:59.000Z']);
  const { rows } = await setup.store.db.database.pool.query(
    "select message from alerts where type = 'chargeback' order by raised_at",
  );
  expect(rows.at(-1)?.message).toMatch(/ was charged back\. The evidence is due on 2026-12-03 \(UTC\)\.$/);
  dispute.evidence_details = { due_by: 1_796_428_799 };
  await deliverEvent(setup.stripe.event(dispute, { type: 'charge.dispute.updated' }));
  expect(await dueAt()).toEqual(['2026-12-04T23:59:59.000Z']);
  Object.assign(dispute, { status: 'won', evidence_details: { due_by: null } });
  await deliverEvent(setup.stripe.event(dispute, { type: 'charge.dispute.closed' }));
  expect(await dueAt()).toEqual(['2026-12-04T23:59:59.000Z']);
  expect(await ledgerFaults()).toEqual([]);
});

test('A-24: an unknown status of the payment pays nothing and fails nothing', async () => {
  const { order, session } = await openedOrder();
  setup.stripe.objects.pay(session);
  setup.stripe.objects.intentOf(session).status = 'settling';
  expect(await confirm(order.id)).toMatchObject({ status: 'pending' });
  setup.stripe.objects.intentOf(session).status = 'Succeeded';
  expect(await confirm(order.id)).toMatchObject({ status: 'success' });
});
