// Proposes a refund of the undelivered units after delivery has ended.
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Allowed } from '../allowed.tsx';
import { formatCount } from '../amounts.ts';
import { formatDollars } from '../dollars.ts';
import { useTexts } from '../texts/shown-texts.ts';
import { isUnanswered, type RefundSituation, useRefundUndelivered } from './make-refund.ts';
import { RefundConfirmation } from './refund-confirmation.tsx';

type RefundProposalProps = { orderId: string; situation: RefundSituation };

export function RefundProposal({ orderId, situation }: RefundProposalProps) {
  const { refunds } = useTexts();
  const { refund, reason, isHeld, send } = useRefundUndelivered(orderId);
  const { quantity, amount } = situation.undelivered;
  const worth = formatDollars(amount);
  const isRetry = isUnanswered(refund.error);
  const [isConfirming, setConfirming] = useState(false);

  return (
    <div className="mb-3 grid gap-2 rounded-card border border-yellow bg-yellow-soft px-4 py-3 text-sm text-yellow-ink">
      <p>
        <span>{`${refunds.ended(formatCount(quantity))} `}</span>
        <strong>{worth}</strong>
        <span>.</span>
      </p>
      {refund.failure ? <p role="alert">{isRetry ? refunds.unanswered : refund.failure}</p> : null}
      {isHeld ? <p role="alert">{refunds.held}</p> : null}
      <Allowed call="refundOrder">
        <div>
          <Button
            size="sm"
            variant="primary"
            waiting={refund.isPending}
            disabled={refund.isPending}
            onClick={() => (isRetry ? send(amount) : setConfirming(true))}
          >
            {isRetry ? refunds.retry : refunds.refundAmount(worth)}
          </Button>
        </div>
      </Allowed>
      {isConfirming ? (
        <RefundConfirmation
          amountCents={Math.round(amount * 100)}
          reason={reason}
          onRefund={() => {
            setConfirming(false);
            send(amount);
          }}
          onClose={() => setConfirming(false)}
        >
          {refunds.proposalEffect(formatCount(quantity))}
        </RefundConfirmation>
      ) : null}
    </div>
  );
}
