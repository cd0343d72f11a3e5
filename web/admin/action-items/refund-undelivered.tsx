// Refunds the undelivered part of the order of an action item, after a confirmation of the amount.
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { formatCount } from '../amounts.ts';
import { formatDollars } from '../dollars.ts';
import { useAct } from '../kit/use-act.ts';
import { orderCalls } from '../live-calls.ts';
import { layerOnDemand } from '../page-on-demand.tsx';
import { isUnanswered, type RefundSituation, refundsQuery, useRefundUndelivered } from '../payments/make-refund.ts';
import { useItemTexts } from '../texts/shown-texts.ts';
import { ActFailure } from './act-button.tsx';
import { type ActionItem, actionItemsCall } from './action-items.ts';
import { type RequestedItem, useOnRequest } from './requested-item.ts';

const RefundConfirmation = layerOnDemand(() => import('../payments/refund-confirmation.tsx'));

/** A request opens the confirmation. */
export function RefundUndelivered({ item, requested = null }: { item: ActionItem; requested?: RequestedItem | null }) {
  const { itemRows } = useItemTexts();
  const queries = useQueryClient();
  const orderId = item.order_id ?? '';
  const [confirmed, setConfirmed] = useState<RefundSituation['undelivered'] | null>(null);
  const { refund, reason, isHeld, send } = useRefundUndelivered(orderId, [...orderCalls, actionItemsCall]);
  // The amount of the item may be a minute old: the confirmation has the present one.
  const check = useAct((api) => queries.fetchQuery({ ...refundsQuery(api, orderId), staleTime: 0 }), {
    onDone: (situation) => setConfirmed(situation?.proposed ? situation.undelivered : null),
  });
  useOnRequest(requested, requested !== null, () => check.run(undefined));
  const isRetry = isUnanswered(refund.error);
  const isPending = check.isPending || refund.isPending;
  const failure = isHeld
    ? itemRows.refundHeld
    : isRetry
      ? itemRows.refundUnanswered
      : (refund.failure ?? check.failure ?? (check.answer?.proposed === false ? itemRows.noRefund : null));
  const amountCents = Math.round((confirmed?.amount ?? 0) * 100);
  const worth = item.refund === undefined ? '' : formatDollars(item.refund);
  // Other links of the order are in delivery: nothing can be refunded yet.
  if (worth === '' && requested === null && !refund.input) return null;
  return (
    <>
      <Button
        size="sm"
        waiting={isPending}
        disabled={isPending}
        onClick={() => (isRetry && refund.input ? send(refund.input.amount ?? 0) : check.run(undefined))}
      >
        {isRetry ? itemRows.retryRefund : itemRows.refund(worth)}
      </Button>
      {failure ? <ActFailure>{failure}</ActFailure> : null}
      {confirmed ? (
        <RefundConfirmation
          amountCents={amountCents}
          reason={reason}
          onRefund={() => {
            setConfirmed(null);
            send(confirmed.amount);
          }}
          onClose={() => setConfirmed(null)}
        >
          {itemRows.refundHelp(formatCount(confirmed.quantity))}
        </RefundConfirmation>
      ) : null}
    </>
  );
}
