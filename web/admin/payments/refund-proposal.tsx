// Proposes a refund of the undelivered units after delivery has ended.
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Allowed } from '../allowed.tsx';
import { formatCount } from '../amounts.ts';
import { formatDollars } from '../dollars.ts';
import { queryFailure } from '../query-client.ts';
import { needsPassword } from '../sign-in/step-up.tsx';
import { useTexts } from '../texts/shown-texts.ts';
import { RefundConfirmation } from './refund-confirmation.tsx';
import { isUnanswered, type RefundSituation, useRefundUndelivered } from './refund-queries.ts';

type RefundProposalProps = { orderId: string; situation: RefundSituation };

export function RefundProposal({ orderId, situation }: RefundProposalProps) {
  const { refunds } = useTexts();
  const { refund, reason, isHeld, send } = useRefundUndelivered(orderId);
  const { quantity, amount } = situation.undelivered;
  const worth = formatDollars(amount);
  const [isConfirming, setConfirming] = useState(false);

  return (
    <div className="mb-3 grid gap-2 rounded-card border border-yellow bg-yellow-soft px-4 py-3 text-sm text-yellow-ink">
      <p>
        <span>{`${refunds.ended(formatCount(quantity))} `}</span>
        <strong>{worth}</strong>
        <span>.</span>
      </p>
      {refund.isError && !needsPassword(refund.error) ? (
        <p role="alert">{isUnanswered(refund.error) ? refunds.unanswered : queryFailure(refund.error)}</p>
      ) : null}
      {isHeld ? <p role="alert">{refunds.held}</p> : null}
      <Allowed call="refundOrder">
        <div>
          <Button
            size="sm"
            variant="primary"
            waiting={refund.isPending}
            disabled={refund.isPending}
            onClick={() => (isUnanswered(refund.error) ? send(amount) : setConfirming(true))}
          >
            {isUnanswered(refund.error) ? refunds.retry : refunds.refundAmount(worth)}
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
