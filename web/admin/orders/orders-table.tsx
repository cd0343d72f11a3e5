// The order table: ID, customer, amount, status, creation date. Each row links to its order.
import { Link, useLocation } from 'wouter';
import { formatDate, hasAge } from '../../ui/format-date.ts';
import { RelativeTime, useNow } from '../../ui/relative-time.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Cell, type Column, pageOfRows, Row, Table } from '../../ui/table.tsx';
import { formatUsd } from '../amounts.ts';
import { DeliveryNote, OrderState } from '../order-detail/order-state.tsx';
import type { AdminOrder } from '../order-detail/read-order.ts';
import { PagedList, type PageSource } from '../paging/paged-list.tsx';
import { orderPath } from '../paths.ts';
import { useTexts } from '../texts/shown-texts.ts';

export function OrdersTable({ source }: { source: PageSource<AdminOrder> }) {
  const { orderList } = useTexts();
  const { plainColumns: names } = orderList;
  const columns: readonly Column[] = [
    { label: names.id, className: 'w-[20%]' },
    { label: names.customer, className: 'w-[28%]' },
    { label: names.amount, align: 'end', className: 'w-[12%]' },
    { label: names.status, className: 'w-[16%]' },
    { label: names.created, className: 'w-[24%]' },
  ];
  return (
    <Table caption={orderList.newestFirst} columns={columns} paged>
      <PagedList
        as="tbody"
        source={source}
        failure={orderList.moreFailed}
        className={pageOfRows}
        skeleton={<SkeletonRows />}
      >
        {(orders) => <Rows orders={orders} />}
      </PagedList>
    </Table>
  );
}

function Rows({ orders }: { orders: readonly AdminOrder[] }) {
  const nowMs = useNow();
  const [, navigate] = useLocation();
  return (
    <>
      {orders.map((order) => (
        <Row key={order.id} onOpen={() => navigate(orderPath(order.id))}>
          <Cell className="max-sm:order-1">
            <Link
              href={orderPath(order.id)}
              className="font-semibold tracking-wide whitespace-nowrap group-hover:underline"
            >
              {order.id}
            </Link>
          </Cell>
          <Cell className="max-sm:order-3 max-sm:max-w-none">
            <span className="block truncate" title={order.customerEmail}>
              {order.customerEmail || 'N/A'}
            </span>
            <span className="block truncate text-xs text-muted">@{order.customerUsername}</span>
          </Cell>
          <Cell align="end" className="font-semibold max-sm:order-2">
            {order.amountCents === null ? 'N/A' : formatUsd(order.amountCents)}
          </Cell>
          <Cell className="max-sm:order-4 max-sm:max-w-48 max-sm:justify-self-end max-sm:text-right max-sm:[&>span]:justify-end">
            <OrderState order={order} />
            <span className="block">
              <DeliveryNote order={order} />
            </span>
          </Cell>
          <Cell className="whitespace-nowrap max-sm:order-5 max-sm:col-span-2 max-sm:flex max-sm:items-baseline max-sm:gap-2">
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
        <Row key={row}>
          <Cell className="max-sm:order-1">
            <Skeleton className="h-4 w-28" />
          </Cell>
          <Cell className="max-sm:order-3">
            <Skeleton className="h-4 w-44" />
            <Skeleton className="mt-2 h-3 w-20" />
          </Cell>
          <Cell align="end" className="max-sm:order-2">
            <Skeleton className="ml-auto h-4 w-16" />
          </Cell>
          <Cell className="max-sm:order-4 max-sm:justify-self-end">
            <Skeleton className="h-5 w-24" />
          </Cell>
          <Cell className="max-sm:order-5 max-sm:col-span-2">
            <Skeleton className="h-4 w-20" />
            <Skeleton className="mt-2 h-3 w-32 max-sm:hidden" />
          </Cell>
        </Row>
      ))}
    </>
  );
}
