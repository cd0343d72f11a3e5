// Proposes a refund of the undelivered units after delivery has ended.
import { useState } from 'react';
import { formatCount, formatUsd } from '../../../contract/money.ts';
import { Button } from '../../ui/button.tsx';
import { useAdmin } from '../admin-context.tsx';
import { queryFailure } from '../query-client.ts';
import { needsPassword } from '../sign-in/step-up.tsx';
import { useTexts } from '../texts/shown-texts.ts';
import { isUnanswered, type RefundSituation, useMakeRefund } from './refund-queries.ts';
import { RefundConfirmation } from './refund-confirmation.tsx';
import { Allowed } from '../allowed.tsx';

type RefundProposalProps = { orderId: string; situation: RefundSituation };

export function RefundProposal({ orderId, situation }: RefundProposalProps) {
  const { refundIntents } = useAdmin();
  const { refunds } = useTexts();
  const reason = refunds.proposalReason;
  const refund = useMakeRefund(orderId);
  const { quantity, amount } = situation.undelivered;
  const worth = formatUsd(Math.round(amount * 100));
  const [isHeld, setHeld] = useState(false);
  const [isConfirming, setConfirming] = useState(false);

  function send(): void {
    const request = { undelivered: true, amount, reason };
    const before = refundIntents.of(orderId, null)?.request;
    // Another refund has no response yet. Until it is resolved, this refund could pay the same money back twice.
    const waits = before !== undefined && JSON.stringify(before) !== JSON.stringify(request);
    setHeld(waits);
    if (!waits) refund.mutate(request);
  }

  return (
    <div className="mb-3 grid gap-2 rounded-card border border-yellow bg-yellow-soft px-4 py-3 text-sm text-yellow-ink">
      <p>
        {refunds.ended(formatCount(quantity))} <strong>{worth}</strong>.
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
            onClick={() => (isUnanswered(refund.error) ? send() : setConfirming(true))}
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
            send();
          }}
          onClose={() => setConfirming(false)}
        >
          {refunds.proposalEffect(formatCount(quantity))}
        </RefundConfirmation>
      ) : null}
    </div>
  );
}
