// Stripe's REST calls on the disk: credentials, injected faults, then the call itself.
import { randomBytes } from 'node:crypto';
import type { CallLog } from '../call-log.ts';
import type { Deliveries } from '../deliveries.ts';
import { type Answer, type Call, isSameSecret } from '../http.ts';
import { NOTICE_KINDS, type NoticeContext } from '../notices.ts';
import type { Rules } from '../rules.ts';
import { answerOnce, answerStripe, readForm, type StripeAnswer, type StripeCall, stripeError } from './api.ts';
import { ACCOUNT_ID, createFileId, readFileId, type StripeOrders, type StripeWork } from './orders.ts';

export interface StripeSandbox {
  orders: StripeOrders;
  deliveries: Deliveries;
  rules: Rules;
  calls: CallLog;
  clock: () => Date;
  secretKey: string;
  publishableKey: string;
  /** Where the pages of the library are, for browsers. */
  base: string;
}

export const STRIPE_OPERATIONS = ['session', 'expire', 'retrieve', 'refund', 'domain', 'payouts', 'verify', 'pay'];
/** In place of the action. */
const REFUSALS: Readonly<Record<string, StripeAnswer>> = {
  unauthorized: stripeError(401, { type: 'invalid_request_error', message: 'Invalid API Key.' }),
  busy: stripeError(429, { type: 'invalid_request_error', code: 'rate_limit' }),
  failed: stripeError(500, { type: 'api_error' }),
};
export const STRIPE_REST_KINDS = [...Object.keys(REFUSALS), 'lose_before', 'lose', 'delay', 'result', 'refuse_field'];

export async function answerStripeRest(stripe: StripeSandbox, call: Call): Promise<Answer> {
  const { orders, rules, clock } = stripe;
  const params = readForm(new URLSearchParams(call.body));
  const wire: StripeCall = { method: call.method, path: call.path, query: readForm(call.query), params };
  const headers = { date: clock().toUTCString(), 'request-id': `req_${randomBytes(7).toString('hex')}` };
  const toAnswer = ({ status, body }: StripeAnswer, more: Partial<Answer> = {}): Answer => ({
    status,
    body,
    headers,
    ...more,
  });

  const operation = readOperation(wire);
  const id = findFileId(wire);
  const orderId = (id !== null && (await orders.find(id))?.orderId) || readText(params.client_reference_id);
  const target = { operation, ...(orderId === null ? {} : { orderId }) };
  await stripe.calls.add({
    at: clock().toISOString(),
    side: 'stripe',
    method: wire.method,
    path: wire.path,
    ...target,
  });
  if (!isSameSecret(call.headers.authorization ?? '', `Bearer ${stripe.secretKey}`)) {
    return toAnswer(REFUSALS.unauthorized as StripeAnswer);
  }
  const [refusing] = await rules.take('stripe', [...Object.keys(REFUSALS), 'lose_before'], target);
  if (refusing)
    return toAnswer(REFUSALS[refusing.kind] ?? stripeError(500, {}), { lost: refusing.kind === 'lose_before' });
  const faults = await rules.take('stripe', ['delay', 'lose', 'result', 'refuse_field'], target);
  const fault = (kind: string) => faults.find((rule) => rule.kind === kind);
  const refused = fault('refuse_field');
  const options = {
    now: clock,
    refundStatus: operation === 'refund' ? (fault('result')?.result ?? 'succeeded') : undefined,
    refusedParam: refused?.field === undefined ? null : { name: refused.field, always: refused.required === true },
  };
  const answer = await perform(stripe, wire, { id, orderId, key: call.headers['idempotency-key'] }, options);
  if (id !== null) stripe.deliveries.kick(id);
  return toAnswer(answer, { delayMs: fault('delay')?.delayMs, lost: fault('lose') !== undefined });
}

async function perform(
  { orders, rules, clock }: StripeSandbox,
  wire: StripeCall,
  { id, orderId, key }: { id: string | null; orderId: string | null; key: unknown },
  options: Parameters<typeof answerStripe>[2],
): Promise<StripeAnswer> {
  const found = id === null ? null : await orders.find(id);
  const isNew = wire.path === '/v1/checkout/sessions' || id === ACCOUNT_ID;
  // An unknown ID: the call returns 404.
  const empty = { id: ACCOUNT_ID, orderId: null, objects: [], answers: [], outbox: [], sent: [] };
  if (wire.method !== 'POST' || id === null || (!found && !isNew)) {
    return answerStripe(orders.open(found ?? empty).objects, wire, options);
  }
  const operation = readOperation(wire);
  const noticeRules = await rules.take('stripe', NOTICE_KINDS, { operation, ...(orderId === null ? {} : { orderId }) });
  return orders.work(id, orderId, (file) =>
    answerOnce(file.answers, key, wire, () => {
      const answer = answerStripe(file.objects, wire, options);
      if (answer.status === 200) sendEvents(file, operation, answer.body, { now: clock(), noticeRules });
      return answer;
    }),
  );
}

function sendEvents(file: StripeWork, operation: string, body: object, context: NoticeContext): void {
  if (operation === 'expire') file.send([['checkout.session.expired', body]], context);
  if (operation === 'refund') bookRefund(file, body, context);
}

/** Books a refund, and sends its events. */
export function bookRefund(file: StripeWork, refund: object, context: NoticeContext): void {
  const made = file.objects.find((refund as { id: string }).id);
  if (!made) return;
  if (made.status === 'succeeded') file.objects.bookFee(made, 0);
  const charge = file.objects.find(String(made.charge));
  file.send(
    [
      ['refund.created', made],
      ['charge.refunded', charge],
    ],
    context,
  );
}

function readOperation({ method, path }: StripeCall): string {
  const [, , noun = '', ...rest] = path.split('/');
  if (path === '/v1/checkout/sessions') return method === 'POST' ? 'session' : 'verify';
  if (rest.at(-1) === 'expire') return 'expire';
  if (noun === 'refunds' && method === 'POST') return 'refund';
  if (noun === 'payment_method_domains') return 'domain';
  return noun === 'payouts' || noun === 'balance_transactions' ? 'payouts' : 'retrieve';
}

/** The file that a call is about; null: none. */
function findFileId({ method, path, query, params }: StripeCall): string | null {
  const [, , noun = '', ...rest] = path.split('/');
  if (noun === 'checkout') {
    if (method === 'POST' && rest.length === 1) {
      return createFileId(readText(params.client_reference_id) ?? randomBytes(16).toString('hex'));
    }
    return readFileId(rest[1]);
  }
  if (noun === 'payment_method_domains' || noun === 'payouts') return ACCOUNT_ID;
  return readFileId(rest[0] ?? params.payment_intent ?? query.payment_intent ?? query.payout);
}

function readText(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value.slice(0, 100) : null;
}
