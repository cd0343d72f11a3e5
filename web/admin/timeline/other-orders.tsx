// The newest other orders of a customer, each with a link to its page. The customer's page has the rest.
import { Link } from 'wouter';
import { formatUsd } from '../amounts.ts';
import { useCustomerOrders } from '../customers/customer-orders.tsx';
import { OrderState } from '../order-detail/order-state.tsx';
import type { AdminOrder } from '../order-detail/read-order.ts';
import { Panel } from '../panel.tsx';
import { customerPath, orderPath } from '../paths.ts';
import { usePageTexts } from '../texts/shown-texts.ts';

const shownAtMost = 5;

export function OtherOrders({ order: { id, customerEmail } }: { order: AdminOrder }) {
  const { timeline } = usePageTexts();
  const { query, orders } = useCustomerOrders(customerEmail);
  const others = orders.filter((order) => order.id !== id);
  if (others.length === 0) return null;
  return (
    <Panel title={timeline.otherOrders}>
      <ul className="text-sm">
        {others.slice(0, shownAtMost).map((order) => (
          <li
            key={order.id}
            className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-hairline py-1.5 first:border-t-0"
          >
            <Link
              href={orderPath(order.id)}
              className="flex-1 font-semibold tracking-wide hover:underline"
              translate="no"
            >
              {order.id}
            </Link>
            <span className="tabular-nums" translate="no">
              {order.amountCents === null ? 'N/A' : formatUsd(order.amountCents)}
            </span>
            <OrderState order={order} />
          </li>
        ))}
      </ul>
      {others.length > shownAtMost || query.hasNextPage ? (
        <Link
          href={customerPath(customerEmail)}
          className="mt-2 inline-flex min-h-8 items-center text-sm font-semibold underline underline-offset-4"
        >
          {timeline.allOrders}
        </Link>
      ) : null}
    </Panel>
  );
}
