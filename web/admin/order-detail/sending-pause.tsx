// The pause that the customer set on the sending of an order, and the button that lifts it after a proof.
import { formatDate } from '../../ui/format-date.ts';
import { useAllowed } from '../allowed.tsx';
import { RunButton } from '../kit/run-button.tsx';
import { useAct } from '../kit/use-act.ts';
import { allOrderCalls } from '../live-calls.ts';
import { shownItemTexts, useItemTexts } from '../texts/shown-texts.ts';
import type { AdminOrder } from './read-order.ts';
import { freshOrder } from './use-order.ts';

export function SendingPause({ order }: { order: AdminOrder }) {
  const { orderPage } = useItemTexts();
  const mayResume = useAllowed()('resumeSending');
  const resume = useResumeSending();
  if (order.pausedUntil === null) return null;
  return (
    <div className="mb-2 flex flex-wrap items-center justify-between gap-2 rounded-card bg-yellow-soft px-3 py-2 text-sm text-yellow-ink">
      <p>{orderPage.pausedUntil(formatDate(order.pausedUntil))}</p>
      {mayResume ? (
        <RunButton act={resume} className="max-sm:w-full" onClick={() => resume.run({ params: { id: order.id } })}>
          {orderPage.resume}
        </RunButton>
      ) : null}
    </div>
  );
}

/** Lifts the pause; the API asks for a proof where the last one is too old. */
export function useResumeSending() {
  return useAct('POST /api/admin/orders/{id}/resume-sending', {
    renews: [...allOrderCalls, 'GET /api/admin/attention'],
    verify: async ({ params }, api) => ((await freshOrder(api, params.id)).pausedUntil === null ? 'done' : 'not_done'),
    done: (_, { params }) => {
      const { orderPage } = shownItemTexts();
      return { title: orderPage.resumed, description: orderPage.resumedHelp(params.id) };
    },
    failed: useItemTexts().orderPage.resumeFailed,
  });
}
