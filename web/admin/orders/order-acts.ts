// Acts on an order of the list: change its status, undo the change, hide the order.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type SettableStatus, settableStatuses } from '../../../contract/order-status.ts';
import { type Api, ApiError } from '../../api.ts';
import { useToast } from '../../ui/toast.tsx';
import { useAdmin } from '../admin-context.tsx';
import { useAct } from '../kit/use-act.ts';
import { type ListPage, renewCalls } from '../kit/use-api.ts';
import { allOrderCalls } from '../live-calls.ts';
import { type Found, isUnclear, useCertainAct } from '../lost-answer.ts';
import { orderWord } from '../order-detail/order-state.tsx';
import type { AdminOrder } from '../order-detail/read-order.ts';
import { freshOrder } from '../order-detail/use-order.ts';
import { queryFailure } from '../query-client.ts';
import { usePageTexts } from '../texts/shown-texts.ts';
import type { BulkConfirmation } from './bulk-plan.ts';

export function isSettable(status: string): status is SettableStatus {
  return settableStatuses.some((known) => known === status.toLowerCase());
}

/**
 * Optimistic update with rollback on an error. After a conflict, a second confirmation overwrites the newer status.
 * Undelivered units show no toast: `onUndelivered` gets the change that needs a confirmation, with the message about it.
 */
export function useChangeStatus(onUndelivered: (change: StatusChange, words: string) => void) {
  const { api } = useAdmin();
  const texts = usePageTexts();
  const words = texts.orderActs;
  const toast = useToast();
  const queries = useQueryClient();
  const act = useCertainAct();
  const undo = useUndoStatus();
  const change = useMutation({
    mutationFn: (change: StatusChange) =>
      act(
        () => setStatus(api, change),
        () => statusSet(api, change),
      ),
    onMutate: async ({ order, status }) => {
      await queries.cancelQueries({ queryKey: ['GET /api/orders'] });
      show(order.id, status);
    },
    onSuccess: (_, { order, status }) =>
      toast({
        title: words.updated,
        description: words.updatedHelp(order.id, orderWord(texts, status)),
        tone: 'success',
        act: { label: words.undo, run: () => undo.run(order.id) },
      }),
    onError: (error, { order, status, confirm }) => {
      show(order.id, order.status);
      const undelivered = undeliveredWords(error);
      if (undelivered !== null) onUndelivered({ order, status }, undelivered);
      if (undelivered !== null || isUnclear(error)) return;
      if (codeOf(error) === 'conflict') {
        const again = { order, status, anyway: true, ...(confirm ? { confirm } : {}) };
        toast({
          title: words.changedMeanwhile,
          description: queryFailure(error),
          tone: 'error',
          act: { label: words.setAnyway(orderWord(texts, status)), run: () => change.mutate(again) },
        });
        return;
      }
      toast({ title: words.updateFailed, description: words.updateFailedHelp, tone: 'error' });
    },
    onSettled: () => renewCalls(queries, allOrderCalls),
  });

  function show(id: string, status: string): void {
    queries.setQueriesData<ListPage<{ id: string; status: string }>>(
      { queryKey: ['GET /api/orders', 'page'] },
      (page) => page && { ...page, items: page.items.map((order) => (order.id === id ? { ...order, status } : order)) },
    );
  }

  return change;
}

/** What the orders tab does with an order of its list and of the side panel. */
export type ListEvents = {
  open: (id: string) => void;
  setStatus: (change: StatusChange) => void;
  delete: (id: string) => void;
  confirm: (confirmation: BulkConfirmation) => void;
};

export type StatusChange = {
  order: Pick<AdminOrder, 'id' | 'status'>;
  status: SettableStatus;
  /** Skips the check of the expected status. */
  anyway?: boolean;
  /** Confirms completion although units are undelivered. */
  confirm?: boolean;
};

export function setStatus(api: Api, { order, status, anyway, confirm }: StatusChange) {
  const body = {
    status,
    ...(anyway ? {} : { expected: order.status }),
    ...(confirm ? { confirm } : {}),
  };
  return api.call('PATCH /api/admin/orders/{id}/status', { params: { id: order.id }, body });
}

export async function statusSet(api: Api, { order, status }: StatusChange): Promise<Found> {
  const now = await freshOrder(api, order.id);
  return now.status.toLowerCase() === status ? 'done' : 'not_done';
}

/** The message about undelivered units when the store requires confirmation; else null. */
export function undeliveredWords(error: unknown): string | null {
  return codeOf(error) === 'undelivered' ? queryFailure(error) : null;
}

function codeOf(error: unknown): unknown {
  return error instanceof ApiError ? error.body.code : undefined;
}

/** Reverts the last manual status change. The server stores the previous status. */
export function useUndoStatus() {
  const texts = usePageTexts();
  const words = texts.orderActs;
  return useAct((api, id: string) => api.call('POST /api/admin/orders/{id}/undo-status', { params: { id } }), {
    renews: allOrderCalls,
    verify: async (id, api) => ((await freshOrder(api, id)).undoStatus === null ? 'done' : 'not_done'),
    done: (answer, id) => ({
      title: words.restored,
      description: answer ? words.restoredTo(id, orderWord(texts, answer.order.status)) : words.restoredHelp(id),
    }),
    failed: (error) => ({
      title: codeOf(error) === 'undo_expired' ? words.undoTooLate : words.undoFailed,
      description: queryFailure(error),
    }),
  });
}

export function useDeleteOrder(onDone: () => void) {
  const { orderActs: words } = usePageTexts();
  return useAct((api, id: string) => api.call('DELETE /api/orders/{id}', { params: { id } }), {
    renews: allOrderCalls,
    verify: (id, api) =>
      freshOrder(api, id).then(
        () => 'not_done',
        (error: unknown) => (error instanceof ApiError && error.status === 404 ? 'done' : 'unclear'),
      ),
    onDone,
    done: (_, id) => ({ title: words.deleted, description: words.deletedHelp(id) }),
    failed: () => ({ title: words.deleteFailed, description: words.deleteFailedHelp }),
  });
}
