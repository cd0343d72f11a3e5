// Mutations of an unpaid order: check the gateway, or confirm the payment manually. They show toasts.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Api } from '../../api.ts';
import { useToast } from '../../ui/toast.tsx';
import { useAdmin } from '../admin-context.tsx';
import { type Found, isUnclear, useCertainAct } from '../lost-answer.ts';
import { freshOrder, orderKeys } from '../order-detail/order-queries.ts';
import { queryFailure } from '../query-client.ts';
import { shownTexts } from '../texts/shown-texts.ts';

const call = 'POST /api/orders/{id}/confirm-payment';

/** Fetches the state of the payment from the gateway immediately. */
export function useCheckGateway(orderId: string) {
  const { api } = useAdmin();
  const toast = useToast();
  const act = useCertainAct();
  const refresh = useRefresh(orderId);
  return useMutation({
    mutationFn: () =>
      act(
        () => api.call(call, { params: { id: orderId }, body: {} }),
        () => isPaid(api, orderId),
      ),
    onSuccess: (answer) => {
      const status = answer?.status ?? 'success';
      const tone = status === 'success' ? 'success' : 'plain';
      const { payments } = shownTexts();
      toast({ title: payments.checked, description: payments.checkResults[status], tone });
    },
    onError: (error) => {
      if (isUnclear(error)) return;
      toast({ title: shownTexts().payments.notChecked, description: queryFailure(error), tone: 'error' });
    },
    onSettled: refresh,
  });
}

/**
 * Records a manual confirmation. The server rejects a repeat after a lost response, because the order is already paid.
 */
export function useConfirmByHand(orderId: string) {
  const { api } = useAdmin();
  const toast = useToast();
  const act = useCertainAct();
  const refresh = useRefresh(orderId);
  return useMutation({
    mutationFn: (note: string) =>
      act(
        () => api.call(call, { params: { id: orderId }, body: { manual: true, note } }),
        () => isPaid(api, orderId),
      ),
    onSuccess: () => {
      const { payments } = shownTexts();
      toast({ title: payments.marked, description: payments.markedHelp(orderId), tone: 'success' });
    },
    onSettled: refresh,
  });
}

async function isPaid(api: Api, orderId: string): Promise<Found> {
  return (await freshOrder(api, orderId)).paymentStatus === 'paid' ? 'done' : 'not_done';
}

function useRefresh(orderId: string) {
  const queries = useQueryClient();
  return async () => {
    void queries.invalidateQueries({ queryKey: orderKeys.lists });
    await queries.invalidateQueries({ queryKey: orderKeys.order(orderId) });
  };
}
