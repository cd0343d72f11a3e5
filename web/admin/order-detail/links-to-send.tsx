// The links of an order that are not sent, and a button that sends all of them after a preview with cost and balance.
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icons.tsx';
import { useAllowed } from '../allowed.tsx';
import { formatCount } from '../amounts.ts';
import { sendableLinks, sendConfirmation } from '../orders/bulk-plan.ts';
import { layerOnDemand } from '../page-on-demand.tsx';
import { usePageTexts } from '../texts/shown-texts.ts';
import { linksToSend } from './order-state.tsx';
import type { AdminOrder, PostDelivery } from './read-order.ts';

const BulkDialog = layerOnDemand(() => import('../orders/bulk-dialog.tsx'));

type LinksToSendProps = { order: AdminOrder; deliveries: readonly PostDelivery[] | null };

/** No button where at most one link is left: that link has its own. The dialog stays open after the last link is sent. */
export function LinksToSend({ order, deliveries }: LinksToSendProps) {
  const { orderPage } = usePageTexts();
  const maySend = useAllowed()('sendPost');
  // The preview keeps the links that it had when it was opened.
  const [confirmation, setConfirmation] = useState<ReturnType<typeof sendConfirmation> | null>(null);
  const sendable = deliveries ? sendableLinks(order, deliveries) : 0;
  // A send with an unknown result has to be settled first.
  const toSend = deliveries || order.sendBarrier ? sendable : linksToSend(order.delivery);
  return (
    <>
      {toSend > 0 ? (
        <div className="mb-2 flex flex-wrap items-center justify-between gap-2 rounded-card bg-orange-soft px-3 py-2 text-sm text-orange-ink tabular-nums">
          <p>{orderPage.toSend(formatCount(toSend), formatCount(order.postLinks.length))}</p>
          {sendable > 1 && maySend ? (
            <Button
              size="sm"
              variant="primary"
              className="max-sm:w-full"
              icon={<Icon name="send" />}
              onClick={() => setConfirmation(sendConfirmation([order], () => deliveries ?? undefined))}
            >
              {orderPage.sendAll(formatCount(sendable))}
            </Button>
          ) : null}
        </div>
      ) : null}
      {confirmation ? <BulkDialog {...confirmation} onClose={() => setConfirmation(null)} /> : null}
    </>
  );
}
