// What an admin does about a payment that has not come: asks the gateway, or vouches for it. Toasts are said here.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Api } from '../../api.ts';
import { useToast } from '../../ui/toast.tsx';
import { useAdmin } from '../admin-context.tsx';
import { type Found, isUnclear, useCertainAct } from '../lost-answer.ts';
import { freshOrder, orderKeys } from '../order-detail/order-queries.ts';
import { queryFailure } from '../query-client.ts';

const call = 'POST /api/orders/{id}/confirm-payment';

/** Asks the gateway what became of the payment, at once. */
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
      toast({ title: 'Payment looked at', description: outcomes[status], tone });
    },
    onError: (error) => {
      if (isUnclear(error)) return;
      toast({ title: 'The payment could not be looked at', description: queryFailure(error), tone: 'error' });
    },
    onSettled: refresh,
  });
}

const outcomes = {
  success: 'The gateway has the money: the order is paid.',
  pending: 'No money is known of so far.',
  failed: 'The payment is finally off.',
};

/** Records that an admin vouches for the payment. A repeat after a lost answer is refused, as it is paid by then. */
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
