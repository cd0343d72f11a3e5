// One order in the list: eight cells, a checkbox, and actions.
import { Link } from 'wouter';
import { formatCount, formatUsd } from '../../../contract/money.ts';
import { type SettableStatus, settableStatuses } from '../../../contract/order-status.ts';
import { Badge, OrderBadge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { formatDate } from '../../ui/format-date.ts';
import { Icon } from '../../ui/icons.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { orderTone, shownStatus } from '../../ui/status-tone.ts';
import { Cell, Row, staysInSight } from '../../ui/table.tsx';
import { Allowed, useAllowed } from '../allowed.tsx';
import type { PostDelivery } from '../order-detail/order-queries.ts';
import { DeliveryNote, PaymentBadge } from '../order-detail/order-state.tsx';
import type { AdminOrder } from '../order-detail/read-order.ts';
import { orderPath } from '../paths.ts';
import { isSettable, undeliveredWords, useChangeStatus } from './order-acts.ts';
import { UndeliveredDialog } from './undelivered-dialog.tsx';
import { UndoLine } from './undo-line.tsx';

const linksShown = 2;
const providerOrdersShown = 3;

type OrderRowProps = {
  order: AdminOrder;
  /** Undefined while loading. */
  deliveries: readonly PostDelivery[] | undefined;
  /** Null: this admin has no use for the checkbox. */
  chosen: boolean | null;
  nowMs: number;
  onChoose: (chosen: boolean) => void;
  onDelete: () => void;
};

export function OrderRow({ order, deliveries, chosen, nowMs, onChoose, onDelete }: OrderRowProps) {
  const { id, customerEmail, customerUsername, amountCents, createdAt } = order;
  const change = useChangeStatus();
  const isAllowed = useAllowed();
  const missing = undeliveredWords(change.error);
  return (
    <Row>
      <Cell className="sm:pr-2 max-sm:order-1">
        <span className="flex items-center gap-2">
          {chosen === null ? null : (
            <input
              type="checkbox"
              aria-label={`Choose order ${id}`}
              checked={chosen}
              onChange={(event) => onChoose(event.target.checked)}
              className="size-4 shrink-0 accent-ink"
            />
          )}
          <Link href={orderPath(id)} className="font-semibold tracking-wide whitespace-nowrap hover:underline">
            {id}
          </Link>
        </span>
      </Cell>
      <Cell className="sm:px-2 max-w-44 max-sm:order-3 max-sm:col-span-2 max-sm:max-w-none">
        <span className="block truncate" title={customerEmail}>
          {customerEmail || 'N/A'}
        </span>
        <span className="block truncate text-xs text-muted">@{customerUsername}</span>
      </Cell>
      <Cell align="end" className="sm:px-2 font-semibold max-sm:order-2">
        {amountCents === null ? 'N/A' : formatUsd(amountCents)}
      </Cell>
      <Cell className="sm:px-2 max-sm:order-4">
        <span className="flex flex-wrap items-center gap-1">
          {isAllowed('changeOrderStatus') ? (
            <StatusSelect order={order} onChange={(status) => change.mutate({ order, status })} />
          ) : (
            <OrderBadge status={order.status} />
          )}
          <PaymentBadge order={order} />
        </span>
        <UndoLine order={order} isBrief />
        {missing !== null && change.variables ? (
          <UndeliveredDialog
            orderId={id}
            words={missing}
            onConfirm={() => change.mutate({ ...(change.variables ?? { order, status: 'completed' }), confirm: true })}
            onClose={() => change.reset()}
          />
        ) : null}
      </Cell>
      <Cell className="sm:px-2 max-w-48 max-sm:order-6 max-sm:col-span-2 max-sm:max-w-none">
        <Details order={order} />
      </Cell>
      <Cell className="sm:px-2 max-sm:order-7 max-sm:col-span-2 max-sm:has-[[data-none]]:hidden">
        <ProviderOrders deliveries={deliveries} />
      </Cell>
      <Cell className="sm:px-2 whitespace-nowrap max-sm:order-5 max-sm:self-center max-sm:text-right">
        <span className="block">
          <RelativeTime at={createdAt} nowMs={nowMs} />
        </span>
        <span className="block text-xs text-muted">{createdAt ? formatDate(createdAt) : null}</span>
      </Cell>
      <Cell align="end" className={`sm:pl-2 max-sm:order-8 max-sm:col-span-2 ${staysInSight}`}>
        <span className="flex justify-end gap-1">
          <Link
            href={orderPath(id)}
            aria-label={`View order ${id}`}
            className="inline-flex min-h-8 items-center rounded-card border border-hairline px-2.5 text-sm font-semibold hover:border-edge pointer-coarse:min-h-10"
          >
            View
          </Link>
          {order.status.toLowerCase() === 'completed' || !isAllowed('changeOrderStatus') ? null : (
            <Button
              size="sm"
              aria-label={`Complete order ${id}`}
              className="px-2.5!"
              disabled={change.isPending}
              onClick={() => change.mutate({ order, status: 'completed' })}
            >
              Complete
            </Button>
          )}
          <Allowed call="deleteOrder">
            <Button size="sm" variant="quiet" aria-label={`Delete order ${id}`} className="px-2!" onClick={onDelete}>
              <Icon name="trash" className="text-red-ink" />
            </Button>
          </Allowed>
        </span>
      </Cell>
    </Row>
  );
}

const grounds = {
  green: 'bg-green-soft text-green-ink',
  yellow: 'bg-yellow-soft text-yellow-ink',
  blue: 'bg-blue-soft text-blue-ink',
  red: 'bg-red-soft text-red-ink',
  purple: 'bg-purple-soft text-purple-ink',
  orange: 'bg-orange-soft text-orange-ink',
  grey: 'bg-grey-soft text-grey-ink',
};

/**
 * Uses the color of the status badge. A status that cannot be set manually is the first option until another is
 * selected.
 */
function StatusSelect({ order, onChange }: { order: AdminOrder; onChange: (status: SettableStatus) => void }) {
  const status = order.status.toLowerCase();
  return (
    <select
      aria-label={`Status of order ${order.id}`}
      data-tone={orderTone(status)}
      value={status}
      onChange={(event) => {
        if (isSettable(event.target.value)) onChange(event.target.value);
      }}
      className={classNames(
        'min-h-7 rounded-full border-0 px-2 text-xs font-semibold pointer-coarse:min-h-10',
        grounds[orderTone(status)],
      )}
    >
      {isSettable(status) ? null : (
        <option value={status} disabled>
          {shownStatus(status)}
        </option>
      )}
      {settableStatuses.map((known) => (
        <option key={known} value={known}>
          {shownStatus(known)}
        </option>
      ))}
    </select>
  );
}

function Details({ order }: { order: AdminOrder }) {
  const { quantity, category, postLinks } = order;
  const more = postLinks.length - linksShown;
  return (
    <>
      <span className="block whitespace-nowrap">
        {quantity === null ? category : `${formatCount(quantity)} ${category}`}
      </span>
      <DeliveryNote order={order} />
      {postLinks.slice(0, linksShown).map((link) => (
        <span key={link} className="block truncate text-xs text-muted" title={link}>
          {link.replace(/^https?:\/\/(www\.)?/, '')}
        </span>
      ))}
      {more > 0 ? <span className="block text-xs text-muted">+{more} more</span> : null}
    </>
  );
}

/** Sent links have a muted style, all other states a prominent one. */
function ProviderOrders({ deliveries }: { deliveries: readonly PostDelivery[] | undefined }) {
  if (!deliveries) return <Skeleton className="h-5 w-20" />;
  if (deliveries.length === 0)
    return (
      <span data-none="" className="text-xs text-muted">
        None
      </span>
    );
  const more = deliveries.length - providerOrdersShown;
  return (
    <span className="flex flex-wrap gap-1">
      {deliveries.slice(0, providerOrdersShown).map(({ api_order_id, status, post_link }) => (
        <Badge key={post_link} tone={status === 'sent' ? 'grey' : 'red'}>
          {status === 'sent' && api_order_id ? `#${api_order_id}` : status}
        </Badge>
      ))}
      {more > 0 ? <span className="text-xs text-muted">+{more} more</span> : null}
    </span>
  );
}
