// Test-only controls of the gateway. The adapter never calls them; README.md has the table.
import { type ControlFields, readNumber, readRule, readText } from '../control-fields.ts';
import { CallRefusal } from '../http.ts';
import { NOTICE_KINDS } from '../notices.ts';
import { EXPIRY_OUTCOMES, TEST_CARDS } from './cards.ts';
import { payWithCard } from './embedded-page.ts';
import { queueNotices } from './notices.ts';
import { orderView } from './order-view.ts';
import type { Order } from './orders.ts';
import { newTransactionId, touch } from './orders.ts';
import { addToPaid, finishTransaction, PAYMENT_KINDS, paidBefore } from './payments.ts';
import type { Gateway } from './rest.ts';

const KINDS = [
  ...['unauthorized', 'firewall', 'busy', 'failed', 'lose', 'lose_before', 'delay', 'result', 'stale', 'refuse_field'],
  ...PAYMENT_KINDS,
];
const OPERATIONS = ['session', 'retrieve', 'retrieve_transaction', 'refund', 'void', 'capture', 'pay'];

export async function controlGateway(gateway: Gateway, action: string, fields: ControlFields): Promise<unknown> {
  if (action === 'fail') return gateway.rules.add('gateway', readRule(fields, KINDS, OPERATIONS));
  if (action === 'clear') return gateway.rules.clear('gateway');
  if (action === 'callback') {
    const callbackShape = readText(fields, 'shape') === 'positional' ? 'positional' : 'object';
    return gateway.rules.set('gateway', { callbackShape });
  }
  if (action === 'deliver') return gateway.deliveries.flush();
  if (action === 'pay') return pay(gateway, fields);
  if (action === 'adopt') return adopt(gateway, fields);
  return changeOrder(gateway, action, fields);
}

/** GET: rules and settings, `orders`, or one order. */
export async function inspectGateway(gateway: Gateway, what: string[]): Promise<unknown> {
  const [kind, id] = what;
  if (kind === undefined) return gateway.rules.list('gateway');
  if (kind !== 'orders') throw new CallRefusal(404, `GET ${kind} is not known`);
  const show = (order: Order) => ({
    ...orderView(order, gateway.merchantId),
    sessions: order.sessions,
    outbox: order.outbox,
    sent: order.sent,
  });
  if (id === undefined) return (await gateway.orders.list()).map(show);
  const order = await gateway.orders.find(id);
  if (!order) throw new CallRefusal(404, `order ${id} does not exist`);
  return show(order);
}

async function pay(gateway: Gateway, fields: ControlFields): Promise<unknown> {
  const expiry = readText(fields, 'expiry') ?? '01/39';
  if (!EXPIRY_OUTCOMES[expiry]) throw new CallRefusal(400, `expiry is one of ${Object.keys(EXPIRY_OUTCOMES)}`);
  const sessionId = readText(fields, 'sessionId') ?? (await newestSession(gateway, fields));
  return payWithCard(gateway, sessionId, {
    number: readText(fields, 'number') ?? TEST_CARDS[0].number,
    expiry,
    csc: readText(fields, 'csc') ?? '100',
    holder: 'Sandbox control',
  });
}

// Adds a payment from before the sandbox existed. Existing orders are unchanged.
async function adopt(gateway: Gateway, fields: ControlFields): Promise<unknown> {
  const id = readText(fields, 'orderId') ?? '';
  const amountCents = readNumber(fields, 'amountCents') ?? 0;
  const at = readText(fields, 'at') ?? '';
  if (id === '' || !Number.isInteger(amountCents) || amountCents === 0 || Number.isNaN(Date.parse(at))) {
    throw new CallRefusal(400, 'adopt needs orderId, amountCents and at');
  }
  return gateway.orders.change(id, (known) => {
    const order = known ?? paidBefore(id, amountCents, new Date(at).toISOString());
    return [known ? null : order, orderView(order, gateway.merchantId)];
  });
}

async function changeOrder(gateway: Gateway, action: string, fields: ControlFields): Promise<unknown> {
  const change = CHANGES[action];
  if (!change) throw new CallRefusal(404, `control ${action} is not known`);
  const orderId = await getOrderId(gateway, fields);
  const noticeRules = await gateway.rules.take('gateway', NOTICE_KINDS, { operation: action, orderId });
  const context = { now: gateway.clock(), merchantId: gateway.merchantId, noticeRules };
  const view = await gateway.orders.change(orderId, (order) => {
    if (!order) throw new CallRefusal(404, `order ${orderId} does not exist`);
    change(order, fields, context);
    return [order, orderView(order, gateway.merchantId)];
  });
  gateway.deliveries.kick(orderId);
  return view;
}

type Change = (order: Order, fields: ControlFields, context: Parameters<typeof queueNotices>[2]) => void;

const CHANGES: Readonly<Record<string, Change>> = {
  expire(order, fields) {
    const sessionId = readText(fields, 'sessionId');
    for (const session of order.sessions) {
      if (session.state === 'open' && (sessionId === undefined || session.id === sessionId)) session.state = 'expired';
    }
  },
  finish(order, fields, context) {
    const wanted = readText(fields, 'outcome');
    const result = wanted === undefined ? null : wanted === 'declined' ? 'FAILURE' : 'SUCCESS';
    if (!finishTransaction(order, { transactionId: readText(fields, 'transactionId'), result }, context)) {
      throw new CallRefusal(409, 'nothing is pending on this order');
    }
  },
  'second-payment'(order, _fields, context) {
    if (!addToPaid(order, 'PAYMENT', context)) throw new CallRefusal(409, 'the order is not paid');
  },
  chargeback(order, fields, context) {
    if (!addToPaid(order, 'CHARGEBACK', context)) throw new CallRefusal(409, 'the order is not paid');
    const status = readText(fields, 'status');
    if (status !== undefined) order.shown = { ...order.shown, status };
  },
  // The gateway adds no transaction.
  'end-chargeback'(order, fields, context) {
    if (!order.transactions.some(({ type }) => type === 'CHARGEBACK')) {
      throw new CallRefusal(409, 'the order has no chargeback');
    }
    const isWon = readText(fields, 'outcome') === 'won';
    order.earlier = orderView(order, context.merchantId);
    order.shown = isWon ? { status: 'CAPTURED', result: 'SUCCESS' } : undefined;
    touch(order, context.now);
    queueNotices(order, order.transactions.slice(-1), context);
  },
  status(order, fields, context) {
    order.earlier = orderView(order, context.merchantId);
    const status = readText(fields, 'status');
    const result = readText(fields, 'result');
    order.shown = { ...(status === undefined ? {} : { status }), ...(result === undefined ? {} : { result }) };
    touch(order, context.now);
  },
  notify(order, fields, context) {
    const wanted = readText(fields, 'transactionId');
    const transaction =
      wanted === undefined ? order.transactions.at(-1) : order.transactions.find((t) => t.id === wanted);
    if (!transaction) throw new CallRefusal(409, 'the order has no such transaction');
    const times = readNumber(fields, 'times') ?? 1;
    for (let sent = 0; sent < Math.min(times, 50); sent += 1) queueNotices(order, [transaction], context);
  },
  'refund-outside'(order, fields, context) {
    // A manual refund in the gateway's own administration.
    const paid = order.transactions.find((t) => t.type === 'PAYMENT' && t.result === 'SUCCESS');
    if (!paid) throw new CallRefusal(409, 'the order is not paid');
    order.earlier = orderView(order, context.merchantId);
    const at = touch(order, context.now);
    const amountCents = readNumber(fields, 'amountCents') ?? paid.amountCents;
    const refund = { ...paid, type: 'REFUND' as const, id: newTransactionId(), amountCents, at, updatedAt: at };
    order.transactions.push(refund);
    queueNotices(order, [refund], context);
  },
};

async function getOrderId(gateway: Gateway, fields: ControlFields): Promise<string> {
  const orderId = readText(fields, 'orderId');
  if (orderId !== undefined) return orderId;
  const found = await gateway.orders.findBySession(readText(fields, 'sessionId') ?? '');
  if (!found) throw new CallRefusal(404, 'orderId or sessionId must name an order');
  return found.order.id;
}

async function newestSession(gateway: Gateway, fields: ControlFields): Promise<string> {
  const orderId = await getOrderId(gateway, fields);
  const session = (await gateway.orders.find(orderId))?.sessions.at(-1);
  if (!session) throw new CallRefusal(404, `order ${orderId} has no session`);
  return session.id;
}
