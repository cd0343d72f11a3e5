// Pure rules for the actions on a link, checked before the request. The server checks them again.
import { deliveredUnits, hasEnded } from '../../../contract/order-progress.ts';
import { isFinalProviderStatus, providerStatusKind } from '../../../contract/provider-status.ts';
import type { PostDelivery } from '../order-detail/order-queries.ts';
import type { AdminOrder } from '../order-detail/read-order.ts';
import type { Texts } from '../texts/texts.ts';

type PaidOrder = Pick<AdminOrder, 'status' | 'paymentStatus'>;

type RefillBarrier = keyof Texts['links']['noRefill'];

/** The reason why a sent link cannot be refilled now, or null. `status` is the last status of the provider. */
export function refillBarrier(order: PaidOrder, delivery: PostDelivery, status: string | null): RefillBarrier | null {
  if (order.paymentStatus === 'refunded') return 'orderRefunded';
  if (order.paymentStatus === 'disputed') return 'disputed';
  if (delivery.shortfall === 'refunded') return 'linkRefunded';
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

/** Delivered units of a link; null when the number is unknown. */
export function deliveredOf(delivery: PostDelivery | null): number | null {
  if (delivery === null) return 0;
  const { status, live_status, remains, quantity, following, shortfall } = delivery;
  return deliveredUnits({
    state: status,
    liveStatus: live_status ?? null,
    remains: remains ?? null,
    quantity: quantity ?? 0,
    following: following ?? false,
    shortfall: shortfall ?? null,
  });
}
