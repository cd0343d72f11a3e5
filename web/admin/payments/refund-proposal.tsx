// Proposes a refund of the undelivered units after delivery has ended.
import { useState } from 'react';
import { formatCount, formatUsd } from '../../../contract/money.ts';
import { Button } from '../../ui/button.tsx';
import { queryFailure } from '../query-client.ts';
import { needsPassword } from '../sign-in/step-up.tsx';
import { isUnanswered, type RefundSituation } from './refund-queries.ts';
import { undeliveredReason, useRefundUndelivered } from './refund-undelivered.ts';
import { RefundConfirmation } from './refund-confirmation.tsx';
import { Allowed } from '../allowed.tsx';

type RefundProposalProps = { orderId: string; situation: RefundSituation };

export function RefundProposal({ orderId, situation }: RefundProposalProps) {
  const { refund, isHeld, send } = useRefundUndelivered(orderId);
  const { quantity, amount } = situation.undelivered;
  const worth = formatUsd(Math.round(amount * 100));
  const [isConfirming, setConfirming] = useState(false);

  return (
    <div className="mb-3 grid gap-2 rounded-card border border-yellow bg-yellow-soft px-4 py-3 text-sm text-yellow-ink">
      <p>
        Delivery has ended, and {formatCount(quantity)} were not delivered. They are worth <strong>{worth}</strong>.
      </p>
      {refund.isError && !needsPassword(refund.error) ? (
        <p role="alert">
          {isUnanswered(refund.error)
            ? 'The refund may have been made: the response was lost. Retry it: the store makes it only once.'
            : queryFailure(refund.error)}
        </p>
      ) : null}
      {isHeld ? (
        <p role="alert">Another refund of this order was not answered. Settle it first, under Refund below.</p>
      ) : null}
      <Allowed call="refundOrder">
        <div>
          <Button
            size="sm"
            variant="primary"
            waiting={refund.isPending}
            disabled={refund.isPending}
            onClick={() => (isUnanswered(refund.error) ? send(amount) : setConfirming(true))}
          >
            {isUnanswered(refund.error) ? 'Retry refund' : `Refund ${worth}`}
          </Button>
        </div>
      </Allowed>
      {isConfirming ? (
        <RefundConfirmation
          amountCents={Math.round(amount * 100)}
          reason={undeliveredReason}
          onRefund={() => {
            setConfirming(false);
            send(amount);
          }}
          onClose={() => setConfirming(false)}
        >
          The money for {formatCount(quantity)} that were not delivered goes back to the buyer.
        </RefundConfirmation>
      ) : null}
    </div>
  );
}
