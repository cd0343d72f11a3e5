// Maps Stripe's values to those of the store. Pure: no network, no clock, no secrets.
import type Stripe from 'stripe';
import type { GatewayStatus, GatewayView, RefundStatus, RefundView, SessionRequest } from '../../gateway.ts';
import { type PaymentTry, parsePaymentTry, readGatewayId } from '../../gateway.ts';
import { cut, isOrderId, storable } from '../exchange.ts';
import type {
  WireBalanceTransaction,
  WireCharge,
  WireDispute,
  WireEvent,
  WireIntent,
  WireRefund,
  WireSession,
} from './stripe-wire-types.ts';

/** Metadata key of the gateway order ID on a payment, its charges and its refunds. */
export const orderKey = 'gateway_order_id';

/** The metadata field with the store's refund ID: Stripe's own ID is unknown before its response. */
export const refundKey = 'refund_id';

const maxNameLength = 250;
/** Stripe's limits for a session, and a little above the minimum, because the clocks differ. */
const leastSeconds = 30 * 60 + 20;
const mostSeconds = 24 * 60 * 60 - 60;

/** The states of a disputed charge, and where the money is. */
const disputesWithTheMoney: ReadonlySet<string> = new Set([
  'needs_response',
  'under_review',
  'lost',
  'prevented',
  'appeal_needs_response',
  'appeal_under_review',
]);

/** Every value comes from the store's own rows (gateway rule 1). */
export function sessionParams(
  request: SessionRequest,
  { resultIndicator, now }: { resultIndicator: string; now: Date },
): Stripe.Checkout.SessionCreateParams {
  const returnUrl = new URL(request.returnUrl);
  returnUrl.searchParams.set('resultIndicator', resultIndicator);
  const seconds = Math.min(Math.max(request.timeoutSeconds, leastSeconds), mostSeconds);
  return {
    mode: 'payment',
    ui_mode: 'elements',
    return_url: returnUrl.href,
    client_reference_id: request.gatewayOrderId,
    ...(request.customerEmail === null ? {} : { customer_email: request.customerEmail }),
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: request.currency.toLowerCase(),
          unit_amount: request.amountCents,
          product_data: { name: cut(request.description, maxNameLength) },
        },
      },
    ],
    payment_intent_data: { capture_method: 'automatic', metadata: { [orderKey]: request.gatewayOrderId } },
    metadata: { [orderKey]: request.gatewayOrderId },
    // Apple Pay and Google Pay are cards. Each is offered where the account has it enabled.
    allowed_payment_method_types: ['card', 'link'],
    // Independent of the account's settings: the payer pays the order's price in its currency.
    adaptive_pricing: { enabled: false },
    expires_at: Math.floor(now.getTime() / 1000) + seconds,
  };
}

/** The state of one session: its payment, every try, and refunds or disputes since. */
export function gatewayView(
  session: WireSession,
  charges: readonly WireCharge[],
  disputes: readonly WireDispute[],
  refunds: readonly WireRefund[],
): GatewayView {
  const intent = typeof session.payment_intent === 'object' ? session.payment_intent : null;
  const succeeded = charges.filter(({ status }) => toCode(status) === 'succeeded');
  const capturedCents = sum(succeeded.map((charge) => charge.amount_captured));
  const ended = refunds.filter((refund) => refundView(refund, '').status !== 'pending');
  const given = ended.filter((refund) => refundView(refund, '').status !== 'failed');
  const reportedCents = sum(succeeded.map((charge) => charge.amount_refunded));
  const refundedCents = reportedCents === null ? null : sum(given.map(({ amount }) => amount));
  const failedTries = charges.filter(({ status }) => toCode(status) === 'failed').length;
  const amountCents = session.amount_total ?? null;
  const isDisputed = disputes.some(({ status }) => disputesWithTheMoney.has(toCode(status)));
  const unknown = unknownStatus(session, intent, disputes);
  const money = { amountCents, capturedCents, refundedCents, failedTries, isDisputed };
  return {
    gatewayOrderId: storable(session.client_reference_id),
    status: unknown === null ? gatewayStatus(session, intent, money) : 'unclear',
    unknownStatus: unknown,
    rawStatus: storable(`${session.status ?? 'none'}/${session.payment_status ?? 'none'}`),
    rawResult: storable(
      [intent?.status ?? 'none', ...disputes.map(({ status }) => `dispute ${status ?? 'none'}`)].join(', '),
    ),
    amountCents,
    capturedCents,
    refundedCents,
    currency: findCurrency([session, ...(intent ? [intent] : []), ...succeeded]),
    fee: findFee(succeeded, disputes, refunds),
    refundCount: given.length,
    failedTries,
    lastTry: lastTry(charges, readIntentId(session)),
    // A dispute that ended counts twice. Refunds are left out, because they are not always queried.
    transactionCount: charges.length + disputes.length + disputes.filter(hasEnded).length || null,
    formOpen: toCode(session.status) === 'open',
    disputeDueAt: dueDate(disputes),
    lastUpdatedAt: newest([session, ...charges, ...disputes, ...ended]),
  };
}

// Known once each charge is booked. The account may have another currency than the payment.
function findFee(
  charges: readonly WireCharge[],
  disputes: readonly WireDispute[],
  refunds: readonly WireRefund[],
): GatewayView['fee'] {
  const currency = findCurrency(charges);
  if (currency === null || charges.some((charge) => !charge.balance_transaction)) return null;
  const booked = [
    ...charges.map((charge) => charge.balance_transaction),
    ...disputes.flatMap((dispute) => dispute.balance_transactions ?? []),
    ...refunds.flatMap((refund) => [refund.balance_transaction, refund.failure_balance_transaction]),
  ];
  const cents = sum(booked.flatMap((transaction) => (transaction ? [feeIn(currency, transaction)] : [])));
  return cents === null ? null : { cents, currency };
}

/** Undefined in another currency without a rate. */
function feeIn(currency: string, { fee, currency: its, exchange_rate: rate }: Booked): number | undefined {
  if (its.toUpperCase() === currency) return fee;
  return rate === undefined ? undefined : Math.round(fee / rate);
}

type Booked = NonNullable<WireBalanceTransaction>;

// Stripe lists charges newest first.
function lastTry(charges: readonly WireCharge[], intentId: string | null): PaymentTry | null {
  const ends = (status: string) => charges.find((charge) => toCode(charge.status) === status);
  const charge = ends('succeeded') ?? ends('pending') ?? charges[0];
  if (!charge) return null;
  const { type, card } = charge.payment_method_details ?? {};
  return parsePaymentTry({
    brand: card?.brand,
    cardNumber: card?.last4,
    // Link is a wallet of a card or a method of its own, by the settings of the account.
    wallet: card?.wallet?.type ?? type,
    // Empty rather than missing: it replaces that of another card.
    country: card?.country ?? '',
    declineCode: toCode(charge.status) === 'failed' ? (charge.outcome?.reason ?? charge.failure_code) : undefined,
    transactionId: charge.id,
    paymentId: intentId ?? undefined,
  });
}

export function readIntentId({ payment_intent: intent }: WireSession): string | null {
  return (typeof intent === 'object' ? intent.id : intent) || null;
}

/** A refund of this amount; its metadata makes it findable after a lost response. */
export function refundParams(
  intentId: string,
  amountCents: number,
  ids: { gatewayOrderId: string; refundId: string },
): Stripe.RefundCreateParams {
  const metadata = { [orderKey]: ids.gatewayOrderId, [refundKey]: ids.refundId };
  return { payment_intent: intentId, amount: amountCents, metadata };
}

export function refundView(refund: WireRefund, refundId: string): RefundView {
  return {
    refundId,
    gatewayRefundId: readGatewayId(refund.id),
    status: refundMeaningOf.get(toCode(refund.status)) ?? 'unclear',
    rawResult: storable(refund.status ?? 'none'),
    amountCents: refund.amount ?? null,
    currency: findCurrency([refund]),
  };
}

const refundMeaningOf: ReadonlyMap<string, RefundStatus> = new Map<string, RefundStatus>([
  ['succeeded', 'refunded'],
  ['pending', 'pending'],
  ['requires_action', 'pending'],
  ['failed', 'failed'],
  ['canceled', 'failed'],
]);

type Money = {
  amountCents: number | null;
  capturedCents: number | null;
  refundedCents: number | null;
  failedTries: number;
  isDisputed: boolean;
};

// An unknown status is `unclear`: neither paid nor failed.
function gatewayStatus(session: WireSession, intent: WireIntent | null, money: Money): GatewayStatus {
  switch (intent ? toCode(intent.status) : undefined) {
    case 'succeeded':
      return moneyStatus(session, money);
    case 'requires_capture':
      return 'authorized';
    case 'canceled':
      return toCode(session.status) === 'expired' ? 'expired' : 'cancelled';
    case 'requires_payment_method':
    case 'requires_confirmation':
    case 'requires_action':
    case undefined:
      return formStatus(session, money);
    default:
      return 'unclear';
  }
}

function moneyStatus(session: WireSession, money: Money): GatewayStatus {
  const { amountCents, capturedCents, refundedCents } = money;
  if (money.isDisputed) return 'disputed';
  if (
    toCode(session.payment_status) !== 'paid' ||
    amountCents === null ||
    capturedCents === null ||
    refundedCents === null
  ) {
    return 'unclear';
  }
  if (capturedCents === 0) return 'unclear';
  if (refundedCents >= capturedCents) return 'refunded';
  if (refundedCents > 0) return 'partially_refunded';
  return capturedCents < amountCents ? 'partially_captured' : 'captured';
}

function formStatus(session: WireSession, { failedTries }: Money): GatewayStatus {
  const status = toCode(session.status);
  if (toCode(session.payment_status) !== 'unpaid') return 'unclear';
  if (status === 'expired') return 'expired';
  if (status !== 'open' && status !== 'complete') return 'unclear';
  return failedTries > 0 ? 'declined' : 'unpaid';
}

const sessionStatuses: ReadonlySet<string> = new Set(['open', 'complete', 'expired']);
const paymentStatuses: ReadonlySet<string> = new Set(['paid', 'unpaid', 'no_payment_required']);
const intentStatuses: ReadonlySet<string> = new Set([
  'succeeded',
  'requires_capture',
  'canceled',
  'requires_payment_method',
  'requires_confirmation',
  'requires_action',
  'processing',
]);
const endedDisputes: ReadonlySet<string> = new Set(['won', 'lost', 'warning_closed', 'prevented']);
const openDisputes: ReadonlySet<string> = new Set(['warning_needs_response', 'warning_under_review']);

// The first status that this adapter does not support, with its object; else null.
function unknownStatus(
  session: WireSession,
  intent: WireIntent | null,
  disputes: readonly WireDispute[],
): string | null {
  const isDisputeKnown = (status: string) =>
    disputesWithTheMoney.has(status) || endedDisputes.has(status) || openDisputes.has(status);
  const shown = (whose: string, status = 'none') => storable(`${whose} ${status}`);
  if (!sessionStatuses.has(toCode(session.status))) return shown('session', session.status);
  if (!paymentStatuses.has(toCode(session.payment_status))) return shown('payment', session.payment_status);
  if (intent && !intentStatuses.has(toCode(intent.status))) return shown('payment intent', intent.status);
  const dispute = disputes.find(({ status }) => !isDisputeKnown(toCode(status)));
  return dispute ? shown('dispute', dispute.status) : null;
}

// Stripe lists disputes newest first.
function dueDate([newest]: readonly WireDispute[]): Date | null {
  const seconds = newest?.evidence_details?.due_by;
  return seconds === undefined ? null : new Date(seconds * 1000);
}

function hasEnded({ status }: WireDispute): boolean {
  return endedDisputes.has(toCode(status));
}

// The comparison ignores case and surrounding spaces.
function toCode(word = ''): string {
  return word.trim().toLowerCase();
}

/** The subject of an event: a gateway order, or a payment that must be queried; null for other stores. */
export function findSubject({ data: { object } }: WireEvent): { gatewayOrderId: string } | { intentId: string } | null {
  // An object without this key belongs to another user of the account.
  const named = object.metadata?.[orderKey];
  if (isOrderId(named)) return { gatewayOrderId: named };
  // Disputes and refunds made in Stripe's dashboard do not have the payment's metadata.
  const isAboutPayment = object.object === 'dispute' || object.object === 'refund';
  return isAboutPayment && object.payment_intent ? { intentId: object.payment_intent } : null;
}

function sum(amounts: readonly (number | undefined)[]): number | null {
  let total = 0;
  for (const amount of amounts) {
    if (amount === undefined) return null;
    total += amount;
  }
  return total;
}

// Joins different currencies: the result equals no real currency, so the amount check fails.
function findCurrency(objects: readonly { currency?: string | undefined }[]): string | null {
  const known = new Set(objects.flatMap(({ currency }) => (currency ? [currency.toUpperCase()] : [])));
  return known.size > 0 ? storable([...known].join('/')) : null;
}

// Stripe returns the creation time, not the change time.
function newest(made: readonly { created?: number | undefined }[]): Date | null {
  const seconds = Math.max(...made.map(({ created = 0 }) => created));
  const at = new Date(seconds * 1000);
  return seconds > 0 && at.getUTCFullYear() < 2200 ? at : null;
}
