// The delivery of an order in a row: a word, the first provider order, a bar, and how much is sent and delivered.
import { partsOf } from '../../../contract/provider-order-id.ts';
import { toneClasses } from '../../ui/badge.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { Tone } from '../../ui/status-tone.ts';
import { formatCount } from '../amounts.ts';
import type { AdminOrder, PostDelivery } from '../order-detail/read-order.ts';
import { useProviderNames } from '../provider/provider-names.ts';
import { usePageTexts } from '../texts/shown-texts.ts';
import { deliveryLook } from './delivery-look.ts';

type DeliveryCellProps = {
  order: AdminOrder;
  /** Undefined while loading. */
  deliveries: readonly PostDelivery[] | undefined;
  /** Without the provider orders, beside the side panel that has them. */
  isBrief?: boolean;
};

export function DeliveryCell({ order, deliveries, isBrief = false }: DeliveryCellProps) {
  const { orderRow } = usePageTexts();
  const look = deliveryLook(order, deliveries);
  if (look === null || order.delivery === null) {
    return (
      <span className="text-muted">
        <span aria-hidden="true" className="max-sm:hidden">
          -
        </span>
        <span className="sr-only">{orderRow.delivery.none}</span>
      </span>
    );
  }
  const { links, sent } = order.delivery;
  const { deliveredPercent } = look;
  return (
    <div className="grid gap-0.5 text-xs tabular-nums">
      <span className="flex items-baseline justify-between gap-2">
        <span data-tone={look.tone} className={classNames('truncate font-semibold', toneClasses[look.tone].ink)}>
          {orderRow.delivery[look.word]}
        </span>
        {isBrief ? null : <ProviderOrders deliveries={deliveries} word={orderRow.delivery[look.word]} />}
      </span>
      <span className="flex items-center gap-2 text-muted">
        <DeliveryBar {...look} />
        <span className="whitespace-nowrap">
          {`${orderRow.links(links, formatCount(sent), formatCount(links))}${deliveredPercent === null || sent === 0 ? '' : `, ${orderRow.percent(deliveredPercent)}`}`}
        </span>
      </span>
    </div>
  );
}

type BarProps = { tone: Tone; deliveredPercent: number | null; sentPercent: number };

/** The hatched part is sent and not yet delivered. The text beside the bar has the same figures. */
export function DeliveryBar({ tone, deliveredPercent, sentPercent }: BarProps) {
  const done = Math.min(100, deliveredPercent ?? 0);
  return (
    <span aria-hidden="true" className="flex h-1 min-w-8 flex-1 overflow-hidden rounded-full bg-hairline">
      <span className={toneClasses[tone].fill} style={{ width: `${done}%` }} />
      <span
        className={classNames('opacity-45', hatch, toneClasses[tone].ink)}
        style={{ width: `${Math.max(0, sentPercent - done)}%` }}
      />
    </span>
  );
}

const hatch = 'bg-[repeating-linear-gradient(120deg,currentColor_0_2px,transparent_2px_4px)]';

type ProviderOrdersProps = Pick<DeliveryCellProps, 'deliveries'> & { word: string };

/** The first provider order. The side panel and the menu have it where the row has no room. No state twice: see `word`. */
function ProviderOrders({ deliveries, word }: ProviderOrdersProps) {
  const { links, orderRow } = usePageTexts();
  if (!deliveries) return <Skeleton className="h-3 w-12" />;
  const first = deliveries.find(({ api_order_id }) => api_order_id) ?? deliveries[0];
  if (!first) return null;
  return (
    <span className="whitespace-nowrap text-muted sm:max-xl:hidden">
      {first.status !== 'sent' && links.states[first.status] === word ? null : (
        <ProviderOrderId delivery={first} isBrief />
      )}
      <span>{deliveries.length > 1 ? ` ${orderRow.more(deliveries.length - 1)}` : null}</span>
    </span>
  );
}

type ProviderOrderIdProps = {
  delivery: PostDelivery;
  /** Without the name of the provider. */
  isBrief?: boolean;
};

/** Muted for a sent link, prominent for any other state. */
export function ProviderOrderId({ delivery: { status, api_order_id: id }, isBrief = false }: ProviderOrderIdProps) {
  const { links } = usePageTexts();
  if (status === 'sent') {
    return (
      <span data-tone="grey" className="text-muted">
        {isBrief ? `#${partsOf(id ?? '').id}` : <NamedOrderId id={id ?? ''} />}
      </span>
    );
  }
  return (
    <span data-tone="red" className="font-semibold text-red-ink">
      {links.states[status]}
    </span>
  );
}

function NamedOrderId({ id }: { id: string }) {
  return <span translate="no">{`#${useProviderNames().order(id)}`}</span>;
}
