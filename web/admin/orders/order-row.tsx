// One order in the list, in two lines: seven cells, a checkbox and actions; two cells on a phone. A click anywhere opens
// the order.
import { memo } from 'react';
import { Link } from 'wouter';
import { classNames } from '../../ui/class-names.ts';
import { formatDate, formatDateOnly, hasAge } from '../../ui/format-date.ts';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { Cell, Row, staysInSight } from '../../ui/table.tsx';
import { formatCount, formatUsd } from '../amounts.ts';
import { OrderState } from '../order-detail/order-state.tsx';
import type { AdminOrder, PostDelivery } from '../order-detail/read-order.ts';
import { soldName } from '../order-detail/sold-name.ts';
import { orderPath } from '../paths.ts';
import { usePageTexts } from '../texts/shown-texts.ts';
import { DeliveryCell } from './delivery-cell.tsx';
import { dateColumn } from './list-parts.tsx';
import type { ListEvents } from './order-acts.ts';
import { OrderLines } from './order-lines.tsx';
import { RowActs } from './row-acts.tsx';

/** One object for all rows of a page, so that a row renders again only when its order changes. */
export type RowEvents = ListEvents & { choose: (id: string, chosen: boolean) => void };

type OrderRowProps = {
  on: RowEvents;
  order: AdminOrder;
  /** Undefined while loading. */
  deliveries: readonly PostDelivery[] | undefined;
  /** The number of links that can be sent now. */
  sendable: number;
  /** Null: this admin has no use for the checkbox. */
  chosen: boolean | null;
  /** True while the side panel shows it. */
  isCurrent: boolean;
  /** Without the date and the actions, beside the side panel. */
  isBrief: boolean;
  isPhone: boolean;
  /** The query of the list, for the links to its orders. */
  list: string;
  nowMs: number;
};

/** Two badges in one row of 44 px. */
const slimBadges = 'sm:[&>span]:gap-0.5 sm:[&_[data-tone]]:py-0';
const cell = 'sm:h-[44px] sm:px-1.5 lg:px-2 sm:py-0! sm:align-middle! leading-tight';

export const OrderRow = memo(function OrderRow(props: OrderRowProps) {
  const { order, deliveries, sendable, chosen, isCurrent, isBrief, isPhone, list, nowMs, on } = props;
  const { id, customerEmail, customerUsername, amountCents, createdAt, quantity } = order;
  const { orderRow, states } = usePageTexts();
  const category = soldName(states, order);
  const checkbox =
    chosen === null ? null : (
      <label className="grid place-items-center max-sm:self-stretch max-sm:pr-3">
        <input
          type="checkbox"
          aria-label={orderRow.select(id)}
          checked={chosen}
          onChange={(event) => on.choose(id, event.target.checked)}
          className="size-4 shrink-0 accent-ink"
        />
      </label>
    );
  const link = (
    <Link
      href={orderPath(id, list)}
      data-order={id}
      onClick={(event) => {
        event.preventDefault();
        on.open(id);
      }}
      className="block font-semibold tracking-wide whitespace-nowrap group-hover:underline"
      translate="no"
    >
      {id}
    </Link>
  );
  const acts = <RowActs order={order} deliveries={deliveries} list={list} sendable={sendable} on={on} />;
  if (isPhone) {
    return (
      <Row onOpen={() => on.open(id)} isCurrent={isCurrent} isShort>
        <Cell className="flex min-w-0 items-center">
          {checkbox}
          <OrderLines order={order} deliveries={deliveries} nowMs={nowMs}>
            {link}
          </OrderLines>
        </Cell>
        <Cell className="self-center has-[[data-menu]]:z-30">{acts}</Cell>
      </Row>
    );
  }
  return (
    <Row onOpen={() => on.open(id)} isCurrent={isCurrent}>
      <Cell className={classNames(cell, checkbox === null && 'sm:pl-4!')}>
        <span className="flex items-center gap-2.5">
          {checkbox}
          <span className="min-w-0">
            {link}
            <span className="block max-w-36 truncate text-xs text-muted empty:hidden" translate="no">
              {orderRow.username(customerUsername)}
            </span>
          </span>
        </span>
      </Cell>
      <Cell className={`${cell} min-w-0 w-full max-w-0 xl:w-[17%]`}>
        <span className="block truncate" title={customerEmail} translate="no">
          {customerEmail || 'N/A'}
        </span>
        <span className="block truncate text-xs text-muted tabular-nums">
          {quantity === null ? category : `${formatCount(quantity)} ${category}`}
        </span>
      </Cell>
      <Cell align="end" className={`${cell} font-semibold`}>
        <span translate="no">{amountCents === null ? 'N/A' : formatUsd(amountCents)}</span>
        <span className="block text-xs font-normal whitespace-nowrap text-muted xl:hidden">
          {hasAge(createdAt, nowMs) ? <RelativeTime at={createdAt} nowMs={nowMs} /> : formatDateOnly(createdAt)}
        </span>
      </Cell>
      <Cell className={`${cell} max-w-40 ${slimBadges}`}>
        <OrderState order={order} />
      </Cell>
      <Cell className={`${cell} min-w-36 ${isBrief ? '' : 'xl:w-48 xl:min-w-40'}`}>
        <DeliveryCell order={order} deliveries={deliveries} isBrief={isBrief} />
      </Cell>
      {isBrief ? null : (
        <>
          <Cell className={`${cell} ${dateColumn} whitespace-nowrap text-muted`}>
            <span className="block text-ink">
              <RelativeTime at={createdAt} nowMs={nowMs} />
            </span>
            <span className="block text-xs">{hasAge(createdAt, nowMs) ? formatDate(createdAt) : null}</span>
          </Cell>
          <Cell align="end" className={`${cell} ${staysInSight} has-[[data-menu]]:z-30`}>
            {acts}
          </Cell>
        </>
      )}
    </Row>
  );
});
