// Queries and mutations of action items: load, dismiss, retry. The mutations show toasts.
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { AnswerFor, CallFor } from '../../../contract/index.ts';
import type { Api } from '../../api.ts';
import { useToast } from '../../ui/toast.tsx';
import { useAdmin } from '../admin-context.tsx';
import { renewOrders } from '../orders/order-acts.ts';
import { queryFailure } from '../query-client.ts';
import { useTexts } from '../texts/shown-texts.ts';

type ActionItems = AnswerFor<'GET /api/admin/attention'>;
export type ActionItemGroup = ActionItems['kinds'][number];
export type ActionItem = ActionItemGroup['items'][number];
export type ActionItemKind = ActionItemGroup['kind'];
type AsideBody = CallFor<'POST /api/admin/attention/aside'>['body'];

export const actionItemKeys = {
  all: ['attention'] as const,
  kind: (kind: ActionItemKind) => ['attention', kind] as const,
};

const renewedMs = 60_000;

/** Each kind with its first items, and the links to send. Polls as well, because some changes send no websocket message. */
export function actionItemsQuery(api: Api) {
  return queryOptions({
    queryKey: actionItemKeys.all,
    queryFn: ({ signal }) => api.call('GET /api/admin/attention', { query: {} }, { signal }),
    refetchInterval: renewedMs,
  });
}

/** All items of one kind, at most 100. */
export function actionItemsOfKindQuery(api: Api, kind: ActionItemKind) {
  return queryOptions({
    queryKey: actionItemKeys.kind(kind),
    queryFn: async ({ signal }) =>
      (await api.call('GET /api/admin/attention', { query: { kind } }, { signal })).kinds[0] ?? null,
  });
}

/** Loads the items again, as a settled one is no longer listed. */
export function useRenewItems() {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: actionItemKeys.all });
}

export function useDismiss() {
  const { api } = useAdmin();
  const renew = useRenewItems();
  return useMutation({
    mutationFn: (body: AsideBody) => api.call('POST /api/admin/attention/aside', { body }),
    onSettled: renew,
  });
}

/** Sends the email of the order again: the store brings it into its one form. */
export function useCleanAddress() {
  const { api } = useAdmin();
  const queries = useQueryClient();
  const renew = useRenewItems();
  return useMutation({
    mutationFn: ({ id, email }: { id: string; email: string }) =>
      api.call('PUT /api/orders/{id}', { params: { id }, body: { customer_email: email } }),
    onSettled: () => Promise.all([renewOrders(queries), renew()]),
  });
}

export function useRetryJob() {
  const { api } = useAdmin();
  const renew = useRenewItems();
  const toast = useToast();
  const { actionItems } = useTexts();
  return useMutation({
    mutationFn: (id: string) => api.call('POST /api/admin/jobs/{id}/retry', { params: { id } }),
    onSuccess: () => toast({ title: actionItems.retried, description: actionItems.retriedHelp, tone: 'success' }),
    onError: (error) => toast({ title: actionItems.notRetried, description: queryFailure(error), tone: 'error' }),
    onSettled: renew,
  });
}
