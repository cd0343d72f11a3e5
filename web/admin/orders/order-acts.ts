// What an admin does to an order from the list (ADM-ORD-11, 17..24): its status, and hiding it. Toasts are said here.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../../api.ts';
import { shownStatus } from '../../ui/status-tone.ts';
import { useToast } from '../../ui/toast.tsx';
import { useAdmin } from '../admin-context.tsx';
import { figureKeys } from '../figure-queries.ts';
import { orderKeys } from '../order/order-queries.ts';
import type { AdminOrder } from '../order/read-order.ts';
import { asksForPassword } from '../sign-in/step-up.tsx';
import type { ListPage } from './list-queries.ts';

/** The four that an admin may set (ADM-ORD-10). */
export const settableStatuses = ['pending', 'processing', 'completed', 'failed'] as const;
export type SettableStatus = (typeof settableStatuses)[number];

export function isSettable(status: string): status is SettableStatus {
  return settableStatuses.some((known) => known === status.toLowerCase());
}

/**
 * Shown as set at once; taken back when the store refuses, or when the admin does, where the one before can be set. What
 * somebody else changed meanwhile is shown, and only overwritten after another word.
 */
export function useChangeStatus() {
  const { api } = useAdmin();
  const toast = useToast();
  const queries = useQueryClient();
  const change = useMutation({
    mutationFn: ({ order, status, undo, anyway }: StatusChange) => {
      const expected = undo ?? order.status;
      const body = anyway ? { status } : { status, expected };
      return api.call('PATCH /api/admin/orders/{id}/status', { params: { id: order.id }, body });
    },
    onMutate: async ({ order, status }) => {
      await queries.cancelQueries({ queryKey: orderKeys.lists });
      show(order.id, status);
    },
    onSuccess: (_, { order, status, undo, anyway }) => {
      const before = order.status.toLowerCase();
      toast({
        title: 'Status updated',
        description: `Order #${order.id} status changed to ${shownStatus(status)}`,
        tone: 'success',
        ...(!undo && !anyway && isSettable(before) && before !== status
          ? { act: { label: 'Undo', run: () => change.mutate({ order, status: before, undo: status }) } }
          : {}),
      });
    },
    onError: (error, { order, status }) => {
      show(order.id, order.status);
      if (isConflict(error)) {
        toast({
          ...{ title: 'Changed meanwhile', description: error.message, tone: 'error' },
          act: { label: `Set to ${shownStatus(status)}`, run: () => change.mutate({ order, status, anyway: true }) },
        });
        return;
      }
      toast({
        title: 'Status update failed',
        description: 'There was a problem updating the order status',
        tone: 'error',
      });
    },
    onSettled: () => renewOrders(queries),
  });

  function show(id: string, status: string): void {
    queries.setQueriesData<ListPage>(
      { queryKey: [...orderKeys.lists, 'page'] },
      (page) =>
        page && { ...page, orders: page.orders.map((order) => (order.id === id ? { ...order, status } : order)) },
    );
  }

  return change;
}

type StatusChange = {
  order: AdminOrder;
  status: SettableStatus;
  /** Takes back this one, which was set a moment ago. */
  undo?: SettableStatus;
  /** Whatever it is by now. */
  anyway?: boolean;
};

function isConflict(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status === 409;
}

/** A recent password may be asked for first: then nothing is said, the caller asks. */
export function useDeleteOrder(onDone: () => void) {
  const { api } = useAdmin();
  const toast = useToast();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api.call('DELETE /api/orders/{id}', { params: { id } }),
    onSuccess: async (_, id) => {
      toast({ title: 'Order deleted', description: `Order #${id} has been deleted successfully`, tone: 'success' });
      onDone();
      await renewOrders(queries);
    },
    onError: (error) => {
      if (asksForPassword(error)) return;
      toast({ title: 'Delete failed', description: 'There was a problem deleting the order', tone: 'error' });
    },
  });
}

/** Lists, pages of orders and figures: all of them follow the orders. */
export async function renewOrders(queries: ReturnType<typeof useQueryClient>): Promise<void> {
  await Promise.all(
    [orderKeys.lists, orderKeys.all, figureKeys.all].map((queryKey) => queries.invalidateQueries({ queryKey })),
  );
}
