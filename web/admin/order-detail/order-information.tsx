// The panel of the buyer, the price and the status of an order.
import { formatDate, hasAge } from '../../ui/format-date.ts';
import { RelativeTime, useNow } from '../../ui/relative-time.tsx';
import { formatUsd } from '../amounts.ts';
import { CopyButton } from '../copy-button.tsx';
import { CustomerLink } from '../customers/customer-link.tsx';
import { Fact, Facts, Panel } from '../panel.tsx';
import { sourceName } from '../sources/source-names.ts';
import { usePageTexts } from '../texts/shown-texts.ts';
import { DeliveryNote, OrderState } from './order-state.tsx';
import type { AdminOrder } from './read-order.ts';

/** A receipt also exists for payments that were refunded or disputed later. */
const wasPaid: ReadonlySet<string> = new Set(['paid', 'refunded', 'disputed']);

export function OrderInformation({ order }: { order: AdminOrder }) {
  const { orderPage, sources } = usePageTexts();
  const nowMs = useNow();
  return (
    <Panel title={orderPage.information}>
      <Facts>
        <Fact name={orderPage.id}>
          <span className="tracking-wide" translate="no">
            {order.id}
          </span>
          <CopyButton text={order.id} name={orderPage.theId} />
        </Fact>
        <Fact name={orderPage.email}>
          <CustomerLink email={order.customerEmail} />
          {order.customerEmail ? <CopyButton text={order.customerEmail} name={orderPage.theEmail} /> : null}
        </Fact>
        <Fact name={orderPage.username}>{order.customerUsername || 'N/A'}</Fact>
        <Fact name={orderPage.amount}>
          <span className="font-semibold tabular-nums" translate="no">
            {order.amountCents === null ? 'N/A' : formatUsd(order.amountCents)}
          </span>
        </Fact>
        {order.refundedCents > 0 ? (
          <Fact name={orderPage.refunded}>
            <span className="tabular-nums" translate="no">
              {formatUsd(order.refundedCents)}
            </span>
          </Fact>
        ) : null}
        <Fact name={orderPage.status}>
          <OrderState order={order} />
        </Fact>
        {order.delivery === null || order.delivery.state === 'none' ? null : (
          <Fact name={orderPage.delivery}>
            <DeliveryNote order={order} />
          </Fact>
        )}
        <Fact name={orderPage.created}>
          <span>{formatDate(order.createdAt)}</span>
          {hasAge(order.createdAt, nowMs) ? (
            <span className="block text-xs text-muted">
              <RelativeTime at={order.createdAt} nowMs={nowMs} />
            </span>
          ) : null}
        </Fact>
        {order.source ? (
          <Fact name={sources.lists.source}>
            <Source source={order.source} />
          </Fact>
        ) : null}
        {order.receiptPath && wasPaid.has(order.paymentStatus) ? (
          <Fact name={orderPage.receipt}>
            <a
              href={order.receiptPath}
              target="_blank"
              rel="noopener"
              className="font-medium underline decoration-hairline underline-offset-4 hover:decoration-ink"
            >
              {orderPage.openReceipt}
            </a>
          </Fact>
        ) : null}
      </Facts>
    </Panel>
  );
}

function Source({ source }: { source: NonNullable<AdminOrder['source']> }) {
  const { sources } = usePageTexts();
  const { medium, campaign, content, term, landing } = source;
  const page = landing === undefined ? undefined : sourceName(sources, 'landing', landing);
  const details = { campaign, content, term, landing: page };
  const rest = (Object.keys(details) as (keyof typeof details)[]).flatMap((name) =>
    details[name] ? [`${sources.details[name]}: ${details[name]}`] : [],
  );
  return (
    <>
      <span>{sourceName(sources, 'source', source.source)}</span>
      {medium ? <span className="text-muted">{` / ${medium}`}</span> : null}
      {rest.map((line) => (
        <span key={line} className="block text-xs text-muted">
          {line}
        </span>
      ))}
    </>
  );
}
