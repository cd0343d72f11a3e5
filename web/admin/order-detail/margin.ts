// The margin of an order: its price less its cost at the provider. Pure.
import { isStoppedProviderStatus, providerStatusKind } from '../../../contract/provider-status.ts';
import type { AdminOrder, PostDelivery } from './read-order.ts';

export type Margin = { cost: number; margin: number; percent: number | null; isEstimate: boolean };
export type PricedOrder = Pick<AdminOrder, 'amountCents' | 'refundedCents' | 'quantity' | 'earlierSends'>;

/**
 * In dollars. A link that ended short earns only its delivered part, even before the rest is refunded. Null when nothing
 * was delivered, a provider delivered without a known charge or charges in another currency, or the order is of a list.
 */
export function marginOf(order: PricedOrder, deliveries: readonly PostDelivery[]): Margin | null {
  const { amountCents, refundedCents, quantity, earlierSends } = order;
  if (!earlierSends) return null;
  const delivering = deliveries.filter((delivery) => delivery.cost || isCharged(delivery));
  const earlier = earlierSends.filter(({ cost, delivered }) => cost || delivered > 0);
  const costs = [...delivering.map(chargeOf), ...earlier.map(({ cost }) => cost)];
  if (amountCents === null || costs.length === 0) return null;
  const known = costs.flatMap((cost) => cost ?? []);
  // The store does not convert currencies.
  if (known.length < costs.length || known.some(({ currency }) => currency.toUpperCase() !== 'USD')) return null;
  const isNothingBefore = earlier.every(({ delivered }) => delivered === 0);
  if (isNothingBefore && deliveries.every((delivery) => undeliveredShare(delivery) === 1)) return null;
  const missing = deliveries.reduce((sum, delivery) => sum + missingOf(delivery), 0);
  const earnedShare = quantity ? Math.max(0, 1 - missing / quantity) : 1;
  const kept = Math.min(amountCents - refundedCents, amountCents * earnedShare) / 100;
  const cost = known.reduce((sum, { amount }) => sum + amount, 0);
  return {
    cost,
    margin: kept - cost,
    percent: kept > 0 ? Math.round(((kept - cost) / kept) * 100) : null,
    isEstimate: deliveries.some((delivery) => delivery.cost?.estimated),
  };
}

function isCharged(delivery: PostDelivery): boolean {
  return delivery.status === 'sent' && undeliveredShare(delivery) < 1;
}

// An estimate covers the whole link.
function chargeOf(delivery: PostDelivery): { amount: number; currency: string } | null {
  const { cost = null } = delivery;
  return cost?.estimated ? { ...cost, amount: cost.amount * (1 - undeliveredShare(delivery)) } : cost;
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
