// The states of payouts, what they contain, and the limits of those that are typed. Pure, without zod: the pages use it too.
import { type GatewayName, gatewayTitles } from './gateways.ts';

/** unknown: a state that the store does not support. */
export const payoutStates = ['pending', 'in_transit', 'paid', 'failed', 'canceled', 'unknown'] as const;
export type PayoutState = (typeof payoutStates)[number];

/** The money has left the gateway's balance and is not at the bank yet. */
export const payoutStatesOnTheWay = ['pending', 'in_transit'] as const satisfies readonly PayoutState[];

/**
 * complete: the gateway lists them. pending: it lists them later. none: it lists none, as of a payout that was started by
 * hand. typed: a payout that a person entered.
 */
export const payoutContents = ['complete', 'pending', 'none', 'typed'] as const;
export type PayoutContents = (typeof payoutContents)[number];

export const payoutTransactionKinds = [
  'payment',
  'refund',
  'refund_failure',
  'dispute',
  'dispute_reversal',
  'fee',
  'adjustment',
  'payout_returned',
  'other',
] as const;
export type PayoutTransactionKind = (typeof payoutTransactionKinds)[number];

/** The kinds that are about one payment. */
export const payoutKindsOfPayments = [
  'payment',
  'refund',
  'refund_failure',
  'dispute',
  'dispute_reversal',
] as const satisfies readonly PayoutTransactionKind[];

/** How a transaction differs from the ledger. */
export const payoutDifferences = ['unknown_payment', 'other_amount', 'unknown_refund', 'unknown_dispute'] as const;
export type PayoutDifference = (typeof payoutDifferences)[number];

/** Gateways whose payouts are typed; by_hand: payments that an admin confirmed. */
export const typedPayoutGateways = ['mpgs', 'by_hand'] as const satisfies readonly (GatewayName | 'by_hand')[];
export type TypedPayoutGateway = (typeof typedPayoutGateways)[number];

/** Null: its name is a text of the pages. */
export function payoutGatewayTitle(gateway: string): string | null {
  return Object.hasOwn(gatewayTitles, gateway) ? gatewayTitles[gateway as GatewayName] : null;
}

/** Dollars; `days`: of the period that a payout covers. */
export const payoutLimits = { least: 0.01, most: 5_000_000, note: 200, days: 92 } as const;

/** How long the store looks back for payouts, in days. */
export const payoutDaysRead = 35;

/** Days of a period, both included. */
export function countDays(from: string, to: string): number {
  return (Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000 + 1;
}
