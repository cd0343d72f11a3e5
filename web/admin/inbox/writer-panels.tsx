// Who wrote a message: their figures and orders, the orders that the message names, and their other messages.
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { RelativeTime, useNow } from '../../ui/relative-time.tsx';
import { formatCount, formatUsd } from '../amounts.ts';
import { formatDollars } from '../dollars.ts';
import { OrderState } from '../order-detail/order-state.tsx';
import { type AdminOrder, readOrder } from '../order-detail/read-order.ts';
import { Panel } from '../panel.tsx';
import { customerPath, orderPath, tabPath } from '../paths.ts';
import { usePageTexts } from '../texts/shown-texts.ts';
import type { Thread } from './message-row.tsx';

const link = 'font-semibold underline-offset-4 hover:underline';

export function WriterPanels({ thread, onShow }: { thread: Thread; onShow: (id: string) => void }) {
  const { inbox } = usePageTexts();
  const nowMs = useNow();
  const { message, customer, other_messages } = thread;
  const named = thread.named_orders.map(readOrder);
  const newest = (customer?.orders ?? []).map(readOrder).filter(({ id }) => !named.some((one) => one.id === id));
  const search = `search=${encodeURIComponent(message.email)}`;
  return (
    <aside className="grid gap-4 sm:max-[1359px]:grid-cols-2 sm:max-[1359px]:items-start">
      {named.length > 0 ? (
        <Panel title={inbox.named}>
          <Orders orders={named} writer={message.email} />
        </Panel>
      ) : null}
      <Panel title={inbox.customer}>
        {customer ? (
          <>
            <Link href={customerPath(customer.email)} className={`${link} block text-sm break-words`} translate="no">
              {customer.email}
            </Link>
            <p className="mb-2 text-sm text-muted tabular-nums">
              {inbox.customerFigures(
                customer.totalOrders,
                formatCount(customer.totalOrders),
                formatDollars(customer.totalSpent),
              )}
            </p>
            <Orders orders={newest} writer={message.email} />
            {customer.totalOrders > customer.orders.length ? (
              <Link href={`${tabPath('orders')}&${search}`} className={`${link} mt-2 inline-block text-sm underline`}>
                {inbox.allOrders}
              </Link>
            ) : null}
          </>
        ) : (
          <p className="text-sm text-muted">{inbox.noCustomer}</p>
        )}
      </Panel>
      {other_messages.length > 0 ? (
        <Panel title={inbox.otherMessages}>
          <List>
            {other_messages.map(({ id, subject, received_at }) => (
              <Item key={id}>
                <button
                  type="button"
                  onClick={() => onShow(id)}
                  className={`${link} min-w-0 flex-1 truncate text-left`}
                  translate="no"
                >
                  {subject}
                </button>
                <span className="text-xs whitespace-nowrap text-muted">
                  <RelativeTime at={received_at} nowMs={nowMs} />
                </span>
              </Item>
            ))}
          </List>
        </Panel>
      ) : null}
    </aside>
  );
}

/** `writer`: an order of another address is marked, because anyone can name any order. */
function Orders({ orders, writer }: { orders: AdminOrder[]; writer: string }) {
  const { inbox } = usePageTexts();
  if (orders.length === 0) return null;
  return (
    <List>
      {orders.map((order) => (
        <Item key={order.id}>
          <Link href={orderPath(order.id)} className={`${link} flex-1 tracking-wide`} translate="no">
            {order.id}
          </Link>
          <span className="tabular-nums" translate="no">
            {order.amountCents === null ? 'N/A' : formatUsd(order.amountCents)}
          </span>
          <span className="flex w-full flex-wrap items-center gap-2">
            <OrderState order={order} />
            {order.customerEmail.toLowerCase() === writer.toLowerCase() ? null : (
              <span className="text-xs font-semibold text-red-ink">{inbox.ofAnother}</span>
            )}
          </span>
        </Item>
      ))}
    </List>
  );
}

function List({ children }: { children: ReactNode }) {
  return <ul className="text-sm">{children}</ul>;
}

function Item({ children }: { children: ReactNode }) {
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-hairline py-2 first:border-t-0">
      {children}
    </li>
  );
}
