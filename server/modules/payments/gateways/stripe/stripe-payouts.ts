// Maps Stripe's payouts and balance transactions to those of the store. Pure.
import {
  type PayoutState,
  type PayoutTransactionKind,
  payoutKindsOfPayments,
} from '../../../../../contract/payout-rules.ts';
import { type PayoutTransaction, type PayoutView, readGatewayId } from '../../gateway.ts';
import { isOrderId, shownWord } from '../exchange.ts';
import { orderKey } from './stripe-map.ts';
import type { WirePayout, WireTransaction } from './stripe-wire-types.ts';

export function payoutView(wire: WirePayout): PayoutView {
  return {
    payoutId: wire.id,
    state: payoutStateOf.get(wire.status ?? '') ?? 'unknown',
    amountCents: wire.amount,
    currency: wire.currency.toUpperCase(),
    arrivalDay: new Date(wire.arrival_date * 1000).toISOString().slice(0, 10),
    failure: shownWord(wire.failure_code ?? '') || null,
    contents: readContents(wire),
  };
}

const payoutStateOf: ReadonlyMap<string, PayoutState> = new Map<string, PayoutState>([
  ['pending', 'pending'],
  ['in_transit', 'in_transit'],
  ['paid', 'paid'],
  ['failed', 'failed'],
  ['canceled', 'canceled'],
]);

// Stripe lists transactions of its automatic payouts only, once it has assigned them.
function readContents({ automatic, reconciliation_status: status }: WirePayout): PayoutView['contents'] {
  if (automatic === false || status === 'not_applicable') return 'none';
  return status === 'in_progress' ? 'pending' : 'complete';
}

/** The transaction of the payout itself is in its list, too. */
export function isOfPayoutItself({ type }: WireTransaction): boolean {
  return type === 'payout';
}

export function payoutTransaction(wire: WireTransaction): PayoutTransaction {
  const { source } = wire;
  const whole = typeof source === 'object' ? source : null;
  const sourceId = readGatewayId(typeof source === 'string' ? source : whole?.id);
  const kind = readKind(wire, sourceId);
  const named = whole?.metadata?.[orderKey];
  const paidCents = whole?.amount_captured ?? whole?.amount;
  return {
    transactionId: wire.id,
    kind,
    amountCents: wire.amount,
    feeCents: wire.fee,
    paid:
      paidCents !== undefined && whole?.currency && kindsOfPayments.has(kind)
        ? { cents: wire.amount < 0 ? -paidCents : paidCents, currency: whole.currency.toUpperCase() }
        : null,
    sourceId,
    gatewayOrderId: isOrderId(named) ? named : null,
    paymentId: readGatewayId(whole?.payment_intent),
    chargeId: readGatewayId(kind === 'payment' ? (sourceId ?? undefined) : whole?.charge),
  };
}

const kindsOfPayments: ReadonlySet<PayoutTransactionKind> = new Set(payoutKindsOfPayments);

const kindOf: ReadonlyMap<string, PayoutTransactionKind> = new Map<string, PayoutTransactionKind>([
  ['charge', 'payment'],
  ['payment', 'payment'],
  ['refund', 'refund'],
  ['payment_refund', 'refund'],
  ['payment_failure_refund', 'refund'],
  ['payment_reversal', 'refund'],
  ['refund_failure', 'refund_failure'],
  ['stripe_fee', 'fee'],
  ['stripe_fx_fee', 'fee'],
  ['tax_fee', 'fee'],
  ['application_fee', 'fee'],
  ['payout_failure', 'payout_returned'],
  ['payout_cancel', 'payout_returned'],
]);

// A dispute is an adjustment. Its category or its source identifies it.
function readKind(
  { type = '', reporting_category: category, amount }: WireTransaction,
  sourceId: string | null,
): PayoutTransactionKind {
  if (type !== 'adjustment') return kindOf.get(type) ?? 'other';
  if (category === 'dispute' || category === 'dispute_reversal') return category;
  if (!/^(du|dp)_/.test(sourceId ?? '')) return 'adjustment';
  return amount > 0 ? 'dispute_reversal' : 'dispute';
}
