// The state of one post of an order, for its buyer. Pure, without zod: used by server and pages.
import { deliveredUnits, hasEnded, type LinkFacts, type PaymentState } from './order-progress.ts';
import { providerStatusKind } from './provider-status.ts';

export const postStates = [
  'unpaid',
  'to_send',
  'checking',
  'sending',
  'in_progress',
  'delivered',
  'refilling',
  'missing',
  'refunded',
  'stopped',
] as const;
/**
 * unpaid: waits for the payment. to_send: paid. checking: the provider refused it, and an admin decides. sending: placed
 * and not started. refilling: the provider delivers a lost part again. missing: ended short, and nothing is decided yet.
 * stopped: nothing more is delivered.
 */
export type PostState = (typeof postStates)[number];

/** `delivered` is omitted until a provider returns a count. */
export type PostProgress = { state: PostState; ordered: number; delivered?: number };

export type PostFacts = {
  payment: PaymentState;
  /** The order ended: nothing more is sent. */
  isOver: boolean;
  /** The units of this post. */
  ordered: number;
  /** Units delivered to the links that this one replaced. */
  deliveredBefore: number;
  /** The dispatch of this post; null before the first. */
  link: (LinkFacts & { isRefilling: boolean }) | null;
};

export function postProgressOf(facts: PostFacts): PostProgress {
  const delivered = deliveredOfPost(facts);
  return { state: postStateOf(facts), ordered: facts.ordered, ...(delivered === null ? {} : { delivered }) };
}

type DeliveredFacts = Pick<PostFacts, 'ordered' | 'deliveredBefore'> & { link: LinkFacts | null };

/** Units delivered to a post by all providers that had it; null when no provider has returned a count. */
export function deliveredOfPost({ ordered, deliveredBefore, link }: DeliveredFacts): number | null {
  const counted = link?.state === 'sent' ? deliveredUnits(link) : 0;
  if (counted === null && deliveredBefore === 0) return null;
  return Math.min(ordered, deliveredBefore + (counted ?? 0));
}

function postStateOf({ payment, isOver, link }: PostFacts): PostState {
  const isPaid = payment === 'paid' || payment === 'partly_refunded';
  const isRefunded = payment === 'refunded';
  if (link?.state !== 'sent') {
    if (isRefunded) return 'refunded';
    if (!isPaid) return isOver || payment === 'disputed' ? 'stopped' : 'unpaid';
    if (!isOver) return unsentState(link?.state);
    return payment === 'partly_refunded' ? 'refunded' : 'stopped';
  }
  const kind = providerStatusKind(link.liveStatus ?? '');
  // Without the money nothing is in progress for the buyer, whatever the provider still delivers.
  if (!isPaid) return deliveredUnits(link) === link.quantity ? 'delivered' : isRefunded ? 'refunded' : 'stopped';
  if (!hasEnded(link)) return link.liveStatus === null || kind === 'pending' ? 'sending' : 'in_progress';
  if (link.isRefilling || (link.following && kind !== 'completed')) return 'refilling';
  if (deliveredUnits(link) === link.quantity) return 'delivered';
  if (link.shortfall === 'refunded') return 'refunded';
  return link.shortfall === 'dismissed' || isOver ? 'stopped' : 'missing';
}

function unsentState(state: string | undefined): PostState {
  if (state === 'failed') return 'checking';
  return state === 'sending' || state === 'unknown' ? 'sending' : 'to_send';
}
