// The orders of a search: paid and payable orders first, then repeated attempts that were never paid.
import type { ReactNode } from 'react';
import { isUnpaid } from '../../../contract/order-state.ts';
import { classNames } from '../../ui/class-names.ts';
import { LineIcon } from '../../ui/icon.tsx';
import { moreIconPaths } from '../../ui/more-icons.ts';
import type { TrackedOrder } from '../read-order.ts';
import { fill } from '../texts/text.ts';
import type { ClientIslandProps } from './client-props.ts';
import type { FollowedOrders } from './follow-orders.ts';
import { TrackedOrderCard } from './tracked-order-card.tsx';

/** With fewer attempts, each one is listed as a normal order. */
const fewestTries = 3;
const list = 'divide-y divide-hairline rounded-card border border-hairline bg-surface';

type FoundOrdersProps = ClientIslandProps & FollowedOrders & { onPay: (orderId: string) => void };

export function FoundOrders({ lang, texts, orders, statuses, onPay }: FoundOrdersProps) {
  const unpaid = orders.filter(isUnpaid);
  const tries = unpaid.length >= fewestTries ? unpaid : [];
  const shown = orders.filter((order) => !tries.includes(order));
  const cards = (some: readonly TrackedOrder[]): ReactNode =>
    some.map((order) => (
      <TrackedOrderCard
        key={order.id}
        lang={lang}
        texts={texts}
        order={order}
        statuses={statuses}
        onPay={() => onPay(order.id)}
      />
    ));
  return (
    <>
      <h2 className="text-xl font-bold">{fill(texts.found, { count: orders.length })}</h2>
      {shown.length > 0 ? <div className={classNames('mt-4', list)}>{cards(shown)}</div> : null}
      {tries.length > 0 ? (
        <details className="question mt-4" open={shown.length === 0}>
          <summary className="flex min-h-11 cursor-pointer items-center justify-between gap-4 rounded-card px-2 py-2 font-semibold">
            <span>{fill(texts.unpaidTries, { count: tries.length })}</span>
            <LineIcon path={moreIconPaths.chevronDown} className="text-muted" />
          </summary>
          <div className={classNames('mt-2', list)}>{cards(tries)}</div>
        </details>
      ) : null}
      {orders.some(({ api_orders }) => api_orders.some(({ api_order_id }) => api_order_id)) ? (
        <p className="mt-3 px-1 text-sm text-muted">{texts.reported}</p>
      ) : null}
    </>
  );
}
