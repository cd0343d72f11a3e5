// The gateway's REST calls: credentials, injected faults, then the call itself.
import { createHash, timingSafeEqual } from 'node:crypto';
import type { CallLog } from '../call-log.ts';
import type { Answer, Call } from '../http.ts';
import type { Rules } from '../rules.ts';
import type { Deliveries } from './deliveries.ts';
import { initiateCheckout } from './initiate-checkout.ts';
import { NOTICE_KINDS } from './notices.ts';
import { orderView, transactionView } from './order-view.ts';
import type { Orders, Result } from './orders.ts';
import { countLook } from './payments.ts';
import { putTransaction, unknownOrder } from './transactions.ts';
import { GatewayRefusal, invalidField, invalidRequest, missingField, readFields, requireText } from './wire.ts';

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
  try {
    const target = readTarget(call, rest);
    const { operation, orderId, transactionId } = target;
    await gateway.calls.add({
      at: gateway.clock().toISOString(),
      side: 'gateway',
      method: call.method,
      path: call.path,
      operation,
      ...(orderId === undefined ? {} : { orderId }),
      ...(transactionId === undefined ? {} : { transactionId }),
    });
    checkCredentials(gateway, merchant, call.headers.authorization);
    const [refusing] = await gateway.rules.take('gateway', REFUSING_KINDS, target);
    if (refusing) return refusal(refusing.kind, refusing.delayMs);
    if (operation === 'session') await checkRefusedFields(gateway, call, orderId);
    const faults = await gateway.rules.take('gateway', ['delay', 'lose', 'result', 'stale'], target);
    const fault = (kind: string) => faults.find((rule) => rule.kind === kind);
    if (Number(version) < 63) throw invalidRequest(`Version ${version} is not supported.`);
    const { status, body } = await perform(gateway, call, target, {
      stale: fault('stale') !== undefined,
      result: fault('result')?.result,
      looks: fault('result')?.looks ?? null,
    });
    return { status, body, delayMs: fault('delay')?.delayMs, lost: fault('lose') !== undefined };
  } catch (error) {
    if (error instanceof GatewayRefusal) return { status: error.status, body: error.body };
    throw error;
  }
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
  const isRight = isSame(given, `merchant.${gateway.merchantId}:${gateway.apiPassword}`);
  if (!isRight || decode(merchant) !== gateway.merchantId) throw unauthorized();
}

function refusal(kind: string, delayMs: number | undefined): Answer {
  if (kind === 'lose_before') return { status: 500, body: '', lost: true, delayMs };
  if (kind === 'unauthorized') return { status: 401, body: unauthorized().body, delayMs };
  const explanation = 'The gateway cannot process this request now.';
  if (kind === 'busy')
    return { status: 503, body: new GatewayRefusal(503, { cause: 'SERVER_BUSY', explanation }).body };
  if (kind === 'failed') {
    return { status: 500, body: new GatewayRefusal(500, { cause: 'SERVER_FAILED', explanation }).body };
  }
  return { status: 403, body: new GatewayRefusal(403, { cause: 'REQUEST_REJECTED', explanation }).body };
}

const unauthorized = () => new GatewayRefusal(401, { cause: 'INVALID_REQUEST', explanation: 'Invalid credentials.' });

const notFound = () =>
  new GatewayRefusal(404, { cause: 'INVALID_REQUEST', explanation: 'The resource does not exist.' });

const wrongMethod = (method: string) =>
  new GatewayRefusal(405, { cause: 'INVALID_REQUEST', explanation: `HTTP method ${method} is not supported here.` });

// These two are only for the call log and the matching of rules; validation follows after the credentials.
function putOperation(body: string): Operation {
  const known: Operation[] = ['refund', 'void', 'capture'];
  try {
    const name = String(JSON.parse(body)?.apiOperation).toLowerCase();
    return known.find((operation) => operation === name) ?? 'unknown';
  } catch {
    return 'unknown';
  }
}

function sessionOrderId(body: string): string | undefined {
  try {
    const id: unknown = JSON.parse(body)?.order?.id;
    return typeof id === 'string' ? id : undefined;
  } catch {
    return undefined;
  }
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

const digest = (text: string) => createHash('sha256').update(text).digest();
const isSame = (a: string, b: string) => timingSafeEqual(digest(a), digest(b));
