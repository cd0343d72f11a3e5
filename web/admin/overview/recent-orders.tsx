// The newest orders on the overview, each with a link to its page.
import type { ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import type { AnswerFor } from '../../../contract/index.ts';
import { Button } from '../../ui/button.tsx';
import { formatDate } from '../../ui/format-date.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { formatCount, formatUsd } from '../amounts.ts';
import { QueryFailure } from '../load-failure.tsx';
import { DeliveryNote, OrderState } from '../order-detail/order-state.tsx';
import { readOrder } from '../order-detail/read-order.ts';
import { soldName } from '../order-detail/sold-name.ts';
import { orderPath, ordersPath } from '../paths.ts';
import { recentCount, useRecentOrders } from '../recent-orders.ts';
import { useTexts } from '../texts/shown-texts.ts';

const placeholders = ['a', 'b', 'c', 'd', 'e'];

export function RecentOrders() {
  const { overview } = useTexts();
  const [, navigate] = useLocation();
  const query = useRecentOrders();
  const { data, isPending, isError } = query;
  const { items: rows = [], total = null } = data ?? {};
  return (
    <section aria-labelledby="recent-orders" className="min-w-0 rounded-card border border-hairline bg-surface">
      <h2 id="recent-orders" className="border-b border-hairline px-4 py-3 text-base font-semibold">
        {overview.recentOrders}
      </h2>
      {isError ? (
        <div className="p-4 pb-0">
          <QueryFailure title={overview.ordersFailed} query={query} />
        </div>
      ) : null}
      {isPending ? <Placeholders /> : null}
      {data && rows.length === 0 ? (
        <div className="px-4 py-10 text-center">
          <p className="font-semibold">{overview.noOrders}</p>
          <p className="mt-1 text-sm text-muted">{overview.noOrdersHelp}</p>
        </div>
      ) : null}
      {rows.length > 0 ? (
        <ul>
          {rows.slice(0, recentCount).map((order) => (
            <RecentOrderRow key={order.id} sent={order} />
          ))}
        </ul>
      ) : null}
      {total !== null && total > recentCount ? (
        <div className="border-t border-hairline p-3">
          <Button size="sm" wide onClick={() => navigate(ordersPath)}>
            {overview.viewAll(formatCount(total))}
          </Button>
        </div>
      ) : null}
    </section>
  );
}

function RecentOrderRow({ sent }: { sent: AnswerFor<'GET /api/orders'>[number] }) {
  const { states } = useTexts();
  const order = readOrder(sent);
  const { id, customerUsername, customerEmail, amountCents, createdAt, quantity } = order;
  // `readOrder` always sets a category.
  const bought = quantity && sent.category ? `${formatCount(quantity)} ${soldName(states, order)}` : null;
  return (
    <li className="border-hairline not-first:border-t">
      <Link href={orderPath(id)} className="flex items-start gap-3 px-4 py-3 -outline-offset-2 hover:bg-sunken/60">
        <Avatar>{customerUsername.charAt(0).toUpperCase()}</Avatar>
        <span className="min-w-0 flex-1">
          <span className="flex items-baseline gap-3 font-semibold">
            <span className="min-w-0 flex-1 truncate" title={customerEmail} translate="no">
              {customerEmail || 'N/A'}
            </span>
            <span className="tabular-nums" translate="no">
              {amountCents === null ? 'N/A' : formatUsd(amountCents)}
            </span>
          </span>
          <span className="flex items-start gap-3">
            <span className="min-w-0 flex-1 text-xs text-muted">
              <span className="block">{formatDate(createdAt)}</span>
              {bought ? <span className="block">{bought}</span> : null}
            </span>
            <span className="flex max-w-36 flex-col items-end gap-1 sm:max-lg:max-w-64 [&>span]:justify-end">
              <OrderState order={order} />
            </span>
          </span>
          <DeliveryNote order={order} />
        </span>
      </Link>
    </li>
  );
}

function Avatar({ children }: { children: ReactNode }) {
  return (
    <span
      aria-hidden="true"
      data-part="avatar"
      className="flex size-9 shrink-0 items-center justify-center rounded-full bg-sunken text-sm font-semibold"
    >
      {children}
    </span>
  );
}

function Placeholders() {
  const { overview } = useTexts();
  return (
    <ul aria-busy="true" aria-label={overview.ordersLoading}>
      {placeholders.map((row) => (
        <li key={row} className="flex items-start gap-3 border-hairline px-4 py-3 not-first:border-t">
          <Skeleton className="size-9 rounded-full" />
          <span className="min-w-0 flex-1">
            <Skeleton className="h-4 w-40" />
            <Skeleton className="mt-2 h-3 w-28" />
          </span>
          <Skeleton className="h-4 w-16" />
        </li>
      ))}
    </ul>
  );
}
