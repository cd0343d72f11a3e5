// The gateway's REST calls: credentials, injected faults, then the call itself.
import type { CallLog } from '../call-log.ts';
import type { Deliveries } from '../deliveries.ts';
import { type Answer, type Call, isSameSecret } from '../http.ts';
import { NOTICE_KINDS } from '../notices.ts';
import type { Rules } from '../rules.ts';
import { initiateCheckout } from './initiate-checkout.ts';
import { orderView, transactionView } from './order-view.ts';
import type { Orders, Result } from './orders.ts';
import { countLook } from './payments.ts';
import { putTransaction, unknownOrder } from './transactions.ts';
import { gatewayRefusal, invalidField, invalidRequest, missingField, readFields, requireText } from './wire.ts';

export interface Gateway {
  orders: Orders;
  deliveries: Deliveries;
  rules: Rules;
  calls: CallLog;
  clock: () => Date;
  merchantId: string;
  apiPassword: string;
}

const PATH = /^\/api\/rest\/version\/(\d{1,3})\/merchant\/([^/]+)\/(.+)$/;
const REFUSING_KINDS = ['unauthorized', 'firewall', 'busy', 'failed', 'lose_before'];

export async function answerRest(gateway: Gateway, call: Call): Promise<Answer> {
  const match = PATH.exec(call.path);
  if (!match) return { status: 404, body: invalidRequest('The resource does not exist.').body };
  const [, version, merchant = '', rest = ''] = match;
  const target = readTarget(call, rest);
  const { method, path } = call;
  await gateway.calls.add({ at: gateway.clock().toISOString(), side: 'gateway', method, path, ...target });
  checkCredentials(gateway, merchant, call.headers.authorization);
  const [refusing] = await gateway.rules.take('gateway', REFUSING_KINDS, target);
  if (refusing) return refusal(refusing.kind, refusing.delayMs);
  if (target.operation === 'session') await checkRefusedFields(gateway, call, target.orderId);
  const faults = await gateway.rules.take('gateway', ['delay', 'lose', 'result', 'stale'], target);
  const fault = (kind: string) => faults.find((rule) => rule.kind === kind);
  if (Number(version) < 63) throw invalidRequest(`Version ${version} is not supported.`);
  const { status, body } = await perform(gateway, call, target, {
    stale: fault('stale') !== undefined,
    result: fault('result')?.result,
    looks: fault('result')?.looks ?? null,
  });
  return { status, body, delayMs: fault('delay')?.delayMs, lost: fault('lose') !== undefined };
}

type Operation = 'session' | 'retrieve' | 'retrieve_transaction' | 'refund' | 'void' | 'capture' | 'unknown';

interface Target {
  operation: Operation;
  orderId?: string;
  transactionId?: string;
}

function readTarget(call: Call, rest: string): Target {
  const [kind, orderPart, word, transactionPart, ...more] = rest.split('/');
  if (kind === 'session' && orderPart === undefined) {
    if (call.method !== 'POST') throw wrongMethod(call.method);
    return { operation: 'session', orderId: sessionOrderId(call.body) };
  }
  if (kind !== 'order' || orderPart === undefined || more.length > 0) throw notFound();
  const orderId = decode(orderPart);
  if (word === undefined) {
    if (call.method !== 'GET') throw wrongMethod(call.method);
    return { operation: 'retrieve', orderId };
  }
  if (word !== 'transaction' || transactionPart === undefined) throw notFound();
  const transactionId = decode(transactionPart);
  if (transactionId.length > 40) throw invalidField('transaction.id', transactionId, 'It has more than 40 characters.');
  if (call.method === 'GET') return { operation: 'retrieve_transaction', orderId, transactionId };
  if (call.method !== 'PUT') throw wrongMethod(call.method);
  return { operation: putOperation(call.body), orderId, transactionId };
}

async function perform(
  gateway: Gateway,
  call: Call,
  { operation, orderId = '', transactionId = '' }: Target,
  wanted: { stale: boolean; result?: string; looks: number | null },
): Promise<{ status: number; body: unknown }> {
  const { orders, merchantId } = gateway;
  const now = gateway.clock();
  if (operation === 'session') {
    const fields = readFields(call.body);
    const name = requireText(fields, 'apiOperation', { max: 40 });
    if (name !== 'INITIATE_CHECKOUT') throw invalidField('apiOperation', name, 'The operation is not supported here.');
    return { status: 201, body: await initiateCheckout(orders, fields, { now, merchantId }) };
  }
  if (operation === 'retrieve') return { status: 200, body: await retrieveOrder(gateway, orderId, wanted.stale) };
  if (operation === 'retrieve_transaction') {
    const order = await orders.find(orderId);
    if (!order) throw unknownOrder(orderId, merchantId);
    const transaction = order.transactions.find((transaction) => transaction.id === transactionId);
    if (!transaction) throw invalidRequest(`Unable to find transaction '${transactionId}' of order '${orderId}'`);
    return { status: 200, body: transactionView(order, transaction, merchantId) };
  }
  const noticeRules = await gateway.rules.take('gateway', NOTICE_KINDS, { operation, orderId });
  const forced = isResult(wanted.result) ? { result: wanted.result, looks: wanted.looks } : undefined;
  const ids = { orderId, transactionId };
  const body = await putTransaction(orders, ids, readFields(call.body), { now, merchantId, forced, noticeRules });
  gateway.deliveries.kick(orderId);
  return { status: 201, body };
}

async function retrieveOrder(gateway: Gateway, orderId: string, isStale: boolean): Promise<unknown> {
  const { orders, merchantId } = gateway;
  const order = await orders.find(orderId);
  if (!order) throw unknownOrder(orderId, merchantId);
  if (isStale && order.earlier) return order.earlier;
  const hasVeil = order.transactions.some((transaction) => transaction.veil && transaction.veil.looksLeft !== null);
  if (!hasVeil) return orderView(order, merchantId);
  const view = await orders.change(orderId, (current) => {
    if (!current) throw unknownOrder(orderId, merchantId);
    const isChanged = countLook(current, { now: gateway.clock(), merchantId });
    return [isChanged ? current : null, orderView(current, merchantId)];
  });
  gateway.deliveries.kick(orderId);
  return view;
}

// A refused field that is required is refused when it is left out, too.
async function checkRefusedFields(gateway: Gateway, call: Call, orderId: string | undefined): Promise<void> {
  const rules = await gateway.rules.take('gateway', ['refuse_field'], { operation: 'session', orderId });
  for (const { field = '', required } of rules) {
    let value: unknown = readFields(call.body);
    for (const name of field.split('.')) value = (value as Record<string, unknown> | undefined)?.[name];
    if (value !== undefined) throw invalidField(field, value, 'The value is not supported.');
    if (required) throw missingField(field);
  }
}

function checkCredentials(gateway: Gateway, merchant: string, header: string | undefined): void {
  const given = header?.startsWith('Basic ') ? Buffer.from(header.slice(6), 'base64').toString('utf8') : '';
  const isRight = isSameSecret(given, `merchant.${gateway.merchantId}:${gateway.apiPassword}`);
  if (!isRight || decode(merchant) !== gateway.merchantId) throw unauthorized();
}

function refusal(kind: string, delayMs: number | undefined): Answer {
  if (kind === 'lose_before') return { status: 500, body: '', lost: true, delayMs };
  if (kind === 'unauthorized') return { status: 401, body: unauthorized().body, delayMs };
  const explanation = 'The gateway cannot process this request now.';
  const answer = (status: number, cause: 'SERVER_BUSY' | 'SERVER_FAILED' | 'REQUEST_REJECTED') => {
    return { status, body: gatewayRefusal(status, explanation, { cause }).body };
  };
  if (kind === 'busy') return answer(503, 'SERVER_BUSY');
  return kind === 'failed' ? answer(500, 'SERVER_FAILED') : answer(403, 'REQUEST_REJECTED');
}

const unauthorized = () => gatewayRefusal(401, 'Invalid credentials.');
const notFound = () => gatewayRefusal(404, 'The resource does not exist.');
const wrongMethod = (method: string) => gatewayRefusal(405, `HTTP method ${method} is not supported here.`);

// The body before its validation, which follows after the credentials: for the call log and the matching of rules.
function readUnchecked(body: string): { apiOperation?: unknown; order?: { id?: unknown } } | null {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}

function putOperation(body: string): Operation {
  const known: Operation[] = ['refund', 'void', 'capture'];
  const name = String(readUnchecked(body)?.apiOperation).toLowerCase();
  return known.find((operation) => operation === name) ?? 'unknown';
}

function sessionOrderId(body: string): string | undefined {
  const id = readUnchecked(body)?.order?.id;
  return typeof id === 'string' ? id : undefined;
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw invalidRequest('The URL is not properly encoded.');
  }
}

const isResult = (text: string | undefined): text is Result =>
  text === 'SUCCESS' || text === 'FAILURE' || text === 'PENDING' || text === 'UNKNOWN';
