// Derives the payment state and the delivery state of an order. Pure, without zod: used by server and pages.
import { isFinalProviderStatus, providerStatusKind } from './provider-status.ts';

export const paymentStates = [
  'unpaid',
  'awaiting_transfer',
  'confirming',
  'declined',
  'expired',
  'paid',
  'partly_refunded',
  'refunded',
  'disputed',
] as const;
/**
 * unpaid: no payment. awaiting_transfer: the buyer chose to pay by transfer, and an admin confirms it. confirming: a payment may be in progress. declined: the last card was declined. expired: the form
 * or the order timed out. disputed: the payer's bank took the money back.
 */
export type PaymentState = (typeof paymentStates)[number];

export const deliveryStates = [
  'none',
  'to_send',
  'sending',
  'in_progress',
  'completed',
  'partial',
  'not_delivered',
] as const;
/**
 * none: no delivery. to_send: paid, no link sent. sending: some links sent. in_progress: all sent, not all ended.
 * partial: ended with missing units. not_delivered: ended without any delivered unit.
 */
export type DeliveryState = (typeof deliveryStates)[number];

export type Tone = 'green' | 'yellow' | 'blue' | 'red' | 'purple' | 'orange' | 'grey';
/** The colors of the admin, and of the badge that a buyer sees. */
export const paymentTones: Record<PaymentState, Tone> = {
  unpaid: 'yellow',
  awaiting_transfer: 'yellow',
  confirming: 'yellow',
  declined: 'red',
  expired: 'grey',
  paid: 'purple',
  partly_refunded: 'grey',
  refunded: 'grey',
  disputed: 'red',
};
export const deliveryTones: Record<DeliveryState, Tone> = {
  none: 'grey',
  to_send: 'orange',
  sending: 'blue',
  in_progress: 'blue',
  completed: 'green',
  partial: 'orange',
  not_delivered: 'red',
};

/** Why no link of a paid order can be sent: a refund is open, the unsent links were refunded, or the buyer paused it. */
export const sendBarriers = ['refund_open', 'refunded', 'paused'] as const;
export type SendBarrier = (typeof sendBarriers)[number];

export type Delivery = {
  state: DeliveryState;
  /** Links of the order; `sent` of them are at a provider, and `ended` of those have ended. */
  links: number;
  sent: number;
  ended: number;
  /** Units ordered and delivered. `delivered` is omitted until a provider returns a count. */
  ordered: number;
  delivered?: number;
  /** All was delivered, and a part that was lost is delivered again. */
  refilling?: true;
};

export type PaymentFacts = {
  status: string;
  paymentStatus: string;
  amountCents: number;
  refundedCents: number;
  /** True while the gateway has not returned the result of a payment. */
  isConfirming?: boolean;
  /** True when the newest payment form had a decline. */
  isDeclined?: boolean;
  /** True while the order waits for a transfer that the buyer chose. */
  isAwaitingTransfer?: boolean;
};

export function paymentStateOf(facts: PaymentFacts): PaymentState {
  const { status, paymentStatus, amountCents, refundedCents } = facts;
  if (paymentStatus === 'disputed' || paymentStatus === 'refunded') return paymentStatus;
  if (paymentStatus === 'paid') {
    if (refundedCents >= amountCents) return 'refunded';
    return refundedCents > 0 ? 'partly_refunded' : 'paid';
  }
  if (facts.isConfirming) return 'confirming';
  if (facts.isAwaitingTransfer) return 'awaiting_transfer';
  if (facts.isDeclined || paymentStatus === 'failed') return 'declined';
  return status === 'failed' || paymentStatus === 'expired' ? 'expired' : 'unpaid';
}

/** One link with an attempt at a provider. */
export type LinkFacts = {
  /** sending, sent, failed, unknown or waiting. */
  state: string;
  liveStatus: string | null;
  remains: number | null;
  quantity: number;
  /** True while the store polls the provider for it. */
  following: boolean;
  /** The resolution of the undelivered part: refilled, refunded or dismissed. */
  shortfall: string | null;
  /** A refill was requested and has not ended. */
  isRefilling?: boolean;
};

export type DeliveryFacts = {
  status: string;
  paymentStatus: string;
  quantity: number;
  links: number;
  /** Units delivered by links that were replaced later. */
  deliveredBefore: number;
  sent: readonly LinkFacts[];
};

/** Units delivered to links that were replaced later, by position. */
export type ReplacedUnits = ReadonlyMap<number, number>;

export function sumReplaced(replacements: readonly { position: number; delivered: number }[]): ReplacedUnits {
  const units = new Map<number, number>();
  for (const { position, delivered } of replacements) units.set(position, (units.get(position) ?? 0) + delivered);
  return units;
}

/** A failure ends a link only after a second status check confirms it. Until then the store keeps polling. */
export function hasEnded({ liveStatus, following }: Pick<LinkFacts, 'liveStatus' | 'following'>): boolean {
  if (liveStatus === null || !isFinalProviderStatus(liveStatus)) return false;
  return !(following && providerStatusKind(liveStatus) === 'failed');
}

/** Delivered units of a sent link; null when the provider has returned no count. */
export function deliveredUnits(link: LinkFacts): number | null {
  const { liveStatus, remains, quantity } = link;
  if (link.state !== 'sent' || liveStatus === null) return null;
  const kind = providerStatusKind(liveStatus);
  if (kind === 'completed' || link.shortfall === 'refilled') return quantity;
  if (remains !== null) return Math.max(0, quantity - remains);
  // Without a count, a stopped link delivered nothing; the count of a partial link is unknown.
  return hasEnded(link) && kind !== 'partial' ? 0 : null;
}

/** The link ended with missing units, or with an unknown count. */
export function isShort(link: LinkFacts): boolean {
  return link.state === 'sent' && !link.following && hasEnded(link) && deliveredUnits(link) !== link.quantity;
}

export function deliveryOf(facts: DeliveryFacts): Delivery {
  const placed = facts.sent.filter(({ state }) => state === 'sent');
  const ended = placed.filter(hasEnded);
  const counts = placed.map(deliveredUnits).filter((units) => units !== null);
  const units = Math.min(
    facts.quantity,
    counts.reduce((sum, count) => sum + count, facts.deliveredBefore),
  );
  const isKnown = placed.length === 0 || counts.length > 0 || facts.deliveredBefore > 0;
  return {
    state: deliveryStateOf(facts, { placed: placed.length, ended: ended.length, counts, units }),
    links: facts.links,
    sent: placed.length,
    ended: ended.length,
    ordered: facts.quantity,
    ...(isKnown ? { delivered: units } : {}),
    ...(facts.paymentStatus === 'paid' && placed.some(({ isRefilling }) => isRefilling) ? { refilling: true } : {}),
  };
}

type Counted = { placed: number; ended: number; counts: readonly number[]; units: number };

function deliveryStateOf(facts: DeliveryFacts, { placed, ended, counts, units }: Counted): DeliveryState {
  const isPaid = facts.paymentStatus === 'paid';
  const isGivenBack = facts.paymentStatus === 'refunded' || facts.paymentStatus === 'disputed';
  const isUnderWay = facts.sent.some(({ state }) => state === 'sending' || state === 'unknown');
  if (placed === 0 && !isUnderWay && !isPaid && !isGivenBack) return 'none';
  if (placed > ended) return placed < facts.links && !isOver(facts) ? 'sending' : 'in_progress';
  if (placed < facts.links && !isOver(facts)) return placed > 0 || isUnderWay ? 'sending' : 'to_send';
  const isWhole = counts.length === facts.links && units >= facts.quantity;
  if (isWhole) return 'completed';
  return units > 0 || counts.length < placed ? 'partial' : 'not_delivered';
}

/** No further dispatch: the order ended or was refunded. */
function isOver({ status, paymentStatus }: DeliveryFacts): boolean {
  return status === 'completed' || status === 'failed' || paymentStatus === 'refunded' || paymentStatus === 'disputed';
}
