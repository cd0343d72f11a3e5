// One customer in the list. A click anywhere opens the details below the row.
import { useId, useState } from 'react';
import { Link } from 'wouter';
import type { AnswerFor } from '../../../contract/index.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Icon } from '../../ui/icons.tsx';
import { lookOf } from '../../ui/link-button.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Cell, type Column, Row } from '../../ui/table.tsx';
import { formatCount } from '../amounts.ts';
import { formatDollars } from '../dollars.ts';
import { QueryFailure } from '../load-failure.tsx';
import { customerPath } from '../paths.ts';
import { usePageTexts } from '../texts/shown-texts.ts';
import { CustomerLink } from './customer-link.tsx';
import { CustomerOrdersTable, useCustomerOrders } from './customer-orders.tsx';

const cell = 'sm:h-[44px] sm:py-0! sm:align-middle! leading-tight';

export function useCustomerColumns(): readonly Column[] {
  const { listColumns } = usePageTexts().customers;
  return [
    { label: listColumns.customer },
    { label: listColumns.spent, align: 'end' },
    { label: listColumns.orders, align: 'end' },
    { label: listColumns.last },
    { label: listColumns.actions, align: 'end' },
  ];
}

type CustomerRowProps = { customer: Customer; isOpen: boolean; nowMs: number; onToggle: () => void };

export function CustomerRow({ customer, isOpen, nowMs, onToggle }: CustomerRowProps) {
  const { customers: texts, orderRow } = usePageTexts();
  const columns = useCustomerColumns();
  const cardId = useId();
  const { email, username, totalSpent, totalOrders, last_order_at: last, tags } = customer;
  return (
    <>
      <Row onOpen={onToggle}>
        <Cell className={`${cell} min-w-0 max-sm:order-1 sm:max-w-80`}>
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={isOpen ? cardId : undefined}
            onClick={onToggle}
            className="flex w-full min-w-0 items-center gap-2 text-left"
          >
            <Icon name="chevronDown" className={classNames('size-4 shrink-0 text-muted', !isOpen && '-rotate-90')} />
            <span className="min-w-0">
              <span className="block truncate font-semibold" title={email} translate="no">
                {email || 'N/A'}
              </span>
              <bdi className="block truncate text-xs text-muted empty:hidden" translate="no">
                {orderRow.username(username)}
              </bdi>
            </span>
          </button>
          {tags.length > 0 ? (
            <span className="mt-1 flex pl-6 sm:hidden">
              <TagList tags={tags} />
            </span>
          ) : null}
        </Cell>
        <Cell align="end" className={`${cell} font-semibold max-sm:order-2`}>
          <span translate="no">{formatDollars(totalSpent)}</span>
        </Cell>
        <Cell align="end" className={`${cell} max-sm:order-4 max-sm:self-center`}>
          <span translate="no">{formatCount(totalOrders)}</span>
          <span className="sm:hidden">{` ${texts.orders(totalOrders)}`}</span>
        </Cell>
        <Cell className={`${cell} text-muted max-sm:order-3 max-sm:pl-6 max-sm:self-center`}>
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <RelativeTime at={last} nowMs={nowMs} />
            <span className="max-sm:hidden">
              <TagList tags={tags} />
            </span>
          </span>
        </Cell>
        <Cell align="end" className={`${cell} max-sm:hidden`}>
          <Link href={customerPath(email)} aria-label={texts.openPage(email)} className={lookOf({ size: 'sm' })}>
            {texts.open}
          </Link>
        </Cell>
      </Row>
      {isOpen ? (
        <tr id={cardId} className="max-sm:block">
          <td colSpan={columns.length} className="border-t border-hairline bg-sunken/50 p-4 max-sm:block">
            <CustomerCard customer={customer} />
          </td>
        </tr>
      ) : null}
    </>
  );
}

function TagList({ tags }: { tags: readonly string[] }) {
  return (
    <span className="flex flex-wrap gap-1">
      {tags.map((tag) => (
        <bdi key={tag} className="rounded-full bg-grey-soft px-2 py-0.5 text-xs font-semibold text-grey-ink">
          {tag}
        </bdi>
      ))}
    </span>
  );
}

// The details under a row of the customer list: email, totals and the newest orders.

export type Customer = AnswerFor<'GET /api/admin/customers'>[number];

const shownFirst = 3;

function CustomerCard({ customer }: { customer: Customer }) {
  const { customers: texts, customerPage, orderRow } = usePageTexts();
  const [all, setAll] = useState(false);
  const { email, username, totalSpent, totalOrders } = customer;
  const { query, orders } = useCustomerOrders(email);
  const shown = all ? orders : orders.slice(0, shownFirst);
  return (
    <>
      <p className="mb-3 flex flex-wrap gap-x-4 gap-y-1 text-sm tabular-nums">
        <CustomerLink email={email} className="font-semibold break-all" />
        <bdi className="text-muted empty:hidden" translate="no">
          {orderRow.username(username)}
        </bdi>
        <span>
          <strong className="font-semibold" translate="no">
            {formatDollars(totalSpent)}
          </strong>
          <span>{` ${texts.totalSpent}`}</span>
        </span>
        <span>
          <strong className="font-semibold" translate="no">
            {formatCount(totalOrders)}
          </strong>
          <span>{` ${texts.orders(totalOrders)}`}</span>
        </span>
      </p>
      <QueryFailure title={customerPage.ordersFailed} query={query} />
      {query.isPending ? <Skeleton className="h-24 w-full" /> : null}
      {shown.length > 0 ? <CustomerOrdersTable email={email} orders={shown} /> : null}
      <div className="mt-3 flex flex-wrap gap-2 empty:hidden">
        {orders.length > shown.length ? (
          <Button size="sm" onClick={() => setAll(true)}>
            {texts.showMore(formatCount(orders.length - shown.length))}
          </Button>
        ) : null}
        {all && totalOrders > orders.length ? (
          <Link
            href={customerPath(email)}
            className="flex min-h-8 items-center text-sm font-semibold underline underline-offset-2"
          >
            {texts.allOrders(formatCount(totalOrders))}
          </Link>
        ) : null}
      </div>
    </>
  );
}
