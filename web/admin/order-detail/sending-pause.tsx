// The pause that the customer set on the sending of an order, and the button that lifts it after a proof.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button } from '../../ui/button.tsx';
import { formatDate } from '../../ui/format-date.ts';
import { useToast } from '../../ui/toast.tsx';
import { useAdmin } from '../admin-context.tsx';
import { useAllowed } from '../allowed.tsx';
import { isUnclear, useCertainAct } from '../lost-answer.ts';
import { renewOrders } from '../orders/order-acts.ts';
import { queryFailure } from '../query-client.ts';
import { needsPassword } from '../sign-in/step-up.tsx';
import { shownTexts, useTexts } from '../texts/shown-texts.ts';
import { freshOrder } from './order-queries.ts';
import type { AdminOrder } from './read-order.ts';

export function SendingPause({ order }: { order: AdminOrder }) {
  const { orderPage } = useTexts();
  const mayResume = useAllowed()('resumeSending');
  const resume = useResumeSending();
  if (order.pausedUntil === null) return null;
  return (
    <div className="mb-2 flex flex-wrap items-center justify-between gap-2 rounded-card bg-yellow-soft px-3 py-2 text-sm text-yellow-ink">
      <p>{orderPage.pausedUntil(formatDate(order.pausedUntil))}</p>
      {mayResume ? (
        <Button
          size="sm"
          className="max-sm:w-full"
          waiting={resume.isPending}
          disabled={resume.isPending}
          onClick={() => resume.mutate(order.id)}
        >
          {orderPage.resume}
        </Button>
      ) : null}
    </div>
  );
}

/** Lifts the pause; the API asks for a proof where the last one is too old. */
export function useResumeSending() {
  const { api } = useAdmin();
  const toast = useToast();
  const queries = useQueryClient();
  const act = useCertainAct();
  return useMutation({
    mutationFn: (id: string) =>
      act(
        () => api.call('POST /api/admin/orders/{id}/resume-sending', { params: { id } }),
        async () => ((await freshOrder(api, id)).pausedUntil === null ? 'done' : 'not_done'),
      ),
    onSuccess: (_, id) => {
      const { orderPage } = shownTexts();
      toast({ title: orderPage.resumed, description: orderPage.resumedHelp(id), tone: 'success' });
    },
    onError: (error) => {
      if (needsPassword(error) || isUnclear(error)) return;
      toast({ title: shownTexts().orderPage.resumeFailed, description: queryFailure(error), tone: 'error' });
    },
    onSettled: () => renewOrders(queries),
  });
}
