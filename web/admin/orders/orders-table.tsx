// The order table: ID, customer, amount, status, creation date. Each row links to its order.
import { Link, useLocation } from 'wouter';
import type { CallFor } from '../../../contract/index.ts';
import { formatDate, hasAge } from '../../ui/format-date.ts';
import { RelativeTime, useNow } from '../../ui/relative-time.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Cell, type Column, pageOfRows, Row, Table } from '../../ui/table.tsx';
import { useIsPhone } from '../../ui/use-window-width.ts';
import { formatUsd } from '../amounts.ts';
import { ScrolledList } from '../kit/list.tsx';
import { DeliveryNote, OrderState } from '../order-detail/order-state.tsx';
import { type AdminOrder, readOrder } from '../order-detail/read-order.ts';
import { orderPath } from '../paths.ts';
import { usePageTexts } from '../texts/shown-texts.ts';
import { OrderLines } from './order-lines.tsx';

export function OrdersTable({ input }: { input: CallFor<'GET /api/orders'> }) {
  const { orderList } = usePageTexts();
  const { plainColumns: names } = orderList;
  const columns: readonly Column[] = [
    { label: names.id, className: 'w-[19%]' },
    { label: names.customer, className: 'w-[23%]' },
    { label: names.amount, align: 'end', className: 'w-[15%]' },
    { label: names.status, className: 'w-[23%]' },
    { label: names.created, className: 'w-[20%]' },
  ];
  return (
    <Table caption={orderList.newestFirst} columns={columns} paged>
      <ScrolledList
        call="GET /api/orders"
        input={input}
        failure={orderList.moreFailed}
        className={pageOfRows}
        skeleton={<SkeletonRows />}
      >
        {(orders) => <Rows orders={orders.map(readOrder)} />}
      </ScrolledList>
    </Table>
  );
}

function Rows({ orders }: { orders: readonly AdminOrder[] }) {
  const { orderRow } = usePageTexts();
  const nowMs = useNow();
  const [, navigate] = useLocation();
  const isPhone = useIsPhone();
  const link = (id: string) => (
    <Link
      href={orderPath(id)}
      className="font-semibold tracking-wide whitespace-nowrap group-hover:underline"
      translate="no"
    >
      {id}
    </Link>
  );
  if (isPhone) {
    return (
      <>
        {orders.map((order) => (
          <Row key={order.id} onOpen={() => navigate(orderPath(order.id))} isShort>
            <Cell className="min-w-0 max-sm:pr-2!">
              <OrderLines order={order} nowMs={nowMs}>
                {link(order.id)}
              </OrderLines>
            </Cell>
          </Row>
        ))}
      </>
    );
  }
  return (
    <>
      {orders.map((order) => (
        <Row key={order.id} onOpen={() => navigate(orderPath(order.id))}>
          <Cell>{link(order.id)}</Cell>
          <Cell>
            <span className="block truncate" title={order.customerEmail} translate="no">
              {order.customerEmail || 'N/A'}
            </span>
            <span className="block truncate text-xs text-muted empty:hidden" translate="no">
              {orderRow.username(order.customerUsername)}
            </span>
          </Cell>
          <Cell align="end" className="font-semibold">
            <span translate="no">{order.amountCents === null ? 'N/A' : formatUsd(order.amountCents)}</span>
          </Cell>
          <Cell>
            <OrderState order={order} />
            <span className="block">
              <DeliveryNote order={order} />
            </span>
          </Cell>
          <Cell className="whitespace-nowrap">
            <span className="block">
              <RelativeTime at={order.createdAt} nowMs={nowMs} />
            </span>
            <span className="block text-xs text-muted">
              {hasAge(order.createdAt, nowMs) ? formatDate(order.createdAt) : null}
            </span>
          </Cell>
        </Row>
      ))}
    </>
  );
}

const skeletonRows = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

function SkeletonRows() {
  return (
    <>
      {skeletonRows.map((row) => (
        <Row key={row} isShort>
          <Cell className="max-sm:self-center">
            <Skeleton className="h-4 w-28" />
          </Cell>
          <Cell className="max-sm:hidden">
            <Skeleton className="h-4 w-44" />
            <Skeleton className="mt-2 h-3 w-20" />
          </Cell>
          <Cell align="end" className="max-sm:hidden">
            <Skeleton className="ml-auto h-4 w-16" />
          </Cell>
          <Cell className="max-sm:hidden">
            <Skeleton className="h-5 w-24" />
          </Cell>
          <Cell className="max-sm:hidden">
            <Skeleton className="h-4 w-20" />
            <Skeleton className="mt-2 h-3 w-32" />
          </Cell>
        </Row>
      ))}
    </>
  );
}
