// The actions of an order in the list: the one that is due, and a menu with all others.
import { Link } from 'wouter';
import { type SettableStatus, settableStatuses } from '../../../contract/order-status.ts';
import { toneClasses } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import type { Elements } from '../../ui/elements.ts';
import { Icon } from '../../ui/icons.tsx';
import { lookOf } from '../../ui/link-button.tsx';
import { orderTone } from '../../ui/status-tone.ts';
import { Allowed, useAllowed } from '../allowed.tsx';
import { formatCount } from '../amounts.ts';
import type { PostDelivery } from '../order-detail/order-queries.ts';
import { orderWord } from '../order-detail/order-state.tsx';
import type { AdminOrder } from '../order-detail/read-order.ts';
import { orderPath } from '../paths.ts';
import { usePageTexts } from '../texts/shown-texts.ts';
import { isSettable, type StatusChange } from './order-acts.ts';
import { RowFacts } from './row-facts.tsx';
import { RowMenu } from './row-menu.tsx';
import { UndoLine } from './undo-line.tsx';

type OrderMenuProps = {
  order: AdminOrder;
  /** Undefined while loading. */
  deliveries: readonly PostDelivery[] | undefined;
  /** The query of the list, for the link to the order. */
  list: string;
  onStatus: (change: StatusChange) => void;
  onDelete: () => void;
  /** More lines, above the deletion. */
  children?: Elements;
};
type RowActsProps = Omit<OrderMenuProps, 'children'> & {
  /** The number of links that can be sent now. */
  sendable: number;
  onSend: () => void;
};

export function RowActs({ sendable, onSend, ...menu }: RowActsProps) {
  const { orderRow } = usePageTexts();
  const maySend = useAllowed()('sendPost');
  return (
    <span className="flex items-center justify-end gap-1">
      {sendable > 0 && maySend ? (
        <Button
          size="sm"
          variant="ink"
          className="px-2.5! whitespace-nowrap"
          aria-label={orderRow.sendLabel(sendable, formatCount(sendable), menu.order.id)}
          onClick={onSend}
        >
          {orderRow.send(formatCount(sendable))}
        </Button>
      ) : null}
      <OrderMenu {...menu}>
        <UndoLine order={menu.order} />
      </OrderMenu>
    </span>
  );
}

export function OrderMenu({ order, deliveries, list, onStatus, onDelete, children }: OrderMenuProps) {
  const { id } = order;
  const { orderRow } = usePageTexts();
  const mayChange = useAllowed()('changeOrderStatus');
  return (
    <RowMenu label={orderRow.menu(id)}>
      {(close) => (
        <>
          <Link href={orderPath(id, list)} aria-label={orderRow.viewLabel(id)} className={lookOf({ size: 'sm' })}>
            {orderRow.view}
          </Link>
          {mayChange && order.status.toLowerCase() !== 'completed' ? (
            <Button
              size="sm"
              aria-label={orderRow.completeLabel(id)}
              onClick={() => {
                close();
                onStatus({ order, status: 'completed' });
              }}
            >
              {orderRow.complete}
            </Button>
          ) : null}
          {mayChange ? (
            <span className="flex items-center justify-between gap-2 text-sm text-muted">
              <span>{orderRow.status}</span>
              <StatusSelect order={order} onChange={(status) => onStatus({ order, status })} />
            </span>
          ) : null}
          {children}
          <Allowed call="deleteOrder">
            <Button
              size="sm"
              variant="quiet"
              aria-label={orderRow.deleteLabel(id)}
              icon={<Icon name="trash" className="text-red-ink" />}
              onClick={() => {
                close();
                onDelete();
              }}
            >
              {orderRow.delete}
            </Button>
          </Allowed>
          <RowFacts order={order} deliveries={deliveries} />
        </>
      )}
    </RowMenu>
  );
}

type StatusSelectProps = { order: Pick<AdminOrder, 'id' | 'status'>; onChange: (status: SettableStatus) => void };

/** A status that cannot be set manually is the first option until another is selected. */
function StatusSelect({ order, onChange }: StatusSelectProps) {
  const texts = usePageTexts();
  const status = order.status.toLowerCase();
  return (
    <select
      aria-label={texts.orderRow.statusLabel(order.id)}
      data-tone={orderTone(status)}
      value={status}
      onChange={(event) => {
        if (isSettable(event.target.value)) onChange(event.target.value);
      }}
      className={classNames(
        'min-h-8 rounded-full border-0 px-2 text-xs font-semibold pointer-coarse:min-h-11',
        toneClasses[orderTone(status)].ground,
      )}
    >
      {isSettable(status) ? null : (
        <option value={status} disabled>
          {orderWord(texts, status)}
        </option>
      )}
      {settableStatuses.map((known) => (
        <option key={known} value={known}>
          {orderWord(texts, known)}
        </option>
      ))}
    </select>
  );
}
