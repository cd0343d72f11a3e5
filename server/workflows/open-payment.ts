// Opens a payment: one gateway session per order and method, reused while it lives; an earlier one of another method is
// superseded (gateway rules 1, 8, 9).

import type { CardTestingSettings } from '../../contract/card-testing.ts';
import { linkRuleOf, storedLinks } from '../../contract/links/order-links.ts';
import { emailKey } from '../../contract/normal-address.ts';
import type { ManualPayment, PaymentLibrary } from '../../contract/payments.ts';
import { StoreError } from '../../contract/store-error.ts';
import { storeMessage } from '../../contract/store-messages.ts';
import type { TransferSettings } from '../../contract/transfer-settings.ts';
import type { StoreContext } from '../context.ts';
import type { Tx } from '../database/database.ts';
import type { OrderRow } from '../modules/orders/order-rows.ts';
import * as ordersRepository from '../modules/orders/orders.repository.ts';
import { assertWithinLimits, computeCallerKeys, isBelowLimits } from '../modules/payments/card-declines.ts';
import type { Gateway } from '../modules/payments/gateway.ts';
import type { LedgerWord } from '../modules/payments/ledger-totals.ts';
import { FieldRefusal } from '../modules/payments/optional-fields.ts';
import { nextPaymentStatus } from '../modules/payments/payment-state.ts';
import type { AgedAttempt, Attempt, PaymentEventRow } from '../modules/payments/payments.repository.ts';
import * as paymentsRepository from '../modules/payments/payments.repository.ts';
import { withAsciiDomain } from '../platform/ascii-domain.ts';
import { ExternalError } from '../ports/external-error.ts';
import { chooseMethod } from './choose-method.ts';
import { endOpening, isAbandoned, openingSeconds } from './end-opening.ts';
import { findTransferSettings, openTransfer, readManualPayment } from './open-transfer.ts';
import { sessionTimeoutSeconds, settleOrder } from './settle-payment.ts';
import { supersede } from './supersede-payments.ts';

export type OpenedPayment = { sessionId: string; library?: PaymentLibrary } | { manual: ManualPayment };
export type PaymentRequest = {
  orderId: string;
  amount: number;
  email?: string | undefined;
  /** The caller has the key of the order, which replaces the email. */
  hasKey: boolean;
  postUrls?: string[] | undefined;
  /** None: the first card method that is on. */
  method?: string | undefined;
};

const sessionsPerOrder = 5;
const triesPerOrder = 20;
const waitMs = 100;

/** The method of the buyer: a gateway, or what is set for transfers. `limits`: of declined cards. */
type Chosen = { gateway: Gateway | null; transfer: TransferSettings | null; limits: CardTestingSettings };

type Checked = {
  isGatewayChecked: boolean;
  isWithinLimits: boolean;
  /** The attempt of another method whose form was closed, or cannot be. */
  ended: number | null;
};

type Step =
  | { do: 'reuse'; attempt: Attempt }
  | { do: 'wait' }
  | { do: 'ask'; open?: Attempt }
  | { do: 'end'; attempt: Attempt }
  | { do: 'limit'; email: string }
  | { do: 'open'; attempt: Attempt; order: OrderRow };

/**
 * The session of an unpaid order, with the data that the page needs. The request is only compared with the order.
 * `ip`: of the visitor, whose declined cards count. Throws not_open without a gateway, order_not_found, invalid_input,
 * already_paid, order_closed, rate_limited, card_declines, checkout_paused, in_flight, gateway_unavailable, gateway_refused,
 * method_unknown, method_unavailable.
 */
export async function openPayment(ctx: StoreContext, request: PaymentRequest, ip: string): Promise<OpenedPayment> {
  const amountCents = Math.round(request.amount * 100);
  const buyer = { method: request.method, orderId: request.orderId, amountCents, ip };
  const { gateway } = await chooseMethod(ctx, buyer).catch(async (error: unknown) => {
    if (!(error instanceof StoreError) || error.code !== 'method_unavailable') throw error;
    // That the order is paid or closed is the better answer.
    const order = await ordersRepository.findOrder(ctx.database.db, request.orderId);
    throw (order && findRefusal(order, request)) ?? error;
  });
  if ((await ctx.settings.currentProfile()).profile.checkout_paused) throw new StoreError('checkout_paused');
  const { card_testing: limits } = await ctx.settings.current();
  const transfer = gateway === null ? await findTransferSettings(ctx) : null;
  const checked: Checked = { isGatewayChecked: false, isWithinLimits: false, ended: null };
  for (let waits = 0; waits < (openingSeconds * 1000) / waitMs; ) {
    const step = await nextStep(ctx, { gateway, transfer, limits }, request, checked, ip);
    if (step.do === 'open' && gateway) return openSession(ctx, gateway, request, step);
    if (step.do === 'reuse') return answerBuyer(ctx, gateway, step.attempt);
    if (step.do === 'limit') {
      await assertWithinLimits(ctx, { id: request.orderId, email: step.email }, ip);
      checked.isWithinLimits = true;
    } else if (step.do === 'end') {
      await endOpenSession(ctx, step.attempt);
      checked.ended = step.attempt.number;
      // It may have been paid meanwhile.
      checked.isGatewayChecked = false;
    } else if (step.do === 'wait') {
      waits += 1;
      await new Promise((resolve) => setTimeout(resolve, waitMs));
    } else {
      // Gateway rule 9: before a second payment, the gateway is queried about the earlier attempts.
      checked.isGatewayChecked = (await settleOrder(ctx, request.orderId, 'session')).asked;
      // Without its response no new session is opened; an open one may be returned again.
      if (!checked.isGatewayChecked && step.do === 'ask' && step.open) return answerBuyer(ctx, gateway, step.open);
      if (!checked.isGatewayChecked) throw new StoreError('gateway_unavailable');
    }
  }
  throw new StoreError('in_flight', { retryAfterSeconds: 2 });
}

// Without an answer it may still be open: a job tries again.
async function endOpenSession(ctx: StoreContext, attempt: Attempt): Promise<void> {
  await ctx.gateways.endSession(attempt).catch((error: unknown) => {
    if (!(error instanceof ExternalError)) throw error;
  });
}

async function answerBuyer(ctx: StoreContext, gateway: Gateway | null, attempt: Attempt): Promise<OpenedPayment> {
  if (gateway === null) return { manual: await readManualPayment(ctx, attempt.orderId) };
  if (attempt.sessionId === null) throw new StoreError('in_flight', { retryAfterSeconds: 2 });
  return forPage(gateway, attempt.sessionId);
}

function forPage({ browser: { library } }: Gateway, sessionId: string): OpenedPayment {
  return library ? { sessionId, library } : { sessionId };
}

async function nextStep(
  ctx: StoreContext,
  { gateway, transfer, limits }: Chosen,
  request: PaymentRequest,
  { isGatewayChecked, isWithinLimits, ended }: Checked,
  ip: string,
): Promise<Step> {
  const method = gateway?.name ?? 'manual';
  return ctx.database.transaction(async (tx): Promise<Step> => {
    const order = await ordersRepository.lockOrder(tx, request.orderId);
    if (!order) throw new StoreError('order_not_found');
    const refusal = findRefusal(order, request);
    if (refusal) throw refusal;
    const attempts = await listStarted(ctx, tx, order);
    const latest = attempts.find(({ state }) => state === 'open');
    const open = latest?.gateway === method ? latest : undefined;
    // It may still succeed, or needs a decision: a payment beside it would be a second one.
    const pending = attempts.filter((one) => one.isConfirming && one !== open);
    if (pending.length > 0) {
      if (!isGatewayChecked && pending.every(({ state }) => state !== 'mismatch')) return { do: 'ask' };
      throw new StoreError('order_closed', { reason: 'payment_checked' });
    }
    if (open?.withKey && !request.hasKey) await paymentsRepository.changeAttempt(tx, open, { withKey: false });
    if (open) return isGatewayChecked || open.ageSeconds < 5 ? { do: 'reuse', attempt: open } : { do: 'ask', open };
    if (attempts.some(({ state }) => state === 'opening')) return { do: 'wait' };
    // An earlier attempt may still have captured money.
    if (!isGatewayChecked && attempts.some(({ state }) => state !== 'refused')) return { do: 'ask' };
    if (gateway) {
      await assertTriesLeft(ctx, tx, attempts);
      // After the query of the gateway: the declines of the form before are counted.
      const email = order.customerEmail;
      if (!isWithinLimits && !(await isBelowLimits(ctx, tx, limits, email, ip))) return { do: 'limit', email };
    }
    // Nothing refuses the payment any more. The earlier one is unpaid, and ends where the gateway can end it.
    const isForm = latest && latest.gateway !== 'manual';
    if (isForm && ended !== latest.number) return { do: 'end', attempt: latest };
    // It stays watched: its money still counts.
    if (latest) await supersede(ctx, tx, latest, 'session');
    if (transfer) {
      const { hasKey } = request;
      return {
        do: 'reuse',
        attempt: await openTransfer(ctx, tx, { order, attempts, settings: transfer, hasKey, ip }),
      };
    }
    if (gateway === null) throw new StoreError('method_unavailable', { field: 'method' });
    const number = (attempts.at(-1)?.number ?? 0) + 1;
    const { amountCents, currency } = order;
    const gatewayOrderId = `${order.id}-${number}`;
    const attempt = {
      orderId: order.id,
      number,
      gateway: gateway.name,
      gatewayOrderId,
      amountCents,
      currency,
      withKey: request.hasKey,
      ...computeCallerKeys(ctx, ip),
    };
    await paymentsRepository.addAttempt(tx, attempt);
    await recordEvent(tx, attempt, 'opening', { gatewayOrderId, amountCents, currency });
    const [added] = (await paymentsRepository.listAttempts(tx, [order.id])).slice(-1);
    if (!added) throw new Error('The attempt was not written.');
    return { do: 'open', attempt: added, order };
  });
}

/** The attempts of a locked order, without openings of processes that died. */
async function listStarted(ctx: StoreContext, tx: Tx, order: OrderRow): Promise<AgedAttempt[]> {
  const attempts = await paymentsRepository.listAttempts(tx, [order.id]);
  const abandoned = attempts.find(isAbandoned);
  if (!abandoned) return attempts;
  await endOpening(ctx, tx, order, abandoned, { state: 'lost' });
  return paymentsRepository.listAttempts(tx, [order.id]);
}

// A transfer calls no gateway and has no such limit.
async function assertTriesLeft(ctx: StoreContext, tx: Tx, attempts: readonly Attempt[]): Promise<void> {
  const ofGateways = attempts.filter(({ gateway }) => gateway !== 'manual');
  // A refused attempt opened nothing, but it was a request to the gateway.
  if (ofGateways.length >= triesPerOrder * ctx.config.rateLimitFactor) throw tooMany();
  const opened = ofGateways.filter(({ state }) => state !== 'refused');
  const most = sessionsPerOrder * ctx.config.rateLimitFactor;
  const [first] = opened;
  if (!first || opened.length < most) return;
  const superseded = await paymentsRepository.supersededAttempts(tx, first.orderId);
  if (opened.filter(({ number }) => !superseded.has(number)).length >= most) throw tooMany();
}

async function openSession(
  ctx: StoreContext,
  gateway: Gateway,
  request: PaymentRequest,
  { order, attempt }: Extract<Step, { do: 'open' }>,
): Promise<OpenedPayment> {
  const opened = await gateway
    .openSession({
      gatewayOrderId: attempt.gatewayOrderId,
      amountCents: attempt.amountCents,
      currency: attempt.currency,
      description: `${order.quantity} ${order.category}, order ${order.id}`,
      customerEmail: withAsciiDomain(order.customerEmail) || null,
      language: order.language,
      returnUrl: `${ctx.config.publicUrl}/success?orderId=${order.id}`,
      notificationUrl: `${ctx.config.publicUrl}/api/bigpay/webhook`,
      timeoutSeconds: sessionTimeoutSeconds,
    })
    .catch((error) => giveUp(ctx, attempt, error));
  const refusal = await ctx.database.transaction(async (tx) => {
    const current = await ordersRepository.lockOrder(tx, order.id);
    const change = { state: 'open', sessionId: opened.sessionId, successIndicator: opened.successIndicator } as const;
    if (!current || !(await paymentsRepository.changeAttempt(tx, attempt, change, ['opening']))) {
      return new StoreError('in_flight', { retryAfterSeconds: 1 });
    }
    await recordEvent(tx, attempt, 'opened');
    const paymentStatus = nextPaymentStatus(current.paymentStatus, 'session_opened');
    await ordersRepository.changeOrder(tx, order.id, { paymentStatus });
    // The order may have been paid, closed or changed during the request. Then the session is not returned, and its
    // attempt stays tracked.
    return findRefusal(current, request);
  });
  if (refusal) throw refusal;
  return forPage(gateway, opened.sessionId);
}

async function giveUp(ctx: StoreContext, attempt: Attempt, error: unknown): Promise<never> {
  if (!(error instanceof ExternalError)) throw error;
  await ctx.database.transaction(async (tx) => {
    const order = await ordersRepository.lockOrder(tx, attempt.orderId);
    const state = error.fault === 'unknown' ? 'lost' : 'refused';
    await endOpening(ctx, tx, order, attempt, { state, said: { fault: error.fault } });
  });
  if (error instanceof FieldRefusal && error.field === 'customerEmail') {
    throw new StoreError('invalid_input', { field: 'email', reason: 'email_refused' });
  }
  throw new StoreError(error.fault === 'refused' ? 'gateway_refused' : 'gateway_unavailable');
}

async function recordEvent(
  tx: Tx,
  { orderId, number }: Pick<Attempt, 'orderId' | 'number'>,
  conclusion: LedgerWord,
  asked: PaymentEventRow['asked'] = {},
): Promise<void> {
  const event = { orderId, attemptNumber: number, source: 'session', conclusion, asked, said: {} };
  await paymentsRepository.recordEvent(tx, event);
}

function tooMany(): StoreError {
  return new StoreError('rate_limited', { reason: 'too_many_tries', retryAfterSeconds: sessionTimeoutSeconds });
}

// The values of the request are compared with the order and never used.
function findRefusal(order: OrderRow, request: PaymentRequest): StoreError | null {
  if (order.deletedAt) return new StoreError('order_not_found');
  if (order.paidAt) return new StoreError('already_paid');
  if (order.status === 'failed' || order.paymentStatus === 'failed') return new StoreError('order_closed');
  const differs = (field: 'amount' | 'email' | 'postUrls') =>
    new StoreError('invalid_input', { field, reason: storeMessage('differs_from_order', { field }) });
  if (Math.abs(request.amount * 100 - order.amountCents) > 0.999) return differs('amount');
  const { email, hasKey } = request;
  const isBuyer = email === undefined ? hasKey : emailKey(email) === emailKey(order.customerEmail);
  if (!isBuyer) return differs('email');
  if (!request.postUrls) return null;
  // The buyer's page has them as they were entered.
  const links = storedLinks(linkRuleOf(order), request.postUrls, order.postLinks);
  const same = links.length === order.postLinks.length && links.every((link, at) => link === order.postLinks[at]);
  return same ? null : differs('postUrls');
}
