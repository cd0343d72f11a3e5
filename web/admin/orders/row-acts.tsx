// The actions of an order in the list: the one that is due, and a menu with all others.
import type { ReactNode } from 'react';
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
import { LinkNote, LinkText } from '../link-note.tsx';
import { orderWord } from '../order-detail/order-state.tsx';
import type { AdminOrder, PostDelivery } from '../order-detail/read-order.ts';
import { orderPath } from '../paths.ts';
import { usePageTexts } from '../texts/shown-texts.ts';
import { sendConfirmation } from './bulk-plan.ts';
import { ProviderOrderId } from './delivery-cell.tsx';
import { isSettable, type ListEvents } from './order-acts.ts';
import { RowMenu } from './row-menu.tsx';
import { UndoLine } from './undo-line.tsx';

type OrderMenuProps = {
  order: AdminOrder;
  /** Undefined while loading. */
  deliveries: readonly PostDelivery[] | undefined;
  /** The query of the list, for the link to the order. */
  list: string;
  on: ListEvents;
  /** More lines, above the deletion. */
  children?: Elements;
};
type RowActsProps = Omit<OrderMenuProps, 'children'> & {
  /** The number of links that can be sent now. */
  sendable: number;
};

export function RowActs({ sendable, ...menu }: RowActsProps) {
  const { order, deliveries, on } = menu;
  const { orderRow } = usePageTexts();
  const maySend = useAllowed()('sendPost');
  return (
    <span className="flex items-center justify-end gap-1">
      {sendable > 0 && maySend ? (
        <Button
          size="sm"
          variant="ink"
          className="px-2.5! whitespace-nowrap"
          aria-label={orderRow.sendLabel(sendable, formatCount(sendable), order.id)}
          onClick={() => on.confirm(sendConfirmation([order], () => deliveries))}
        >
          {orderRow.send(formatCount(sendable))}
        </Button>
      ) : null}
      <OrderMenu {...menu}>
        <UndoLine order={order} />
      </OrderMenu>
    </span>
  );
}

export function OrderMenu({ order, deliveries, list, on, children }: OrderMenuProps) {
  const { id } = order;
  const { orderRow } = usePageTexts();
  const mayChange = useAllowed()('changeOrderStatus');
  return (
    <RowMenu label={orderRow.menu(id)}>
      {(closeAnd) => (
        <>
          <Link href={orderPath(id, list)} aria-label={orderRow.viewLabel(id)} className={lookOf({ size: 'sm' })}>
            {orderRow.view}
          </Link>
          {mayChange && order.status.toLowerCase() !== 'completed' ? (
            <Button
              size="sm"
              aria-label={orderRow.completeLabel(id)}
              onClick={closeAnd(() => on.setStatus({ order, status: 'completed' }))}
            >
              {orderRow.complete}
            </Button>
          ) : null}
          {mayChange ? (
            <span className="flex items-center justify-between gap-2 text-sm text-muted">
              <span>{orderRow.status}</span>
              <StatusSelect order={order} onChange={(status) => on.setStatus({ order, status })} />
            </span>
          ) : null}
          {children}
          <Allowed call="deleteOrder">
            <Button
              size="sm"
              variant="quiet"
              aria-label={orderRow.deleteLabel(id)}
              icon={<Icon name="trash" className="text-red-ink" />}
              onClick={closeAnd(() => on.delete(id))}
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

const linksShown = 2;
const providerOrdersShown = 3;

/** Post links and provider orders, the first of each and how many more. */
function RowFacts({ order, deliveries = [] }: Pick<OrderMenuProps, 'order' | 'deliveries'>) {
  const { orderRow } = usePageTexts();
  return (
    <dl className="grid gap-2 border-t border-hairline pt-2 text-xs empty:hidden">
      <Some name={orderRow.posts} of={order.postLinks} shown={linksShown}>
        {(link) => (
          <>
            <LinkText link={link} />
            <LinkNote link={link} linkRule={order.linkRule} />
          </>
        )}
      </Some>
      <Some name={orderRow.providerOrders} of={deliveries} shown={providerOrdersShown}>
        {(delivery) => <ProviderOrderId delivery={delivery} />}
      </Some>
    </dl>
  );
}

type SomeProps<Item> = { name: string; of: readonly Item[]; shown: number; children: (item: Item) => ReactNode };

function Some<Item>({ name, of, shown, children }: SomeProps<Item>) {
  const { orderRow } = usePageTexts();
  if (of.length === 0) return null;
  return (
    <div>
      <dt className="text-muted">{name}</dt>
      {of.slice(0, shown).map((item, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an old order may hold one link twice; positions are fixed
        <dd key={at}>{children(item)}</dd>
      ))}
      {of.length > shown ? <dd className="text-muted">{orderRow.more(of.length - shown)}</dd> : null}
    </div>
  );
}
