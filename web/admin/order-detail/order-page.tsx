// The page of one order: loads the order and its provider orders.
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { ApiError } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Icon } from '../../ui/icons.tsx';
import { lookOf } from '../../ui/link-button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { formatCount } from '../amounts.ts';
import { renewCalls } from '../kit/use-api.ts';
import { orderCalls } from '../live-calls.ts';
import { QueryFailure } from '../load-failure.tsx';
import { Breadcrumb } from '../navigation/breadcrumb.tsx';
import { UndoLine } from '../orders/undo-line.tsx';
import { Panel } from '../panel.tsx';
import { PaymentPanel } from '../payments/payment-panel.tsx';
import { RefundsPanel } from '../payments/refunds-panel.tsx';
import { usePageTitle } from '../shell.tsx';
import { usePageTexts } from '../texts/shown-texts.ts';
import { MailsPanel } from '../timeline/mails-panel.tsx';
import { OtherOrders } from '../timeline/other-orders.tsx';
import { TimelinePanel } from '../timeline/timeline-panel.tsx';
import { EvidenceLink } from './evidence-link.tsx';
import { OrderDetails } from './order-details.tsx';
import { OrderInformation } from './order-information.tsx';
import { OrderNotFound } from './order-not-found.tsx';
import { DeliveryNote, OrderState } from './order-state.tsx';
import { useDeliveries, useOrder } from './use-order.ts';
import { type Queue, useQueue } from './use-queue.ts';

export default function OrderPage({ id }: { id: string }) {
  const { common, orderPage } = usePageTexts();
  usePageTitle(orderPage.title(id));
  const queries = useQueryClient();
  const queue = useQueue(id);
  const order = useOrder(id);
  const deliveries = useDeliveries(id);

  if (order.error instanceof ApiError && order.error.status === 404) return <OrderNotFound />;
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Breadcrumb list={queue} />
        <span className="ml-auto" />
        {queue ? <QueueSteps queue={queue} /> : null}
        <EvidenceLink orderId={id} />
        <Button
          size="sm"
          icon={<Icon name="refresh" />}
          disabled={order.isFetching || deliveries.isFetching}
          onClick={() => void renewCalls(queries, orderCalls)}
        >
          <span className="max-sm:sr-only">{common.refresh}</span>
        </Button>
      </div>
      <div className="mt-2 mb-4 flex flex-wrap items-center gap-x-3 gap-y-2">
        <h1 className="text-xl font-semibold">
          <span>{`${orderPage.order} `}</span>
          <span className="tracking-wide" translate="no">
            {id}
          </span>
        </h1>
        {order.data ? (
          <>
            <OrderState order={order.data} />
            <DeliveryNote order={order.data} />
            <UndoLine order={order.data} />
          </>
        ) : null}
      </div>
      <QueryFailure title={orderPage.failed} query={order} />
      {order.isPending ? <PanelsSkeleton /> : null}
      {order.data ? (
        <Panels>
          <div className="min-w-0">
            <OrderDetails
              order={order.data}
              deliveries={deliveries.data ?? null}
              error={deliveries.error}
              onRetry={() => void deliveries.refetch()}
            />
          </div>
          <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] items-start gap-4 md:max-xl:grid-cols-2 xl:col-start-2 xl:row-span-2 xl:row-start-1">
            <OrderInformation order={order.data} />
            <PaymentPanel order={order.data} />
            <RefundsPanel order={order.data} />
            <OtherOrders order={order.data} />
          </div>
          <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4">
            <TimelinePanel id={id} postLinks={order.data.postLinks} />
            <MailsPanel id={id} />
          </div>
        </Panels>
      ) : null}
    </>
  );
}

/** The links first, then the panels beside them, then the timeline: the order on a phone. */
function Panels({ children }: { children: ReactNode }) {
  return (
    <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,9fr)_minmax(0,5fr)] xl:grid-rows-[auto_1fr]">
      {children}
    </div>
  );
}

const lines = ['a', 'b', 'c', 'd', 'e', 'f'];

function PanelsSkeleton() {
  const { orderPage } = usePageTexts();
  return (
    <div aria-busy="true">
      <Panels>
        {[orderPage.details, orderPage.information].map((title) => (
          <Panel key={title} title={title}>
            <div className="grid gap-4 py-1">
              {lines.map((line) => (
                <Skeleton key={line} className="h-4 w-3/4" />
              ))}
            </div>
          </Panel>
        ))}
      </Panels>
    </div>
  );
}

/** Steps to the previous and the next order of the list that led here. */
function QueueSteps({ queue: { at, total, before, after } }: { queue: Queue }) {
  const { orderPage, orderPanel } = usePageTexts();
  return (
    <span className="flex items-center gap-1">
      {at !== null && total !== null ? (
        <span className="mr-1 text-sm text-muted tabular-nums max-sm:sr-only">
          {orderPage.position(formatCount(at), formatCount(total))}
        </span>
      ) : null}
      <Step to={before} label={orderPanel.previous} isUp />
      <Step to={after} label={orderPanel.next} />
    </span>
  );
}

function Step({ to, label, isUp }: { to: string | null; label: string; isUp?: boolean }) {
  const icon = <Icon name="chevronDown" className={isUp ? 'rotate-180' : undefined} />;
  if (to === null) {
    return (
      <Button size="sm" className="px-2!" aria-label={label} title={label} disabled>
        {icon}
      </Button>
    );
  }
  return (
    <Link href={to} replace aria-label={label} title={label} className={classNames(lookOf({ size: 'sm' }), 'px-2!')}>
      {icon}
    </Link>
  );
}
