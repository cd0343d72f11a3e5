// The query of the System page, and the acts on failed jobs.
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { AnswerFor } from '../../../contract/index.ts';
import type { Api } from '../../api.ts';
import { useToast } from '../../ui/toast.tsx';
import { actionItemsCall } from '../action-items/action-items.ts';
import { useAdmin } from '../admin-context.tsx';
import { useSetupTexts } from '../texts/shown-texts.ts';

export type SystemAnswer = AnswerFor<'GET /api/admin/system/checks'>;
export type SystemCheck = SystemAnswer['checks'][number];
export type DeadJob = SystemAnswer['dead_jobs'][number];

const queryKey = ['GET /api/admin/system/checks', {}] as const;
const refetchMs = 15_000;

export function systemChecksQuery(api: Api) {
  return queryOptions({
    queryKey,
    queryFn: ({ signal }) => api.call('GET /api/admin/system/checks', {}, { signal }),
    refetchInterval: refetchMs,
  });
}

export function useDeleteJob(onDone: () => void) {
  const { api } = useAdmin();
  const { system } = useSetupTexts();
  const queries = useQueryClient();
  const toast = useToast();
  return useMutation({
    mutationFn: (id: string) => api.call('DELETE /api/admin/jobs/{id}', { params: { id } }),
    onSuccess: () => {
      toast({ title: system.removed, tone: 'success' });
      onDone();
    },
    onSettled: () => {
      void queries.invalidateQueries({ queryKey: [actionItemsCall] });
      return queries.invalidateQueries({ queryKey: ['GET /api/admin/system/checks'] });
    },
  });
}
