// Payments of a session: by the page or the `pay` control, with the rules for them; and disputes of payments.
import { NOTICE_KINDS, type NoticeContext } from '../notices.ts';
import { type ConfirmAnswer, type Confirmed, confirmPayment } from './confirm.ts';
import type { StripeObject } from './objects.ts';
import { DISPUTE_FEE, paymentFee, type StripeWork } from './orders.ts';
import type { StripeSandbox } from './rest.ts';

const DISPUTE_AFTER_MS = 20_000;
const DAYS_TO_ANSWER = 9;
export const PAYMENT_KINDS = ['charge', 'settle_later', ...NOTICE_KINDS];

/** Shared by the page and the `pay` control. */
export async function payStripe(
  { orders, rules, calls, clock, deliveries }: StripeSandbox,
  id: string,
  sessionId: string,
  confirmed: Confirmed,
): Promise<{ answer: ConfirmAnswer; result: string | null }> {
  const order = await orders.find(id);
  const orderId = order?.orderId ?? '';
  const target = { operation: 'pay', orderId };
  const call = { side: 'stripe', method: 'POST', path: '/v1/payment_pages/confirm' } as const;
  await calls.add({ at: clock().toISOString(), ...call, ...target });
  const copy = order && orders.open(order).objects;
  const session = copy?.get(sessionId, 'checkout.session');
  const first = copy && session && confirmPayment(copy, session, confirmed);
  // Rules stay for a payment that gets a result.
  if (first?.result === null) return first;
  const taken = await rules.take('stripe', PAYMENT_KINDS, target);
  const paid = await orders.work(id, orderId, (file) =>
    pay(file, sessionId, confirmed, { now: clock(), noticeRules: taken }),
  );
  deliveries.kick(id);
  return paid;
}

function pay(
  file: StripeWork,
  sessionId: string,
  confirmed: Confirmed,
  { now, noticeRules: taken = [] }: NoticeContext,
) {
  const { objects } = file;
  const rule = (kind: string) => taken.find((one) => one.kind === kind);
  const session = objects.get(sessionId, 'checkout.session');
  if (!session) throw new Error('The session is gone.');
  const [amount, currency] = [rule('charge')?.amount, rule('charge')?.currency];
  const change = {
    ...(amount === undefined ? {} : { amount: Math.round(Number(amount) * 100) }),
    ...(currency === undefined ? {} : { currency: currency.toLowerCase() }),
  };
  const paid = confirmPayment(objects, session, confirmed, { change, isInDoubt: rule('settle_later') !== undefined });
  if (paid.result === null) return paid;
  const context = { now, noticeRules: taken };
  if (paid.result === 'declines') {
    file.send([['payment_intent.payment_failed', objects.intentOf(session)]], context);
  } else if (session.payment_status === 'paid') bookPayment(file, session, context);
  if (paid.result === 'disputed') {
    file.schedule('dispute', now.getTime() + DISPUTE_AFTER_MS);
  }
  return paid;
}

/** Books a payment, and sends its events. */
export function bookPayment(file: StripeWork, session: { id: string }, context: NoticeContext): void {
  const { objects } = file;
  const paid = objects.get(session.id, 'checkout.session');
  if (!paid) return;
  const intent = objects.intentOf(paid);
  objects.bookFee(paid, paymentFee(Number(intent.amount_received)));
  file.send(
    [
      ['payment_intent.succeeded', intent],
      ['checkout.session.completed', paid],
    ],
    context,
  );
}

/** A charge back of the payment: the bank takes its amount, and Stripe its fee. */
export function disputePayment(file: StripeWork, session: StripeObject, now: Date): StripeObject {
  const dueBy = Math.floor(now.getTime() / 1000) + DAYS_TO_ANSWER * 86_400;
  const dispute = file.objects.dispute(session, 'needs_response', dueBy);
  file.objects.bookFee(dispute, DISPUTE_FEE);
  return dispute;
}
