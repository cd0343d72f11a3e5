// What an order costs at the provider and what is left of its price. Nothing while nothing is known.
import { formatUsd } from '../../../contract/money.ts';
import type { PostDelivery } from './order-queries.ts';
import type { AdminOrder } from './read-order.ts';

type OrderMarginProps = {
  order: Pick<AdminOrder, 'amountCents' | 'refundedCents'>;
  deliveries: readonly PostDelivery[];
};

export function OrderMargin({ order, deliveries }: OrderMarginProps) {
  const { amountCents, refundedCents } = order;
  const costs = deliveries.flatMap(({ cost }) => cost ?? []);
  // Another currency is not ours to convert.
  if (amountCents === null || costs.length === 0 || costs.some(({ currency }) => currency.toUpperCase() !== 'USD'))
    return null;
  const cost = costs.reduce((sum, each) => sum + each.amount, 0);
  const kept = (amountCents - refundedCents) / 100;
  const margin = kept - cost;
  const percent = kept > 0 ? ` (${Math.round((margin / kept) * 100)} %)` : '';
  const isEstimate = costs.some(({ estimated }) => estimated);
  return (
    <p className="mt-3 border-t border-hairline pt-3 text-sm text-muted tabular-nums">
      {isEstimate ? 'Estimated cost' : 'Cost'} at the provider {usd(cost)}, margin{' '}
      <span className={margin < 0 ? 'text-red-ink' : 'text-ink'}>
        {usd(margin)}
        {percent}
      </span>
    </p>
  );
}

function usd(dollars: number): string {
  const text = formatUsd(Math.round(Math.abs(dollars) * 100));
  return dollars < 0 ? `-${text}` : text;
}
