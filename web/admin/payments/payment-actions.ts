// Mutations of an unpaid order: check the gateway, or confirm the payment manually. They show toasts.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Api } from '../../api.ts';
import { useToast } from '../../ui/toast.tsx';
import { useAdmin } from '../admin-context.tsx';
import { type Found, isUnclear, useCertainAct } from '../lost-answer.ts';
import { freshOrder, orderKeys } from '../order-detail/order-queries.ts';
import { queryFailure } from '../query-client.ts';

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
      toast({ title: 'Payment checked', description: outcomes[status], tone });
    },
    onError: (error) => {
      if (isUnclear(error)) return;
      toast({ title: 'Couldn’t check the payment', description: queryFailure(error), tone: 'error' });
    },
    onSettled: refresh,
  });
}

const outcomes = {
  success: 'The gateway has the money: the order is paid.',
  pending: 'The gateway has no payment yet.',
  failed: 'The payment is finally off.',
};

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
    onSuccess: () => toast({ title: 'Recorded as paid', description: `Order #${orderId} is paid`, tone: 'success' }),
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
