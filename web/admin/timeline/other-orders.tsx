// The other orders of a customer, each with a link to its page. The list shows the rest.
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { formatCount, formatUsd } from '../../../contract/money.ts';
import { useAdmin } from '../admin-context.tsx';
import { OrderState } from '../order-detail/order-state.tsx';
import type { AdminOrder } from '../order-detail/read-order.ts';
import { Panel } from '../panel.tsx';
import { customerPath, orderPath } from '../paths.ts';
import { useTexts } from '../texts/shown-texts.ts';
import { otherOrdersQuery } from './timeline-queries.ts';

export function OtherOrders({ order: { id, customerEmail } }: { order: AdminOrder }) {
  const { api } = useAdmin();
  const { timeline } = useTexts();
  const others = useQuery(otherOrdersQuery(api, id, customerEmail)).data;
  if (!others || others.orders.length === 0) return null;
  return (
    <Panel title={timeline.otherOrders}>
      <ul className="text-sm">
        {others.orders.map((order) => (
          <li key={order.id} className="flex items-center gap-3 border-t border-hairline py-1.5 first:border-t-0">
            <Link href={orderPath(order.id)} className="min-w-0 flex-1 font-semibold tracking-wide hover:underline">
              {order.id}
            </Link>
            <span className="tabular-nums">{order.amountCents === null ? 'N/A' : formatUsd(order.amountCents)}</span>
            <OrderState order={order} />
          </li>
        ))}
      </ul>
      {others.total === null || others.total > others.orders.length ? (
        <Link
          href={customerPath(customerEmail)}
          className="mt-2 inline-flex min-h-8 items-center text-sm font-semibold underline underline-offset-4"
        >
          {others.total === null ? timeline.allOrders : timeline.countedOrders(formatCount(others.total + 1))}
        </Link>
      ) : null}
    </Panel>
  );
}
