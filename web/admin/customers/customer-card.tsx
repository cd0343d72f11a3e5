// One customer: email, totals and the newest orders, each with a link to its page.
import { useState } from 'react';
import { Link } from 'wouter';
import { formatCount, formatUsd } from '../../../contract/money.ts';
import { Button } from '../../ui/button.tsx';
import { formatDate } from '../../ui/format-date.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Cell, type Column, Row, Table } from '../../ui/table.tsx';
import type { Customer } from '../figure-queries.ts';
import { DeliveryNote, OrderState } from '../order-detail/order-state.tsx';
import type { AdminOrder } from '../order-detail/read-order.ts';
import { orderPath, ordersPath } from '../paths.ts';
import { useTexts } from '../texts/shown-texts.ts';

const shownFirst = 3;

export function CustomerCard({ customer }: { customer: Customer }) {
  const texts = useTexts().customers;
  const [all, setAll] = useState(false);
  const columns: readonly Column[] = [
    { label: texts.columns.order },
    { label: texts.columns.amount, align: 'end' },
    { label: texts.columns.status },
    { label: texts.columns.date },
    { label: texts.columns.actions, align: 'end' },
  ];
  const { email, username, totalSpent, totalOrders, orders } = customer;
  const shown = all ? orders : orders.slice(0, shownFirst);
  return (
    <li className="rounded-card border border-hairline bg-surface p-4 sm:p-5">
      <div className="mb-3 flex flex-wrap items-start gap-x-6 gap-y-1">
        <div className="min-w-0 flex-1 basis-56">
          <h2 className="truncate text-base font-semibold" title={email}>
            {email || 'N/A'}
          </h2>
          <p className="text-sm text-muted">@{username}</p>
        </div>
        <div className="flex gap-6 tabular-nums sm:text-right">
          <p>
            <span className="block text-lg leading-6 font-semibold">{formatUsd(Math.round(totalSpent * 100))}</span>
            <span className="text-sm text-muted">{texts.totalSpent}</span>
          </p>
          <p>
            <span className="block text-lg leading-6 font-semibold">{formatCount(totalOrders)}</span>
            <span className="text-sm text-muted">{texts.orders(totalOrders)}</span>
          </p>
        </div>
      </div>
      <Table caption={texts.ordersOf(email)} columns={columns}>
        {shown.map((order) => (
          <OrderRow key={order.id} order={order} />
        ))}
      </Table>
      <div className="mt-3 flex flex-wrap gap-2 empty:hidden">
        {orders.length > shown.length ? (
          <Button size="sm" onClick={() => setAll(true)}>
            {texts.showMore(formatCount(orders.length - shown.length))}
          </Button>
        ) : null}
        {all && totalOrders > orders.length ? (
          <Link
            href={`${ordersPath}?search=${encodeURIComponent(email)}`}
            className="flex min-h-8 items-center text-sm font-semibold underline underline-offset-2"
          >
            {texts.allOrders(formatCount(totalOrders))}
          </Link>
        ) : null}
      </div>
    </li>
  );
}

function OrderRow({ order }: { order: AdminOrder }) {
  const texts = useTexts().customers;
  const { id, quantity, category, amountCents, createdAt } = order;
  return (
    <Row>
      <Cell className="max-sm:order-1 sm:w-[30%]">
        <span className="block font-semibold tracking-wide whitespace-nowrap">{id}</span>
        <span className="block text-xs whitespace-nowrap text-muted">
          {quantity === null ? category : `${formatCount(quantity)} ${category}`}
        </span>
      </Cell>
      <Cell align="end" className="font-semibold max-sm:order-2 sm:w-[14%]">
        {amountCents === null ? 'N/A' : formatUsd(amountCents)}
      </Cell>
      <Cell className="max-sm:order-3 sm:w-[24%]">
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <OrderState order={order} />
          <DeliveryNote order={order} />
        </span>
      </Cell>
      <Cell className="whitespace-nowrap sm:w-[22%] max-sm:order-5 max-sm:self-center max-sm:text-xs max-sm:text-muted">
        {formatDate(createdAt)}
      </Cell>
      <Cell align="end" className="max-sm:order-4 max-sm:row-span-2 max-sm:self-center">
        <Link
          href={orderPath(id)}
          aria-label={texts.viewOrder(id)}
          className="inline-flex min-h-8 items-center rounded-card border border-hairline px-3 text-sm font-semibold hover:border-edge pointer-coarse:min-h-10"
        >
          {texts.view}
        </Link>
      </Cell>
    </Row>
  );
}

export function CustomerCardSkeleton() {
  return (
    <div className="rounded-card border border-hairline bg-surface p-4 sm:p-5">
      <div className="mb-4 flex items-start justify-between gap-6">
        <div>
          <Skeleton className="h-5 w-48" />
          <Skeleton className="mt-2 h-4 w-24" />
        </div>
        <Skeleton className="h-6 w-24" />
      </div>
      <Skeleton className="h-24 w-full" />
    </div>
  );
}
