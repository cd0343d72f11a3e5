// The panel of the ordered package and the delivery of each link.

import { formatCount } from '../amounts.ts';
import { PostRow } from '../dispatch/post-row.tsx';
import { LoadFailure } from '../load-failure.tsx';
import { Fact, Facts, Panel } from '../panel.tsx';
import { useTexts } from '../texts/shown-texts.ts';
import { matchDeliveries } from './match-deliveries.ts';
import { OrderMargin } from './order-margin.tsx';
import type { PostDelivery } from './order-queries.ts';
import { type AdminOrder, whyNotSent } from './read-order.ts';
import { LinksToSend } from './links-to-send.tsx';
import { SendingPause } from './sending-pause.tsx';
import { ReportedNote } from './reported-note.tsx';

type OrderDetailsProps = {
  order: AdminOrder;
  /** Null until they are loaded; sending is disabled until then. */
  deliveries: readonly PostDelivery[] | null;
  error: unknown;
  onRetry: () => void;
};

export function OrderDetails({ order, deliveries, error, onRetry }: OrderDetailsProps) {
  const { orderPage, states } = useTexts();
  const notSent = whyNotSent(order);
  const matched = matchDeliveries(order.postLinks, deliveries ?? []);
  return (
    <Panel title={orderPage.details}>
      <Facts>
        <Fact name={orderPage.category}>{states.category(order.category)}</Fact>
        <Fact name={orderPage.quantity}>
          <span className="tabular-nums" translate="no">
            {order.quantity === null ? 'N/A' : formatCount(order.quantity)}
          </span>
        </Fact>
      </Facts>
      <h3 className="mt-5 mb-2 text-sm font-semibold">{orderPage.links}</h3>
      <LinksToSend order={order} deliveries={deliveries} />
      <SendingPause order={order} />
      {notSent === null || order.pausedUntil !== null ? null : (
        <p className="mb-2 text-sm text-muted">{orderPage.refusesToSend(notSent)}</p>
      )}
      {error ? <LoadFailure title={orderPage.deliveriesFailed} error={error} onRetry={onRetry} /> : null}
      {order.postLinks.length === 0 ? <p className="text-sm text-muted">{orderPage.noLinks}</p> : null}
      <ol>
        {order.postLinks.map((link, position) => (
          <PostRow
            // biome-ignore lint/suspicious/noArrayIndexKey: an old order may hold one link twice; positions are fixed
            key={`${position} ${link}`}
            order={order}
            position={position}
            post={{ orderId: order.id, link, category: order.category, quantity: order.linkQuantities[position] ?? 0 }}
            delivery={matched[position] ?? null}
            known={deliveries !== null}
          />
        ))}
      </ol>
      <ReportedNote deliveries={deliveries} />
      <OrderMargin order={order} deliveries={deliveries ?? []} />
    </Panel>
  );
}
