// Sends all links of an order that are not sent, after a preview with cost and balance.
import { lazy, Suspense, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icons.tsx';
import { useAllowed } from '../allowed.tsx';
import { formatCount } from '../amounts.ts';
import { sendableLinks, sendConfirmation } from '../orders/bulk-plan.ts';
import { useTexts } from '../texts/shown-texts.ts';
import type { PostDelivery } from './order-queries.ts';
import type { AdminOrder } from './read-order.ts';

const BulkDialog = lazy(async () => ({ default: (await import('../orders/bulk-dialog.tsx')).BulkDialog }));

type SendAllProps = { order: AdminOrder; deliveries: readonly PostDelivery[] | null };

/** Renders nothing where at most one link is left: that link has its own button. */
export function SendAll({ order, deliveries }: SendAllProps) {
  const { orderPage } = useTexts();
  const maySend = useAllowed()('sendPost');
  // The preview keeps the links that it had when it was opened.
  const [confirmation, setConfirmation] = useState<ReturnType<typeof sendConfirmation> | null>(null);
  const sendable = deliveries ? sendableLinks(order, deliveries) : 0;
  return (
    <>
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
      {confirmation ? (
        <Suspense>
          <BulkDialog {...confirmation} onClose={() => setConfirmation(null)} />
        </Suspense>
      ) : null}
    </>
  );
}
