// One order beside the list: its state, buyer, links and timeline. Below 1,024 px the order's page replaces it.
import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from 'wouter';
import { Button } from '../../ui/button.tsx';
import { formatDate } from '../../ui/format-date.ts';
import { Icon } from '../../ui/icons.tsx';
import { lookOf } from '../../ui/link-button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useAllowed } from '../allowed.tsx';
import { formatCount, formatUsd } from '../amounts.ts';
import { CustomerLink } from '../customers/customer-link.tsx';
import { QueryFailure } from '../load-failure.tsx';
import { DeliveryNote, OrderState } from '../order-detail/order-state.tsx';
import type { AdminOrder, PostDelivery } from '../order-detail/read-order.ts';
import { ReportedNote } from '../order-detail/reported-note.tsx';
import { soldName } from '../order-detail/sold-name.ts';
import { useDeliveries, useOrder } from '../order-detail/use-order.ts';
import { orderPath } from '../paths.ts';
import { usePageTexts } from '../texts/shown-texts.ts';
import { TimelinePanel } from '../timeline/timeline-panel.tsx';
import { sendableLinks, sendConfirmation } from './bulk-plan.ts';
import { useList } from './list-parts.tsx';
import type { ListEvents } from './order-acts.ts';
import { PanelLinks } from './panel-links.tsx';
import { OrderMenu } from './row-acts.tsx';
import { UndoLine } from './undo-line.tsx';

type SidePanelProps = {
  id: string;
  /** The same order as the list has it: shown until it is loaded. */
  listed: AdminOrder | undefined;
  /** The orders before and after it in the list. */
  before: string | undefined;
  after: string | undefined;
  on: ListEvents;
  onClose: () => void;
};

export function SidePanel({ id, listed, before, after, on, onClose }: SidePanelProps) {
  const { orderPanel } = usePageTexts();
  const list = useList();
  const query = useOrder(id);
  const order = query.data ?? (query.isPending ? listed : undefined);
  const deliveries = useDeliveries(id);
  return (
    <aside
      aria-label={orderPanel.label(id)}
      className="w-80 overflow-y-auto overscroll-contain border-l border-hairline bg-surface p-4 max-xl:fixed max-xl:inset-y-0 max-xl:right-0 max-xl:z-30 max-xl:shadow-card xl:sticky xl:top-4 xl:max-h-[calc(100dvh-2rem)] xl:rounded-card xl:border"
    >
      <div className="flex items-center gap-1">
        <Step to={before} label={orderPanel.previous} isUp onShow={on.open} />
        <Step to={after} label={orderPanel.next} onShow={on.open} />
        <span className="ml-auto" />
        {order ? <OrderMenu order={order} deliveries={deliveries.data} list={list} on={on} /> : null}
        <Link href={orderPath(id, list)} className={lookOf({ size: 'sm' })}>
          {orderPanel.open}
        </Link>
        <Button size="sm" variant="quiet" aria-label={orderPanel.close} className="px-2!" onClick={onClose}>
          <Icon name="close" />
        </Button>
      </div>
      <h2 className="mt-2 font-semibold tracking-wide" translate="no">
        {id}
      </h2>
      {query.isError ? (
        <div className="mt-3">
          <QueryFailure title={orderPanel.failed} query={query} />
        </div>
      ) : null}
      {query.isPending && !order ? <Skeleton className="mt-4 h-40 w-full" /> : null}
      {order ? <Contents order={order} deliveries={deliveries} on={on} /> : null}
    </aside>
  );
}

type StepProps = { to: string | undefined; label: string; isUp?: boolean; onShow: (id: string) => void };

function Step({ to, label, isUp, onShow }: StepProps) {
  return (
    <Button
      size="sm"
      variant="quiet"
      className="px-2!"
      aria-label={label}
      title={label}
      disabled={to === undefined}
      onClick={() => {
        if (to !== undefined) onShow(to);
      }}
    >
      <Icon name="chevronDown" className={isUp ? 'rotate-180' : undefined} />
    </Button>
  );
}

type ContentsProps = Pick<SidePanelProps, 'on'> & {
  order: AdminOrder;
  deliveries: UseQueryResult<PostDelivery[]>;
};

function Contents({ order, deliveries, on }: ContentsProps) {
  const { orderList, orderPanel, orderRow, states } = usePageTexts();
  const maySend = useAllowed()('sendPost');
  const sendable = sendableLinks(order, deliveries.data);
  const { customerEmail, customerUsername, amountCents, quantity, createdAt } = order;
  return (
    <>
      <div className="mt-2 grid justify-items-start gap-1.5">
        <OrderState order={order} />
        <DeliveryNote order={order} />
        <UndoLine order={order} />
      </div>
      <p className="mt-3 text-sm break-words">
        <CustomerLink email={customerEmail} />
        <span className="block text-muted empty:hidden" translate="no">
          {orderRow.username(customerUsername)}
        </span>
        <span className="block tabular-nums">
          {`${quantity === null ? '' : `${formatCount(quantity)} `}${soldName(states, order)}${amountCents === null ? '' : `, ${formatUsd(amountCents)}`}`}
        </span>
        <span className="block text-muted">{formatDate(createdAt)}</span>
      </p>
      <h3 className="mt-4 text-sm font-semibold">{orderPanel.links}</h3>
      <QueryFailure title={orderList.deliveriesFailed} query={deliveries} />
      <PanelLinks order={order} deliveries={deliveries.data} />
      <ReportedNote deliveries={deliveries.data} />
      {sendable > 0 && maySend ? (
        <Button
          size="sm"
          variant="primary"
          wide
          className="mt-3 mb-4"
          icon={<Icon name="send" />}
          onClick={() => on.confirm(sendConfirmation([order], () => deliveries.data))}
        >
          {orderPanel.sendLinks(sendable, formatCount(sendable))}
        </Button>
      ) : null}
      {/* An email stands on its own line rather than breaks. */}
      <div className="mt-4 [&_[data-part=actor]]:inline-block [&>section>*]:px-3">
        <TimelinePanel id={order.id} postLinks={order.postLinks} />
      </div>
    </>
  );
}
