// What must be true of an order's money when nothing of it is under way any more, told from what the gateway really has.
import type { MoneySetup } from './money-setup.ts';
import type { Placed } from './orders.ts';

type Attempt = { number: number; state: string; gateway_order_id: string; amount_cents: number };
type Refund = { refund_id: string; attempt_number: number | null; amount_cents: number; state: string };
type Order = { payment_status: string; refunded_cents: number; amount_cents: number; paid_at: Date | null };
type Taken = { capturedCents: number; refundedCents: number; status: string; currency: string; refundIds: string[] };
type Counted = { kind: string; times: number };

/** One line for each thing that is not as it must be. */
export async function untruthsOf(setup: MoneySetup, { id }: Placed): Promise<string[]> {
  const { rows } = setup;
  const [order] = await rows<Order>('select * from orders where id = $1', id);
  if (!order) return [`order ${id} is gone`];
  const attempts = await rows<Attempt>('select * from payment_attempts where order_id = $1 order by number', id);
  const refunds = await rows<Refund>('select * from refunds where order_id = $1 order by number', id);
  const events = await countOf(setup, 'select conclusion as kind, count(*)::int as times from payment_events', id);
  const mails = await countOf(setup, 'select kind, count(*)::int as times from mails', id);
  const alerts = await alertsOf(setup, id);
  const taken = new Map<number, Taken>();
  for (const { number, gateway_order_id } of attempts) taken.set(number, await takenOf(setup, gateway_order_id));

  const found: string[] = [];
  const must = (fact: string, is: unknown, should: unknown) => {
    if (is !== should) found.push(`order ${id}: ${fact} is ${String(is)}, not ${String(should)}`);
  };

  const paying = attempts.filter(({ state }) => state === 'paid');
  const paidTimes = paying.length + events('confirmed');
  must('times it was paid', paidTimes, order.paid_at ? 1 : 0);
  must('payments in the ledger', events('captured') + events('confirmed'), paidTimes);
  must('mails of the payment', mails('order_paid'), paidTimes);

  const excess = new Map<number, number>();
  for (const { number, state, amount_cents } of attempts) {
    const { capturedCents, refundedCents, status, currency } = taken.get(number) ?? nothingTaken;
    const reported = await reportedOf(setup, id, number);
    must(`captured by attempt ${number} in the ledger`, reported.capturedCents, capturedCents);
    must(`refunded of attempt ${number} in the ledger`, reported.refundedCents, refundedCents);
    const known = ['paid', 'second_capture', 'mismatch'].includes(state);
    if (capturedCents > 0) must(`attempt ${number}, which took money, ${state},`, known, true);
    if (known) must(`attempt ${number}, ${state}, took money:`, capturedCents > 0, true);
    const isRight = capturedCents === amount_cents && currency === 'USD' && status === 'CAPTURED';
    if (isRight && !order.paid_at) found.push(`order ${id}: attempt ${number} has its money, and it is not paid`);
    if (state === 'paid' && capturedCents > amount_cents) excess.set(number, capturedCents - amount_cents);
  }

  const [payer] = paying;
  const payment = payer ? (taken.get(payer.number) ?? nothingTaken) : null;
  const done = refunds.filter(({ state }) => state === 'refunded');
  const byHandCents = sumOf(done.filter(({ attempt_number }) => attempt_number === null));
  // What goes back after a second charge is that charge first; what went back before it, or by an admin, is the order's.
  const ofPayer = sumOf(done.filter(({ attempt_number }) => attempt_number === payer?.number));
  const goneCents = payment?.refundedCents ?? 0;
  const leastCents = payer ? Math.max(ofPayer, goneCents - (excess.get(payer.number) ?? 0)) : byHandCents;
  const [least, most] = [leastCents, payer ? Math.max(leastCents, goneCents) : byHandCents].map((cents) =>
    Math.min(order.amount_cents, cents),
  ) as [number, number];
  const refundedCents = Math.min(most, Math.max(least, order.refunded_cents));
  must('refunded', order.refunded_cents, refundedCents);
  const isDisputed = payment?.status === 'CHARGEBACK_PROCESSED';
  const paidWord = refundedCents === order.amount_cents ? 'refunded' : 'paid';
  if (order.paid_at) must('payment', order.payment_status, isDisputed ? 'disputed' : paidWord);
  else must('payment', /^(none|session|expired|failed)$/.test(order.payment_status), true);

  const atGateway = [...taken.values()].flatMap(({ refundIds }) => refundIds).sort();
  const ours = done.filter(({ attempt_number }) => attempt_number !== null).map(({ refund_id }) => refund_id);
  must('refunds of ours at the gateway', atGateway.join(), ours.sort().join());
  for (const { refund_id, state } of refunds) must(`${refund_id}`, /^(refunded|failed)$/.test(state), true);
  must('mails of refunds', mails('order_refunded'), done.length);

  const mismatches = attempts.filter(({ state }) => state === 'mismatch').length;
  const seconds = attempts.filter(({ state }) => state === 'second_capture');
  must('alerts of a mismatch', alerts('payment_mismatch'), mismatches);
  must('alerts of a second capture', alerts('second_capture'), seconds.length + excess.size);
  const disputes = seconds.filter(({ number }) => taken.get(number)?.status === 'CHARGEBACK_PROCESSED').length;
  must('alerts of a charge back', alerts('chargeback'), disputes + (isDisputed ? 1 : 0));

  const { status } = await setup.other.visitor.call('POST /api/orders/{id}/confirm-payment', {
    params: { id },
    body: {},
  });
  // A stranger sees a disputed order as it was before (D-35).
  must('what its page says', status === 'success', (isDisputed ? paidWord : order.payment_status) === 'paid');
  return found;
}

const nothingTaken: Taken = { capturedCents: 0, refundedCents: 0, status: 'none', currency: '', refundIds: [] };

async function takenOf({ control }: MoneySetup, gatewayOrderId: string): Promise<Taken> {
  type Shown = {
    totalCapturedAmount: number;
    totalRefundedAmount: number;
    status: string;
    currency: string;
    transaction: { result: string; transaction: { id: string; type: string } }[];
  };
  const order = (await control(`/gateway/orders/${gatewayOrderId}`).catch(() => null)) as Shown | null;
  if (!order) return nothingTaken;
  const refunds = order.transaction.filter(({ result, transaction }) => {
    return transaction.type === 'REFUND' && result === 'SUCCESS' && /-R\d+$/.test(transaction.id);
  });
  return {
    capturedCents: Math.round(order.totalCapturedAmount * 100),
    refundedCents: Math.round(order.totalRefundedAmount * 100),
    status: order.status,
    currency: order.currency,
    refundIds: refunds.map(({ transaction }) => transaction.id),
  };
}

/** The ledger's last word about a payment. */
async function reportedOf({ rows }: MoneySetup, id: string, number: number) {
  const [seen] = await rows<{ captured: number | null; refunded: number | null }>(
    `select (said->>'capturedCents')::int as captured, (said->>'refundedCents')::int as refunded from payment_events
     where order_id = $1 and attempt_number = $2 and said ? 'capturedCents' order by id desc limit 1`,
    ...[id, number],
  );
  const [given] = await rows<{ cents: number }>(
    `select coalesce(sum(amount_cents), 0)::int as cents from refunds join payment_events using (order_id, attempt_number)
     where order_id = $1 and attempt_number = $2 and refund_number = refunds.number and conclusion = 'refund_refunded'`,
    ...[id, number],
  );
  return { capturedCents: seen?.captured ?? 0, refundedCents: Math.max(seen?.refunded ?? 0, given?.cents ?? 0) };
}

async function countOf({ rows }: MoneySetup, select: string, id: string): Promise<(kind: string) => number> {
  const counted = await rows<Counted>(`${select} where order_id = $1 group by 1`, id);
  return (kind) => counted.find((one) => one.kind === kind)?.times ?? 0;
}

async function alertsOf({ rows }: MoneySetup, id: string): Promise<(kind: string) => number> {
  const sql = "select type as kind, count(*)::int as times from alerts where details->>'orderId' = $1 group by 1";
  const counted = await rows<Counted>(sql, id);
  return (kind) => counted.find((one) => one.kind === kind)?.times ?? 0;
}

function sumOf(refunds: readonly Refund[]): number {
  return refunds.reduce((sum, { amount_cents }) => sum + amount_cents, 0);
}
