// What waits for a person: asked of the store, put aside, tried again. Toasts are said here.
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { AnswerFor, CallFor } from '../../../contract/index.ts';
import type { Api } from '../../api.ts';
import { useToast } from '../../ui/toast.tsx';
import { useAdmin } from '../admin-context.tsx';
import { queryFailure } from '../query-client.ts';

export type AttentionGroup = AnswerFor<'GET /api/admin/attention'>['kinds'][number];
export type AttentionItem = AttentionGroup['items'][number];
export type AttentionKind = AttentionGroup['kind'];
type AsideBody = CallFor<'POST /api/admin/attention/aside'>['body'];

export const attentionKeys = {
  all: ['attention'] as const,
  kind: (kind: AttentionKind) => ['attention', kind] as const,
};

const renewedMs = 60_000;

/** Each kind with its first few; renewed by itself where no message of the store says that something changed. */
export function attentionQuery(api: Api) {
  return queryOptions({
    queryKey: attentionKeys.all,
    queryFn: async ({ signal }) => (await api.call('GET /api/admin/attention', { query: {} }, { signal })).kinds,
    refetchInterval: renewedMs,
  });
}

/** All of one kind, up to a hundred. */
export function attentionOfKindQuery(api: Api, kind: AttentionKind) {
  return queryOptions({
    queryKey: attentionKeys.kind(kind),
    queryFn: async ({ signal }) =>
      (await api.call('GET /api/admin/attention', { query: { kind } }, { signal })).kinds[0],
  });
}

export function useSetAside() {
  const { api } = useAdmin();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: AsideBody) => api.call('POST /api/admin/attention/aside', { body }),
    onSettled: () => queries.invalidateQueries({ queryKey: attentionKeys.all }),
  });
}

export function useRetryJob() {
  const { api } = useAdmin();
  const queries = useQueryClient();
  const toast = useToast();
  return useMutation({
    mutationFn: (id: string) => api.call('POST /api/admin/jobs/{id}/retry', { params: { id } }),
    onSuccess: () => toast({ title: 'Tried again', description: 'The job runs now', tone: 'success' }),
    onError: (error) => toast({ title: 'Not tried again', description: queryFailure(error), tone: 'error' }),
    onSettled: () => queries.invalidateQueries({ queryKey: attentionKeys.all }),
  });
}
