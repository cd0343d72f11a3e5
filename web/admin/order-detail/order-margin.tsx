// The cost of an order, and its margin once all links have ended. Renders nothing without a known cost.

import { formatUsd, withMinusSign } from '../amounts.ts';
import { useTexts } from '../texts/shown-texts.ts';
import { marginOf, type PricedOrder } from './margin.ts';
import type { PostDelivery } from './order-queries.ts';
import type { AdminOrder } from './read-order.ts';

type OrderMarginProps = { order: PricedOrder & Pick<AdminOrder, 'delivery'>; deliveries: readonly PostDelivery[] };

export function OrderMargin({ order, deliveries }: OrderMarginProps) {
  const { orderPage } = useTexts();
  const found = marginOf(order, deliveries);
  if (!found) return null;
  const { cost, margin, percent, isEstimate } = found;
  return (
    <p className="mt-3 border-t border-hairline pt-3 text-sm text-muted tabular-nums">
      <span>{isEstimate ? orderPage.estimatedCost(usd(cost)) : orderPage.cost(usd(cost))}</span>
      {isEstimate || isUnderWay(order) ? null : (
        <>
          <span>{`, ${orderPage.margin} `}</span>
          <span className={margin < 0 ? 'text-red-ink' : 'text-ink'}>
            {`${usd(margin)}${percent === null ? '' : ` (${withMinusSign(String(percent))} %)`}`}
          </span>
        </>
      )}
    </p>
  );
}

function isUnderWay({ delivery }: Pick<AdminOrder, 'delivery'>): boolean {
  const state = delivery?.state;
  return state === 'to_send' || state === 'sending' || state === 'in_progress';
}

function usd(dollars: number): string {
  return formatUsd(Math.round(dollars * 100));
}
