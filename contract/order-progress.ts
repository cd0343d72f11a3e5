// What an order's payment and its delivery are, in one word each (D-34). Pure, without zod: server and pages share it.
import { isFinalProviderStatus, providerStatusKind } from './provider-status.ts';

export const paymentStates = [
  'unpaid',
  'confirming',
  'declined',
  'expired',
  'paid',
  'partly_refunded',
  'refunded',
  'disputed',
] as const;
/**
 * unpaid: nobody paid. confirming: money may be on its way. declined: the last card was declined. expired: the form or the
 * order ran out of time. disputed: the payer's bank took the money back.
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
 * none: nothing is to be delivered. to_send: paid, no link sent. sending: some sent, some not. in_progress: all sent, not all
 * ended. partial: nothing more comes and something is missing. not_delivered: nothing more comes and nothing was delivered.
 */
export type DeliveryState = (typeof deliveryStates)[number];

export type Delivery = {
  state: DeliveryState;
  /** Of the order; how many of them are at a provider, and how many of those ended there. */
  links: number;
  sent: number;
  ended: number;
  /** Units: what was ordered, and how many of them are there. Left out while no provider has told a count. */
  ordered: number;
  delivered?: number;
};

export type PaymentFacts = {
  status: string;
  paymentStatus: string;
  amountCents: number;
  refundedCents: number;
  /** A payment is under way whose end the gateway has not told. */
  isConfirming: boolean;
  /** The newest payment form met a decline. */
  isDeclined: boolean;
};

export function paymentStateOf(facts: PaymentFacts): PaymentState {
  const { status, paymentStatus, amountCents, refundedCents } = facts;
  if (paymentStatus === 'disputed' || paymentStatus === 'refunded') return paymentStatus;
  if (paymentStatus === 'paid') {
    if (refundedCents >= amountCents) return 'refunded';
    return refundedCents > 0 ? 'partly_refunded' : 'paid';
  }
  if (facts.isConfirming) return 'confirming';
  if (facts.isDeclined || paymentStatus === 'failed') return 'declined';
  return status === 'failed' || paymentStatus === 'expired' ? 'expired' : 'unpaid';
}

/** One link of an order that was tried at a provider. */
export type LinkFacts = {
  /** sending, sent, failed, unknown or waiting. */
  state: string;
  liveStatus: string | null;
  remains: number | null;
  quantity: number;
  /** The store still asks the provider about it. */
  following: boolean;
  /** What settled the part that was not delivered: refilled, refunded or dismissed. */
  shortfall: string | null;
};

export type DeliveryFacts = {
  status: string;
  paymentStatus: string;
  quantity: number;
  links: number;
  /** Units of links that were replaced since. */
  deliveredBefore: number;
  sent: readonly LinkFacts[];
};

/** A failure ends a link only once a second look confirms it: until then it is still followed (D-50). */
export function hasEnded({ liveStatus, following }: Pick<LinkFacts, 'liveStatus' | 'following'>): boolean {
  if (liveStatus === null || !isFinalProviderStatus(liveStatus)) return false;
  return !(following && providerStatusKind(liveStatus) === 'failed');
}

/** Units of a sent link that are there; null where no provider has told. */
export function deliveredUnits(link: LinkFacts): number | null {
  const { liveStatus, remains, quantity } = link;
  if (link.state !== 'sent' || liveStatus === null) return null;
  const kind = providerStatusKind(liveStatus);
  if (kind === 'completed' || link.shortfall === 'refilled') return quantity;
  if (remains !== null) return Math.max(0, quantity - remains);
  // Without a count a link that was stopped brought nothing; of a partial one nobody knows how much.
  return hasEnded(link) && kind !== 'partial' ? 0 : null;
}

/** Ended, and something of it is missing, or nobody knows how much. */
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

/** Nothing more is sent: the order ended, or its money went back. */
function isOver({ status, paymentStatus }: DeliveryFacts): boolean {
  return status === 'completed' || status === 'failed' || paymentStatus === 'refunded' || paymentStatus === 'disputed';
}
