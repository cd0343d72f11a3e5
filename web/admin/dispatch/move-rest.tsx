// Moves the undelivered rest of a link to the next provider, after a plan with quantity, cost and balance.
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { formatCount } from '../amounts.ts';
import { RunButton } from '../kit/run-button.tsx';
import { useAct } from '../kit/use-act.ts';
import { useApi } from '../kit/use-api.ts';
import { soldName } from '../order-detail/sold-name.ts';
import { Fact, Facts } from '../panel.tsx';
import { providerAmount } from '../provider/provider-amount.ts';
import { queryFailure } from '../query-client.ts';
import { shownPageTexts, usePageTexts } from '../texts/shown-texts.ts';
import { type Post, postCalls } from './post-actions.ts';

type MoveRestProps = { post: Post; providerOrderId: string; onClose: () => void };

export default function MoveRestDialog({ post, providerOrderId, onClose }: MoveRestProps) {
  const { links, bulk, states, common } = usePageTexts();
  const params = { id: post.orderId };
  const plan = useApi(
    'GET /api/admin/orders/{id}/move-plan',
    { params, query: { postLink: post.link, apiOrderId: providerOrderId } },
    { staleTime: 0, gcTime: 0, retry: false },
  );
  const move = useAct('POST /api/admin/orders/{id}/move-post', {
    renews: postCalls,
    onDone: onClose,
    done: (answer) => {
      const { moveDone, moveRequested } = shownPageTexts().links;
      return { title: answer?.state === 'moving' ? moveDone : moveRequested };
    },
  });
  const failure = plan.error ?? move.error;
  const of = plan.data;
  const amount = (value: number | null) =>
    value === null || of?.currency == null ? bulk.costUnknown : providerAmount(value, of.currency);
  return (
    <Dialog title={links.moveTitle} onClose={onClose}>
      {plan.isPending ? <Skeleton className="mt-3 h-24 w-full" /> : null}
      {of ? (
        <>
          <p className="mt-2 text-sm">{of.cancels_first ? links.moveAfterCancel : links.moveNow}</p>
          <div className="mt-3 rounded-card bg-sunken p-3 tabular-nums">
            <Facts>
              <Fact name={links.moveTo}>{of.provider.name}</Fact>
              <Fact name={of.cancels_first ? links.moveUpTo : bulk.quantity}>
                {`${formatCount(of.quantity)} ${soldName(states, post)}`}
              </Fact>
              <Fact name={bulk.cost}>{amount(of.cost)}</Fact>
              <Fact name={bulk.balance}>{amount(of.balance)}</Fact>
            </Facts>
            {of.cost !== null && of.balance !== null && of.cost > of.balance ? (
              <p role="alert" className="mt-2 text-sm font-semibold text-red-ink">
                {bulk.balanceTooLow}
              </p>
            ) : null}
          </div>
        </>
      ) : null}
      {failure ? (
        <p role="alert" className="mt-3 rounded-card bg-red-soft px-3 py-2 text-sm text-red-ink">
          {`${links.moveFailed}: ${queryFailure(failure)}`}
        </p>
      ) : null}
      <div className="mt-4 flex flex-wrap justify-end gap-2">
        <Button size="sm" onClick={onClose}>
          {common.cancel}
        </Button>
        {of ? (
          <RunButton
            act={move}
            variant="primary"
            onClick={() => move.run({ params, body: { postLink: post.link, apiOrderId: providerOrderId } })}
          >
            {of.cancels_first ? links.requestMove : links.sendRest}
          </RunButton>
        ) : null}
      </div>
    </Dialog>
  );
}
