// What a row of the customer list opens to: email, totals and the newest orders.
import { useState } from 'react';
import { Link } from 'wouter';
import type { AnswerFor } from '../../../contract/index.ts';
import { Button } from '../../ui/button.tsx';
import { formatCount } from '../amounts.ts';
import { formatDollars } from '../dollars.ts';
import { readOrder } from '../order-detail/read-order.ts';
import { customerPath } from '../paths.ts';
import { usePageTexts } from '../texts/shown-texts.ts';
import { CustomerLink } from './customer-link.tsx';
import { CustomerOrdersTable } from './customer-orders.tsx';

export type Customer = AnswerFor<'GET /api/admin/customers'>[number];

const shownFirst = 3;

export function CustomerCard({ customer }: { customer: Customer }) {
  const { customers: texts } = usePageTexts();
  const [all, setAll] = useState(false);
  const { email, username, totalSpent, totalOrders, orders } = customer;
  const shown = all ? orders : orders.slice(0, shownFirst);
  return (
    <>
      <p className="mb-3 flex flex-wrap gap-x-4 gap-y-1 text-sm tabular-nums">
        <CustomerLink email={email} className="font-semibold break-all" />
        <bdi className="text-muted" translate="no">{`@${username}`}</bdi>
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
      {shown.length > 0 ? <CustomerOrdersTable email={email} orders={shown.map(readOrder)} /> : null}
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
