// Test-only controls of Stripe. The adapter never calls them; README.md has the table.
import { type ControlFields, readNumber, readRule, readText } from '../control-fields.ts';
import { CallRefusal } from '../http.ts';
import { NOTICE_KINDS, type NoticeContext } from '../notices.ts';
import type { StripeObject } from './objects.ts';
import { ACCOUNT_ID, createFileId, DISPUTE_FEE, readFileId, type StripeOrder, type StripeWork } from './orders.ts';
import { bookPayment, disputePayment, PAYMENT_KINDS, payStripe } from './payments.ts';
import { bookRefund, STRIPE_OPERATIONS, STRIPE_REST_KINDS, type StripeSandbox } from './rest.ts';

const KINDS = [...STRIPE_REST_KINDS, ...PAYMENT_KINDS];

export async function controlStripe(stripe: StripeSandbox, action: string, fields: ControlFields): Promise<unknown> {
  if (action === 'fail') return stripe.rules.add('stripe', readRule(fields, KINDS, STRIPE_OPERATIONS));
  if (action === 'clear') return stripe.rules.clear('stripe');
  if (action === 'deliver') return stripe.deliveries.flush();
  if (action === 'payout') return payOut(stripe);
  const change = CHANGES[action];
  if (!change && action !== 'pay') throw new CallRefusal(404, `control ${action} is not known`);
  const order = await findOrder(stripe, fields);
  const orderId = order.orderId ?? '';
  if (!change) return pay(stripe, order, fields);
  const noticeRules = await stripe.rules.take('stripe', NOTICE_KINDS, { operation: action, orderId });
  const view = await stripe.orders.work(order.id, order.orderId, (file) => {
    const session = file.session();
    if (!session) throw new CallRefusal(404, `order ${orderId} has no session`);
    change(file, session, fields, { now: stripe.clock(), noticeRules });
    return show(file);
  });
  stripe.deliveries.kick(order.id);
  return view;
}

/** GET: rules and settings, `orders`, or one order. */
export async function inspectStripe(stripe: StripeSandbox, what: string[]): Promise<unknown> {
  const [kind, id] = what;
  if (kind === undefined) return stripe.rules.list('stripe');
  if (kind !== 'orders') throw new CallRefusal(404, `GET ${kind} is not known`);
  if (id !== undefined) return show(stripe.orders.open(await findOrder(stripe, { orderId: id })));
  const all = await stripe.orders.list();
  return all.filter(({ orderId }) => orderId !== null).map((order) => show(stripe.orders.open(order)));
}

function show({ order, objects }: StripeWork) {
  const { orderId: id, outbox, sent } = order;
  return { id, sessions: objects.list('checkout.session'), objects: objects.all(), outbox, sent };
}

async function pay(stripe: StripeSandbox, order: StripeOrder, fields: ControlFields): Promise<unknown> {
  const session = stripe.orders.open(order).session();
  if (!session) throw new CallRefusal(404, `order ${order.orderId} has no session`);
  const card = readText(fields, 'number') ?? '4242424242424242';
  const challenge = readText(fields, 'challenge');
  const confirmed = { card, ...(challenge === undefined ? {} : { challenge }) };
  return (await payStripe(stripe, order.id, session.id, confirmed)).answer;
}

type Change = (file: StripeWork, session: StripeObject, fields: ControlFields, context: NoticeContext) => void;

const CHANGES: Readonly<Record<string, Change>> = {
  expire(file, session, _fields, context) {
    if (session.status !== 'open') throw new CallRefusal(409, 'no session is open');
    file.send([['checkout.session.expired', file.objects.expire(session)]], context);
  },
  finish(file, session, fields, context) {
    const isPaid = readText(fields, 'outcome') !== 'declined';
    if (!file.objects.finish(session, isPaid)) throw new CallRefusal(409, 'nothing is pending on this order');
    if (isPaid) bookPayment(file, session, context);
    else file.send([['payment_intent.payment_failed', file.objects.intentOf(session)]], context);
  },
  chargeback(file, session, _fields, context) {
    assertPaid(session);
    file.send([['charge.dispute.created', disputePayment(file, session, context.now)]], context);
  },
  'end-chargeback'(file, _session, fields, context) {
    const [dispute] = file.objects.list('dispute');
    if (!dispute) throw new CallRefusal(409, 'the order has no dispute');
    if (dispute.status === 'won' || dispute.status === 'lost') throw new CallRefusal(409, 'the dispute has ended');
    const isWon = readText(fields, 'outcome') === 'won';
    dispute.status = isWon ? 'won' : 'lost';
    if (isWon) file.objects.bookFee(dispute, -DISPUTE_FEE);
    file.send([['charge.dispute.closed', dispute]], context);
  },
  'refund-outside'(file, session, fields, context) {
    assertPaid(session);
    const intent = file.objects.intentOf(session);
    const charge = file.objects.find(String(intent.latest_charge));
    const captured = Number(charge?.amount_captured);
    const amount = readNumber(fields, 'amountCents') ?? captured;
    if (amount > captured - Number(charge?.amount_refunded)) throw new CallRefusal(409, 'nothing is left to refund');
    bookRefund(file, file.objects.refund(intent, { amount }), context);
  },
  notify(file, session, fields, context) {
    const times = Math.min(readNumber(fields, 'times') ?? 1, 50);
    const event = ['checkout.session.completed', session] as const;
    for (let sent = 0; sent < times; sent += 1) file.send([event], context);
  },
};

function assertPaid(session: StripeObject): void {
  if (session.payment_status !== 'paid') throw new CallRefusal(409, 'the order is not paid');
}

/** Pays out everything that was booked and is in no payout. */
async function payOut({ orders }: StripeSandbox): Promise<unknown> {
  const booked: StripeObject[] = [];
  const sources: StripeObject[] = [];
  for (const { id, orderId } of await orders.list()) {
    if (orderId === null) continue;
    await orders.work(id, orderId, ({ objects }) => {
      for (const one of objects.list('balance_transaction').reverse()) {
        const source = objects.find(String(one.source));
        if (one.payout !== undefined || !source) continue;
        one.payout = 'pending';
        booked.push(structuredClone(one));
        sources.push(structuredClone(source));
      }
    });
  }
  if (booked.length === 0) throw new CallRefusal(409, 'nothing is booked');
  const id = createFileId(`payout ${booked.map((one) => one.id)}`);
  const payout = await orders.work(id, null, ({ objects }) => {
    for (const one of [...booked, ...sources]) objects.put(one);
    return objects.payOut(booked);
  });
  await orders.work(ACCOUNT_ID, null, ({ objects }) => objects.put(payout));
  return payout;
}

async function findOrder({ orders }: StripeSandbox, fields: ControlFields): Promise<StripeOrder> {
  const orderId = readText(fields, 'orderId');
  const id = orderId === undefined ? readFileId(readText(fields, 'sessionId')) : createFileId(orderId);
  const order = id === null ? null : await orders.find(id);
  if (!order) throw new CallRefusal(404, 'orderId or sessionId must name an order');
  return order;
}
