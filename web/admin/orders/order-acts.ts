// Mutations of an order in the list: change its status, undo the change, hide the order. They show toasts.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type SettableStatus, settableStatuses } from '../../../contract/order-status.ts';
import { type Api, ApiError } from '../../api.ts';
import { useToast } from '../../ui/toast.tsx';
import { useAdmin } from '../admin-context.tsx';
import { figureKeys } from '../figure-queries.ts';
import { type Found, isUnclear, useCertainAct } from '../lost-answer.ts';
import { freshOrder, orderKeys } from '../order-detail/order-queries.ts';
import { orderWord } from '../order-detail/order-state.tsx';
import type { AdminOrder } from '../order-detail/read-order.ts';
import { queryFailure } from '../query-client.ts';
import { needsPassword } from '../sign-in/step-up.tsx';
import { useTexts } from '../texts/shown-texts.ts';
import type { ListPage } from './list-queries.ts';

export function isSettable(status: string): status is SettableStatus {
  return settableStatuses.some((known) => known === status.toLowerCase());
}

/** Shared dependencies of the mutations: API, toasts, texts, query cache, and the handler of lost responses. */
function useActTools() {
  const { api } = useAdmin();
  const texts = useTexts();
  return {
    api,
    toast: useToast(),
    queries: useQueryClient(),
    act: useCertainAct(),
    words: texts.orderActs,
    nameOf: (status: string) => orderWord(texts, status),
  };
}

/**
 * Optimistic update with rollback on an error. After a conflict, a second confirmation overwrites the newer status.
 * Undelivered units show no toast: `onUndelivered` gets the change that needs a confirmation, with the message about it.
 */
export function useChangeStatus(onUndelivered: (change: StatusChange, words: string) => void) {
  const { api, toast, queries, act, words, nameOf } = useActTools();
  const undo = useUndoStatus();
  const change = useMutation({
    mutationFn: (change: StatusChange) =>
      act(
        () => setStatus(api, change),
        () => statusSet(api, change),
      ),
    onMutate: async ({ order, status }) => {
      await queries.cancelQueries({ queryKey: orderKeys.lists });
      show(order.id, status);
    },
    onSuccess: (_, { order, status }) =>
      toast({
        title: words.updated,
        description: words.updatedHelp(order.id, nameOf(status)),
        tone: 'success',
        act: { label: words.undo, run: () => undo.mutate(order.id) },
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
          act: { label: words.setAnyway(nameOf(status)), run: () => change.mutate(again) },
        });
        return;
      }
      toast({ title: words.updateFailed, description: words.updateFailedHelp, tone: 'error' });
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
  const { api, toast, queries, act, words, nameOf } = useActTools();
  return useMutation({
    mutationFn: (id: string) =>
      act(
        () => api.call('POST /api/admin/orders/{id}/undo-status', { params: { id } }),
        async () => ((await freshOrder(api, id)).undoStatus === null ? 'done' : 'not_done'),
      ),
    onSuccess: (answer, id) => {
      const description = answer ? words.restoredTo(id, nameOf(answer.order.status)) : words.restoredHelp(id);
      toast({ title: words.restored, description, tone: 'success' });
    },
    onError: (error) => {
      if (isUnclear(error)) return;
      const title = codeOf(error) === 'undo_expired' ? words.undoTooLate : words.undoFailed;
      toast({ title, description: queryFailure(error), tone: 'error' });
    },
    onSettled: () => renewOrders(queries),
  });
}

/** Shows no toast when a recent password is required: the caller shows the step-up dialog. */
export function useDeleteOrder(onDone: () => void) {
  const { api, toast, queries, act, words } = useActTools();
  return useMutation({
    mutationFn: (id: string) =>
      act(
        () => api.call('DELETE /api/orders/{id}', { params: { id } }),
        async () => {
          const error = await freshOrder(api, id).then(
            () => null,
            (refusal: unknown) => refusal,
          );
          if (error === null) return 'not_done';
          return error instanceof ApiError && error.status === 404 ? 'done' : 'unclear';
        },
      ),
    onSuccess: async (_, id) => {
      toast({ title: words.deleted, description: words.deletedHelp(id), tone: 'success' });
      onDone();
      await renewOrders(queries);
    },
    onError: (error) => {
      if (needsPassword(error) || isUnclear(error)) return;
      toast({ title: words.deleteFailed, description: words.deleteFailedHelp, tone: 'error' });
    },
  });
}

/** Invalidates lists, order pages and figures, which all depend on orders. */
export async function renewOrders(queries: ReturnType<typeof useQueryClient>): Promise<void> {
  await Promise.all(
    [orderKeys.lists, orderKeys.all, figureKeys.all].map((queryKey) => queries.invalidateQueries({ queryKey })),
  );
}
