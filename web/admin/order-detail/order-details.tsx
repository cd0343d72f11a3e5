// The panel of the ordered package and the delivery of each link.
import { formatCount, formatUsd, withMinusSign } from '../amounts.ts';
import { PostRow } from '../dispatch/post-row.tsx';
import { LoadFailure } from '../load-failure.tsx';
import { Fact, Facts, Panel } from '../panel.tsx';
import { usePageTexts } from '../texts/shown-texts.ts';
import { LinksToSend } from './links-to-send.tsx';
import { marginOf, type PricedOrder } from './margin.ts';
import { matchDeliveries } from './match-deliveries.ts';
import type { AdminOrder, PostDelivery } from './read-order.ts';
import { ReportedNote } from './reported-note.tsx';
import { whyNotSent } from './send-barrier.ts';
import { SendingPause } from './sending-pause.tsx';
import { soldName } from './sold-name.ts';

type OrderDetailsProps = {
  order: AdminOrder;
  /** Null until they are loaded; sending is disabled until then. */
  deliveries: readonly PostDelivery[] | null;
  error: unknown;
  onRetry: () => void;
};

export function OrderDetails({ order, deliveries, error, onRetry }: OrderDetailsProps) {
  const { orderPage, states } = usePageTexts();
  const notSent = whyNotSent(order);
  const matched = matchDeliveries(order.postLinks, deliveries ?? []);
  return (
    <Panel title={orderPage.details}>
      <Facts>
        <Fact name={orderPage.category}>{soldName(states, order)}</Fact>
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
            post={{
              orderId: order.id,
              link,
              linkRule: order.linkRule,
              category: order.category,
              offer: order.offer,
              offerName: order.offerName,
              quantity: order.linkQuantities[position] ?? 0,
            }}
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

type OrderMarginProps = { order: PricedOrder & Pick<AdminOrder, 'delivery'>; deliveries: readonly PostDelivery[] };

/** The cost of an order, and its margin once all links have ended. Renders nothing without a known cost. */
function OrderMargin({ order, deliveries }: OrderMarginProps) {
  const { orderPage } = usePageTexts();
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
