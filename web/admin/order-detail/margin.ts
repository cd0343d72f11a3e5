// The margin of an order: its price less its cost at the provider. Pure.
import { isStoppedProviderStatus, providerStatusKind } from '../../../contract/provider-status.ts';
import type { PostDelivery } from './order-queries.ts';
import type { AdminOrder } from './read-order.ts';

export type Margin = { cost: number; margin: number; percent: number | null; isEstimate: boolean };
export type PricedOrder = Pick<AdminOrder, 'amountCents' | 'refundedCents' | 'quantity' | 'deliveredBefore'>;

/**
 * In dollars. A link that ended short earns only its delivered part, even before the rest is refunded.
 * Null when no cost is known, nothing was delivered, or the provider charges in another currency. Null as well after a
 * part was delivered by another provider or to another link: `deliveries` is without the cost of that part.
 */
export function marginOf(order: PricedOrder, deliveries: readonly PostDelivery[]): Margin | null {
  const { amountCents, refundedCents, quantity, deliveredBefore } = order;
  if (deliveredBefore.some((units) => units > 0)) return null;
  const priced = deliveries.flatMap((delivery) => (delivery.cost ? [{ delivery, cost: delivery.cost }] : []));
  // The store does not convert currencies.
  if (amountCents === null || priced.length === 0) return null;
  if (priced.some(({ cost }) => cost.currency.toUpperCase() !== 'USD')) return null;
  if (deliveries.every((delivery) => undeliveredShare(delivery) === 1)) return null;
  const missing = deliveries.reduce((sum, delivery) => sum + missingOf(delivery), 0);
  const earnedShare = quantity ? Math.max(0, 1 - missing / quantity) : 1;
  const kept = Math.min(amountCents - refundedCents, amountCents * earnedShare) / 100;
  const cost = priced.reduce((sum, each) => sum + costOf(each), 0);
  return {
    cost,
    margin: kept - cost,
    percent: kept > 0 ? Math.round(((kept - cost) / kept) * 100) : null,
    isEstimate: priced.some((each) => each.cost.estimated),
  };
}

// An estimate covers the whole link.
function costOf({ delivery, cost }: { delivery: PostDelivery; cost: NonNullable<PostDelivery['cost']> }): number {
  return cost.estimated ? cost.amount * (1 - undeliveredShare(delivery)) : cost.amount;
}

function missingOf(delivery: PostDelivery): number {
  return (delivery.quantity ?? 0) * undeliveredShare(delivery);
}

/** The missing share of a link, 0 to 1; 0 while delivery runs. A partial link without `remains` counts as delivered. */
function undeliveredShare({ status, live_status, remains, quantity = 0 }: PostDelivery): number {
  if (status === 'failed') return 1;
  const liveStatus = live_status ?? '';
  if (status !== 'sent' || !isStoppedProviderStatus(liveStatus)) return 0;
  if (remains === null || remains === undefined || quantity <= 0)
    return providerStatusKind(liveStatus) === 'partial' ? 0 : 1;
  return Math.min(1, Math.max(0, remains / quantity));
}
