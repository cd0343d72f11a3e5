// The cost and the margin of an order. Renders nothing without a known cost.
import { formatUsd } from '../../../contract/money.ts';
import { marginOf, type PricedOrder } from './margin.ts';
import { useTexts } from '../texts/shown-texts.ts';
import type { PostDelivery } from './order-queries.ts';

type OrderMarginProps = { order: PricedOrder; deliveries: readonly PostDelivery[] };

export function OrderMargin({ order, deliveries }: OrderMarginProps) {
  const { orderPage } = useTexts();
  const found = marginOf(order, deliveries);
  if (!found) return null;
  const { cost, margin, percent, isEstimate } = found;
  return (
    <p className="mt-3 border-t border-hairline pt-3 text-sm text-muted tabular-nums">
      {isEstimate ? orderPage.estimatedCost(usd(cost)) : orderPage.cost(usd(cost))}, {orderPage.margin}{' '}
      <span className={margin < 0 ? 'text-red-ink' : 'text-ink'}>
        {usd(margin)}
        {percent === null ? '' : ` (${percent} %)`}
      </span>
    </p>
  );
}

function usd(dollars: number): string {
  const text = formatUsd(Math.round(Math.abs(dollars) * 100));
  return dollars < 0 ? `-${text}` : text;
}
