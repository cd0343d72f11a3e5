// Pure rules for a link: the actions on it, which the server checks again, its units, and its live status.
import { hasEnded } from '../../../contract/order-progress.ts';
import { deliveredOfPost } from '../../../contract/post-progress.ts';
import { isFinalProviderStatus, providerStatusKind } from '../../../contract/provider-status.ts';
import type { AdminOrder, PostDelivery } from '../order-detail/read-order.ts';
import type { Texts } from '../texts/texts.ts';

type PaidOrder = Pick<AdminOrder, 'status' | 'paymentStatus'>;

type RefillBarrier = keyof Texts['links']['noRefill'];

/** The reason why a sent link cannot be refilled now, or null. `status` is the last status of the provider. */
export function refillBarrier(order: PaidOrder, delivery: PostDelivery, status: string | null): RefillBarrier | null {
  if (order.paymentStatus === 'refunded') return 'orderRefunded';
  if (order.paymentStatus === 'disputed') return 'disputed';
  if (delivery.shortfall === 'refunded') return 'linkRefunded';
  if (delivery.has_refill === false) return 'noService';
  if (status === null) return 'noStatus';
  if (!isFinalProviderStatus(status)) return 'running';
  const kind = providerStatusKind(status);
  return kind === 'completed' || kind === 'partial' ? null : 'ended';
}

/**
 * True for a link that is not at a provider, or that ended short without a refund. The order is paid and still open.
 */
export function mayReplace({ status, paymentStatus }: PaidOrder, delivery: PostDelivery | null): boolean {
  if (paymentStatus !== 'paid' || /^(completed|failed)$/i.test(status)) return false;
  if (delivery === null || delivery.status === 'failed' || delivery.status === 'waiting') return true;
  if (delivery.status !== 'sent' || delivery.shortfall === 'refunded' || delivery.following) return false;
  const liveStatus = delivery.live_status ?? null;
  if (!hasEnded({ liveStatus, following: false })) return false;
  return providerStatusKind(liveStatus ?? '') !== 'completed';
}

/** `delivered` is null while it is unknown, and before any unit was sent. */
export type LinkUnits = { ordered: number; delivered: number | null };

/** The units of a link at all providers that had it, as its buyer sees them. */
export function linkUnits(
  { deliveredBefore: before, linkQuantities }: Pick<AdminOrder, 'deliveredBefore' | 'linkQuantities'>,
  position: number,
  delivery: PostDelivery | null,
): LinkUnits {
  const deliveredBefore = before[position] ?? 0;
  const quantity = delivery?.quantity ?? linkQuantities[position] ?? 0;
  const ordered = deliveredBefore + quantity;
  if (delivery?.status !== 'sent' && deliveredBefore === 0) return { ordered, delivered: null };
  const link = delivery && {
    state: delivery.status,
    liveStatus: delivery.live_status ?? null,
    remains: delivery.remains ?? null,
    quantity,
    following: delivery.following ?? false,
    shortfall: delivery.shortfall ?? null,
  };
  return { ordered, delivered: deliveredOfPost({ ordered, deliveredBefore, link }) };
}

/** Null without a count. */
export function deliveredPercent({ ordered, delivered }: LinkUnits): number | null {
  return delivered === null || ordered === 0 ? null : Math.floor((delivered / ordered) * 100);
}

const refillFollowMs = 24 * 60 * 60_000;

/** False after a terminal status, except for 24 hours after a refill request. */
export function isFollowed(status: string | undefined, refillRequestedAt: string | null, nowMs: number): boolean {
  if (status === undefined || !isFinalProviderStatus(status)) return true;
  if (!refillRequestedAt) return false;
  return nowMs - Date.parse(refillRequestedAt) < refillFollowMs;
}
