// Refunds the undelivered part of the order of an action item, after a confirmation of the amount.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { useAdmin } from '../admin-context.tsx';
import { formatCount, formatUsd } from '../amounts.ts';
import { RefundConfirmation } from '../payments/refund-confirmation.tsx';
import { isUnanswered, type RefundSituation, refundsQuery } from '../payments/refund-queries.ts';
import { useRefundUndelivered } from '../payments/refund-undelivered.ts';
import { queryFailure } from '../query-client.ts';
import { failureOf } from '../sign-in/guarded.tsx';
import { useTexts } from '../texts/shown-texts.ts';
import { type ActionItem, useRenewItems } from './action-item-queries.ts';
import { type RequestedItem, useOnRequest } from './requested-item.ts';

/** A request opens the confirmation. */
export function RefundUndelivered({ item, requested = null }: { item: ActionItem; requested?: RequestedItem | null }) {
  const { actionItems } = useTexts();
  const { api } = useAdmin();
  const queries = useQueryClient();
  const orderId = item.order_id ?? '';
  const [confirmed, setConfirmed] = useState<RefundSituation['undelivered'] | null>(null);
  const renew = useRenewItems();
  const { refund, reason, isHeld, send } = useRefundUndelivered(orderId, () => void renew());
  // The amount of the item may be a minute old: the confirmation has the present one.
  const look = useMutation({
    mutationFn: () => queries.fetchQuery({ ...refundsQuery(api, orderId), staleTime: 0 }),
    onSuccess: ({ undelivered, proposed }) => setConfirmed(proposed ? undelivered : null),
  });
  useOnRequest(requested, requested !== null, () => look.mutate());
  const isRetry = isUnanswered(refund.error);
  const isPending = look.isPending || refund.isPending;
  const failure = isHeld
    ? actionItems.refundHeld
    : isRetry
      ? actionItems.refundUnanswered
      : (failureOf(refund) ??
        (look.isError ? queryFailure(look.error) : look.data?.proposed === false ? actionItems.noRefund : null));
  const amountCents = Math.round((confirmed?.amount ?? 0) * 100);
  const worth = item.refund === undefined ? '' : formatUsd(Math.round(item.refund * 100));
  return (
    <>
      <Button
        size="sm"
        waiting={isPending}
        disabled={isPending}
        onClick={() => (isRetry && refund.variables ? send(refund.variables.amount ?? 0) : look.mutate())}
      >
        {isRetry ? actionItems.retryRefund : actionItems.refund(worth)}
      </Button>
      {failure ? (
        <span role="alert" className="order-last basis-full text-red-ink xl:text-right">
          {failure}
        </span>
      ) : null}
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
          {actionItems.refundHelp(formatCount(confirmed.quantity))}
        </RefundConfirmation>
      ) : null}
    </>
  );
}
