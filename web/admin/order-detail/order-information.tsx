// The panel of the buyer, the price and the status of an order.
import { formatUsd } from '../../../contract/money.ts';
import { formatDate } from '../../ui/format-date.ts';
import { RelativeTime, useNow } from '../../ui/relative-time.tsx';
import { CopyButton } from '../copy-button.tsx';
import { Fact, Facts, Panel } from '../panel.tsx';
import { DeliveryNote, OrderState } from './order-state.tsx';
import type { AdminOrder } from './read-order.ts';

/** A receipt also exists for payments that were refunded or disputed later. */
const wasPaid: ReadonlySet<string> = new Set(['paid', 'refunded', 'disputed']);

export function OrderInformation({ order }: { order: AdminOrder }) {
  const nowMs = useNow();
  return (
    <Panel title="Order Information">
      <Facts>
        <Fact name="Order ID">
          <span className="tracking-wide">{order.id}</span>
          <CopyButton text={order.id} name="the order id" />
        </Fact>
        <Fact name="Email">
          {order.customerEmail || 'N/A'}
          {order.customerEmail ? <CopyButton text={order.customerEmail} name="the email" /> : null}
        </Fact>
        <Fact name="Username">{order.customerUsername || 'N/A'}</Fact>
        <Fact name="Amount">
          <span className="font-semibold tabular-nums">
            {order.amountCents === null ? 'N/A' : formatUsd(order.amountCents)}
          </span>
        </Fact>
        {order.refundedCents > 0 ? (
          <Fact name="Refunded">
            <span className="tabular-nums">{formatUsd(order.refundedCents)}</span>
          </Fact>
        ) : null}
        <Fact name="Status">
          <OrderState order={order} />
        </Fact>
        {order.delivery === null || order.delivery.state === 'none' ? null : (
          <Fact name="Delivery">
            <DeliveryNote order={order} />
          </Fact>
        )}
        <Fact name="Created">
          {formatDate(order.createdAt)}
          {order.createdAt ? (
            <span className="block text-xs text-muted">
              <RelativeTime at={order.createdAt} nowMs={nowMs} />
            </span>
          ) : null}
        </Fact>
        {order.receiptPath && wasPaid.has(order.paymentStatus) ? (
          <Fact name="Receipt">
            <a
              href={order.receiptPath}
              target="_blank"
              rel="noopener"
              className="font-medium underline decoration-hairline underline-offset-4 hover:decoration-ink"
            >
              Open the receipt
            </a>
          </Fact>
        ) : null}
      </Facts>
    </Panel>
  );
}
