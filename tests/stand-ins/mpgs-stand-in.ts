// Test helper: a fake Mastercard Gateway with recorded responses and failures. It keeps no payment state.
import { createServer, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { decimalFromCents } from '../../contract/money.ts';
import type { GatewayStatus, RefundStatus } from '../../server/modules/payments/gateway.ts';
import { createMpgsGateway } from '../../server/modules/payments/gateways/mpgs/mpgs-gateway.ts';
import {
  type GatewayStandIn,
  type GatewayTrouble,
  type HeldOrder,
  heldCards,
} from '../conformance/gateway-stand-in.conformance.ts';
import { holdTimeouts, passTimeouts } from '../support/client-timeouts.ts';
import { listen, recordingLog } from './fake-server.ts';

const merchantId = 'TESTAPPLAUD';
const apiPassword = 'b1c2d3e4f5a6-password';
const webhookSecret = 'A1B2C3D4E5F6-webhook';
const merchantPath = `/api/rest/version/100/merchant/${merchantId}`;

const recordedStatus: Record<GatewayStatus, [status: string, result: string]> = {
  unpaid: ['INITIATED', 'UNKNOWN'],
  declined: ['FAILED', 'FAILURE'],
  authorized: ['AUTHORIZED', 'SUCCESS'],
  captured: ['CAPTURED', 'SUCCESS'],
  partially_captured: ['PARTIALLY_CAPTURED', 'SUCCESS'],
  partially_refunded: ['PARTIALLY_REFUNDED', 'SUCCESS'],
  refunded: ['REFUNDED', 'SUCCESS'],
  disputed: ['DISPUTED', 'SUCCESS'],
  cancelled: ['CANCELLED', 'SUCCESS'],
  expired: ['EXPIRED', 'FAILURE'],
  unclear: ['SETTLEMENT_HELD', 'PENDING'],
};

export type SeenCall = { method: string; path: string; authorization: string; body: Record<string, unknown> };

export type MpgsStandIn = GatewayStandIn & {
  baseUrl: string;
  calls: SeenCall[];
  /** Returns this response to every later call. */
  answerWith(status: number, body: object): void;
};

export async function startMpgsStandIn(): Promise<MpgsStandIn> {
  const calls: SeenCall[] = [];
  const held = new Map<string, HeldOrder>();
  const lines: string[] = [];
  const refunds = new Map<string, object>();
  let trouble: { kind: GatewayTrouble; acts: boolean } | null = null;
  let refundResult = refundResults.refunded;
  let fixed: [number, object] | null = null;
  const refusedFields = new Map<keyof typeof wireNames, boolean>();

  const server = createServer(async (request, response) => {
    const { method = '', url = '', headers } = request;
    const body = JSON.parse((await text(request)) || '{}');
    calls.push({ method, path: url, authorization: headers.authorization ?? '', body });
    if (fixed) return json(response, ...fixed);
    const isOpening = method === 'POST' && url === `${merchantPath}/session`;
    const refused = isOpening && [...refusedFields].find(([field, always]) => always || isSent(body, field));
    if (refused) return json(response, 400, fieldRefusal(wireNames[refused[0]]));
    const met = trouble && (!trouble.acts || method !== 'GET') ? trouble.kind : null;
    if (met && met !== 'lost_answer') return misbehaviours[met](response);
    const ids = url.match(/\/order\/([^/]+)(?:\/transaction\/([^/]+))?$/) ?? [];
    const [orderId, transactionId] = [ids[1] ?? '', ids[2] ?? ''].map(decodeURIComponent) as [string, string];
    if (method === 'PUT' && transactionId) refund(orderId, transactionId, body);
    if (met) return misbehaviours.lost_answer(response);
    if (isOpening) return json(response, 201, sessionAnswer);
    const order = held.get(orderId);
    if (!order) return json(response, 400, unknownOrder);
    if (!transactionId) return json(response, 200, orderAnswer(order));
    const known = refunds.get(`${orderId} ${transactionId}`);
    if (known) return json(response, method === 'PUT' ? 201 : 200, known);
    return json(response, 400, method === 'PUT' ? tooMuch : unknownTransaction);
  });
  const { url: baseUrl, stop } = await listen(server);

  const subject = createMpgsGateway({
    baseUrl: `${baseUrl}/`,
    apiVersion: '100',
    merchantId,
    apiPassword,
    webhookSecret,
    merchantName: async () => 'Applaud',
    log: recordingLog(lines),
  });

  // Once per transaction ID, and never more than the remaining amount.
  function refund(orderId: string, transactionId: string, body: Record<string, unknown>): void {
    const order = held.get(orderId);
    const { amount } = body.transaction as { amount: string };
    const amountCents = Math.round(Number(amount) * 100);
    if (!order || refunds.has(`${orderId} ${transactionId}`)) return;
    if (amountCents > order.capturedCents - order.refundedCents) return;
    if (refundResult === 'SUCCESS') held.set(orderId, { ...order, refundedCents: order.refundedCents + amountCents });
    const transaction = { id: transactionId, type: 'REFUND', amount: amountCents / 100, currency: 'USD' };
    refunds.set(`${orderId} ${transactionId}`, { merchant: merchantId, result: refundResult, transaction });
  }

  return {
    subject,
    baseUrl,
    calls,
    meet: (next, only) => {
      if (next === 'slow_answer') holdTimeouts();
      trouble = next && { kind: next, acts: only === 'acts' };
    },
    refuseField: (field, always) => {
      refusedFields.set(field, always !== undefined);
    },
    optionalFieldsSent: () =>
      calls.map(({ body }) => (['language', 'customerEmail'] as const).filter((field) => isSent(body, field))),
    refundsEnd: (status) => {
      refundResult = refundResults[status];
    },
    answerWith: (status, body) => {
      fixed = [status, body];
    },
    hold: (order) => {
      held.set(order.gatewayOrderId, order);
      return { gatewayOrderId: order.gatewayOrderId, sessionId: null };
    },
    amountsAsked: () => calls.map(({ body }) => String((body.order as { amount?: unknown } | undefined)?.amount)),
    callCount: () => calls.length,
    hangUp: stop,
    notice: ({ gatewayOrderId, secret = webhookSecret, merchant = merchantId, instead }) => ({
      headers: { 'x-notification-secret': secret, 'x-notification-id': 'n-77', 'x-notification-attempt': '1' },
      rawBody:
        instead ??
        JSON.stringify({
          merchant,
          result: 'SUCCESS',
          order: { id: gatewayOrderId, status: 'CAPTURED', totalCapturedAmount: 30.1, currency: 'USD' },
          transaction: { id: '1', type: 'PAYMENT', amount: 30.1, currency: 'USD' },
        }),
    }),
    logged: () => lines.join('\n'),
    secrets: [apiPassword, webhookSecret, Buffer.from(`merchant.${merchantId}:${apiPassword}`).toString('base64')],
    stop,
  };
}

const wireNames = { language: 'interaction.locale', customerEmail: 'customer.email' } as const;

function isSent(body: Record<string, unknown>, field: keyof typeof wireNames): boolean {
  const [part = '', name = ''] = wireNames[field].split('.');
  return name in ((body[part] ?? {}) as object);
}

function fieldRefusal(field: string): object {
  const explanation = "Value 'buyer@example.com' is invalid.";
  return errorAnswer({ cause: 'INVALID_REQUEST', explanation, field, validationType: 'INVALID' });
}

const sessionAnswer = {
  checkoutMode: 'WEBSITE',
  merchant: merchantId,
  result: 'SUCCESS',
  session: { id: 'SESSION0002776555072F1187121H61', updateStatus: 'SUCCESS', version: 'b4c7a1d801' },
  successIndicator: 'd1c7ae6b2d3c4a5f',
};

const unknownOrder = {
  error: { cause: 'INVALID_REQUEST', explanation: `Unable to find order for merchant '${merchantId}'` },
  result: 'ERROR',
};

const refundResults: Record<RefundStatus, string> = {
  refunded: 'SUCCESS',
  pending: 'PENDING',
  failed: 'FAILURE',
  unclear: 'UNKNOWN',
};

const unknownTransaction = {
  error: { cause: 'INVALID_REQUEST', explanation: 'Unable to find transaction', field: 'transaction.id' },
  result: 'ERROR',
};

const tooMuch = {
  error: { cause: 'INVALID_REQUEST', explanation: 'It exceeds the amount left.', field: 'transaction.amount' },
  result: 'ERROR',
};

type HeldCard = { brand: string; number: string; declineCode?: string | undefined };

function orderAnswer(order: HeldOrder): object {
  const [status, result] = recordedStatus[order.status];
  const entry = (type: string, entryResult: string, at: number, card: HeldCard) => ({
    result: entryResult,
    transaction: { id: String(at), type, currency: 'USD' },
    response: { gatewayCode: card.declineCode?.toUpperCase() ?? 'APPROVED' },
    sourceOfFunds: { provided: { card: { brand: card.brand.toUpperCase(), number: card.number } }, type: 'CARD' },
  });
  const failed = Array.from({ length: order.failedTries }, (_, at) => [
    entry('AUTHENTICATION', 'SUCCESS', at * 2, { ...heldCards.failed, declineCode: undefined }),
    entry('PAYMENT', 'FAILURE', at * 2 + 1, heldCards.failed),
  ]);
  const paid = order.capturedCents > 0 ? [entry('PAYMENT', 'SUCCESS', order.failedTries * 2, heldCards.paid)] : [];
  return {
    id: order.gatewayOrderId,
    merchant: merchantId,
    result,
    status,
    amount: Number(decimalFromCents(order.amountCents)),
    currency: 'USD',
    totalAuthorizedAmount: Number(decimalFromCents(order.capturedCents)),
    totalCapturedAmount: Number(decimalFromCents(order.capturedCents)),
    totalRefundedAmount: Number(decimalFromCents(order.refundedCents)),
    creationTime: '2026-11-02T09:58:00.000Z',
    lastUpdatedTime: order.lastUpdatedAt.toISOString(),
    // The success first: the order of the list has no meaning.
    transaction: [...paid, ...failed.flat()],
  };
}

const misbehaviours: Record<GatewayTrouble, (response: ServerResponse) => void> = {
  lost_answer: (response) => response.socket?.destroy(),
  slow_answer: passTimeouts,
  reset_mid_body: (response) => {
    response.writeHead(201, { 'content-type': 'application/json', 'content-length': 5000 });
    response.write('{"result":"SUCCESS",', () => response.socket?.resetAndDestroy());
  },
  oversized: (response) =>
    json(response, 200, { ...sessionAnswer, id: 'K7M2NPQ4RSTV-1', filler: 'x'.repeat(1_000_001) }),
  html_page: (response) => html(response, 200),
  wrong_shape: (response) =>
    json(response, 200, { session: ['SESSION0002'], successIndicator: 5, id: 5, status: 'CAPTURED' }),
  redirect: (response) => response.writeHead(307, { location: '/elsewhere' }).end(),
  bad_credentials: (response) =>
    json(response, 401, errorAnswer({ cause: 'INVALID_REQUEST', explanation: 'Invalid credentials.' })),
  busy: (response) => json(response, 503, errorAnswer({ cause: 'SERVER_BUSY', explanation: 'Try later.' })),
  server_error: (response) => html(response, 502),
  refusal: (response) => json(response, 400, fieldRefusal('order.description')),
};

function errorAnswer(error: object): object {
  return { error, result: 'ERROR' };
}

function html(response: ServerResponse, status: number): void {
  response.writeHead(status, { 'content-type': 'text/html' }).end('<html><body>Welcome</body></html>');
}

function json(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json;charset=UTF-8' }).end(JSON.stringify(body));
}
