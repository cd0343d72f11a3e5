// The links of an order in the side panel: delivered of ordered, the provider order, and the reason of a problem.
import { ProviderBadge } from '../../ui/badge.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { deliveryTone, providerTone } from '../../ui/status-tone.ts';
import { formatCount } from '../amounts.ts';
import { deliveredPercent, linkUnits } from '../dispatch/link-rules.ts';
import { LinkNote, LinkText } from '../link-note.tsx';
import { matchDeliveries } from '../order-detail/match-deliveries.ts';
import type { AdminOrder, PostDelivery } from '../order-detail/read-order.ts';
import { shownMessage, shownStatus, usePageTexts } from '../texts/shown-texts.ts';
import { DeliveryBar, ProviderOrderId } from './delivery-cell.tsx';

type PanelLinksProps = {
  order: AdminOrder;
  /** Undefined while loading. */
  deliveries: readonly PostDelivery[] | undefined;
};

export function PanelLinks({ order, deliveries }: PanelLinksProps) {
  const matched = matchDeliveries(order.postLinks, deliveries ?? []);
  return (
    <ul>
      {order.postLinks.map((link, position) => (
        <li
          // biome-ignore lint/suspicious/noArrayIndexKey: an old order may hold one link twice; positions are fixed
          key={`${position} ${link}`}
          className="grid gap-1 border-t border-hairline py-2 text-sm first:border-t-0"
        >
          <LinkText link={link} />
          <LinkNote link={link} linkRule={order.linkRule} />
          {deliveries ? (
            <LinkState order={order} position={position} delivery={matched[position] ?? null} />
          ) : (
            <Skeleton className="h-4 w-32" />
          )}
        </li>
      ))}
    </ul>
  );
}

type LinkStateProps = { order: AdminOrder; position: number; delivery: PostDelivery | null };

function LinkState({ order, position, delivery }: LinkStateProps) {
  const { orderPanel } = usePageTexts();
  const units = linkUnits(order, position, delivery);
  const { ordered, delivered } = units;
  const shown =
    delivered === null ? formatCount(ordered) : orderPanel.units(formatCount(delivered), formatCount(ordered));
  if (!delivery) {
    const toSend = orderPanel.toSend(formatCount(order.linkQuantities[position] ?? 0));
    return <span className="text-muted tabular-nums">{delivered === null ? toSend : `${shown}, ${toSend}`}</span>;
  }
  const liveStatus = delivery.live_status ?? null;
  const isSent = delivery.status === 'sent';
  return (
    <>
      <span className="flex flex-wrap items-center justify-between gap-x-2 text-muted tabular-nums">
        <span>{shown}</span>
        <span className="flex items-center gap-2">
          {isSent && liveStatus ? <ProviderBadge status={liveStatus} label={shownStatus(liveStatus)} /> : null}
          <ProviderOrderId delivery={delivery} />
        </span>
      </span>
      {isSent ? (
        <span className="flex">
          <DeliveryBar
            tone={liveStatus ? providerTone(liveStatus) : deliveryTone('in_progress')}
            deliveredPercent={deliveredPercent(units)}
            sentPercent={100}
          />
        </span>
      ) : null}
      {delivery.error ? (
        <span className="text-xs break-words text-red-ink">{shownMessage(delivery.error_coded, delivery.error)}</span>
      ) : null}
    </>
  );
}
