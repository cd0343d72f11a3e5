// Once delivery has ended and something is missing, its worth is given back by one click (rule 9).
import { useState } from 'react';
import { formatCount, formatUsd } from '../../../contract/money.ts';
import { Button } from '../../ui/button.tsx';
import { useAdmin } from '../admin-context.tsx';
import { queryFailure } from '../query-client.ts';
import { asksForPassword, StepUpDialog } from '../sign-in/step-up.tsx';
import { isUnanswered, type RefundSituation, useGiveBack } from './refund-queries.ts';

type RefundProposalProps = { orderId: string; situation: RefundSituation };

export function RefundProposal({ orderId, situation }: RefundProposalProps) {
  const { refundIntents } = useAdmin();
  const give = useGiveBack(orderId);
  const { quantity, amount } = situation.undelivered;
  const worth = formatUsd(Math.round(amount * 100));
  const [isHeld, setHeld] = useState(false);

  function send(): void {
    const request = { undelivered: true, amount, reason: 'The provider did not deliver this part.' };
    const before = refundIntents.of(orderId, null)?.request;
    // Another one was asked for and not answered: until that is known, this may be given back twice.
    const waits = before !== undefined && JSON.stringify(before) !== JSON.stringify(request);
    setHeld(waits);
    if (!waits) give.mutate(request);
  }

  return (
    <div className="mb-3 grid gap-2 rounded-card border border-yellow bg-yellow-soft px-4 py-3 text-sm text-yellow-ink">
      <p>
        Delivery has ended, and {formatCount(quantity)} were not delivered. They are worth <strong>{worth}</strong>.
      </p>
      {give.isError && !asksForPassword(give.error) ? (
        <p role="alert">
          {isUnanswered(give.error)
            ? 'The store did not answer. Ask once more: it is the same refund, and is given back once.'
            : queryFailure(give.error)}
        </p>
      ) : null}
      {isHeld ? (
        <p role="alert">Another refund of this order was not answered. Settle it first, under Refund below.</p>
      ) : null}
      <div>
        <Button size="sm" variant="primary" waiting={give.isPending} disabled={give.isPending} onClick={send}>
          {isUnanswered(give.error) ? 'Ask once more' : `Give back ${worth}`}
        </Button>
      </div>
      {asksForPassword(give.error) ? <StepUpDialog onDone={send} onClose={() => give.reset()} /> : null}
    </div>
  );
}
